package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// testedPackage is what `prepare` found out about one package whose functions can be focal.
type testedPackage struct {
	ImportPath string   `json:"import_path"`
	Name       string   `json:"name"`
	Dir        string   `json:"dir"`     // /repo/NAME/…
	Lang       string   `json:"lang"`    // go1.15, from the module's go.mod
	Godebug    string   `json:"godebug"` // run-time settings that go with Lang
	Files      []string `json:"files"`
	// Packages of the same repository that import this one, each after those it imports itself. They have to be
	// compiled again when an external suite uses them, because this package's export data has changed.
	Dependents []dependent `json:"dependents"`
}

type dependent struct {
	ImportPath string   `json:"import_path"`
	Dir        string   `json:"dir"`
	Lang       string   `json:"lang"`
	Files      []string `json:"files"`
	Imports    []string `json:"imports"`
}

// Import configurations of a package; none of them names the package itself or its dependents.
const (
	suiteConfig = "suite.cfg" // what a suite may import, and what the package itself imports
	linkConfig  = "link.cfg"  // every archive, for the main package and the linker
)

func packageDir(importPath string) string {
	return filepath.Join(home, "packages", filepath.FromSlash(importPath))
}

func archive(importPath string) string {
	return filepath.Join(home, "pkg", filepath.FromSlash(importPath)+".a")
}

func loadPackage(importPath string) (*testedPackage, error) {
	text, err := os.ReadFile(filepath.Join(packageDir(importPath), "package.json"))
	if err != nil {
		return nil, fmt.Errorf("package %s is not prepared in this image: %w", importPath, err)
	}
	p := &testedPackage{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("package %s: %w", importPath, err)
	}
	return p, nil
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// isInternal says whether the go command would refuse to import path from another module.
func isInternal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal") || strings.HasPrefix(path, "vendor/")
}
