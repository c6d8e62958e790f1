// Package navigate finds what belongs together in a document: where a thing is
// declared ([Definition]), where it is used ([References], [Highlights]), what
// must change with its name ([Rename]), who calls whom ([Calls], [Types]), and
// what is a link ([Links]). What stands at a place says package cursor.
//
// Everything works on the tree as it is, in broken documents too. All offsets
// are bytes of the source. What is asked about one place reads that place and
// what belongs to it; the edges of graphs come from a [graph.Index], which is
// made once.
package navigate

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Target is a place that another one leads to.
type Target struct {
	Span ast.Span // all of it
	Name ast.Span // inside Span: what to put the cursor on
}

// Definition returns what the thing at an offset is defined by, and the span of
// that thing:
//
//   - a symbol or the end of an edge: the node line;
//   - a cell: its column; of a `^` its attachment or positional body;
//   - a cell of a positional body: its name in the `^{…}`;
//   - the name of an attachment: its `^`;
//   - the declaration of an attachment that shares one: the one it shares;
//   - a count of the summary or the header: the section that it counts;
//   - the identity that the header names: the `@` columns;
//   - a name in a delta: the lines that add or remove it.
func Definition(doc *ast.Document, index *graph.Index, offset int) (targets []Target, origin ast.Span) {
	p := cursor.At(doc, offset)
	if p.Kind == cursor.Cell || p.Kind == cursor.Schema {
		row := p.Line
		if _, isMarker := markerCell(doc, row, p.Column); isMarker && doc.Node(row).Kind == ast.KindRow {
			if a := attachmentOf(doc, row, p.Column); a != 0 {
				return []Target{lineTarget(doc, a)}, p.Span
			}
		}
	}
	return declaration(doc, index, p), p.Span
}

// Declaration is Definition, but that of a `^` cell is its column too.
func Declaration(doc *ast.Document, index *graph.Index, offset int) (targets []Target, origin ast.Span) {
	p := cursor.At(doc, offset)
	return declaration(doc, index, p), p.Span
}

func declaration(doc *ast.Document, index *graph.Index, p cursor.Place) []Target {
	switch p.Kind {
	case cursor.Symbol:
		if p.Symbol != 0 {
			return []Target{lineTarget(doc, p.Symbol)}
		}
	case cursor.Name:
		return named(doc, index, p)
	case cursor.Cell, cursor.MemberKey:
		return columnTarget(doc, p.Table, p.Column)
	case cursor.Column, cursor.InlineField:
		return []Target{{p.Span, p.Span}}
	case cursor.InlineCell:
		if row, cell, d, ok := inlineSchema(doc, p.Line); ok {
			_, end := doc.Span(row)
			start, _ := doc.Span(row)
			return []Target{{ast.Span{Start: start, End: end}, fieldSpan(d, p.Field, cell.Start+1)}}
		}
	case cursor.AttachmentKey:
		if c, ok := markerCell(doc, doc.Node(p.Line).Parent, p.Column); ok {
			span := ast.Span{Start: c.Start, End: c.End}
			return []Target{{span, span}}
		}
	case cursor.Schema:
		return schemaTarget(doc, p)
	case cursor.Key:
		return []Target{lineTarget(doc, p.Line)}
	case cursor.Count:
		if p.Target != 0 {
			return []Target{lineTarget(doc, p.Target)}
		}
	case cursor.Identity:
		return identities(doc)
	}
	return nil
}

// schemaTarget is the declaration that a shared one is taken from, or itself.
func schemaTarget(doc *ast.Document, p cursor.Place) []Target {
	if p.Line != p.Table {
		return []Target{{p.Span, p.Span}} // a `^{…}`
	}
	line, d, at, ok := fieldList(doc, p.Table)
	if !ok {
		return nil
	}
	start, end := doc.Span(line)
	return []Target{{ast.Span{Start: start, End: end}, ast.Span{Start: at + d.FieldsStart, End: at + d.FieldsEnd}}}
}

// columnTarget is the name of a column in the field list of a table.
func columnTarget(doc *ast.Document, table ast.NodeID, column int) []Target {
	line, d, at, ok := fieldList(doc, table)
	if !ok || column >= len(d.Fields) {
		return nil
	}
	start, end := doc.Span(line)
	return []Target{{ast.Span{Start: start, End: end}, fieldSpan(d, column, at)}}
}

// lineTarget is a line and the name in it.
func lineTarget(doc *ast.Document, id ast.NodeID) Target {
	start, end := doc.Span(id)
	t := Target{Span: ast.Span{Start: start, End: end}}
	t.Name = t.Span
	switch doc.Node(id).Kind {
	case ast.KindSymbol:
		if s := graph.Symbol(doc, id); s.Name.End > s.Name.Start {
			t.Name = s.Name
		}
	case ast.KindReference:
		t.Name = graph.Symbol(doc, id).ID
	case ast.KindDeltaSymbol:
		_, t.Name = graph.DeltaSymbol(doc, id)
	case ast.KindAttachment, ast.KindArray, ast.KindGroup, ast.KindSection, ast.KindKeyValue, ast.KindInlineArray:
		if key := doc.KeySpan(id); key.End > key.Start {
			t.Name = key
		}
	}
	return t
}

// named are the lines of a delta that add or remove the symbol with a name.
func named(doc *ast.Document, index *graph.Index, p cursor.Place) []Target {
	var all []Target
	for _, id := range index.Named(doc.Source[p.Span.Start:p.Span.End]) {
		all = append(all, lineTarget(doc, id))
	}
	return all
}

// identities are the `@` columns of a document (spec 10a.1).
func identities(doc *ast.Document) []Target {
	var all []Target
	for id := range doc.Children(0) {
		if d, at, ok := cursor.OwnDecl(doc, id); ok && d.Identity >= 0 {
			start, end := doc.Span(id)
			all = append(all, Target{ast.Span{Start: start, End: end}, fieldSpan(d, d.Identity, at)})
		}
	}
	return all
}
