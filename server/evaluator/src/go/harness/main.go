// The main package of a test binary. It runs the tests of a suite with Go's own testing package and reports over
// descriptor 3, one line per record: nonce, kind, fields; texts in hexadecimal. What the suite prints is not looked at.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/internal/testdeps"
	"time"

	probes "ASSAY_IMPORT_PATH"
)

const (
	report = 3
	nonce  = "ASSAY_NONCE"
	// Both runs get a value of this variable; nobody but this program knows which is which.
	modeVariable = "ASSAY_MODE_VARIABLE"
	controlMode  = "ASSAY_CONTROL_MODE"
)

var writing sync.Mutex

func emit(fields ...string) {
	line := []byte(nonce + " " + strings.Join(fields, " ") + "\n")
	writing.Lock()
	defer writing.Unlock()
	for len(line) > 0 {
		n, err := syscall.Write(report, line)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil || n <= 0 {
			return // without its end record the run is no pass
		}
		line = line[n:]
	}
}

func text(s string) string {
	return "x" + hex.EncodeToString([]byte(s))
}

// hits lists the numbers of the probes that were passed.
func hits() string {
	var list strings.Builder
	list.WriteString("l")
	for i, hit := range probes.ASSAY_HITS {
		if hit != 0 {
			list.WriteString(strconv.Itoa(i))
			list.WriteString(",")
		}
	}
	return list.String()
}

// wrap reports the begin and the end of a test.
func wrap(name string, test func(*testing.T)) testing.InternalTest {
	return testing.InternalTest{Name: name, F: func(t *testing.T) {
		start := time.Now()
		returned, panicked := false, ""
		emit("begin", text(name))
		// Registered first, so it runs last: after the suite's own clean-ups and after parallel sub-tests. The testing
		// package also runs it when the test, or a sub-test in another goroutine, panics.
		t.Cleanup(func() {
			status := "passed"
			if t.Failed() {
				status = "failed"
			} else if t.Skipped() {
				status = "skipped"
			} else if !returned { // a panic, or a goroutine that was ended: not yet marked as failed
				status = "failed"
			}
			message := ""
			if status != "passed" {
				message = said(t) + panicked
			}
			emit(status, text(name), strconv.FormatInt(time.Since(start).Milliseconds(), 10), text(message), hits())
		})
		defer func() {
			if value := recover(); value != nil {
				panicked = "panic: " + fmt.Sprint(value)
				panic(value)
			}
		}()
		test(t)
		returned = true
	}}
}

// said gives what the test logged, which the testing package keeps to itself until the test has ended.
func said(t *testing.T) string {
	output := reflect.ValueOf(t).Elem().FieldByName("output")
	if !output.IsValid() || output.Kind() != reflect.Slice || output.Type().Elem().Kind() != reflect.Uint8 {
		return ""
	}
	logged := output.Bytes()
	if len(logged) > 8000 {
		logged = logged[:8000]
	}
	return string(logged)
}

func main() {
	syscall.CloseOnExec(report)
	mode := os.Getenv(modeVariable)
	os.Unsetenv(modeVariable)
	emit("announced", strconv.Itoa(len(tests)))
	// The last thing that a run does, after all tests and before a TestMain can get hold of the result.
	end := testing.InternalFuzzTarget{Name: "FuzzEnd", Fn: func(f *testing.F) {
		emit("end", hits())
		f.SkipNow()
	}}
	m := testing.MainStart(testdeps.TestDeps{}, tests, nil, []testing.InternalFuzzTarget{end}, nil)
	clear(probes.ASSAY_HITS[:]) // what ran while packages were initialised does not count
	probes.ASSAY_CONTROL = mode == controlMode
	if testMain == nil {
		os.Exit(m.Run())
	}
	testMain(m)
	os.Exit(int(reflect.ValueOf(m).Elem().FieldByName("exitCode").Int()))
}
