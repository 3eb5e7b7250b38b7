package zap

import (
	"strings"
	"testing"
)

// An import that nobody uses does not compile in Go.
func TestNormalizeScheme(t *testing.T) {
	if got, err := normalizeScheme("HTTP"); err != nil || got != "http" {
		t.Errorf("got %q, %v", got, err)
	}
}
