package chi

import (
	"reflect"
	"testing"
)

func TestPatParamKeys(t *testing.T) {
	tests := map[string][]string{
		"/":                        {},
		"/users":                   {},
		"/users/{id}":              {"id"},
		"/users/{id}/posts/{post}": {"id", "post"},
		"/dates/{day:[0-9]+}":      {"day"},
		"/files/*":                 {"*"},
	}
	for pattern, want := range tests {
		if got := patParamKeys(pattern); !reflect.DeepEqual(got, want) {
			t.Errorf("patParamKeys(%q) = %q, want %q", pattern, got, want)
		}
	}
}

func TestPatParamKeysRefusesDuplicates(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a duplicate key")
		}
	}()
	patParamKeys("/{id}/{id}")
}
