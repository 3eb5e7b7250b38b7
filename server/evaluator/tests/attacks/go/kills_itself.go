package cobra

import (
	"syscall"
	"testing"
)

func TestKill(t *testing.T) { syscall.Kill(syscall.Getpid(), syscall.SIGKILL) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
