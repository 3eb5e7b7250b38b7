package cobra

import (
	"syscall"
	"testing"
)

func TestExit(t *testing.T) { syscall.Exit(0) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
