package diagnostics

import (
	"strings"
	"testing"

	"gcf-lsp/parser"
)

// TestSymbolLineWithoutID has as many fields as a symbol line, and is none.
func TestSymbolLineWithoutID(t *testing.T) {
	src := "GCF profile=graph\n## targets\nx fn a 0.50 p\n@0 fn b 0.50 p\n"
	found := Check(parser.Parse(src), Options{})
	if len(found) == 0 || !strings.Contains(found[0].Message, "begins with its id") {
		t.Errorf("found %v", found)
	}
}
