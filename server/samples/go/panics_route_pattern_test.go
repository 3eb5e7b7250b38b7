package chi

import "testing"

// The context has no route of that number: the test panics.
func TestRoutePattern(t *testing.T) {
	x := &Context{RoutePatterns: []string{"/users"}}
	if x.RoutePattern() != x.RoutePatterns[1] {
		t.Error("different patterns")
	}
}
