package cobra

import (
	"testing"
)

var huge = [1 << 33]byte{1<<33 - 1: 1}

func TestBomb(t *testing.T) { t.Log(huge[0]) }
