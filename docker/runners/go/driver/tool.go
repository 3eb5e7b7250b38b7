package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func tool(phase string, log io.Writer, name string, args ...string) (*failure, error) {
	var said bytes.Buffer
	command := exec.Command(filepath.Join(home, "tool", name), args...)
	command.Stdout = io.MultiWriter(log, &said)
	command.Stderr = command.Stdout
	err := command.Run()
	if err == nil {
		return nil, nil
	}
	if _, exited := err.(*exec.ExitError); !exited {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if said.Len() == 0 {
		fmt.Fprintf(command.Stdout, "%s: %v\n", name, err) // killed, say for memory
	}
	return &failure{phase: phase, text: said.String(), diagnostics: parseDiagnostics(said.String())}, nil
}

var diagnosticLine = regexp.MustCompile(`^([^\s:][^:]*):(\d+)(?::\d+)?: (.*)$`)

func parseDiagnostics(text string) []diagnostic {
	var found []diagnostic
	for line := range strings.Lines(text) {
		if m := diagnosticLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			number, _ := strconv.Atoi(m[2]) // the expression admits digits only
			found = append(found, diagnostic{File: strings.TrimPrefix(m[1], "./"), Line: number, Message: bounded(m[3])})
		}
	}
	return found
}

func reported(found []diagnostic) []diagnostic {
	return found[:min(len(found), maxDiagnostics)]
}

// onlySuite says whether every problem is located in what comes from the suite.
func onlySuite(diagnostics []diagnostic) bool {
	for _, d := range diagnostics {
		if d.File != suiteFile && d.File != testsFile && d.File != hookFile {
			return false
		}
	}
	return len(diagnostics) > 0
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return bounded(line)
		}
	}
	return "no message"
}

func bounded(text string) string {
	if len(text) > 500 {
		return strings.ToValidUTF8(text[:500], "") + "…"
	}
	return strings.ToValidUTF8(text, "?")
}
