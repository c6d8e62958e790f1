package cursor

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/spec"
)

// Kind is what a [Place] is.
type Kind uint8

// The kinds of places.
const (
	Nothing       Kind = iota
	Symbol             // a graph symbol: its node line, a reference, the end of an edge
	Name               // a qualified name in a delta, which has no ids (spec 10.1)
	Column             // a name in the field list of a table
	Cell               // a cell of a row
	MemberKey          // the first cell of a keyed table's row (spec 7.2a.3)
	AttachmentKey      // the name in `.name …`
	InlineField        // a name in a `^{…}` cell
	InlineCell         // a cell of a positional attachment body
	Schema             // a declaration of a table or the braces of a `^{…}`, but no name in it
	Key                // the key of an object's member
	Count              // a count of the `##! summary` line, or one of the header
	Identity           // the value of the header's `key=` (spec 10a.1)
	Pair               // another `key=value` of the header or the summary
	Value              // the value of a member, an element of an array on one line, the root scalar
)

// Place is what stands at an offset. Line, Indent, Cells and Cell are there
// whatever Kind is.
type Place struct {
	Offset int
	Kind   Kind
	Line   ast.NodeID // the line it is in; one after the last where a text ends with an empty line
	Indent int        // of the line
	Span   ast.Span   // the word, cell or name
	OnID   bool       // Symbol: the place is its `@id`

	Cells []ast.Cell // of the line: its cells, values or elements
	Cell  int        // the one that the place is in or right behind, see [CellAt]; or -1

	Symbol ast.NodeID       // Symbol: the line that declares it, or 0
	Table  ast.NodeID       // Column, Cell, MemberKey, AttachmentKey, Inline…, Schema: the table
	Column int              // the same: its column, or -1
	Field  int              // InlineField, InlineCell: the index in the inline schema
	Target ast.NodeID       // Count: the section that is counted, or 0
	Pair   *ast.HeaderField // Count, Identity, Pair: the whole `key=value`
}

// inside reports whether an offset is in a span or right behind it.
func inside(s ast.Span, offset int) bool { return s.Start <= offset && offset <= s.End }

// At returns what stands at an offset, which is moved into the text where it is
// outside of it. What a blank or half-typed line would belong to is said by
// [Table], [Row] and [Group] for its Line and Indent.
func At(doc *ast.Document, offset int) Place {
	offset = max(0, min(offset, len(doc.Source)))
	p := Place{Offset: offset, Column: -1, Cell: -1}
	if p.Line = doc.Line(offset); p.Line == 0 {
		p.Line = ast.NodeID(len(doc.Nodes))
		return p
	}
	p.Indent = doc.Indent(p.Line)
	p.Cells = doc.Cells(p.Line)
	p.Cell = CellAt(doc, p.Cells, offset)
	switch doc.Node(p.Line).Kind {
	case ast.KindRow:
		inRow(doc, &p)
	case ast.KindInlineBody:
		inInlineBody(doc, &p)
	case ast.KindArray, ast.KindItem, ast.KindAttachment, ast.KindKeyValue, ast.KindScalar, ast.KindSection, ast.KindInlineArray:
		inHeading(doc, &p)
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		inGraphLine(doc, &p)
	case ast.KindError:
		if doc.Profile == ast.ProfileGraph {
			inBrokenGraphLine(doc, &p)
		}
	case ast.KindSummary:
		inSummary(doc, &p)
	case ast.KindHeader:
		inHeader(doc, &p)
	}
	return p
}

// LineKind is the kind of the line of a place, KindBlank for the one after the
// last.
func (p *Place) LineKind(doc *ast.Document) ast.Kind {
	if int(p.Line) >= len(doc.Nodes) {
		return ast.KindBlank
	}
	return doc.Node(p.Line).Kind
}

