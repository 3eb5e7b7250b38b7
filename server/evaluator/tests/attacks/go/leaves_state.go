package cobra

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRemember(t *testing.T) {
	places := []string{os.Getenv("HOME"), os.TempDir(), "/tmp", "/dev/shm", "/work", "."}
	for _, dir := range places {
		if _, err := os.Stat(filepath.Join(dir, "seen")); err == nil {
			t.Fatal("ran before")
		}
	}
	for _, dir := range places {
		os.WriteFile(filepath.Join(dir, "seen"), nil, 0o600)
	}
}
