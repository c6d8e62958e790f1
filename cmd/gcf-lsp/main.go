// Command gcf-lsp checks, explains, formats and serves GCF documents. Run it
// with --help.
//
// Each subcommand is one file; what they share is in app.go. GCF itself is in
// the packages beside cmd.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
