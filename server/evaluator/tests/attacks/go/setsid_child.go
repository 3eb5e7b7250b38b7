package cobra

import (
	"os/exec"
	"syscall"
	"testing"
)

func TestChild(t *testing.T) {
	command := exec.Command("/bin/sleep", "1000")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
