package check_test

import (
	"fmt"

	"gcf-lsp/check"
	"gcf-lsp/parser"
)

// The example of the README, with a payload whose root is that of another.
func ExampleDocument() {
	doc := parser.Parse("GCF profile=generic key=id pack_root=sha256:" +
		"0000000000000000000000000000000000000000000000000000000000000000\n## orders [1]{@id,total}\n1|2\n")
	for _, d := range check.Document(doc, check.Context{}) {
		fmt.Println(d.Severity, d.Code)
	}
	// Output: warning pack_root_mismatch
}
