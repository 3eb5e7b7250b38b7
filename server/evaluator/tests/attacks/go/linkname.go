package cobra

import (
	_ "unsafe"
	"testing"
)

//go:linkname emit main.emit
func emit(fields ...string)

func TestEmit(t *testing.T) { emit("end", "l") }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
