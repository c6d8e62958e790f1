// Package hints finds what an editor may show between the characters of a
// document, because the document says it elsewhere: the columns of cells, the
// names of the ends of edges, real counts. Enter at [In].
package hints

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Kind is what a hint says.
type Kind uint8

// The kinds of hints.
const (
	Column Kind = iota // the column of a cell, before it
	Name               // the name of the symbol at the end of an edge, after its id
	Count              // the real number of items, after `[?]`
)

// Hint is a text that belongs at an offset.
type Hint struct {
	Kind   Kind
	Offset int
	Text   string     // as the document writes it, not escaped
	Symbol ast.NodeID // Name: the line that declares the symbol
}

// Options say which hints are wanted.
type Options struct {
	Columns bool
	Names   bool
	Counts  bool
	Wide    int // how many columns a table has at least for hints of columns
}

// In returns the hints in the lines from first to last, at most limit of them,
// in their order.
func In(doc *ast.Document, first, last ast.NodeID, o Options, limit int) []Hint {
	f := finder{doc: doc, o: o}
	for id := max(first, 1); id <= last && int(id) < len(doc.Nodes) && len(f.hints) < limit; id++ {
		f.line(id)
	}
	return f.hints[:min(len(f.hints), limit)]
}

type finder struct {
	doc   *ast.Document
	o     Options
	hints []Hint
	cells []ast.Cell
}

func (f *finder) line(id ast.NodeID) {
	switch f.doc.Node(id).Kind {
	case ast.KindRow, ast.KindInlineBody:
		if f.o.Columns {
			f.columns(id)
		}
	case ast.KindEdge:
		if f.o.Names {
			e := graph.Edge(f.doc, id)
			f.name(e.Target)
			f.name(e.Source)
		}
	case ast.KindArray, ast.KindItem, ast.KindAttachment, ast.KindGroup:
		if f.o.Counts {
			f.count(id)
		}
	}
}

// columns adds the names of the columns of a row.
func (f *finder) columns(id ast.NodeID) {
	d := f.doc.DeclOf(id)
	if d == nil || len(d.Fields) < f.o.Wide {
		return
	}
	f.cells = f.doc.AppendCells(f.cells[:0], id)
	for i, c := range f.cells {
		if i < len(d.Fields) {
			f.hints = append(f.hints, Hint{Kind: Column, Offset: c.Start, Text: d.Fields[i].Name})
		}
	}
}

// name adds the name of the symbol that an end of an edge refers to.
func (f *finder) name(end ast.Span) {
	symbol, ok := graph.Declares(f.doc, end)
	if !ok || f.doc.Node(symbol).Kind != ast.KindSymbol {
		return
	}
	s := graph.Symbol(f.doc, symbol)
	f.hints = append(f.hints, Hint{Kind: Name, Offset: end.End, Text: f.doc.Source[s.Name.Start:s.Name.End], Symbol: symbol})
}

// count adds the number of items of a container that leaves it open.
func (f *finder) count(id ast.NodeID) {
	d, at, ok := cursor.OwnDecl(f.doc, id)
	if !ok || d.Count != ast.CountDeferred {
		return
	}
	n := 0
	for item := range f.doc.Children(id) {
		switch f.doc.Node(item).Kind {
		case ast.KindRow, ast.KindItem, ast.KindEdge, ast.KindSymbol, ast.KindReference, ast.KindDeltaEdge, ast.KindDeltaSymbol:
			n++
		}
	}
	f.hints = append(f.hints, Hint{Kind: Count, Offset: at + d.CountEnd, Text: strconv.Itoa(n)})
}
