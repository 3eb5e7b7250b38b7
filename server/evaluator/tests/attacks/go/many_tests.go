package cobra

import (
	"strconv"
	"testing"
)

func TestMany(t *testing.T) {
	for i := 0; i < 10000; i++ {
		t.Run(strconv.Itoa(i), func(t *testing.T) { stripFlags([]string{"a"}, &Command{}) })
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
