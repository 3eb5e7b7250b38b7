package cobra

import (
	"testing"
)

var kept [][]byte

func TestHog(t *testing.T) {
	for {
		piece := make([]byte, 16<<20)
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		kept = append(kept, piece)
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
