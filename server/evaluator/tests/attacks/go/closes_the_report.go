package cobra

import (
	"syscall"
	"testing"
)

func init() { syscall.Close(3) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
