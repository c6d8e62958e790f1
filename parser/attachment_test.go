package parser_test

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

// outline writes the kinds of a body's lines, one letter group a line,
// indented as the tree is.
func outline(d *ast.Document) string {
	var b strings.Builder
	for i := 2; i < len(d.Nodes); i++ {
		depth := 0
		for id := ast.NodeID(i); d.Node(id).Parent != 0; id = d.Node(id).Parent {
			depth++
		}
		b.WriteString(strings.Repeat(" ", depth) + d.Nodes[i].Kind.String() + "\n")
	}
	for _, p := range d.Problems {
		b.WriteString(p.Code.String() + "\n")
	}
	return b.String()
}

func TestAttachments(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"shared schema of the first row",
			"## r [2]{id,i}\n@0 1|^\n.i [1]{a}\n    x\n@1 2|^\n.i [1]\n    y\n",
			"array\n row\n  attachment\n   row\n row\n  attachment\n   row\n"},
		{"only the first row establishes a schema",
			"## r [3]{id,i}\n1|~\n@1 2|^\n.i [1]{a}\n    x\n@2 3|^\n.i [1]\n    @0 =y\n",
			"array\n row\n row\n  attachment\n   row\n row\n  attachment\n   item\n"},
		{"an expanded array after a shared schema",
			"## r [2]{i}\n@0 ^\n.i [1]{a}\n    x\n@1 ^\n.i [2]\n    @0 {}\n    @1 =2\n",
			"array\n row\n  attachment\n   row\n row\n  attachment\n   item\n   item\n"},
		{"shared schema of a field that is no column",
			"## r [2]{id}\n@0 1\n.\"x>y\" [1]{a}\n    x\n@1 2\n.\"x>y\" [1]\n    y\n",
			"array\n row\n  attachment\n   row\n row\n  attachment\n   row\n"},
		{"keys of an inline schema are literal",
			"## r [1]{o}\n@0 ^{a,\"a>b\",c}\n1|2|3\n",
			"array\n row\n  inlineBody\n"},
		{"a bare string that begins like an inline schema",
			"## r [1]{a,b}\n@0 ^{|^{x,y,z}\n1|2|3\n",
			"array\n row\n  inlineBody\n"},
		{"positional and named bodies in one row",
			"## r [1]{o,i}\n@0 ^{a,b,c}|^\n.i [1]: x\n1|2|3\n",
			"array\n row\n  attachment\n  inlineBody\n"},
		{"a header one level beneath its row",
			"## r [1]{o}\n@0 ^\n  .o {}\n    x=1\n",
			"array\n row\n  attachment\n   keyValue\n"},
		{"a comment between a row and its attachment",
			"## r [1]{o}\n@0 ^\n# here\n.o {}\n",
			"array\n row\n  comment\n  attachment\n"},
		{"a misspelled attachment is one mistake",
			"## r [1]{meta}\n@0 ^\n.met {}\n",
			"array\n row\n  attachment\norphan_attachment\n"},
	}
	for _, c := range cases {
		if got := outline(parser.Parse("GCF profile=generic\n" + c.body)); got != c.want {
			t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", c.name, c.body, got, c.want)
		}
	}
}
