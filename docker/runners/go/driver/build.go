package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Files that the evaluator writes into the fresh folder, which is the working directory, and what is made of them.
const (
	suiteFile  = "suite_test.go" // the suite
	mainFile   = "main.go"       // the harness
	testsFile  = "tests.go"      // the list of the suite's tests, for the harness
	noTestFile = "no_tests.go"   // an empty list, to tell faults of the suite from faults of ours
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
	Files    map[string]string `json:"files"`    // files to write first, by path below the fresh folder
	Copies   []copied          `json:"copies"`   // functions of a check that may be wrong, each for itself
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
	failed, fault := buildOnce(order, pkg, true, os.Stdout)
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
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return order, nil, err
	}
	if err := json.Unmarshal(text, &order); err != nil {
		return order, nil, fmt.Errorf("order: %w", err)
	}
	for path, content := range order.Files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return order, nil, err
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			return order, nil, err
		}
	}
	pkg, err := loadPackage(order.Package)
	return order, pkg, err
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
	link, err := os.ReadFile(filepath.Join(packageDir(pkg.ImportPath), linkConfig))
	if err != nil {
		return nil, err
	}
	config := string(link) + "packagefile " + pkg.ImportPath + "=package.a\n"
	if withSuite && order.External {
		suiteConfig, err := os.ReadFile(filepath.Join(packageDir(pkg.ImportPath), suiteConfig))
		if err != nil {
			return nil, err
		}
		more := "packagefile " + pkg.ImportPath + "=package.a\n"
		for _, d := range neededDependents(pkg) {
			out := "dependent" + strconv.Itoa(len(more)) + ".a"
			if failed, err := compileDependent(d, string(link)+more, out, log); failed != nil || err != nil {
				return failed, err
			}
			more += "packagefile " + d.ImportPath + "=" + out + "\n"
		}
		if err := os.WriteFile("external.cfg", append(suiteConfig, more...), 0o644); err != nil {
			return nil, err
		}
		failed, err := tool("suite", log, "compile", "-o", "suite.a", "-p", pkg.ImportPath+"_test", "-lang="+pkg.Lang,
			"-complete", "-e", "-c=2", "-nolocalimports", "-trimpath", trim(pkg), "-importcfg", "external.cfg", "-pack", suiteFile)
		if failed != nil || err != nil {
			return failed, err
		}
		config = string(link) + more + "packagefile " + pkg.ImportPath + "_test=suite.a\n"
	}
	if err := os.WriteFile("link.cfg", []byte(config), 0o644); err != nil {
		return nil, err
	}
	list, suitePath := testsFile, pkg.ImportPath
	if !withSuite {
		list, suitePath = noTestFile, ""
	} else if order.External {
		suitePath += "_test"
	}
	if err := os.WriteFile(hookFile, []byte(hook(suitePath)), 0o644); err != nil {
		return nil, err
	}
	failed, err := tool("harness", log, "compile", "-o", "main.a", "-p", "main", "-complete", "-e", "-c=2",
		"-importcfg", "link.cfg", "-pack", mainFile, list, hookFile)
	if failed != nil || err != nil {
		return failed, err
	}
	// As `go test` links: testing.Testing() is true, and run-time defaults are those of the module's Go version.
	return tool("link", log, "link", "-o", binaryFile, "-importcfg", "link.cfg", "-buildmode=exe", "-s", "-w",
		"-X", "testing.testBinary=1", "-X", "runtime.godebugDefault="+pkg.Godebug, "main.a")
}

func compilePackage(order buildOrder, pkg *testedPackage, more []string, log io.Writer) (*failure, error) {
	text, err := os.ReadFile(filepath.Join(packageDir(pkg.ImportPath), suiteConfig))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile("package.cfg", text, 0o644); err != nil {
		return nil, err
	}
	args := []string{"-o", "package.a", "-p", pkg.ImportPath, "-lang=" + pkg.Lang, "-complete", "-e", "-c=2",
		"-nolocalimports", "-trimpath", trim(pkg), "-importcfg", "package.cfg", "-pack"}
	for _, name := range pkg.Files {
		if here, ok := order.Replaced[name]; ok {
			args = append(args, here)
		} else {
			args = append(args, filepath.Join(pkg.Dir, name))
		}
	}
	args = append(args, order.Probe)
	return tool("package", log, "compile", append(args, more...)...)
}

func compileDependent(d dependent, config, out string, log io.Writer) (*failure, error) {
	if err := os.WriteFile("dependent.cfg", []byte(config), 0o644); err != nil {
		return nil, err
	}
	args := []string{"-o", out, "-p", d.ImportPath, "-lang=" + d.Lang, "-complete", "-c=2", "-nolocalimports",
		"-importcfg", "dependent.cfg", "-pack"}
	for _, name := range d.Files {
		args = append(args, filepath.Join(d.Dir, name))
	}
	return tool("dependent", log, "compile", args...)
}

// neededDependents gives the dependents that the suite imports, with all that they need, in order of compilation.
func neededDependents(pkg *testedPackage) []dependent {
	parsed, err := parser.ParseFile(token.NewFileSet(), suiteFile, nil, parser.ImportsOnly)
	if parsed == nil || err != nil {
		return nil // the compiler will say why
	}
	wanted := map[string]bool{}
	for _, spec := range parsed.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil {
			wanted[path] = true
		}
	}
	for _, d := range slices.Backward(pkg.Dependents) {
		if wanted[d.ImportPath] {
			for _, path := range d.Imports {
				wanted[path] = true
			}
		}
	}
	var needed []dependent
	for _, d := range pkg.Dependents {
		if wanted[d.ImportPath] {
			needed = append(needed, d)
		}
	}
	return needed
}

// hook gives the harness the suite's TestMain, if it has one. Calling it cannot turn anything into a pass: records
// come from inside of M.Run.
func hook(suitePath string) string {
	if suitePath != "" {
		parsed, err := parser.ParseFile(token.NewFileSet(), suiteFile, nil, parser.SkipObjectResolution)
		if err == nil && hasTestMain(parsed) {
			return "package main\n\nimport (\n\t\"testing\"\n\n\tsuite " + strconv.Quote(suitePath) +
				"\n)\n\nvar testMain func(*testing.M) = suite.TestMain\n"
		}
	}
	return "package main\n\nimport \"testing\"\n\nvar testMain func(*testing.M)\n"
}

// hasTestMain asks as the go command does: by name and by the type's name, whatever package testing is called.
func hasTestMain(file *ast.File) bool {
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Recv != nil || function.Name.Name != "TestMain" || len(function.Type.Params.List) != 1 {
			continue
		}
		pointer, ok := function.Type.Params.List[0].Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		switch named := pointer.X.(type) {
		case *ast.Ident:
			return named.Name == "M"
		case *ast.SelectorExpr:
			return named.Sel.Name == "M"
		}
	}
	return false
}

// trim makes stack traces name files as if they lay in the package's folder.
func trim(pkg *testedPackage) string {
	here, err := os.Getwd()
	if err != nil {
		here = "."
	}
	return filepath.Join(here, "focal") + "=>" + pkg.Dir + ";" + here + "=>" + pkg.Dir
}
