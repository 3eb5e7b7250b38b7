package cobra

import (
	"reflect"
	"testing"
)

func TestWordsStay(t *testing.T) {
	if got := stripFlags([]string{"a", "--b", "c"}, &Command{}); !reflect.DeepEqual(got, []string{"a"}) {
		t.Fatal(got)
	}
}

func TestValueOfAFlagGoes(t *testing.T) {
	command := &Command{}
	command.Flags().StringP("name", "n", "", "")
	if got := stripFlags([]string{"-n", "x", "y"}, command); !reflect.DeepEqual(got, []string{"y"}) {
		t.Fatal(got)
	}
}
