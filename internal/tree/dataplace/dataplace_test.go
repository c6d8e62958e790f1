package dataplace

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// follow returns the value that a path leads to.
func follow(root value.Value, path []string) (value.Value, bool) {
	for _, token := range path {
		ok := false
		switch root.Kind() {
		case value.Object:
			root, ok = root.Get(token)
		case value.Array:
			if n, err := strconv.Atoi(token); err == nil && n >= 0 && n < root.Len() {
				root, ok = root.Elems()[n], true
			}
		}
		if !ok {
			return root, false
		}
	}
	return root, true
}

// The path of a line leads to the value that the line begins or is, and the
// path of a cell to the value in it.
func TestPathsLeadToTheirValues(t *testing.T) {
	checked := 0
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		if doc.Profile != ast.ProfileGeneric || diagnostics.HasErrors(doc) {
			return
		}
		root, err := value.Decode(doc)
		if err != nil {
			return
		}
		places := Places{Doc: doc, Root: root}
		for id := ast.NodeID(1); int(id) < len(doc.Nodes); id++ {
			switch doc.Nodes[id].Kind {
			case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray, ast.KindRow, ast.KindItem, ast.KindAttachment:
			default:
				continue
			}
			path := Of(doc, id)
			v, ok := follow(root, path)
			if !ok || v.Line() != id {
				t.Errorf("line %d of %q: the path %q leads to line %d, %v", id, doc.Source, path, v.Line(), ok)
				continue
			}
			checked++
			for _, c := range doc.Cells(id) {
				path, span, ok := At(doc, c.Start)
				if !ok || c.Start == c.End {
					continue
				}
				v, found := follow(root, path)
				spot := places.Value(path)
				if found && v.IsScalar() && v.Line() == id && spot.Scalar && (span != spot.Span || span.Start != c.Start || span.End != c.End) {
					t.Errorf("line %d of %q: the cell at %d is at %+v by its offset and at %+v by its path %q", id, doc.Source, c.Start, span, spot.Span, path)
				}
			}
		}
	})
	if checked < 1000 {
		t.Errorf("%d lines were checked", checked)
	}
}

func TestPlaces(t *testing.T) {
	text := "GCF profile=generic\nn=1\nlist[2]: a,b\n## o\n  k=v\n## t [2]{id,\"a>b\",\"a>c\",x}\n@0 1|2|~|^\n.x {}\n    y=1\n2|~|~|~\n## m [2:]{key,v}\nk|1\nl|2\n"
	doc := parser.Parse(text)
	root, err := value.Decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	p := Places{Doc: doc, Root: root}
	shown := func(s Spot) string { return text[s.Span.Start:s.Span.End] }
	for _, c := range []struct{ kind, path, want string }{
		{"value", "n", "1"}, {"value", "list/1", "b"}, {"value", "list", "list"}, {"value", "o", "o"}, {"value", "o/k", "v"}, {"value", "t", "t"},
		{"value", "t/0", "1"}, {"value", "t/0/a", "2|~"}, {"value", "t/0/a/b", "2"}, {"value", "t/0/x", "x"}, {"value", "t/0/x/y", "1"},
		{"value", "m/l", "l"}, {"value", "m/l/v", "2"}, {"value", "t/7/none", "t"}, {"value", "", "n"},
		{"key", "n", "n"}, {"key", "t/0/id", "id"}, {"key", "t/0/a/b", "\"a>b\""}, {"key", "m/k", "k"}, {"key", "t/0/x/y", "y"},
		{"missing a", "t/1", "~|~"}, {"missing c", "t/0/a", "~"}, {"missing z", "t/0", "1"}, {"missing z", "o", "o"},
		{"missing z", "", "n"}, {"missing z", "t/0/a", "2|~"}, {"missing x", "t/1", "~"},
		{"declaration", "t", "[2]"}, {"declaration", "list", "[2]"}, {"declaration", "m", "[2:]"}, {"declaration", "n", "1"},
	} {
		var path []string
		if c.path != "" {
			path = strings.Split(c.path, "/")
		}
		var got Spot
		switch kind, member, _ := strings.Cut(c.kind, " "); kind {
		case "value":
			got = p.Value(path)
		case "key":
			got = p.Key(path)
		case "missing":
			got = p.Missing(path, member)
			if got.NoColumn != (member == "z" && len(path) > 0 && path[0] == "t") {
				t.Errorf("%s of %s: no column %v", c.kind, c.path, got.NoColumn)
			}
		case "declaration":
			got = p.Declaration(path)
		}
		if shown(got) != c.want {
			t.Errorf("%s of %q is at %q, want %q", c.kind, c.path, shown(got), c.want)
		}
	}
}

// What all rows lack is one mistake, in the column list.
func TestLacking(t *testing.T) {
	text := "GCF profile=generic\n## t [3]{a}\n1\n2\n3\n"
	doc := parser.Parse(text)
	root, err := value.Decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	p := Places{Doc: doc, Root: root}
	for _, rows := range [][]string{{"0", "1", "2"}, {"0", "2"}} {
		var l Lacking
		spots := make([]Spot, len(rows))
		for i, row := range rows {
			spots[i] = p.Missing([]string{"t", row}, "b")
			l.Add(doc, &spots[i], "rule", "b")
		}
		var got []string
		for i := range spots {
			n, again := l.Join(doc, &spots[i], "rule", "b")
			got = append(got, strconv.Itoa(n)+strconv.FormatBool(again)+text[spots[i].Span.Start:spots[i].Span.End])
		}
		want := []string{"3false{a}", "3true{a}", "3true{a}"}
		if len(rows) == 2 {
			want = []string{"0false1", "0false3"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", rows, got, want)
		}
	}
}
