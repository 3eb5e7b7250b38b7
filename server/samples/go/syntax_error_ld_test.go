package cobra

import "testing"

// A bracket is missing.
func TestLevenshteinDistance(t *testing.T) {
	if got := ld("kitten", "sitting", false; got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}
