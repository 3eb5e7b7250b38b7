package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	debianSources = "/usr/share/gocode/src" // where Debian's golang-*-dev packages put sources
	gopath        = "/build/gopath"
	upstream      = "/assay/upstream" // upstream's own tests, which no suite can read: what the evaluator is checked with
)

// source is one entry of repositories.json.
type source struct {
	Package string         `json:"package"` // Debian package, for the version
	Source  string         `json:"source"`  // folder below debianSources
	Module  string         `json:"module"`  // module path as its go.mod says
	Spec    map[string]any `json:"spec"`    // domain::RepositorySpec without what is found out here
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath, Name, Dir, Export                                string
	Standard                                                     bool
	GoFiles, CgoFiles, SFiles, CFiles, EmbedFiles, Imports, Deps []string
	Error                                                        *struct{ Err string }
}

// prepare copies the repositories, builds every archive that a suite can need and writes the manifest.
func prepare(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: driver prepare MANIFEST")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	var sources []source
	if err := json.Unmarshal(text, &sources); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	// GOPATH mode: what Debian ships is already laid out by import path. Only folders of major versions above 1
	// are missing, which modules get from the go command.
	if err := copyTree(debianSources, filepath.Join(gopath, "src"), func(string) bool { return true }); err != nil {
		return err
	}
	if err := copyTools(); err != nil {
		return err
	}
	var specs []map[string]any
	for _, s := range sources {
		spec, err := prepareRepository(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Module, err)
		}
		specs = append(specs, spec)
	}
	return writeJSON("/assay/repositories.json", specs)
}

func prepareRepository(s source) (map[string]any, error) {
	name, _ := s.Spec["name"].(string)
	root := filepath.Join("/repo", name)
	excluded := func(path string) bool {
		for _, prefix := range s.Spec["exclude"].([]any) {
			if path == prefix || strings.HasPrefix(path, prefix.(string)+"/") {
				return true
			}
		}
		return false
	}
	// Suites are run against the sources alone: upstream's own tests would lend them helpers, or clash with them.
	err := copyTree(filepath.Join(debianSources, s.Source), root, func(path string) bool {
		return !strings.HasSuffix(path, "_test.go") && !excluded(path)
	})
	if err != nil {
		return nil, err
	}
	if err := keepTests(filepath.Join(debianSources, s.Source), filepath.Join(upstream, name), excluded); err != nil {
		return nil, err
	}
	mod, err := readGoMod(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	if mod.module != s.Module {
		return nil, fmt.Errorf("go.mod names module %s", mod.module)
	}
	inPath := filepath.Join(gopath, "src", filepath.FromSlash(s.Module))
	if err := os.RemoveAll(filepath.Join(gopath, "src", s.Source)); err != nil {
		return nil, err
	}
	if err := copyTree(root, inPath, func(string) bool { return true }); err != nil {
		return nil, err
	}
	lang := "go" + mod.goVersion
	own := s.Module + "/..."
	patterns := []string{"std", own}
	for _, required := range mod.requires {
		if _, err := os.Stat(filepath.Join(gopath, "src", required)); err == nil {
			patterns = append(patterns, required+"/...")
		} else {
			fmt.Printf("%s: required module %s is not on this system; suites cannot import it\n", s.Module, required)
		}
	}
	packages, err := goList(append([]string{"-e", "-export", "-deps", "-trimpath", "-gcflags=" + own + "=-lang=" + lang}, patterns...)...)
	if err != nil {
		return nil, err
	}
	godebug, err := defaultGodebug(mod.goVersion)
	if err != nil {
		return nil, err
	}
	if err := writePackages(s.Module, root, lang, godebug, packages); err != nil {
		return nil, err
	}
	version, err := debianVersion(s.Package)
	if err != nil {
		return nil, err
	}
	spec := map[string]any{"language": "go", "version": version, "root": root}
	for key, value := range s.Spec {
		spec[key] = value
	}
	spec["settings"] = map[string]string{"module": s.Module, "go": mod.goVersion}
	return spec, nil
}

// keepTests copies upstream's test files by their paths below the repository.
func keepTests(from, to string, excluded func(path string) bool) error {
	return copyTree(from, to, func(path string) bool {
		info, err := os.Stat(filepath.Join(from, path))
		isFolder := err == nil && info.IsDir()
		return !excluded(path) && (isFolder || strings.HasSuffix(path, "_test.go"))
	})
}

// writePackages stores the archives and, for each package of the module, what is needed to build suites for it.
func writePackages(module, root, lang, godebug string, packages []listed) error {
	byPath := map[string]listed{}
	var order []string
	for _, p := range packages {
		if p.Error != nil || p.Export == "" {
			if p.ImportPath != "unsafe" {
				fmt.Printf("left out %s: %v\n", p.ImportPath, p.Error)
			}
			continue
		}
		if p.Name == "main" {
			continue
		}
		byPath[p.ImportPath] = p
		order = append(order, p.ImportPath)
		if err := copyFile(p.Export, archive(p.ImportPath)); err != nil {
			return err
		}
	}
	isOwn := func(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }
	for _, path := range order {
		p := byPath[path]
		if !isOwn(path) {
			continue
		}
		if len(p.CgoFiles)+len(p.SFiles)+len(p.CFiles)+len(p.EmbedFiles) > 0 {
			fmt.Printf("left out %s: it has cgo, assembly or embedded files\n", path)
			continue
		}
		tested := testedPackage{
			ImportPath: path, Name: p.Name, Dir: ownDir(module, root, path), Lang: lang, Godebug: godebug, Files: p.GoFiles,
		}
		dependents := map[string]bool{}
		for _, other := range order { // `go list -deps` lists a package after all that it imports
			q := byPath[other]
			if slices.Contains(q.Deps, path) {
				dependents[other] = true
				if !isOwn(other) {
					return fmt.Errorf("%s, outside of the repository, imports %s", other, path)
				}
				tested.Dependents = append(tested.Dependents, dependent{
					ImportPath: other, Dir: ownDir(module, root, other), Lang: lang, Files: q.GoFiles, Imports: q.Imports,
				})
			}
		}
		var suite, link strings.Builder
		for _, other := range order {
			if other == path || dependents[other] {
				continue
			}
			line := fmt.Sprintf("packagefile %s=%s\n", other, archive(other))
			link.WriteString(line)
			if !isInternal(other) || isOwn(other) || slices.Contains(p.Imports, other) {
				suite.WriteString(line)
			}
		}
		dir := packageDir(path)
		if err := writeJSON(filepath.Join(dir, "package.json"), tested); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, suiteConfig), []byte(suite.String()), 0o644); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, linkConfig), []byte(link.String()), 0o644); err != nil {
			return err
		}
		fmt.Printf("prepared %s: %d files, %d dependents\n", path, len(tested.Files), len(tested.Dependents))
	}
	return nil
}

