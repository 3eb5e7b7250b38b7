package cobra

import "testing"

func TestGt(t *testing.T) {
	tests := []struct {
		name string
		a, b interface{}
		want bool
	}{
		{"larger number", 2, 1, true},
		{"equal numbers", 1, 1, false},
		{"longer slice", []int{1, 2}, []int{1}, true},
		{"slice against number", []int{1, 2}, 1, true},
		{"larger map", map[string]int{"a": 1}, map[string]int{}, true},
		{"text as number", "10", "9", true},
		{"text that is no number", "ten", -1, true},
		{"text that is no number against zero", "ten", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Gt(tt.a, tt.b); got != tt.want {
				t.Errorf("Gt(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
			}
		})
	}
}
