package tokens

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

func TestGolden(t *testing.T) {
	for _, archive := range golden.Archives(t, "testdata/*.txtar") {
		for name, text := range golden.Pairs(archive, ".gcf", "") {
			golden.Section(t, archive, name, describe(parser.Parse(text)))
		}
	}
}

// describe lists the tokens of a document with their lines.
func describe(doc *ast.Document) string {
	var b strings.Builder
	l := NewLiner(doc)
	for id := 1; id < len(doc.Nodes); id++ {
		for _, tok := range l.Append(nil, ast.NodeID(id)) {
			fmt.Fprintf(&b, "%d %q %s", id, doc.Source[tok.Start:tok.End], TypeNames[tok.Type])
			for bit, name := range ModifierNames {
				if tok.Modifiers&(1<<bit) != 0 {
					b.WriteString(" " + name)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestTokensDoNotOverlap(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		l := NewLiner(doc)
		for id := 1; id < len(doc.Nodes); id++ {
			n := doc.Node(ast.NodeID(id))
			at := n.Start
			for _, tok := range l.Append(nil, ast.NodeID(id)) {
				if tok.Start < at || tok.End <= tok.Start || tok.End > n.End || int(tok.Type) >= len(TypeNames) {
					t.Fatalf("token %+v in line %d of %q", tok, id, doc.Source)
				}
				at = tok.End
			}
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	text, _ := gendata.Table(100_000)
	doc := parser.Parse(text)
	b.SetBytes(int64(len(text)))
	var buffer []Token
	for b.Loop() {
		l := NewLiner(doc)
		for id := 1; id < len(doc.Nodes); id++ {
			buffer = l.Append(buffer[:0], ast.NodeID(id))
		}
	}
}
