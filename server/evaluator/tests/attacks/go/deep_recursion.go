package cobra

import (
	"runtime/debug"
	"testing"
)

func down(n int) int { return down(n+1) + 1 }

func TestDown(t *testing.T) {
	debug.SetMaxStack(64 << 20)
	t.Log(down(0))
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
