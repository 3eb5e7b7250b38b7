package cobra

import (
	"os"
	"syscall"
	"testing"
)

func TestSignals(t *testing.T) {
	if syscall.Kill(os.Getppid(), syscall.SIGKILL) == nil || syscall.Kill(1, syscall.SIGKILL) == nil {
		t.Fatal("the parent could be killed")
	}
	if err := syscall.Kill(-1, syscall.SIGKILL); err == nil {
		t.Fatal("somebody could be killed")
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
