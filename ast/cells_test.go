package ast_test

import (
	"slices"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

// cellsOf returns the tokens of the last line of a generic body.
func cellsOf(body string) (tokens []string) {
	d := parser.Parse("GCF profile=generic\n" + body)
	id := ast.NodeID(len(d.Nodes) - 1)
	for _, c := range d.Cells(id) {
		tokens = append(tokens, d.CellText(c))
	}
	return tokens
}

func TestCells(t *testing.T) {
	cases := []struct {
		name, body string
		want       []string
	}{
		{"row", "## r [1]{a,b,c}\n1|x y|-", []string{"1", "x y", "-"}},
		{"row with id", "## r [1]{a,b}\n@0 1|^", []string{"1", "^"}},
		{"quoted delimiter", "## r [1]{a,b}\n\"a|b\"|c", []string{`"a|b"`, "c"}},
		{"escaped quote", "## r [1]{a,b}\n\"a\\\"|b\"|c", []string{`"a\"|b"`, "c"}},
		{"quote inside a bare token", "## r [1]{a,b}\na\"b|c\"d", []string{`a"b`, `c"d`}},
		{"inline schema with a quoted bar", "## r [1]{a,b}\n@0 ^{\"x|y\",z,w}|c", []string{`^{"x|y",z,w}`, "c"}},
		{"empty cells", "## r [1]{a,b,c}\n||", []string{"", "", ""}},
		{"blanks around", "## r [1]{a,b}\n 1 | 2", []string{"1", "2"}},
		{"carriage return", "## r [1]{a,b}\r\n1|2\r\n", []string{"1", "2"}},
		{"value", "a= x|y ", []string{"x|y"}},
		{"value with equals", "a=b=c", []string{"b=c"}},
		{"quoted key", "\"a=b\"=c", []string{"c"}},
		{"root scalar", "=42", []string{"42"}},
		{"inline array", "a[3]: x,\"b,c\",-", []string{"x", `"b,c"`, "-"}},
		{"empty inline array", "a[0]:", nil},
		{"root inline array", "## [2]: 1,2", []string{"1", "2"}},
		{"inline item", "## a [1]\n@0 [2]: 1,2", []string{"1", "2"}},
		{"scalar item", "## a [1]\n@0 =x", []string{"x"}},
		{"object item", "## a [1]\n@0 {}", nil},
		{"inline attachment", "## r [1]{a}\n@0 ^\n.a [2]: x,y", []string{"x", "y"}},
		{"scalar attachment", "## r [1]{a}\n@0 1\n.\"x>y\" =z", []string{"z"}},
		{"positional body", "## r [1]{a}\n@0 ^{x,y,z}\n1|2|3", []string{"1", "2", "3"}},
		{"combining mark after a delimiter", "## r [1]{a,b}\n1|\u0301x", []string{"1", "\u0301x"}},
		{"section", "## a", nil},
	}
	for _, c := range cases {
		if got := cellsOf(c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestKeyAndDeclaration(t *testing.T) {
	cases := []struct{ body, key, decl string }{
		{"a=1", "a", ""},
		{"\"a b\"=1", "a b", ""},
		{"my-key=1", "my-key", ""},
		{"## a", "a", ""},
		{"## \"x y\" [2]{a,b}", "x y", "[2]{a,b}"},
		{"## rows [2]{a,\"b}c\"}", "rows", "[2]{a,\"b}c\"}"},
		{"## [2]{a}", "", "[2]{a}"},
		{"a[2]: x,y", "a", "[2]:"},
		{"## r [1]{a}\n@0 ^\n.a [1]{b}", "a", "[1]{b}"},
		{"## r [1]{a}\n@0 ^\n.a {}", "a", "{}"},
		{"## r [1]{a}\n@0 1\n.\"x>y\" =z", "x>y", ""},
	}
	for _, c := range cases {
		d := parser.Parse("GCF profile=generic\n" + c.body)
		id := ast.NodeID(len(d.Nodes) - 1)
		decl := ""
		if s, ok := d.DeclSpan(id); ok {
			decl = d.Source[s.Start:s.End]
		}
		if key := d.Key(id); key != c.key || decl != c.decl {
			t.Errorf("%q: key %q and declaration %q, want %q and %q", c.body, key, decl, c.key, c.decl)
		}
	}
}

func TestLineAtOffset(t *testing.T) {
	src := "GCF profile=generic\r\na=1\n\nb=2"
	d := parser.Parse(src)
	for offset, want := range map[int]ast.NodeID{-1: 0, 0: 1, 19: 1, 20: 1, 21: 2, 24: 2, 25: 3, 26: 4, len(src) - 1: 4, len(src): 4} {
		if got := d.Line(offset); got != want {
			t.Errorf("offset %d is on line %d, want %d", offset, got, want)
		}
	}
	if got := parser.Parse("a=1\n").Line(4); got != 0 {
		t.Errorf("the offset behind the last line end is on line %d", got)
	}
	if got := parser.Parse("").Line(0); got != 0 {
		t.Errorf("an empty document has line %d", got)
	}
}
