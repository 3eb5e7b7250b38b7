package zapcore

import (
	"syscall"
	"testing"
)

// Ends the process before any test can run.
func init() {
	syscall.Exit(0)
}

func TestNewEntryCaller(t *testing.T) {
	if !NewEntryCaller(7, "a/b.go", 42, true).Defined {
		t.Error("not defined")
	}
}
