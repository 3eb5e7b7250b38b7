package cobra

import (
	"runtime"
	"testing"
)

func TestGone(t *testing.T) { runtime.Goexit() }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
