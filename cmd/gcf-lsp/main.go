// Command gcf-lsp checks, explains, formats and serves GCF documents. Run it
// with --help.
//
// Each subcommand is one file; what they share is in app.go. GCF itself is in
// the packages beside cmd.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// A command reads, answers and ends: collecting garbage often is a third of
	// its time. The server, which stays, does it as usual.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(commandGC)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// commandGC is how much a command's memory may grow before garbage is collected,
// in percent of what is in use.
const commandGC = 400
