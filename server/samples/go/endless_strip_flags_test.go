package cobra

import "testing"

// Waits for something that never comes.
func TestStripFlags(t *testing.T) {
	for len(stripFlags([]string{"a"}, &Command{Use: "c"})) == 1 {
	}
}
