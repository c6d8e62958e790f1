// Package outline tells the structure of a document: its symbols as a tree
// ([Symbols]), what can be folded ([Folds]) and what a selection grows to
// ([Selections]). It works on the tree alone and so in broken documents too.
// All offsets are bytes of the source. Nothing recurses: a document may be
// nested as deep as it likes.
package outline

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/graph"
)

// Kind is what a symbol stands for.
type Kind uint8

// The kinds of symbols.
const (
	Object Kind = iota // a section, an object item or attachment
	Table              // an array with columns
	Keyed              // a keyed table: an object of objects
	Array              // an array without columns
	Member             // a scalar with a key
	Row                // of a table
	Group              // of a graph
	Node               // of a graph; see Symbol.Word
	More               // stands for those that are not listed
)

// Symbol is a part of a document that has a name.
type Symbol struct {
	Kind     Kind
	Name     string // shown as it is; never empty
	Detail   string // what an editor shows beside the name, or ""
	Scalar   ast.Scalar
	Word     string     // the kind of a Node as the document writes it
	Line     ast.NodeID // the line it begins with
	Span     ast.Span   // all of it, without indentation and last line end
	NameSpan ast.Span   // inside Span
	Children []Symbol
}

// Limits bound an outline.
type Limits struct {
	Total int // symbols in all, those of kind More left out
	Each  int // children of one symbol
}

// maxDepth is how deep an outline is at most. Clients read it recursively.
const maxDepth = 64

const (
	nameLimit   = 80 // characters
	detailLimit = 60
)

// Symbols returns the outline of a document. Those near the root come first:
// where a limit leaves out children, a symbol of kind More stands at their
// place and says how many.
func Symbols(doc *ast.Document, limits Limits) []Symbol {
	b := builder{doc: doc, limits: limits, entries: []entry{{}}}
	for i := 0; i < len(b.entries); i++ {
		b.expand(i)
	}
	// Children stand behind their parents: from the end, each is complete
	// when its parent takes it.
	for i := len(b.entries) - 1; i >= 0; i-- {
		e := &b.entries[i]
		if e.children == 0 {
			continue
		}
		e.symbol.Children = make([]Symbol, e.children)
		for k := range e.children {
			e.symbol.Children[k] = b.entries[e.first+k].symbol
		}
	}
	return b.entries[0].symbol.Children
}

type builder struct {
	doc     *ast.Document
	limits  Limits
	entries []entry // level by level
	listed  int
	cells   []ast.Cell
}

type entry struct {
	symbol   Symbol
	depth    int
	first    int // index of the first child
	children int
}

// expand adds the children of an entry and counts its items.
func (b *builder) expand(i int) {
	doc, parent := b.doc, b.entries[i].symbol.Line
	if b.entries[i].symbol.Kind == More {
		return
	}
	first, items := len(b.entries), 0
	more := Symbol{Kind: More}
	left, noun := 0, ""
	for id := range doc.Children(parent) {
		kind := doc.Node(id).Kind
		if isItem(kind) {
			items++
		}
		if !isSymbol(kind) {
			continue
		}
		if len(b.entries)-first < b.limits.Each && b.listed < b.limits.Total && b.entries[i].depth < maxDepth {
			b.listed++
			b.entries = append(b.entries, entry{symbol: b.symbol(id), depth: b.entries[i].depth + 1})
			continue
		}
		if left == 0 {
			more.Line, more.Span, noun = id, contentSpan(doc, id), nounOf(kind)
		} else if noun != nounOf(kind) {
			noun = "symbol"
		}
		left++
	}
	if left > 0 {
		// Its range is one line: what it stands for is not inside of it.
		more.Name = "… " + printable.Count(left, "more "+noun)
		_, end := doc.Span(more.Line)
		more.NameSpan = ast.Span{Start: more.Span.Start, End: min(end, more.Span.End)}
		b.entries = append(b.entries, entry{symbol: more})
	}
	e := &b.entries[i]
	e.first, e.children = first, len(b.entries)-first
	if parent != 0 {
		e.symbol.Detail = b.detail(&e.symbol, items)
	}
}

