package cobra

import (
	"bytes"
	"os"
	"testing"
)

func TestBinary(t *testing.T) {
	self, _ := os.Executable()
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if !mutants(text) {
		t.Fatal("no mutants")
	}
}

// mutants says whether names of copies are in the binary.
func mutants(text []byte) bool {
	for at := bytes.Index(text, []byte(".assay")); at >= 0; {
		if rest := text[at+1:]; len(rest) > 31 && rest[29] == 'M' {
			return true
		}
		next := bytes.Index(text[at+1:], []byte(".assay"))
		if next < 0 {
			return false
		}
		at += 1 + next
	}
	return false
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
