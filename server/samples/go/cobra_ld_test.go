package cobra

import "testing"

func TestLevenshteinDistance(t *testing.T) {
	tests := []struct {
		s, t       string
		ignoreCase bool
		want       int
	}{
		{"", "", false, 0},
		{"", "abc", false, 3},
		{"abc", "", false, 3},
		{"kitten", "sitting", false, 3},
		{"flaw", "lawn", false, 2},
		{"Serve", "serve", false, 1},
		{"Serve", "serve", true, 0},
	}
	for _, tt := range tests {
		if got := ld(tt.s, tt.t, tt.ignoreCase); got != tt.want {
			t.Errorf("ld(%q, %q, %v) = %d, want %d", tt.s, tt.t, tt.ignoreCase, got, tt.want)
		}
	}
}
