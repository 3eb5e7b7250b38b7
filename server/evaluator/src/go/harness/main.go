// The main package of a test binary. It runs the tests of a suite with Go's own testing package and reports over
// descriptor 3, one line per record: nonce, kind, fields; texts in hexadecimal. What the suite prints is not looked at.
package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"internal/testlog"
	"io"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const report = 3

// member is a suite of this binary; usually there is one. A run is one of one suite: every run gets a value of the
// suite's variable, and nobody but this program knows what a value means.
type member struct {
	nonce    string
	variable string
	modes    map[string]int // value: what the run is of
	// Of the tested package: counters of the focal function, whether it fails, and which mutant stands for it.
	hits    []uint32
	control *bool
	change  *int

	tests, examples []testing.InternalTest
	fuzzes          []testing.InternalFuzzTarget
}

// Modes; any other is the number of a mutant plus one.
const (
	baselineMode = 0
	controlMode  = -1
)

var members []member

// The suite of this run.
var self *member

// Whether this run is one of a mutant: it ends at the first failure and reports little.
var isMutant bool

// Tests of a mutant's run that passed and that were skipped.
var passed, skipped atomic.Int32

var writing sync.Mutex

func emit(fields ...string) {
	line := []byte(self.nonce + " " + strings.Join(fields, " ") + "\n")
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

// hits lists the numbers of the probes that were passed; a mutant is not asked for them.
func hits() string {
	var list strings.Builder
	list.WriteString("l")
	for i, hit := range self.hits {
		if hit != 0 && !isMutant {
			list.WriteString(strconv.Itoa(i))
			list.WriteString(",")
		}
	}
	return list.String()
}

// wrap reports the begin and the end of a test. Stack traces say the same for each suite of a binary.
//
//go:noinline
func wrap(name string, test func(*testing.T)) testing.InternalTest {
	return testing.InternalTest{Name: name, F: func(t *testing.T) { watch(name, t, func() { test(t) }) }}
}

// wrapFuzz does the same for a fuzz target, which is run with its seeds.
//
//go:noinline
func wrapFuzz(name string, fuzz func(*testing.F)) testing.InternalFuzzTarget {
	return testing.InternalFuzzTarget{Name: name, Fn: func(f *testing.F) { watch(name, f, func() { fuzz(f) }) }}
}

// wrapExample makes a test of an example: what it prints is compared as the testing package does.
//
//go:noinline
func wrapExample(name string, example func(), output string, unordered bool) testing.InternalTest {
	return wrap(name, func(t *testing.T) {
		printed := printedBy(t, example)
		got, want := strings.TrimSpace(printed), strings.TrimSpace(output)
		if unordered {
			got, want = sorted(got), sorted(want)
		}
		if got != want {
			t.Fatalf("got:\n%s\nwant:\n%s", got, want)
		}
	})
}

func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// printedBy runs an example with a pipe as standard output.
func printedBy(t *testing.T, example func()) string {
	stdout := os.Stdout
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	printed := make(chan string)
	go func() {
		text, _ := io.ReadAll(reader)
		printed <- string(text)
	}()
	func() {
		defer func() {
			os.Stdout = stdout
			writer.Close()
		}()
		os.Stdout = writer
		example()
	}()
	return <-printed
}

// watch runs a test and reports its begin and its end.
func watch(name string, t testing.TB, test func()) {
	start := time.Now()
	returned, panicked := false, ""
	if !isMutant {
		emit("begin", text(name))
	}
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
		if isMutant {
			count(name, status)
			return
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
	test()
	returned = true
}

// count ends the process at the first failure: a mutant is noticed once.
func count(name, status string) {
	switch status {
	case "passed":
		passed.Add(1)
	case "skipped":
		skipped.Add(1)
	default:
		emit("failed", text(name))
		os.Exit(1)
	}
}

// said gives what the test logged, which the testing package keeps to itself until the test has ended.
func said(t testing.TB) string {
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

// choose finds out what this run is of. A child process of a test is told nothing and runs what it is asked to; with
// several suites nobody can say which, so such suites have a binary for themselves.
func choose() int {
	for i := range members {
		value := os.Getenv(members[i].variable)
		if mode, known := members[i].modes[value]; known {
			self = &members[i]
			os.Unsetenv(self.variable)
			return mode
		}
	}
	if len(members) != 1 {
		os.Exit(70)
	}
	self = &members[0]
	os.Unsetenv(self.variable)
	return baselineMode
}

func main() {
	syscall.CloseOnExec(report)
	mode := choose()
	isMutant = mode > 0
	if isMutant && !copied {
		emit("uncopied")
		os.Exit(1)
	}
	tests := append(self.tests, self.examples...)
	emit("announced", strconv.Itoa(len(tests)+len(self.fuzzes)))
	// The last thing that a run does, after all tests and before a TestMain can get hold of the result.
	end := testing.InternalFuzzTarget{Name: "FuzzEnd", Fn: func(f *testing.F) {
		if isMutant {
			emit("counted", strconv.Itoa(int(passed.Load())), strconv.Itoa(int(skipped.Load())))
		}
		emit("end", hits())
		f.SkipNow()
	}}
	m := testing.MainStart(needs{}, tests, nil, append(self.fuzzes, end), nil)
	clear(self.hits) // what ran while packages were initialised does not count
	*self.control = mode == controlMode
	if isMutant {
		*self.change = mode
	}
	if testMain == nil {
		os.Exit(m.Run())
	}
	testMain(m)
	os.Exit(int(reflect.ValueOf(m).Elem().FieldByName("exitCode").Int()))
}

// needs is what the testing package wants of its program. Go's own, testing/internal/testdeps, brings the whole of fuzzing
// and profiling into every binary: a quarter of the linker's work, for what no run of ours asks for.
type needs struct{}

// seed is what the testing package keeps of an input for a fuzz target, field for field.
type seed = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var errAbsent = errors.New("not available here")

func (needs) ImportPath() string { return "" }
func (needs) MatchString(pattern, name string) (bool, error) {
	return regexp.MatchString(pattern, name)
}
func (needs) SetPanicOnExit0(on bool)                     { testlog.SetPanicOnExit0(on) }
func (needs) StartTestLog(io.Writer)                      {}
func (needs) StopTestLog() error                          { return nil }
func (needs) StartCPUProfile(io.Writer) error             { return errAbsent }
func (needs) StopCPUProfile()                             {}
func (needs) WriteProfileTo(string, io.Writer, int) error { return errAbsent }
func (needs) ResetCoverage()                              {}
func (needs) SnapshotCoverage()                           {}
func (needs) RunFuzzWorker(func(seed) error) error        { return errAbsent }

func (needs) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []seed, []reflect.Type, string, string) error {
	return errAbsent
}

func (needs) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}

// ReadCorpus finds no seeds in files: the repositories have none, and suites are one file.
func (needs) ReadCorpus(folder string, _ []reflect.Type) ([]seed, error) {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("seeds in %s: %w", folder, errAbsent)
	}
	return nil, nil
}

// CheckCorpus says whether a seed that the suite adds fits its target.
func (needs) CheckCorpus(values []any, types []reflect.Type) error {
	given := make([]reflect.Type, len(values))
	for i, value := range values {
		given[i] = reflect.TypeOf(value)
	}
	if !slices.Equal(given, types) {
		return fmt.Errorf("a seed has values of types %v, the target takes %v", given, types)
	}
	return nil
}
