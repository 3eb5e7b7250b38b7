package cobra

import (
	"testing"
)

func TestTrue(t *testing.T) {
	if 1+1 != 2 {
		t.Fatal("arithmetic")
	}
}
