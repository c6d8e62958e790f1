package value_test

import (
	"fmt"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Integers keep every digit, members their order.
func ExampleDecode() {
	v, err := value.Decode(parser.Parse("GCF profile=generic\nserial=9007199254740993\ntags[2]: b,a\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v)
	// Output: {"serial":9007199254740993,"tags":["b","a"]}
}
