package diagnostics_test

import (
	"fmt"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

func ExampleCheck() {
	doc := parser.Parse("GCF profile=generic\nname= Alice\n")
	for _, d := range diagnostics.Check(doc, diagnostics.Options{}) {
		fmt.Println(d.Severity, d.Code)
		for _, fix := range d.Fixes {
			fmt.Println(fix.Title)
		}
	}
	// Output:
	// hint not_canonical
	// Remove the blanks
}
