package cobra

import (
	"reflect"
	"testing"
)

func sampleCommandWithFlags() *Command {
	c := &Command{Use: "root"}
	c.Flags().StringP("name", "n", "", "takes a value")
	c.Flags().BoolP("verbose", "v", false, "takes none")
	return c
}

func TestStripFlags(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want []string
	}{
		{"no arguments", []string{}, []string{}},
		{"only commands", []string{"a", "b"}, []string{"a", "b"}},
		{"long flag with its value", []string{"--name", "x", "a"}, []string{"a"}},
		{"long flag with an equals sign", []string{"--name=x", "a"}, []string{"a"}},
		{"short flag with its value", []string{"-n", "x", "a"}, []string{"a"}},
		{"flags without values", []string{"--verbose", "a", "-v", "b"}, []string{"a", "b"}},
		{"value missing at the end", []string{"a", "--name"}, []string{"a"}},
		{"everything after two dashes", []string{"a", "--", "b"}, []string{"a"}},
		{"empty argument", []string{"", "a"}, []string{"a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := stripFlags(tt.args, sampleCommandWithFlags()); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("stripFlags(%q) = %q, want %q", tt.args, got, tt.want)
			}
		})
	}
}
