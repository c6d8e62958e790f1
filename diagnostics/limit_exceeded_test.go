package diagnostics_test

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// TestLimitIsNamed checks that the message says which limit it is about.
func TestLimitIsNamed(t *testing.T) {
	limits := parser.Limits{Depth: 1, Columns: 1, Members: 2, Size: 200}
	for body, want := range map[string]string{
		"## a\n  ## b\n    c=1\n":   "nested 2 levels deep, and the limit is 1",
		"## r [1]{a,b}\n1|2\n":      "2 columns, and the limit is 1",
		"a=1\nb=2\nc=3\n":           "3 members here, and the limit is 2",
		"k[3]: 1,2,3\n":             "3 members here, and the limit is 2",
		strings.Repeat("# x\n", 50): "more than 200 bytes",
	} {
		text := "GCF profile=generic\n" + body
		// A reader has limits, and a check may have lower ones.
		for _, found := range [][]diagnostics.Diagnostic{
			diagnostics.Check(parser.ParseWithin(text, limits), diagnostics.Options{}),
			diagnostics.Check(parser.Parse(text), diagnostics.Options{Limits: limits}),
			diagnostics.Check(parser.ParseWithin(text, limits), diagnostics.Options{Limits: limits}),
		} {
			var said []string
			for _, d := range found {
				if d.Code == ast.LimitExceeded {
					said = append(said, d.Message)
				}
			}
			if len(said) != 1 || !strings.Contains(said[0], want) {
				t.Errorf("%q: %q, want one with %q", body, said, want)
			}
		}
	}
	columns := `{"` + strings.Repeat("a>", 3000) + `a"}`
	doc := parser.Parse("GCF profile=generic\n## r [200]" + columns + "\n" + strings.Repeat("1\n", 200))
	found := diagnostics.Check(doc, diagnostics.Options{})
	if len(found) == 0 || !strings.Contains(found[0].Message, "the path columns stand for") {
		t.Errorf("%v", found)
	}
}
