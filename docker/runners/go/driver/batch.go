package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// batchOrder is what standard input says of several suites that go into one binary. Each has a folder of its own with
// its text and its part of the harness.
type batchOrder struct {
	buildOrder
	Members []batchMember `json:"members"`
}

type batchMember struct {
	Folder   string `json:"folder"`
	External bool   `json:"external"` // whether it is in a package of its own, with the path FOLDER/PACKAGE_test
}

// Times that a compilation is repeated without members that did not compile.
const maxRebuilds = 2

func (m batchMember) suite() string { return filepath.Join(m.Folder, suiteFile) }

func (m batchMember) tests() string { return filepath.Join(m.Folder, testsFile) }

func (m batchMember) external(pkg *testedPackage) externalSuite {
	return externalSuite{m.suite(), m.Folder + "/" + pkg.ImportPath + "_test", filepath.Join(m.Folder, "suite.a")}
}

// batch builds what it can. A member that does not compile is left out; whatever else goes wrong ends it, because
// nothing that is found out here counts against a suite.
func batch() int {
	start := time.Now()
	var order batchOrder
	pkg, fault := readInto(&order, &order.buildOrder)
	var failed *failure
	alive := map[int]bool{}
	if fault == nil {
		for i := range order.Members {
			alive[i] = true
		}
		failed, fault = order.build(pkg, alive)
	}
	result := outcome{Nonce: order.Nonce, Verdict: "ok"}
	if failed != nil {
		result.Verdict, result.Phase, result.Message = "suite", failed.phase, firstLine(failed.text)
	} else if fault == nil {
		fault = keepOnlyBinary()
	}
	if fault != nil {
		result.Verdict, result.Message = "ours", fault.Error()
	}
	for i := range order.Members {
		if alive[i] {
			result.Built = append(result.Built, i)
		}
	}
	return report(result, start)
}

// build leaves in alive those that the binary holds.
func (order *batchOrder) build(pkg *testedPackage, alive map[int]bool) (*failure, error) {
	rebuilds := 0
	repeated := func(compile func() (*failure, error)) (*failure, error) {
		for {
			failed, err := compile()
			if failed == nil || err != nil {
				return failed, err
			}
			if rebuilds == maxRebuilds || !order.leaveOut(failed, alive) {
				return failed, nil
			}
			rebuilds++
		}
	}
	failed, err := repeated(func() (*failure, error) {
		return compilePackage(order.buildOrder, pkg, order.files(alive, false, batchMember.suite), io.Discard)
	})
	if failed != nil || err != nil {
		return failed, err
	}
	archives := newArchives(pkg)
	if failed, err := archives.addDependents(pkg, order.files(alive, true, batchMember.suite), io.Discard); failed != nil || err != nil {
		return failed, err
	}
	if err := order.compileExternals(pkg, archives, alive); err != nil {
		return nil, err
	}
	if err := os.WriteFile(hookFile, []byte(hook("", true)), 0o644); err != nil {
		return nil, err
	}
	failed, err = repeated(func() (*failure, error) {
		lists := append(order.files(alive, false, batchMember.tests), order.files(alive, true, batchMember.tests)...)
		return compileHarness(pkg, archives, lists, io.Discard)
	})
	if failed != nil || err != nil {
		return failed, err
	}
	return link(pkg, io.Discard)
}

// files names a file of each member that is left, of those in packages of their own or of the others.
func (order *batchOrder) files(alive map[int]bool, external bool, file func(batchMember) string) []string {
	var files []string
	for i, m := range order.Members {
		if alive[i] && m.External == external {
			files = append(files, file(m))
		}
	}
	return files
}

// leaveOut drops the members in whose files there are problems; false when that is none, or hardly any would be left.
func (order *batchOrder) leaveOut(failed *failure, alive map[int]bool) bool {
	before := len(alive)
	for _, d := range failed.diagnostics {
		for i, m := range order.Members {
			if strings.HasPrefix(d.File, m.Folder+"/") {
				delete(alive, i)
			}
		}
	}
	return len(alive) < before && len(alive) > 1
}

// compileExternals compiles the suites in packages of their own, which do not know each other. Those that do not
// compile are left out.
func (order *batchOrder) compileExternals(pkg *testedPackage, archives *archives, alive map[int]bool) error {
	var suites []int
	for i, m := range order.Members {
		if alive[i] && m.External {
			suites = append(suites, i)
		}
	}
	failures, faults := make([]*failure, len(suites)), make([]error, len(suites))
	next := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for n := range next {
				suite := order.Members[suites[n]].external(pkg)
				failures[n], faults[n] = compileExternal(pkg, archives, suite, io.Discard)
			}
		}()
	}
	for n := range suites {
		next <- n
	}
	close(next)
	workers.Wait()
	for n, i := range suites {
		if faults[n] != nil {
			return fmt.Errorf("suite %d: %w", i, faults[n])
		}
		if failures[n] != nil {
			delete(alive, i)
			continue
		}
		suite := order.Members[i].external(pkg)
		archives.add(suite.path, suite.out)
	}
	return nil
}
