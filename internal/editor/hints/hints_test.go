package hints

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

func TestHintsAreWhereTheyBelong(t *testing.T) {
	doc := parser.Parse("GCF profile=graph\n## targets\n@0 fn a.B 0.50 x\n@1 fn c 0.50 x\n## edges [?]\n@1<@0 calls\n@9<@1 calls\n")
	table := parser.Parse("GCF profile=generic\n## r [?]{a,\"b>c\",d}\n1|\"x|y\"|~|4\n2|3\n")
	show := func(doc *ast.Document, o Options, limit int) string {
		text, moved := doc.Source, 0
		for _, h := range In(doc, 1, 99, o, limit) {
			hint := fmt.Sprintf("⟨%s⟩", h.Text)
			text = text[:h.Offset+moved] + hint + text[h.Offset+moved:]
			moved += len(hint)
		}
		_, body, _ := strings.Cut(text, "\n")
		return strings.TrimSpace(body)
	}
	for _, c := range []struct{ got, want string }{
		{show(doc, Options{Names: true, Counts: true}, 99),
			"## targets\n@0 fn a.B 0.50 x\n@1 fn c 0.50 x\n## edges [?]⟨2⟩\n@1⟨c⟩<@0⟨a.B⟩ calls\n@9<@1⟨c⟩ calls"},
		{show(doc, Options{Names: true}, 1), "## targets\n@0 fn a.B 0.50 x\n@1 fn c 0.50 x\n## edges [?]\n@1⟨c⟩<@0 calls\n@9<@1 calls"},
		{show(table, Options{Columns: true, Wide: 3}, 99), "## r [?]{a,\"b>c\",d}\n⟨a⟩1|⟨b>c⟩\"x|y\"|⟨d⟩~|4\n⟨a⟩2|⟨b>c⟩3"},
		{show(table, Options{Columns: true, Wide: 4}, 99), "## r [?]{a,\"b>c\",d}\n1|\"x|y\"|~|4\n2|3"},
		{show(table, Options{}, 99), "## r [?]{a,\"b>c\",d}\n1|\"x|y\"|~|4\n2|3"},
	} {
		if c.got != c.want {
			t.Errorf("got\n%s\nwant\n%s", c.got, c.want)
		}
	}
}

func TestHintsAreInTheirLines(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		for id := ast.NodeID(-1); int(id) <= len(doc.Nodes); id++ {
			for _, h := range In(doc, id, id, Options{true, true, true, 0}, 50) {
				if n := doc.Node(id); h.Offset < int(n.Start) || h.Offset > int(n.End) {
					t.Fatalf("hint %+v in line %d of %q", h, id, doc.Source)
				}
			}
		}
	})
}