// inRow finds the cell of a row.
func inRow(doc *ast.Document, p *Place) {
	d := doc.DeclOf(p.Line)
	for i, c := range p.Cells {
		if !inside(ast.Span{Start: c.Start, End: c.End}, p.Offset) {
			continue
		}
		if d == nil || i >= len(d.Fields) {
			return
		}
		p.Table, p.Column, p.Span = doc.Node(p.Line).Parent, i, ast.Span{Start: c.Start, End: c.End}
		switch {
		case d.Keyed && i == 0:
			p.Kind = MemberKey
		case c.Scalar == ast.ScalarInlineSchema && p.Offset > c.Start:
			inInlineSchema(doc, p, c)
		default:
			p.Kind = Cell
		}
		return
	}
}

// inInlineSchema finds the name in a `^{…}` cell.
func inInlineSchema(doc *ast.Document, p *Place, c ast.Cell) {
	p.Kind = Schema
	d := InlineDecl(doc, p.Line, p.Column, c)
	if d == nil {
		return
	}
	for i := range d.Fields {
		if name := FieldSpan(&d.Fields[i], c.Start+1); inside(name, p.Offset) {
			p.Kind, p.Field, p.Span = InlineField, i, name
			return
		}
	}
}

func inInlineBody(doc *ast.Document, p *Place) {
	n := doc.Node(p.Line)
	d := doc.DeclOf(p.Line)
	for i, c := range p.Cells {
		if span := (ast.Span{Start: c.Start, End: c.End}); inside(span, p.Offset) && d != nil && i < len(d.Fields) {
			p.Kind, p.Span, p.Field = InlineCell, span, i
			p.Table, p.Column = doc.Node(n.Parent).Parent, int(n.Index)
			return
		}
	}
}

// inHeading finds the key or the part of the declaration in the line of a
// member, an item or an attachment.
func inHeading(doc *ast.Document, p *Place) {
	n := doc.Node(p.Line)
	key := doc.KeySpan(p.Line)
	if n.Kind == ast.KindAttachment {
		if p.Offset >= key.Start-1 && p.Offset <= key.End {
			p.Kind, p.Span = AttachmentKey, key
			p.Table = doc.Node(n.Parent).Parent
			if n.Index != ast.NoColumn {
				p.Column = int(n.Index)
			}
			return
		}
	} else if key.End > key.Start && inside(key, p.Offset) {
		p.Kind, p.Span = Key, key
		return
	}
	d, at, ok := OwnDecl(doc, p.Line)
	if !ok || d.Inline || d.Object || !inside(ast.Span{Start: at, End: at + d.End}, p.Offset) {
		if p.Cell >= 0 {
			p.Kind, p.Span = Value, ast.Span{Start: p.Cells[p.Cell].Start, End: p.Cells[p.Cell].End}
		}
		return
	}
	p.Kind, p.Table, p.Span = Schema, p.Line, ast.Span{Start: at, End: at + d.End}
	for i := range d.Fields {
		if name := FieldSpan(&d.Fields[i], at); inside(name, p.Offset) || at+d.Fields[i].Start == p.Offset {
			p.Kind, p.Column, p.Span = Column, i, name
			return
		}
	}
}

func inGraphLine(doc *ast.Document, p *Place) {
	delta := doc.Header.Is("delta")
	switch doc.Node(p.Line).Kind {
	case ast.KindEdge:
		inEdge(doc, p)
	case ast.KindDeltaSymbol:
		_, name := graph.DeltaSymbol(doc, p.Line)
		p.Kind, p.Span = Name, name
	case ast.KindDeltaEdge:
		e := graph.DeltaEdge(doc, p.Line)
		for _, end := range []ast.Span{e.Source, e.Target} {
			if inside(end, p.Offset) {
				p.Kind, p.Span = Name, end
			}
		}
	default:
		s := graph.Symbol(doc, p.Line)
		p.Kind, p.Symbol, p.Span = Symbol, p.Line, s.Name
		if doc.Node(p.Line).Kind == ast.KindReference {
			p.Span = s.ID
		}
		if inside(s.ID, p.Offset) {
			p.OnID, p.Span = true, s.ID
		} else if delta {
			p.Kind = Name
		}
	}
}

