package dates

import "testing"

func TestCanonicalize(t *testing.T) {
	if Canonicalize(25) != "1 day, 1 hour" {
		t.Fatal("wrong")
	}
}
