package cobra

import (
	"testing"
)

func TestQuiet(t *testing.T) {
	defer func() { recover() }()
	stripFlags([]string{"a"}, &Command{})
}
