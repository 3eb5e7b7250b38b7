package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// Rounds of leaving out functions; a round finds all problems of one kind, and there are few kinds.
const maxRounds = 12

// checkCopies compiles the package. Functions named in the order that do not compile are left out, with a note in
// the result, until the rest compiles. The compiler looks for some problems only when there are none of another kind.
func checkCopies(order buildOrder, pkg *testedPackage, result *outcome) (*failure, error) {
	for range maxRounds {
		log := io.Writer(os.Stdout)
		if len(order.Copies) > 0 {
			log = io.Discard // many problems are expected
		}
		failed, err := compilePackage(order, pkg, nil, log)
		if failed == nil || err != nil {
			return failed, err
		}
		var good []copied
		before := len(result.Invalid)
		for _, c := range order.Copies {
			message, wrong := problemOf(c, failed.diagnostics)
			if !wrong {
				good = append(good, c)
				continue
			}
			result.Invalid = append(result.Invalid, invalid{ID: c.ID, Message: message})
			if err := blank(order.Replaced[c.File], c); err != nil {
				return nil, err
			}
		}
		if len(result.Invalid) == before {
			return failed, nil // something else is wrong
		}
		order.Copies = good
	}
	return compilePackage(order, pkg, nil, os.Stdout)
}

func problemOf(c copied, found []diagnostic) (string, bool) {
	for _, d := range found {
		if filepath.Base(d.File) == c.File && c.First <= d.Line && d.Line <= c.Last {
			return d.Message, true
		}
	}
	return "", false
}

// blank empties the lines of a function, so that all others keep their numbers.
func blank(path string, c copied) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i := c.First - 1; i < c.Last && i < len(lines); i++ {
		lines[i] = []byte("\n")
	}
	return os.WriteFile(path, bytes.Join(lines, nil), 0o600)
}
