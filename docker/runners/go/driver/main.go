// The driver is the only program of this image beside the supervisor. `prepare` runs while the image is built
// and writes everything below /assay; `build`, `batch` and `check` run inside the sandbox.
package main

import (
	"fmt"
	"os"
)

// home holds the driver, the tools, the archives and one folder per package that can be tested.
const home = "/assay/go"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: driver prepare MANIFEST | build | batch | check")
		os.Exit(64)
	}
	var err error
	switch os.Args[1] {
	case "prepare":
		err = prepare(os.Args[2:])
	case "build":
		os.Exit(build())
	case "batch":
		os.Exit(batch())
	case "check":
		os.Exit(check())
	default:
		err = fmt.Errorf("unknown command %q", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
