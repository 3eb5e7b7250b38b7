package cobra

import "testing"

// cobra has Gt, but no GreaterThan.
func TestGreaterThan(t *testing.T) {
	if !GreaterThan(2, 1) || !Gt(2, 1) {
		t.Error("2 is not greater than 1")
	}
}
