package format_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/parser"
)

// TestPropertyUnquotedTextHasHint checks that where the formatter quotes a bare
// text, in any place that a value may stand, the parser has said so.
func TestPropertyUnquotedTextHasHint(t *testing.T) {
	places := []string{
		"## r [1]{a,b}\n%s|y\n", "## r [1]{a,b}\nx|%s\n", "## r [1]{a}\n%s\n", "## r [1:]{k,v}\n%s|y\n",
		"k=%s\n", "k[2]: %s,y\n", "k[2]: x,%s\n", "## r [2]\n@0 =%s\n@1 {}\n    q=1\n",
		"## r [1]{a,b}\n@0 x|^{c}\n%s\n", "## r [1]{a,b}\n@0 x|^\n.b\n    c=%s\n", "=%s\n",
	}
	said := 0
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.StringMatching(`[-+.#@~^0-9a-b\x00-\x09\x0b-\x1f\x7f-\x{a1}\x{feff}\x{2028}\x{3000}"\\\[\]:{}, |=!t-]{1,6}`).Draw(t, "token")
		token = strings.TrimSuffix(token, "\r") // of a line end it would be a part
		text := "GCF profile=generic\n" + fmt.Sprintf(rapid.SampledFrom(places).Draw(t, "place"), token)
		doc := parser.Parse(text)
		if doc.Unlisted > 0 || len(doc.Problems) > 0 {
			said++
			return
		}
		done, err := format.Document(doc, format.DocumentOptions{})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if len(done.Edits) > 0 && ast.ClassifyScalar(token) == ast.ScalarBare && ast.NeedsQuotes(token) {
			t.Fatalf("nothing is said of %q, and the formatter writes %q", text, format.Apply(text, done.Edits))
		}
	})
	if said == 0 {
		t.Fatal("no text had a problem")
	}
}
