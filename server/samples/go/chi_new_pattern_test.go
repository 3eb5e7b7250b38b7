package middleware

import "testing"

func TestNewPatternMatches(t *testing.T) {
	tests := []struct {
		pattern, value string
		want           bool
	}{
		{"text/html", "text/html", true},
		{"text/html", "text/plain", false},
		{"text/*", "text/plain", true},
		{"text/*", "image/png", false},
		{"*.example.org", "www.example.org", true},
		{"*.example.org", "www.example.com", false},
		{"a*z", "abcz", true},
		{"*", "anything", true},
	}
	for _, tt := range tests {
		if got := NewPattern(tt.pattern).Match(tt.value); got != tt.want {
			t.Errorf("NewPattern(%q).Match(%q) = %v, want %v", tt.pattern, tt.value, got, tt.want)
		}
	}
}
