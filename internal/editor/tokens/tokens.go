// Package tokens says what each piece of a document is, for colouring: see
// [Append]. The legend is [TypeNames] and [ModifierNames], all standard ones of
// LSP:
//
//	keyword     GCF, summary; with readonly: true, false, null (-), absent (~)
//	property    keys of headers and members, columns, names of attachments
//	namespace   names of sections, tables and groups
//	number      numbers, counts, scores, distances
//	string      all other values
//	operator    ^ < -> [?] and the @ of an identity column
//	variable    ids: @0
//	function, method, interface, type          nodes of these kinds
//	class       all other nodes
//	enumMember  the profile, provenances, types of edges
//	type        the kind of a node
//	comment     comments; what follows the id of a session reference
//
// with the modifiers
//
//	declaration     where a column, a symbol or a section gets its name
//	readonly        ids of rows and items, constants
//	deprecated      what a delta or an edge status removes
//	defaultLibrary  names that the spec gives: header fields, groups
package tokens

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/spec"
)

// Type is an index in TypeNames.
type Type uint8

// The types.
const (
	Keyword Type = iota
	Property
	Namespace
	Number
	String
	Operator
	Variable
	Function
	Method
	Interface
	Class
	TypeName
	EnumMember
	Comment
)

// TypeNames are the names of the types in LSP.
var TypeNames = [...]string{"keyword", "property", "namespace", "number", "string", "operator", "variable",
	"function", "method", "interface", "class", "type", "enumMember", "comment"}

// Modifiers is a set of bits; bit i is ModifierNames[i].
type Modifiers uint8

// The modifiers.
const (
	Declaration Modifiers = 1 << iota
	Readonly
	Deprecated
	DefaultLibrary
)

// ModifierNames are the names of the modifiers in LSP.
var ModifierNames = [...]string{"declaration", "readonly", "deprecated", "defaultLibrary"}

// Token is a piece of a line, in bytes of the source. It is not empty.
type Token struct {
	Start, End uint32
	Type       Type
	Modifiers  Modifiers
}

// Liner finds the tokens of lines. It keeps memory between them; it is not for
// concurrent use.
type Liner struct {
	doc    *ast.Document
	out    []Token
	cells  []ast.Cell
	delta  bool
	remove bool // the lines are of a group that a delta removes
	group  ast.NodeID
}

// NewLiner returns a Liner of a document.
func NewLiner(doc *ast.Document) *Liner { return &Liner{doc: doc, delta: doc.Header.Is("delta")} }

// Append appends the tokens of a line, in their order and without overlaps.
func (l *Liner) Append(out []Token, id ast.NodeID) []Token {
	l.out = out
	doc := l.doc
	n := doc.Node(id)
	start, end := doc.Span(id)
	switch n.Kind {
	case ast.KindComment:
		l.add(start, end, Comment, 0)
	case ast.KindHeader:
		l.header(start)
	case ast.KindSummary:
		if id == doc.Summary {
			l.summary(start)
		}
	case ast.KindKeyValue, ast.KindScalar, ast.KindInlineArray:
		l.key(id, Property)
		l.declaration(id)
		l.values(id)
	case ast.KindSection, ast.KindArray:
		l.key(id, Namespace)
		l.declaration(id)
	case ast.KindGroup:
		l.groupName(id)
		l.declaration(id)
	case ast.KindAttachment:
		l.key(id, Property)
		l.declaration(id)
		l.values(id)
	case ast.KindItem:
		l.rowID(start, end)
		l.declaration(id)
		l.values(id)
	case ast.KindRow:
		if n.Flags&ast.FlagRowID != 0 {
			l.rowID(start, end)
		}
		l.values(id)
	case ast.KindInlineBody:
		l.values(id)
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		l.graphLine(id, n)
	}
	return l.out
}

