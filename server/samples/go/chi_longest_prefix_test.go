package chi

import "testing"

func TestLongestPrefix(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 0},
		{"abc", "abc", 3},
		{"abc", "abd", 2},
		{"abc", "ab", 2},
		{"ab", "abc", 2},
		{"xyz", "abc", 0},
	}
	for _, tt := range tests {
		if got := longestPrefix(tt.a, tt.b); got != tt.want {
			t.Errorf("longestPrefix(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
