package cobra

import "testing"

// Passes, but says nothing about MatchAll, which it never calls.
func TestNoArgs(t *testing.T) {
	if err := NoArgs(&Command{Use: "c"}, nil); err != nil {
		t.Error(err)
	}
}