func (l *Liner) add(start, end int, t Type, m Modifiers) {
	if t != String && t != Property || strings.IndexByte(l.doc.Source[start:max(start, end)], '\\') < 0 {
		l.piece(start, end, t, m)
		return
	}
	// Escapes in quotes are left out: the colour that a grammar has for them stays.
	for quoted := l.doc.Source[start] == '"'; start < end; {
		i := strings.IndexByte(l.doc.Source[start:end], '\\')
		if i < 0 || !quoted {
			l.piece(start, end, t, m)
			return
		}
		l.piece(start, start+i, t, m)
		start += i + len(`\n`)
		if l.doc.Source[start-1:min(start, end)] == "u" {
			start += len("0000")
		}
	}
}

func (l *Liner) piece(start, end int, t Type, m Modifiers) {
	if end > start {
		l.out = append(l.out, Token{uint32(start), uint32(end), t, m})
	}
}

func (l *Liner) addSpan(s ast.Span, t Type, m Modifiers) { l.add(s.Start, s.End, t, m) }

func (l *Liner) header(start int) {
	if strings.HasPrefix(l.doc.Source[start:], "GCF") {
		l.add(start, start+len("GCF"), Keyword, 0)
	}
	l.pairs(l.doc.Header.Fields)
}

func (l *Liner) summary(start int) {
	if i := strings.Index(l.doc.Source[start:], "summary"); i >= 0 {
		l.add(start+i, start+i+len("summary"), Keyword, 0)
	}
	l.pairs(l.doc.Trailer)
}

func (l *Liner) pairs(fields []ast.HeaderField) {
	for i := range fields {
		f := &fields[i]
		var known Modifiers
		if spec.Header(f.Key) != nil || slices.Contains(spec.TrailerFields, f.Key) {
			known = DefaultLibrary
		}
		l.add(f.KeyStart, f.KeyEnd, Property, known)
		t, m := String, Modifiers(0)
		switch {
		case f.Key == "profile":
			t = EnumMember
		case f.Value == "true" || f.Value == "false":
			t, m = Keyword, Readonly
		case strings.Trim(f.Value, "0123456789") == "":
			t = Number
		case f.Key == "counts":
			l.counts(f)
			continue
		}
		l.add(f.ValueStart, f.ValueEnd, t, m)
	}
}

// counts adds the entries of `counts=`, with labels or without (spec 8.4).
func (l *Liner) counts(f *ast.HeaderField) {
	at := f.ValueStart
	for entry := range strings.SplitSeq(f.Value, ",") {
		number := at
		if i := strings.IndexByte(entry, ':'); i >= 0 {
			l.add(at, at+i, Namespace, DefaultLibrary)
			number = at + i + 1
		}
		l.add(number, at+len(entry), Number, 0)
		at += len(entry) + 1
	}
}

func (l *Liner) key(id ast.NodeID, t Type) {
	if l.doc.Node(id).Kind == ast.KindScalar {
		return
	}
	l.addSpan(l.doc.KeySpan(id), t, Declaration)
}

func (l *Liner) groupName(id ast.NodeID) {
	name := l.doc.Key(id)
	m := Declaration
	if spec.GivesDistance(name) || spec.GroupOf(name) != nil {
		m |= DefaultLibrary
	}
	l.addSpan(l.doc.KeySpan(id), Namespace, m)
}

// declaration adds the count and the names of a line's own declaration.
func (l *Liner) declaration(id ast.NodeID) {
	if d, at, ok := cursor.OwnDecl(l.doc, id); ok {
		if d.CountEnd > d.CountStart+1 {
			t := Number
			if d.Count != ast.CountExact {
				t = Operator
			}
			end := d.CountEnd
			if d.Text[end-1] == ']' {
				end--
			}
			if d.Keyed && end > d.CountStart+1 {
				end--
			}
			l.add(at+d.CountStart+1, at+end, t, 0)
		}
		l.fields(d, at)
	}
}

func (l *Liner) fields(d *ast.Decl, at int) {
	for i := range d.Fields {
		name := cursor.FieldSpan(&d.Fields[i], at)
		l.add(at+d.Fields[i].Start, name.Start, Operator, 0)
		l.addSpan(name, Property, Declaration)
	}
}

func (l *Liner) rowID(start, end int) {
	if i := ast.RowIDEnd(l.doc.Source[:end], start); i > start {
		for l.doc.Source[i-1] == ' ' || l.doc.Source[i-1] == '\t' {
			i--
		}
		l.add(start, i, Variable, Readonly)
	}
}

