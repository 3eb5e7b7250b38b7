package cobra

import (
	"testing"
)

func stripFlags(args []string, c *Command) []string { return args }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
