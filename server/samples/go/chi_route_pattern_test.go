package chi

import "testing"

func TestRoutePattern(t *testing.T) {
	tests := []struct {
		name     string
		patterns []string
		want     string
	}{
		{"no pattern", nil, ""},
		{"root", []string{"/"}, "/"},
		{"one", []string{"/users/{id}"}, "/users/{id}"},
		{"mounted", []string{"/v1/*", "/users/*", "/{id}"}, "/v1/users/{id}"},
		{"slash at the end", []string{"/v1/*", "/"}, "/v1"},
		{"two slashes at the end", []string{"/v1//"}, "/v1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := &Context{RoutePatterns: tt.patterns}
			if got := x.RoutePattern(); got != tt.want {
				t.Errorf("RoutePattern() = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRoutePatternWithoutContext(t *testing.T) {
	var x *Context
	if got := x.RoutePattern(); got != "" {
		t.Errorf("RoutePattern() = %q, want nothing", got)
	}
}
