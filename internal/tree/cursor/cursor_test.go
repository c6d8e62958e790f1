package cursor_test

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/parser"
)

// A line of each text is blank; what it would belong to is behind the bar.
func TestABlankLineBelongsToWhatStandsAbove(t *testing.T) {
	const orders = "GCF profile=generic\n## orders [2]{id,who,items}\n@0 1|^{a,b,c}|^\n"
	tests := []struct{ text, want string }{
		{"GCF profile=generic\n## t [1]{a,b}\n", "table ## t [1]{a,b}"},
		{"GCF profile=generic\n## t [1]{a,b}\n1|2\n# c\n\n", "table ## t [1]{a,b}"},
		{"GCF profile=generic\n## t [1]{a,b}\n1|2\n  ", "no table"},
		{"GCF profile=generic\n## s\n  ## t [1]{a,b}\n  1|2\n  ", "table ## t [1]{a,b}"},
		{"GCF profile=generic\n## s\n  ## t [1]{a,b}\n  1|2\n", "no table"},
		{"GCF profile=generic\na=1\n", "no table"},
		{orders, "table ## orders [2]{id,who,items}, row @0 1|^{a,b,c}|^ lacks 1{a,b,c} 2"},
		{orders + "1|2|3\n", "table ## orders [2]{id,who,items}, row @0 1|^{a,b,c}|^ lacks 2"},
		{orders + "1|2|3\n.items [2]{x}\n    ", "table .items [2]{x}"},
		{orders + "1|2|3\n.items [2]{x}\n    1\n    ", "table .items [2]{x}"},
		{orders + "1|2|3\n.items [2]{x}\n    1\n    2\n", "table ## orders [2]{id,who,items}, row @0 1|^{a,b,c}|^ lacks nothing"},
		{orders + "1|2|3\n.items [1]{x}\n    1\n@1 2|^|^\n", "table ## orders [2]{id,who,items}, row @1 2|^|^ lacks 1{a,b,c} 2"},
		{orders + "1|2|3\n.items [1]{x}\n    1\n@1 2|^|^\n1|2|3\n.items [1]\n    ", "table .items [1]"},
	}
	for _, test := range tests {
		doc := parser.Parse(test.text)
		at := cursor.At(doc, len(test.text))
		line, indent := at.Line, at.Indent
		got := "no table"
		if table, decl := cursor.Table(doc, line, indent); table != 0 {
			got = "table " + strings.TrimLeft(doc.Text(table), " ")
			if decl == nil {
				t.Errorf("%q: a table without columns", test.text)
			}
		}
		if row := cursor.Row(doc, line, indent); row != 0 && doc.Node(row).Flags&ast.FlagMarkers != 0 {
			got += ", row " + doc.Text(row) + " lacks"
			missing := cursor.MissingOf(doc, row)
			for _, m := range missing {
				got += fmt.Sprint(" ", m.Column, m.Schema)
			}
			if missing == nil {
				got += " nothing"
			}
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

func TestADelimiterBelongsToTheCellBeforeIt(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\n## t [1]{a,b,c}\n  1 | \"x|y\" ||\n")
	line := ast.NodeID(3)
	start, end := int(doc.Node(line).Start), int(doc.Node(line).End)
	var got strings.Builder
	for offset := start; offset <= end; offset++ {
		fmt.Fprintf(&got, "%d ", cursor.CellAt(doc, doc.Cells(line), offset))
	}
	if got.String() != "-1 -1 0 0 0 1 1 1 1 1 1 1 1 2 3 " {
		t.Error(got.String())
	}
}

func TestGroups(t *testing.T) {
	for text, want := range map[string]string{
		"GCF profile=graph\n":                                                                 "",
		"GCF profile=graph\n## targets\n":                                                     "## targets",
		"GCF profile=graph\n## targets\n@0 fn a 0.50 x\n":                                     "## targets",
		"GCF profile=graph\n## targets\n@0 fn a 0.50 x\n@":                                    "## targets",
		"GCF profile=graph\n## targets\n@0 fn a 0.50 x\n## edges [1]\n# c\n\n":                "## edges [1]",
		"GCF profile=graph\n## targets\n@0 fn a 0.50 x\n## edges [1]\n@0<@0 c\n##! summary\n": "",
	} {
		doc := parser.Parse(text)
		line := cursor.At(doc, len(text)).Line
		got := ""
		if g := cursor.Group(doc, line); g != 0 {
			got = doc.Text(g)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestEveryPlaceOfEveryDocument(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		for offset := range testdocs.Offsets(doc) {
			at := cursor.At(doc, offset)
			line, indent := at.Line, at.Indent
			if at.Kind != cursor.Nothing {
				if start, end := doc.Span(line); at.Span.Start < start || at.Span.End > end {
					t.Fatalf("%q at %d: %v is not on the line", doc.Source, offset, at.Span)
				}
			}
			if table, decl := cursor.Table(doc, line, indent); table != 0 && decl == nil {
				t.Fatalf("%q at %d: a table without columns", doc.Source, offset)
			}
			cursor.Group(doc, line)
			if row := cursor.Row(doc, line, indent); row != 0 {
				cursor.MissingOf(doc, row)
			}
		}
	})
}

// What stands at the bar, as its kind and its text.
func TestPlaces(t *testing.T) {
	names := map[cursor.Kind]string{
		cursor.Nothing: "nothing", cursor.Symbol: "symbol", cursor.Name: "name", cursor.Column: "column", cursor.Cell: "cell",
		cursor.MemberKey: "member key", cursor.AttachmentKey: "attachment", cursor.InlineField: "inline field",
		cursor.InlineCell: "inline cell", cursor.Schema: "schema", cursor.Key: "key", cursor.Count: "count",
		cursor.Identity: "identity", cursor.Pair: "pair", cursor.Value: "value",
	}
	const generic, graph = "GCF profile=generic\n", "GCF profile=graph\n"
	for _, test := range []struct{ text, want string }{
		{"GCF prof‖ile=generic\n", "pair profile=generic"},
		{"GCF profile=generic key=i‖d\n", "identity id"},
		{"GCF profile=graph edges=‖1\n## edges [1]\n", "count edges=1"},
		{generic + "na‖me=Ann\n", "key name"},
		{generic + "name=A‖nn\n", "value Ann"},
		{generic + "tags[2]: a,b‖c\n", "value bc"},
		{generic + "=4‖2\n", "value 42"},
		{generic + "## t [1]{a,b‖c}\n1|2\n", "column bc"},
		{generic + "## t [‖1]{a,b}\n1|2\n", "schema [1]{a,b}"},
		{generic + "## t [1]{a,b}\n1|2‖3\n", "cell 23"},
		{generic + "## t [1]{a,b}\n@0‖ 1|2\n", "nothing "},
		{generic + "## t [1:]{id,b}\nx‖y|2\n", "member key xy"},
		{generic + "## t [1]{a,b}\n@0 1|^{x,y‖}\n5|6\n", "inline field y"},
		{generic + "## t [1]{a,b}\n@0 1|^{x,y}\n5|‖6\n", "inline cell 6"},
		{generic + "## t [1]{a,b}\n@0 1|^\n.b‖ {}\n    x=1\n", "attachment b"},
		{graph + "## targets\n@0 fn a.‖B 0.50 x\n", "symbol a.B"},
		{graph + "## targets\n@‖0 fn a.B 0.50 x\n", "symbol @0"},
		{graph + "## targets\n@0 fn a 0.50 x\n## edges [1]\n@0<@‖0 calls\n", "symbol @0"},
		{graph + "## targets\n@0 fn a 0.50 x\n##! summary symbols‖=1\n", "pair symbols=1"},
		{generic + "‖", "nothing "},
	} {
		offset := strings.Index(test.text, "‖")
		doc := parser.Parse(strings.Replace(test.text, "‖", "", 1))
		p := cursor.At(doc, offset)
		if got := names[p.Kind] + " " + doc.Source[p.Span.Start:p.Span.End]; got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}
