package cobra

import (
	"os"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, name := range []string{"/assay/repositories.json", "/assay/go/packages", "/proc/1/environ", "/proc/1/mem", "/etc/shadow"} {
		text, err := os.ReadFile(name)
		if err == nil && strings.Contains(string(text), "nonce") {
			t.Fatal(name)
		}
	}
	entries, _ := os.ReadDir(os.Getenv("HOME"))
	for _, entry := range entries {
		if entry.Name() != "suite.test" {
			t.Fatal(entry.Name())
		}
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
