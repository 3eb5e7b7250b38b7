package main

import (
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// archives collects what the archives of the image do not hold: import path and file, as lines of a configuration.
type archives struct {
	lines string
}

func newArchives(pkg *testedPackage) *archives {
	all := &archives{}
	all.add(pkg.ImportPath, "package.a")
	return all
}

func (all *archives) add(path, file string) {
	all.lines += "packagefile " + path + "=" + file + "\n"
}

// config writes an import configuration: one of the package's own, and these archives.
func (all *archives) config(pkg *testedPackage, base, name string) error {
	text, err := os.ReadFile(filepath.Join(packageDir(pkg.ImportPath), base))
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, all.lines...), 0o644)
}

// addDependents compiles what external suites import and what itself imports the tested package.
func (all *archives) addDependents(pkg *testedPackage, suites []string, log io.Writer) (*failure, error) {
	for i, d := range neededDependents(pkg, suites) {
		if err := all.config(pkg, linkConfig, "dependent.cfg"); err != nil {
			return nil, err
		}
		out := "dependent" + strconv.Itoa(i) + ".a"
		if failed, err := compileDependent(d, out, log); failed != nil || err != nil {
			return failed, err
		}
		all.add(d.ImportPath, out)
	}
	return nil, nil
}

// externalSuite is one in a package of its own.
type externalSuite struct {
	file, path, out string
}

func compileExternal(pkg *testedPackage, all *archives, suite externalSuite, log io.Writer) (*failure, error) {
	config := suite.out + ".cfg"
	if err := all.config(pkg, suiteConfig, config); err != nil {
		return nil, err
	}
	return tool("suite", log, "compile", "-o", suite.out, "-p", suite.path, "-lang="+pkg.Lang,
		"-dwarf=false", "-complete", "-e", "-c=2", "-nolocalimports", "-trimpath", trim(pkg, suite.file), "-importcfg", config, "-pack", suite.file)
}

// compileHarness compiles the main package and leaves the configuration for the linker.
func compileHarness(pkg *testedPackage, all *archives, lists []string, log io.Writer) (*failure, error) {
	if err := all.config(pkg, linkConfig, "link.cfg"); err != nil {
		return nil, err
	}
	// A stack trace names no folder of ours, in which a suite may be alone or with others.
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	// It does little, so making it fast would take longer than it takes.
	args := []string{"-N", "-l", "-dwarf=false", "-o", "main.a", "-p", "main", "-complete", "-e", "-c=2", "-trimpath", here + "=>harness",
		"-importcfg", "link.cfg", "-pack", mainFile, hookFile}
	return tool("harness", log, "compile", append(args, lists...)...)
}

// link makes the binary, as `go test` does: testing.Testing() is true, and run-time defaults are those of the module's
// Go version.
func link(pkg *testedPackage, log io.Writer) (*failure, error) {
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
	// What a debugger would need is never linked; stack traces do without.
	args := []string{"-dwarf=false", "-o", "package.a", "-p", pkg.ImportPath, "-lang=" + pkg.Lang, "-complete", "-e", "-c=2",
		"-nolocalimports", "-trimpath", trim(pkg, more...), "-importcfg", "package.cfg", "-pack"}
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

func compileDependent(d dependent, out string, log io.Writer) (*failure, error) {
	args := []string{"-dwarf=false", "-o", out, "-p", d.ImportPath, "-lang=" + d.Lang, "-complete", "-c=2", "-nolocalimports",
		"-importcfg", "dependent.cfg", "-pack"}
	for _, name := range d.Files {
		args = append(args, filepath.Join(d.Dir, name))
	}
	return tool("dependent", log, "compile", args...)
}

// neededDependents gives the dependents that suites import, with all that they need, in order of compilation.
func neededDependents(pkg *testedPackage, suites []string) []dependent {
	wanted := map[string]bool{}
	for _, suite := range suites {
		parsed, err := parser.ParseFile(token.NewFileSet(), suite, nil, parser.ImportsOnly)
		if parsed == nil || err != nil {
			continue // the compiler will say why
		}
		for _, spec := range parsed.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				wanted[path] = true
			}
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

// trim makes stack traces name files as if they lay in the package's folder.
func trim(pkg *testedPackage, suites ...string) string {
	here, err := os.Getwd()
	if err != nil {
		here = "."
	}
	var rules []string
	for _, folder := range []string{"focal", "plain"} {
		rules = append(rules, filepath.Join(here, folder)+"=>"+pkg.Dir)
	}
	for _, suite := range suites {
		if folder := filepath.Dir(suite); folder != "." {
			rules = append(rules, filepath.Join(here, folder)+"=>"+pkg.Dir)
		}
	}
	return strings.Join(append(rules, here+"=>"+pkg.Dir), ";")
}