func ownDir(module, root, path string) string {
	return filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(path, module), "/")))
}

type goMod struct {
	module, goVersion string
	requires          []string
}

// readGoMod reads the few directives that matter here.
func readGoMod(path string) (goMod, error) {
	var mod goMod
	text, err := os.ReadFile(path)
	if err != nil {
		return mod, err
	}
	require := regexp.MustCompile(`^(?:require\s+)?([^\s()]+\.[^\s()]+)\s+v\S+`)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "module "); ok {
			mod.module = strings.Trim(rest, `" `)
		} else if rest, ok := strings.CutPrefix(line, "go "); ok {
			mod.goVersion = strings.TrimSpace(rest)
		} else if found := require.FindStringSubmatch(line); found != nil && !strings.Contains(line, "// indirect") {
			mod.requires = append(mod.requires, found[1])
		}
	}
	if mod.module == "" || mod.goVersion == "" {
		return mod, fmt.Errorf("%s: no module or go line", path)
	}
	return mod, nil
}

func goList(args ...string) ([]listed, error) {
	command := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	command.Dir = "/"
	command.Env = append(os.Environ(), "GOPATH="+gopath, "GO111MODULE=off", "GOFLAGS=", "GOPROXY=off",
		"GOTOOLCHAIN=local", "GOTELEMETRY=off", "CGO_ENABLED=0", "GOCACHE=/build/cache", "HOME=/build")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []listed
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// defaultGodebug asks which run-time settings a main package of a module with this go line is linked with.
func defaultGodebug(goVersion string) (string, error) {
	dir, err := os.MkdirTemp("", "godebug")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"go.mod":  "module godebug\n\ngo " + goVersion + "\n",
		"main.go": "package main\n\nfunc main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	command := exec.Command("go", "list", "-f", "{{.DefaultGODEBUG}}", ".")
	command.Dir = dir
	command.Env = append(os.Environ(), "GO111MODULE=on", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local",
		"GOTELEMETRY=off", "GOCACHE=/build/cache", "HOME=/build")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go list DefaultGODEBUG: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// copyTools takes the compiler, the linker and the time zones; the go command is not needed at run time.
func copyTools() error {
	goroot, err := exec.Command("go", "env", "GOROOT", "GOTOOLDIR").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	folders := strings.Fields(string(goroot))
	if len(folders) != 2 {
		return fmt.Errorf("go env: %q", goroot)
	}
	for _, tool := range []string{"compile", "link"} {
		if err := copyFile(filepath.Join(folders[1], tool), filepath.Join(home, "tool", tool)); err != nil {
			return err
		}
		if err := os.Chmod(filepath.Join(home, "tool", tool), 0o755); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(folders[0], "lib/time/zoneinfo.zip"), filepath.Join(home, "zoneinfo.zip"))
}

// debianVersion gives the upstream part of a package's version.
func debianVersion(name string) (string, error) {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return "", fmt.Errorf("dpkg-query %s: %w", name, err)
	}
	version := string(out)
	if i := strings.IndexByte(version, ':'); i >= 0 {
		version = version[i+1:]
	}
	if i := strings.LastIndexByte(version, '-'); i >= 0 {
		version = version[:i]
	}
	return version, nil
}

// copyTree copies regular files, following symbolic links (Debian uses them), that `keep` wants by relative path.
func copyTree(from, to string, keep func(path string) bool) error {
	resolved, err := filepath.EvalSymlinks(from)
	if err != nil {
		return err
	}
	return filepath.WalkDir(resolved, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(resolved, path)
		if err != nil {
			return err
		}
		if !keep(filepath.ToSlash(relative)) || entry.Name() == ".git" {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case info.IsDir(): // a link to a folder
			return copyTree(path, target, func(below string) bool { return keep(filepath.ToSlash(filepath.Join(relative, below))) })
		case info.Mode().IsRegular():
			return copyFile(path, target)
		}
		return nil
	})
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
