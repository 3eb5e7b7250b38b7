package cobra

import (
	"testing"
)

func TestEndless(t *testing.T) {
	for {
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