// values adds the cells of a line.
func (l *Liner) values(id ast.NodeID) {
	l.cells = l.doc.AppendCells(l.cells[:0], id)
	for i, c := range l.cells {
		t, m := String, Modifiers(0)
		switch c.Scalar {
		case ast.ScalarNull, ast.ScalarMissing, ast.ScalarTrue, ast.ScalarFalse:
			t, m = Keyword, Readonly
		case ast.ScalarInt, ast.ScalarDouble:
			t = Number
		case ast.ScalarAttachment:
			t = Operator
		case ast.ScalarInlineSchema:
			l.inlineSchema(id, i, c)
			continue
		}
		l.add(c.Start, c.End, t, m)
	}
}

// inlineSchema adds a `^{…}` cell. Its list is that of the body below.
func (l *Liner) inlineSchema(row ast.NodeID, column int, c ast.Cell) {
	l.add(c.Start, c.Start+1, Operator, 0)
	for body := range l.doc.Children(row) {
		n := l.doc.Node(body)
		if d := l.doc.DeclOf(body); n.Kind == ast.KindInlineBody && int(n.Index) == column && d.Text == l.doc.Source[c.Start+1:c.End] {
			l.fields(d, c.Start+1)
			return
		}
	}
}

// nodeTypes are the types of the names of nodes, by the short form of their
// kind (spec 5). All others are Class.
var nodeTypes = map[string]Type{
	"fn": Function, "method": Method, "route": Method, "iface": Interface, "type": TypeName,
}

func (l *Liner) graphLine(id ast.NodeID, n *ast.Node) {
	doc := l.doc
	var removed Modifiers
	if l.delta && l.removes(n.Parent) {
		removed = Deprecated
	}
	switch n.Kind {
	case ast.KindSymbol:
		s := graph.Symbol(doc, id)
		l.addSpan(s.ID, Variable, Declaration)
		l.addSpan(s.Kind, TypeName, 0)
		l.nodeName(s.Kind, s.Name, removed)
		l.addSpan(s.Score, Number, 0)
		l.addSpan(s.Provenance, EnumMember, 0)
		l.addSpan(s.Distance, Number, 0)
	case ast.KindReference:
		s := graph.Symbol(doc, id)
		_, end := doc.Span(id)
		l.addSpan(s.ID, Variable, Declaration)
		l.add(s.Kind.Start, end, Comment, 0)
	case ast.KindDeltaSymbol:
		kind, name := graph.DeltaSymbol(doc, id)
		l.addSpan(kind, TypeName, 0)
		l.nodeName(kind, name, removed)
	case ast.KindEdge:
		e := graph.Edge(doc, id)
		if doc.Source[e.Status.Start:e.Status.End] == "removed" {
			removed = Deprecated
		}
		l.addSpan(e.Target, Variable, 0)
		l.add(e.Target.End, e.Source.Start, Operator, 0)
		l.addSpan(e.Source, Variable, 0)
		l.addSpan(e.Type, EnumMember, removed)
		l.addSpan(e.Status, Keyword, removed)
	case ast.KindDeltaEdge:
		e := graph.DeltaEdge(doc, id)
		l.addSpan(e.Source, Class, removed)
		if i := strings.Index(doc.Source[e.Source.End:e.Target.Start], "->"); i >= 0 {
			l.add(e.Source.End+i, e.Source.End+i+len("->"), Operator, 0)
		}
		l.addSpan(e.Target, Class, removed)
		l.addSpan(e.Type, EnumMember, removed)
	}
}

func (l *Liner) nodeName(kind, name ast.Span, m Modifiers) {
	word := spec.ShortKind(l.doc.Source[kind.Start:kind.End])
	t, known := nodeTypes[word]
	if !known {
		t = Class
	}
	if word == "const" {
		m |= Readonly
	}
	l.addSpan(name, t, m|Declaration)
}

// removes reports whether a group of a delta names what is removed.
func (l *Liner) removes(group ast.NodeID) bool {
	if group != l.group {
		l.group = group
		of := spec.GroupOf(l.doc.Key(group))
		l.remove = of != nil && of.Removes
	}
	return l.remove
}
