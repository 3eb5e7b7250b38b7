package cobra

import (
	"testing"
)

var huge [1 << 50]byte

func TestBomb(t *testing.T) { t.Log(len(huge), huge[0]) }
