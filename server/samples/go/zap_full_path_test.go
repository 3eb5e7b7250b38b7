package zapcore_test

import (
	"testing"

	"go.uber.org/zap/zapcore"
)

func TestFullPath(t *testing.T) {
	caller := zapcore.EntryCaller{Defined: true, File: "/home/a/pkg/file.go", Line: 7}
	if got, want := caller.FullPath(), "/home/a/pkg/file.go:7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := caller.String(), caller.FullPath(); got != want {
		t.Errorf("String() = %q, FullPath() = %q", got, want)
	}
}

func TestFullPathOfAnUnknownCaller(t *testing.T) {
	if got := (zapcore.EntryCaller{}).FullPath(); got != "undefined" {
		t.Errorf("got %q", got)
	}
}
