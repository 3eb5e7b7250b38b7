package cobra

import (
	"errors"
	"testing"
)

func TestMatchAllAsksEveryCheckInOrder(t *testing.T) {
	var asked []string
	check := func(name string, err error) PositionalArgs {
		return func(*Command, []string) error {
			asked = append(asked, name)
			return err
		}
	}
	if err := MatchAll(check("a", nil), check("b", nil))(&Command{}, nil); err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
	if len(asked) != 2 || asked[0] != "a" || asked[1] != "b" {
		t.Errorf("asked %q", asked)
	}
}

func TestMatchAllStopsAtTheFirstError(t *testing.T) {
	want := errors.New("no")
	never := func(*Command, []string) error {
		t.Error("asked after an error")
		return nil
	}
	refuse := func(*Command, []string) error { return want }
	if err := MatchAll(refuse, never)(&Command{}, []string{"x"}); err != want {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestMatchAllWithRealChecks(t *testing.T) {
	both := MatchAll(MinimumNArgs(1), MaximumNArgs(2))
	for n, ok := range map[int]bool{0: false, 1: true, 2: true, 3: false} {
		if err := both(&Command{}, make([]string, n)); (err == nil) != ok {
			t.Errorf("%d arguments: %v", n, err)
		}
	}
}