func isSymbol(k ast.Kind) bool {
	switch k {
	case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray, ast.KindRow, ast.KindItem,
		ast.KindAttachment, ast.KindInlineBody, ast.KindGroup, ast.KindSymbol, ast.KindReference, ast.KindDeltaSymbol:
		return true
	}
	return false
}

// isItem reports whether a line is one of what its container counts.
func isItem(k ast.Kind) bool {
	switch k {
	case ast.KindRow, ast.KindItem, ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		return true
	}
	return false
}

func nounOf(k ast.Kind) string {
	switch k {
	case ast.KindRow:
		return "row"
	case ast.KindItem:
		return "item"
	case ast.KindSymbol, ast.KindReference, ast.KindDeltaSymbol:
		return "node"
	case ast.KindEdge, ast.KindDeltaEdge:
		return "edge"
	}
	return "member"
}

// symbol makes the symbol of a line, without its children.
func (b *builder) symbol(id ast.NodeID) Symbol {
	doc := b.doc
	n := doc.Node(id)
	s := Symbol{Line: id, Span: contentSpan(doc, id)}
	start, end := doc.Span(id)
	s.NameSpan = ast.Span{Start: start, End: end}
	switch n.Kind {
	case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray, ast.KindAttachment, ast.KindGroup:
		if key := doc.KeySpan(id); key.End > key.Start {
			s.NameSpan, s.Name = key, printable.Name(doc.Key(id), nameLimit)
		} else {
			s.Name = doc.Source[start:end]
		}
	case ast.KindRow:
		b.row(id, &s)
	case ast.KindItem:
		s.Name = strings.TrimRight(doc.Source[start:ast.RowIDEnd(doc.Source[:end], start)], " \t")
		s.NameSpan.End = start + len(s.Name)
	case ast.KindInlineBody:
		s.Name = "body"
		if d := doc.DeclOf(n.Parent); d != nil && int(n.Index) < len(d.Fields) {
			s.Name = printable.Name(d.Fields[n.Index].Name, nameLimit)
		}
	case ast.KindSymbol, ast.KindReference, ast.KindDeltaSymbol:
		b.graphNode(id, &s)
	}
	s.Name = strings.TrimRight(printable.Name(s.Name, nameLimit), " \t")
	switch n.Kind {
	case ast.KindRow:
		s.Kind = Row
	case ast.KindGroup:
		s.Kind = Group
	case ast.KindSymbol, ast.KindReference, ast.KindDeltaSymbol:
		s.Kind = Node
	case ast.KindKeyValue:
		s.Kind = Member
	case ast.KindArray, ast.KindInlineArray, ast.KindItem, ast.KindAttachment:
		s.Kind = containerKind(doc, id)
	}
	return s
}

func containerKind(doc *ast.Document, id ast.NodeID) Kind {
	d := doc.DeclOf(id)
	switch {
	case d == nil:
		return Member
	case d.Object:
		return Object
	case d.Keyed:
		return Keyed
	case d.HasFields, doc.Node(id).Flags&ast.FlagShared != 0:
		return Table
	}
	return Array
}

// row names a row after its key, its identity or its first cell that is a
// value.
func (b *builder) row(id ast.NodeID, s *Symbol) {
	doc := b.doc
	b.cells = doc.AppendCells(b.cells[:0], id)
	first := 0
	if d := doc.DeclOf(id); d != nil && d.Identity > 0 && d.Identity < len(b.cells) {
		first = d.Identity
	}
	for _, c := range b.cells[min(first, len(b.cells)):] {
		if c.Scalar == ast.ScalarMissing || c.Scalar == ast.ScalarAttachment || c.Scalar == ast.ScalarInlineSchema || c.Scalar == ast.ScalarNull {
			continue
		}
		s.NameSpan = ast.Span{Start: c.Start, End: c.End}
		s.Name = printable.Name(doc.CellString(c), nameLimit)
		break
	}
	if s.Name == "" {
		s.Name = printable.Name(strings.TrimRight(doc.Source[s.NameSpan.Start:s.NameSpan.End], " \t"), nameLimit)
	}
}

