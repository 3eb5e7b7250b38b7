package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Files that the evaluator writes into the fresh folder, which is the working directory, and what is made of them.
const (
	suiteFile  = "suite_test.go" // the suite
	mainFile   = "main.go"       // the harness
	testsFile  = "tests.go"      // the suite's tests and modes, for the harness
	noTestFile = "no_tests.go"   // nothing of a suite, to tell faults of the suite from faults of ours
	hookFile   = "hook.go"       // the suite's TestMain, for the harness; written here
	binaryFile = "suite.test"
)

// buildOrder is what standard input says.
type buildOrder struct {
	Nonce    string            `json:"nonce"`
	Package  string            `json:"package"`  // import path of the tested package
	External bool              `json:"external"` // whether the suite is in package NAME_test
	Probe    string            `json:"probe"`    // file with the variables of the probes, in the tested package
	Replaced map[string]string `json:"replaced"` // base name of a source file: the file that stands for it here
	Plain    map[string]string `json:"plain"`    // the same without mutants, should those not build with the suite
	Files    map[string]string `json:"files"`    // files to write first, by path below the fresh folder
	Copies   []copied          `json:"copies"`   // functions of a check that may be wrong, each for itself

	uncopied bool // whether the mutants had to be left out
}

// copied is where a function lies that is left out, and reported, when it does not compile.
type copied struct {
	ID    int    `json:"id"`
	File  string `json:"file"` // base name of the source file
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// outcome is the one line that goes to descriptor 3. No code of the suite runs while it is built.
type outcome struct {
	Nonce string `json:"nonce"`
	// ok; suite: it does not build; ours: the sources and the harness alone do not build either.
	Verdict     string       `json:"verdict"`
	Phase       string       `json:"phase,omitempty"`
	Message     string       `json:"message,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics,omitempty"`
	Invalid     []invalid    `json:"invalid,omitempty"` // functions of a check that do not compile
	Built       []int        `json:"built,omitempty"`   // numbers of the members that the binary of a batch holds
	Millis      int64        `json:"millis"`
}

type invalid struct {
	ID      int    `json:"id"`
	Message string `json:"message"`
}

type diagnostic struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// failure is a tool that did not succeed, with what it said.
type failure struct {
	phase       string
	text        string
	diagnostics []diagnostic
}

// A report names so many problems; the log has them all.
const maxDiagnostics = 50

func build() int {
	start := time.Now()
	order, pkg, fault := readOrder()
	if fault != nil {
		return report(outcome{Nonce: order.Nonce, Verdict: "ours", Message: fault.Error()}, start)
	}
	var log bytes.Buffer
	failed, fault := buildOnce(order, pkg, true, &log)
	if failed != nil && fault == nil && len(order.Plain) > 0 && !onlySuite(failed.diagnostics) {
		// Perhaps the suite gives a name another meaning that only a mutant uses. That must not cost it anything.
		order.Replaced, order.Plain = order.Plain, nil
		order.uncopied = true
		log.Reset()
		failed, fault = buildOnce(order, pkg, true, &log)
	}
	os.Stdout.Write(log.Bytes())
	result := outcome{Nonce: order.Nonce, Verdict: "ok"}
	if failed != nil && fault == nil {
		result.Verdict, result.Phase, result.Message = "suite", failed.phase, firstLine(failed.text)
		result.Diagnostics = reported(failed.diagnostics)
		if !onlySuite(failed.diagnostics) {
			// Something else is named: find out whether all of it builds when there is no suite.
			var alone *failure
			if alone, fault = buildOnce(order, pkg, false, io.Discard); alone != nil {
				result.Verdict, result.Phase, result.Message = "ours", alone.phase, firstLine(alone.text)
				result.Diagnostics = reported(alone.diagnostics)
			}
		}
	}
	if fault == nil && result.Verdict == "ok" {
		fault = keepOnlyBinary()
	}
	if fault != nil {
		result.Verdict, result.Message = "ours", fault.Error()
	}
	return report(result, start)
}

// keepOnlyBinary removes the sources and archives, which hold the nonce in plain text and name the control run.
func keepOnlyBinary() error {
	entries, err := os.ReadDir(".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != binaryFile {
			if err := os.RemoveAll(entry.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// check compiles a package with replaced files and no suite.
func check() int {
	start := time.Now()
	order, pkg, fault := readOrder()
	if fault != nil {
		return report(outcome{Nonce: order.Nonce, Verdict: "ours", Message: fault.Error()}, start)
	}
	for name := range order.Replaced {
		if !slices.Contains(pkg.Files, name) {
			return report(outcome{Nonce: order.Nonce, Verdict: "ours", Message: name + " is not part of the build on linux/amd64"}, start)
		}
	}
	result := outcome{Nonce: order.Nonce, Verdict: "ok"}
	failed, fault := checkCopies(order, pkg, &result)
	if failed != nil {
		result.Verdict, result.Phase, result.Message = "ours", failed.phase, firstLine(failed.text)
		result.Diagnostics = reported(failed.diagnostics)
	}
	if fault != nil {
		result.Verdict, result.Message = "ours", fault.Error()
	}
	return report(result, start)
}

func readOrder() (buildOrder, *testedPackage, error) {
	var order buildOrder
	pkg, err := readInto(&order, &order)
	return order, pkg, err
}

// readInto reads what standard input says into all, of which order is a part.
func readInto(all any, order *buildOrder) (*testedPackage, error) {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, all); err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	for path, content := range order.Files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			return nil, err
		}
	}
	return loadPackage(order.Package)
}

func report(result outcome, start time.Time) int {
	result.Millis = time.Since(start).Milliseconds()
	line, err := json.Marshal(result)
	if err == nil {
		_, err = os.NewFile(3, "report").Write(append(line, '\n'))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver: report:", err)
		return 70
	}
	if result.Verdict != "ok" {
		return 1
	}
	return 0
}

// buildOnce compiles the tested package, the suite and the harness, and links them. A failure is a tool that
// did not accept its input; an error is a fault of this image or of the work area.
func buildOnce(order buildOrder, pkg *testedPackage, withSuite bool, log io.Writer) (*failure, error) {
	var inPackage []string
	if withSuite && !order.External {
		inPackage = []string{suiteFile}
	}
	if failed, err := compilePackage(order, pkg, inPackage, log); failed != nil || err != nil {
		return failed, err
	}
	archives := newArchives(pkg)
	list, suitePath := testsFile, pkg.ImportPath
	if !withSuite {
		list, suitePath = noTestFile, ""
	} else if order.External {
		suitePath += "_test"
		if failed, err := archives.addDependents(pkg, []string{suiteFile}, log); failed != nil || err != nil {
			return failed, err
		}
		failed, err := compileExternal(pkg, archives, externalSuite{suiteFile, suitePath, "suite.a"}, log)
		if failed != nil || err != nil {
			return failed, err
		}
		archives.add(suitePath, "suite.a")
	}
	if err := os.WriteFile(hookFile, []byte(hook(suitePath, !order.uncopied)), 0o644); err != nil {
		return nil, err
	}
	if failed, err := compileHarness(pkg, archives, []string{list}, log); failed != nil || err != nil {
		return failed, err
	}
	return link(pkg, log)
}
