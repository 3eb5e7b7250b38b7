package zapcore

import (
	"runtime"
	"strings"
	"testing"
)

func TestNewEntryCaller(t *testing.T) {
	want := EntryCaller{Defined: true, PC: 7, File: "a/b.go", Line: 42}
	if got := NewEntryCaller(7, "a/b.go", 42, true); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestNewEntryCallerOfAnUnknownCaller(t *testing.T) {
	if got := NewEntryCaller(7, "a/b.go", 42, false); got != (EntryCaller{}) {
		t.Errorf("got %+v, want nothing", got)
	}
}

func TestNewEntryCallerTakesWhatTheRuntimeGives(t *testing.T) {
	caller := NewEntryCaller(runtime.Caller(0))
	if !caller.Defined || caller.PC == 0 || caller.Line == 0 || !strings.HasSuffix(caller.File, "_test.go") {
		t.Errorf("got %+v", caller)
	}
}
