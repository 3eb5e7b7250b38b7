package cobra

import (
	"internal/abi"
	"testing"
)

var _ abi.Kind

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
