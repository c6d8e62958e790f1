package parser_test

import (
	"fmt"

	"gcf-lsp/parser"
)

// The tree has every line; what is wrong is listed beside it.
func ExampleParse() {
	doc := parser.Parse("GCF profile=generic\n## orders [2]{id,total}\n1|9.5\n2\n")
	for id := 1; id < len(doc.Nodes); id++ {
		fmt.Println(id, doc.Nodes[id].Kind)
	}
	for _, p := range doc.Problems {
		fmt.Println(p.Code, "on line", p.Node)
	}
	// Output:
	// 1 header
	// 2 array
	// 3 row
	// 4 row
	// row_width_mismatch on line 4
}
