package cobra

import (
	"reflect"
	"testing"
)

func TestArgsMinusFirstX(t *testing.T) {
	c := &Command{Use: "root"}
	c.Flags().StringP("name", "n", "", "takes a value")
	c.Flags().BoolP("verbose", "v", false, "takes none")

	tests := []struct {
		args []string
		x    string
		want []string
	}{
		{nil, "a", nil},
		{[]string{"a"}, "a", []string{}},
		{[]string{"a", "b", "a"}, "a", []string{"b", "a"}},
		{[]string{"--name", "a", "a"}, "a", []string{"--name", "a"}},
		{[]string{"-n", "a", "b", "a"}, "a", []string{"-n", "a", "b"}},
		{[]string{"-v", "a"}, "a", []string{"-v"}},
		{[]string{"--name=a", "a"}, "a", []string{"--name=a"}},
		{[]string{"b", "--", "a"}, "a", []string{"b", "--", "a"}},
		{[]string{"b"}, "a", []string{"b"}},
	}
	for _, tt := range tests {
		if got := c.argsMinusFirstX(tt.args, tt.x); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("argsMinusFirstX(%q, %q) = %q, want %q", tt.args, tt.x, got, tt.want)
		}
	}
}