// graphNode names a node after its qualified name (spec 5).
func (b *builder) graphNode(id ast.NodeID, s *Symbol) {
	var kind, name ast.Span
	switch line := graph.Symbol(b.doc, id); b.doc.Node(id).Kind {
	case ast.KindReference:
		name = line.ID
	case ast.KindDeltaSymbol:
		kind, name = graph.DeltaSymbol(b.doc, id)
	default:
		kind, name = line.Kind, line.Name
	}
	if name.End > name.Start {
		s.NameSpan = name
		s.Name = b.doc.Source[name.Start:name.End]
		s.Word = b.doc.Source[kind.Start:kind.End]
	}
}

// detail says how large a container is, or what a member holds.
func (b *builder) detail(s *Symbol, items int) string {
	doc := b.doc
	d := doc.DeclOf(s.Line)
	_, end := doc.Span(s.Line)
	switch s.Kind {
	case Table, Array, Keyed, Group:
		if doc.Node(s.Line).Kind == ast.KindInlineArray || d != nil && d.Inline {
			return b.values(s.Line)
		}
		text := printable.Count(items, b.itemNoun(s))
		if d != nil && d.Count == ast.CountExact && d.N != uint64(items) && s.Kind != Group {
			text += ", " + d.Text[d.CountStart:d.CountEnd] + " declared"
		}
		if d := doc.DeclOf(s.Line); s.Kind == Table && d.HasFields {
			text += ", " + printable.Count(len(d.Fields), "column")
		}
		return text
	case Member:
		b.cells = doc.AppendCells(b.cells[:0], s.Line)
		if len(b.cells) > 0 {
			c := b.cells[0]
			s.Scalar = c.Scalar
			return printable.Text(doc.Source[c.Start:c.End], detailLimit)
		}
	case Object:
		if doc.Node(s.Line).Kind == ast.KindInlineBody {
			return printable.Text(doc.Source[s.NameSpan.Start:end], detailLimit)
		}
	case Row:
		rest := doc.Source[min(s.NameSpan.End, end):end]
		return printable.Text(strings.TrimLeft(rest, " \t|"), detailLimit)
	case Node:
		if s.Word != "" {
			return printable.Text(s.Word, detailLimit)
		}
		if doc.Node(s.Line).Kind == ast.KindReference {
			return "previously transmitted"
		}
	}
	return ""
}

func (b *builder) itemNoun(s *Symbol) string {
	switch s.Kind {
	case Table:
		return "row"
	case Array:
		return "item"
	case Keyed:
		return "member"
	}
	if first := b.doc.FirstChild(s.Line); first != 0 {
		if k := b.doc.Node(first).Kind; k == ast.KindEdge || k == ast.KindDeltaEdge {
			return "edge"
		}
	}
	if strings.HasPrefix(s.Name, "edges") {
		return "edge"
	}
	return "node"
}

// values shows the values of an inline array.
func (b *builder) values(id ast.NodeID) string {
	_, end := b.doc.Span(id)
	decl, ok := b.doc.DeclSpan(id)
	if !ok {
		return ""
	}
	text := strings.Trim(b.doc.Source[min(decl.End, end):end], " \t")
	if text == "" {
		return "empty"
	}
	return printable.Text(text, detailLimit)
}

// contentSpan is a node's subtree without the indentation and the line end.
func contentSpan(doc *ast.Document, id ast.NodeID) ast.Span {
	start, end := doc.Span(id)
	return ast.Span{Start: start, End: max(end, contentEnd(doc, id))}
}

// contentEnd is where the text of the last line of a node's subtree ends.
func contentEnd(doc *ast.Document, id ast.NodeID) int {
	return int(doc.Nodes[doc.Node(id).Next-1].End)
}
