package zapcore

import "testing"

func TestTrimmedPath(t *testing.T) {
	tests := []struct {
		file string
		want string
	}{
		{"/home/a/project/pkg/file.go", "pkg/file.go:42"},
		{"pkg/file.go", "pkg/file.go:42"},
		{"/file.go", "/file.go:42"},
		{"file.go", "file.go:42"},
		{"", ":42"},
	}
	for _, tt := range tests {
		caller := EntryCaller{Defined: true, File: tt.file, Line: 42}
		if got := caller.TrimmedPath(); got != tt.want {
			t.Errorf("TrimmedPath() of %q = %q, want %q", tt.file, got, tt.want)
		}
	}
}

func TestTrimmedPathOfAnUnknownCaller(t *testing.T) {
	if got := (EntryCaller{File: "a/b.go", Line: 1}).TrimmedPath(); got != "undefined" {
		t.Errorf("got %q", got)
	}
}
