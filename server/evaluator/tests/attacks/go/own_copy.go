package cobra

import (
	"testing"
)

func stripped(args []string) []string { return args[:1] }

func TestCopy(t *testing.T) {
	if got := stripped([]string{"a", "b"}); len(got) != 1 {
		t.Fatal(got)
	}
}
