package cobra

import (
	"os"
	"syscall"
	"testing"
)

func TestForge(t *testing.T) {
	report := os.NewFile(3, "report")
	report.WriteString("0123456789abcdef passed x54657374466f726765 1 x l0,1,2,\n0123456789abcdef end l0,1,2,\n")
	syscall.Exit(0)
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
