package cobra

import (
	"testing"
	"time"
)

func TestAsleep(t *testing.T) { time.Sleep(time.Hour) }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
