package cobra

import (
	"testing"
)

var got = stripFlags([]string{"a"}, &Command{})

func TestGot(t *testing.T) {
	if len(got) != 1 {
		t.Fatal(got)
	}
}
