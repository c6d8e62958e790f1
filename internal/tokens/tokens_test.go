package tokens

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"gcf-lsp/ast"
	"gcf-lsp/internal/gendata"
	"gcf-lsp/internal/testdocs"
	"gcf-lsp/parser"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata")

func TestGolden(t *testing.T) {
	const path = "testdata/tokens.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, want := archive.Files[i], &archive.Files[i+1]
		doc := parser.Parse(string(in.Data))
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
		if got := b.String(); *update {
			want.Data = []byte(got)
		} else if diff := cmp.Diff(string(want.Data), got); diff != "" {
			t.Errorf("%s: %s (-want +got)\n%s", path, in.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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
