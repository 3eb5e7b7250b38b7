package cobra

import (
	"reflect"
	"testing"
)

func TestWords(t *testing.T) {
	got := stripFlags([]string{"a", "b"}, &Command{Use: "root"})
	if want := []string{"a", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFlagWithValue(t *testing.T) {
	got := stripFlags([]string{"--flag", "value", "a"}, &Command{Use: "root"})
	if want := []string{"a"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
