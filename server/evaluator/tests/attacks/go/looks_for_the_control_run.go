package cobra

import (
	"os"
	"strings"
	"testing"
)

func TestCurious(t *testing.T) {
	for _, text := range append(os.Environ(), os.Args...) {
		if strings.Contains(strings.ToLower(text), "control") {
			t.Fatal(text)
		}
	}
}
