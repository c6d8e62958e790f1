package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

func TestDocumentSymbolMarkers(t *testing.T) {
	runMarkers(t, "documentsymbol", map[string]ask{"symbols": askSymbols, "list": askSymbolList})
}

type symbolTree struct {
	Name, Detail   string
	Kind           int
	Range          lsptest.Range
	SelectionRange lsptest.Range
	Children       []symbolTree
}

// askSymbols answers with a line for each symbol of the document: its kind, its
// name with its place, what is shown beside it, its last line.
func askSymbols(m *marker) string {
	var tree []symbolTree
	if failure := m.call("textDocument/documentSymbol", textDocument(m.uri), &tree); failure != "" {
		return failure
	}
	var b strings.Builder
	var write func(all []symbolTree, indent string)
	write = func(all []symbolTree, indent string) {
		for _, s := range all {
			fmt.Fprintf(&b, "%s%d %s, %s", indent, s.Kind, s.Name, m.show(s.SelectionRange))
			if s.Detail != "" {
				fmt.Fprintf(&b, " (%s)", s.Detail)
			}
			fmt.Fprintf(&b, " to line %d\n", s.Range.End.Line+1)
			write(s.Children, indent+"  ")
		}
	}
	write(tree, "")
	return b.String()
}

// askSymbolList is for clients that show a flat list.
func askSymbolList(m *marker) string {
	var all []struct {
		Name, ContainerName string
		Kind                int
		Location            lsptest.Location
	}
	if failure := m.call("textDocument/documentSymbol", textDocument(m.uri), &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%d %s in %q, lines %d-%d\n", s.Kind, s.Name, s.ContainerName, s.Location.Range.Start.Line+1, s.Location.Range.End.Line+1)
	}
	return b.String()
}

func TestDocumentSymbolsOfALargeTableAreCapped(t *testing.T) {
	text, _ := gendata.Table(3000)
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": editor(), "initializationOptions": map[string]any{"outline.limit": 100}})
	c.Open("untitled:Untitled-1", 1, text)
	var tree []symbolTree
	if err := c.Call("textDocument/documentSymbol", textDocument("untitled:Untitled-1"), &tree); err != nil {
		t.Fatal(err)
	}
	rows := tree[0].Children
	if len(rows) != 21 || rows[20].Name != "… 2 980 more rows" || rows[20].Range.End.Line != rows[20].Range.Start.Line || tree[0].Detail != "3 000 rows, 7 columns" {
		t.Errorf("%d children, the last is %+v of %q", len(rows), rows[len(rows)-1], tree[0].Detail)
	}
}

func TestFoldingRangesKeepToTheClientsLimit(t *testing.T) {
	var can map[string]any
	_ = json.Unmarshal([]byte(`{"textDocument": {"foldingRange": {"rangeLimit": 2}}}`), &can)
	c := start(t, Options{})
	c.Initialize(can)
	c.Open("untitled:a", 1, "GCF profile=generic\n## a\n  ## b\n    x=1\n## c\n  y=1\n")
	var folds []foldingRange
	if err := c.Call("textDocument/foldingRange", textDocument("untitled:a"), &folds); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(folds); got != "[{1 3 region} {4 5 region}]" {
		t.Error(got)
	}
}

func TestFoldingRangeMarkers(t *testing.T) {
	runMarkers(t, "foldingrange", map[string]ask{"folds": func(m *marker) string {
		var folds []foldingRange
		if failure := m.call("textDocument/foldingRange", textDocument(m.uri), &folds); failure != "" {
			return failure
		}
		lines := strings.Split(m.document, "\n")
		var b strings.Builder
		for _, f := range folds {
			fmt.Fprintf(&b, "%s %d-%d: %s\n", f.Kind, f.StartLine+1, f.EndLine+1, lines[f.StartLine])
		}
		return b.String()
	}})
}

type foldingRange struct {
	StartLine, EndLine int
	Kind               string
}

type selectionRanges struct {
	Range  lsptest.Range
	Parent *selectionRanges
}

func TestSelectionRangeMarkers(t *testing.T) {
	runMarkers(t, "selectionrange", map[string]ask{"select": func(m *marker) string {
		var chains []selectionRanges
		params := map[string]any{"textDocument": map[string]any{"uri": m.uri}, "positions": []any{m.at.Start}}
		if failure := m.call("textDocument/selectionRange", params, &chains); failure != "" {
			return failure
		}
		var b strings.Builder
		for s := &chains[0]; s != nil; s = s.Parent {
			b.WriteString(m.show(s.Range) + "\n")
		}
		return b.String()
	}})
}
