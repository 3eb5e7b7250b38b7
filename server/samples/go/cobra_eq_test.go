package cobra_test

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestEqComparesNumbersAndText(t *testing.T) {
	tests := []struct {
		a, b interface{}
		want bool
	}{
		{1, 1, true},
		{1, 2, false},
		{int64(7), 7, true},
		{"a", "a", true},
		{"a", "b", false},
		{1.5, 1.5, false},
	}
	for _, tt := range tests {
		if got := cobra.Eq(tt.a, tt.b); got != tt.want {
			t.Errorf("Eq(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestEqRefusesCollections(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Eq did not panic")
		}
	}()
	cobra.Eq([]int{1}, []int{1})
}