func inEdge(doc *ast.Document, p *Place) {
	e := graph.Edge(doc, p.Line)
	for _, end := range []ast.Span{e.Target, e.Source} {
		if inside(end, p.Offset) {
			p.Kind, p.Span, p.OnID = Symbol, end, true
			p.Symbol, _ = graph.Declares(doc, end)
			return
		}
	}
}

// inBrokenGraphLine finds an `@id` in a line that is no node and no edge.
func inBrokenGraphLine(doc *ast.Document, p *Place) {
	inEdge(doc, p)
	if _, isID := graph.ID(doc, p.Span); !isID {
		p.Kind, p.Span, p.OnID, p.Symbol = Nothing, ast.Span{}, false, 0
	}
}

// inPair sets the place to a `key=value`.
func (p *Place) inPair(f *ast.HeaderField) {
	p.Kind, p.Pair, p.Span = Pair, f, ast.Span{Start: f.KeyStart, End: f.End()}
}

// inHeader finds the count and the identity that a header names.
func inHeader(doc *ast.Document, p *Place) {
	for i := range doc.Header.Fields {
		f := &doc.Header.Fields[i]
		if p.Offset < f.KeyStart || p.Offset > f.End() {
			continue
		}
		p.inPair(f)
		switch value := (ast.Span{Start: f.ValueStart, End: f.ValueEnd}); {
		case f.Key == "key" && inside(value, p.Offset):
			p.Kind, p.Span = Identity, value
		case f.Key == "edges":
			p.Kind, p.Target = Count, group(doc, "edges")
		}
		return
	}
}

// inSummary finds the section that a count of the summary is of (spec 8.4).
func inSummary(doc *ast.Document, p *Place) {
	if p.Line != doc.Summary {
		return
	}
	for i := range doc.Trailer {
		f := &doc.Trailer[i]
		if p.Offset < f.KeyStart || p.Offset > f.End() {
			continue
		}
		p.inPair(f)
		switch {
		case f.Key == "edges":
			p.Kind, p.Target = Count, group(doc, "edges")
		case f.Key == "counts" && p.Offset >= f.ValueStart:
			inCounts(doc, p, f)
		}
		return
	}
}

func inCounts(doc *ast.Document, p *Place, f *ast.HeaderField) {
	start := f.ValueStart
	for i, entry := range strings.Split(f.Value, ",") {
		if span := (ast.Span{Start: start, End: start + len(entry)}); inside(span, p.Offset) {
			p.Kind, p.Span = Count, span
			if label, _, labelled := strings.Cut(entry, ":"); labelled {
				p.Target = group(doc, label)
			} else {
				p.Target = counted(doc, i)
			}
			return
		}
		start += len(entry) + 1
	}
}

// group returns the first group with a name, or 0.
func group(doc *ast.Document, name string) ast.NodeID {
	for id := range doc.Children(0) {
		if doc.Node(id).Kind == ast.KindGroup && doc.Key(id) == name {
			return id
		}
	}
	return 0
}

// counted returns the section that the i-th positional count of a summary is
// of: the i-th `[?]` of the document, or in a graph the i-th distance group
// that is not empty and then the edges.
func counted(doc *ast.Document, i int) ast.NodeID {
	if doc.Profile == ast.ProfileGraph {
		for id := range doc.Children(0) {
			if doc.Node(id).Kind != ast.KindGroup || doc.FirstChild(id) == 0 {
				continue
			}
			if spec.GivesDistance(doc.Key(id)) {
				if i == 0 {
					return id
				}
				i--
			}
		}
		if i == 0 {
			return group(doc, "edges")
		}
		return 0
	}
	for id := range doc.Nodes {
		if d, _, ok := OwnDecl(doc, ast.NodeID(id)); ok && d.Count == ast.CountDeferred {
			if i == 0 {
				return ast.NodeID(id)
			}
			i--
		}
	}
	return 0
}
