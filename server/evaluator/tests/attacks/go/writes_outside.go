package cobra

import (
	"os"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, name := range []string{"/tmp/seen", "/dev/shm/seen", "/work/seen", "/work/s/seen", "/assay/seen", "/seen"} {
		os.WriteFile(name, []byte("seen"), 0o666)
	}
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
