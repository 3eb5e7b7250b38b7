package cobra

import (
	"testing"
	"time"
)

func TestElsewhere(t *testing.T) {
	go func() { panic("elsewhere") }()
	time.Sleep(time.Second)
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
