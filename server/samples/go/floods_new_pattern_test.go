package middleware

import (
	"fmt"
	"strings"
	"testing"
)

// Prints without end.
func TestNewPattern(t *testing.T) {
	for {
		fmt.Println(strings.Repeat("x", 10000), NewPattern("a*"))
	}
}
