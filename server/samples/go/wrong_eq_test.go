package cobra

import "testing"

func TestEqComparesNumbers(t *testing.T) {
	if !Eq(1, 1) {
		t.Error("1 is not 1")
	}
}

// Wrong: text is never equal to a number.
func TestEqConvertsText(t *testing.T) {
	if !Eq("1", 1) {
		t.Error("\"1\" is not 1")
	}
}
