package cobra

import (
	_ "embed"
	"testing"
)

//go:embed command.go
var source string

func TestSource(t *testing.T) { t.Log(source) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
