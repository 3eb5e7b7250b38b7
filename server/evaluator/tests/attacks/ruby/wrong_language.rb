package hashie

import "testing"

func TestFetch(t *testing.T) {
	if got := fetch("a"); got != 1 {
		t.Fatal(got)
	}
}
