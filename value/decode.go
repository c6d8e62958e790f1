package value

import (
	"strconv"

	"gcf-lsp/ast"
)

// DecodeOption changes what [Decode] does.
type DecodeOption uint8

// The options of Decode.
const (
	// KeepLexemes keeps the spelling of numbers that a double cannot hold
	// exactly; see [Value.Lexeme].
	KeepLexemes DecodeOption = 1 << iota

	partial // read what can be read
)

// Decode returns the value of a document: for the generic profile the JSON
// value that it encodes (spec 7), for the graph profile the ecosystem's JSON
// shape (see [Graph] of package format), kinds in full. Each value knows the
// line that it comes from ([Value.Line]).
//
// A document with an error has no value: the error is an [*Error] with the
// code and place of the first. A graph payload that refers to symbols of
// earlier payloads (spec 9) has none either; package snapshot knows those.
// Strings without escapes share the memory of the document's source.
func Decode(doc *ast.Document, options ...DecodeOption) (Value, error) {
	if err := FirstError(doc); err != nil {
		return Value{}, err
	}
	d := decoder{doc: doc}
	for _, o := range options {
		d.options |= o &^ partial
	}
	v := d.decode()
	if d.err != nil {
		return Value{}, d.err
	}
	return v, nil
}

// FirstError returns the first error of a document as an [*Error] with its code
// and place, or nil where a strict decoder accepts it (spec 16.5).
func FirstError(doc *ast.Document) error {
	for i := range doc.Problems {
		if p := &doc.Problems[i]; IsError(p.Code) {
			line, column := position([]byte(doc.Source[:min(int(p.Start), len(doc.Source))]), int(p.Start))
			return &Error{Code: p.Code, Line: line, Column: column,
				Message: "the document has an error: " + p.Code.String()}
		}
	}
	return nil
}

// DecodeWithout is [Decode] but for arrays whose lines skip names: those are
// empty. It is for callers that know such an array already.
func DecodeWithout(doc *ast.Document, skip func(ast.NodeID) bool) Value {
	d := decoder{doc: doc, options: KeepLexemes, skip: skip}
	return d.decode()
}

// DecodePartial returns as much of a document's value as can be read: broken
// lines are left out, of two members with one key the first is kept, a row
// that is too short lacks its last fields. It is for editors.
func DecodePartial(doc *ast.Document) Value {
	d := decoder{doc: doc, options: partial}
	return d.decode()
}

// IsError reports whether a code is one that a strict decoder rejects (spec
// 16.5).
func IsError(c ast.Code) bool { return c.Rejects() }

// decoder builds a value from the nodes of a document, in one pass over them.
// The containers that are open are on a stack; their items are on one stack
// for elements, one for members and one for the cells of rows with
// attachments, and are copied into slices of their exact size when their
// container ends.
type decoder struct {
	doc     *ast.Document
	options DecodeOption
	skip    func(ast.NodeID) bool // arrays to leave empty, or nil
	err     error

	stack   []open
	elems   []Value
	members []Member
	values  []cellValue
	cells   []ast.Cell
	plans   map[ast.DeclID]*rowPlan
	levels  []pathLevel
	paths   int // steps of path columns taken
	root    Value
	slab    slab
}

type openKind uint8

const (
	openObject openKind = iota
	openArray
	openKeyed
	openRow
)

// open is a container whose end has not been reached.
type open struct {
	kind   openKind
	node   ast.NodeID
	end    ast.NodeID // the first node behind it
	start  int        // where its items begin on their stack
	extra  int        // openRow: where its members without a column begin
	key    string     // its name in an object, its key in a keyed table
	column uint32     // its column in a row, or ast.NoColumn
}

func (d *decoder) decode() Value {
	if d.doc.Profile == ast.ProfileGraph {
		return d.graph()
	}
	d.plans = make(map[ast.DeclID]*rowPlan, len(d.doc.Decls))
	nodes := d.doc.Nodes
	if d.rootObject() {
		d.open(open{kind: openObject, node: 0, end: ast.NodeID(len(nodes))})
	}
	for id := ast.NodeID(1); int(id) < len(nodes); id++ {
		d.closeUpTo(id)
		d.node(id, &nodes[id])
		if d.skip != nil && d.skip(id) {
			id = nodes[id].Next - 1
		}
	}
	d.closeUpTo(ast.NodeID(len(nodes)))
	return d.root
}

// rootObject reports whether the root value is an object: its first item is
// neither a root scalar nor an anonymous array (spec 7.1).
func (d *decoder) rootObject() bool {
	for id := range d.doc.Children(0) {
		switch d.doc.Nodes[id].Kind {
		case ast.KindBlank, ast.KindComment, ast.KindHeader, ast.KindError, ast.KindSummary:
			continue
		}
		return !d.isRoot(id)
	}
	return true
}

// isRoot reports whether a line is the root value.
func (d *decoder) isRoot(id ast.NodeID) bool {
	switch d.doc.Nodes[id].Kind {
	case ast.KindScalar:
		return true
	case ast.KindArray, ast.KindInlineArray:
		key := d.doc.KeySpan(id)
		return key.Start == key.End
	}
	return false
}

// node reads one line.
func (d *decoder) node(id ast.NodeID, n *ast.Node) {
	if len(d.stack) == 0 && !d.isRoot(id) {
		return // trivia around a root value
	}
	switch n.Kind {
	case ast.KindScalar, ast.KindKeyValue:
		d.deliver(d.lineScalar(id), d.key(id, n), ast.NoColumn)
	case ast.KindSection:
		d.open(open{kind: openObject, node: id, end: n.Next, key: d.key(id, n)})
	case ast.KindInlineArray, ast.KindArray:
		d.container(id, n, d.key(id, n))
	case ast.KindItem:
		d.container(id, n, "")
	case ast.KindAttachment:
		d.container(id, n, d.doc.Key(id))
	case ast.KindInlineBody:
		d.inlineBody(id, n)
	case ast.KindRow:
		d.row(id, n)
	}
}

// key returns the key of a member's line; the root value has none.
func (d *decoder) key(id ast.NodeID, n *ast.Node) string {
	if n.Kind == ast.KindScalar {
		return ""
	}
	return d.doc.Key(id)
}

// container reads an array in any form, `{}` or a scalar behind `@N ` or
// `.key `.
func (d *decoder) container(id ast.NodeID, n *ast.Node, key string) {
	column := ast.NoColumn
	if n.Kind == ast.KindAttachment {
		column = n.Index
	}
	decl := d.doc.DeclOf(id)
	o := open{kind: openArray, node: id, end: n.Next, key: key, column: column}
	switch {
	case decl == nil:
		d.deliver(d.lineScalar(id), key, column)
		return
	case decl.Inline && n.Flags&ast.FlagShared == 0:
		d.cells = d.doc.AppendCells(d.cells[:0], id)
		elems := d.slab.elems.take(len(d.cells))
		for i, c := range d.cells {
			elems[i], _ = d.scalar(c, id)
		}
		d.deliver(NewArray(elems).AtLine(id), key, column)
		return
	case decl.Object && decl.Count == ast.CountNone:
		o.kind = openObject
	case decl.Keyed && decl.HasFields:
		o.kind = openKeyed
	}
	d.open(o)
}

// inlineBody reads a positional attachment (spec 7.4.5.1).
func (d *decoder) inlineBody(id ast.NodeID, n *ast.Node) {
	decl := d.doc.DeclOf(id)
	if decl == nil {
		return
	}
	d.cells = d.doc.AppendCells(d.cells[:0], id)
	members := d.slab.members.take(min(len(decl.Fields), len(d.cells)))
	for i := range members {
		members[i].Key = decl.Fields[i].Name
		members[i].Value, _ = d.scalar(d.cells[i], id)
	}
	d.deliver(d.object(members).AtLine(id), "", n.Index)
}

// lineScalar reads the only scalar of a line.
func (d *decoder) lineScalar(id ast.NodeID) Value {
	d.cells = d.doc.AppendCells(d.cells[:0], id)
	if len(d.cells) == 0 {
		return Value{}.AtLine(id)
	}
	v, _ := d.scalar(d.cells[0], id)
	return v
}

// scalar reads one token. It returns false for `~`, `^` and `^{…}`, which are
// no scalars.
func (d *decoder) scalar(c ast.Cell, line ast.NodeID) (v Value, ok bool) {
	ok = true
	switch c.Scalar {
	case ast.ScalarNull:
	case ast.ScalarTrue, ast.ScalarFalse:
		v = NewBool(c.Scalar == ast.ScalarTrue)
	case ast.ScalarInt:
		token := d.doc.CellText(c)
		if n, ok := smallInt(token); ok {
			v = NewInt(n)
		} else {
			v = d.number(token, line)
		}
	case ast.ScalarDouble:
		v = d.number(d.doc.CellText(c), line)
	case ast.ScalarBare:
		v = NewString(d.doc.CellText(c))
	case ast.ScalarMissing, ast.ScalarAttachment, ast.ScalarInlineSchema:
		ok = false
	default:
		v = NewString(d.doc.CellString(c))
	}
	v.line = line
	return v, ok
}

// smallInt reads an integer token of few digits, as most are.
func smallInt(token string) (n int64, ok bool) {
	if len(token) > 18 || token[0] == '-' {
		return 0, false
	}
	for i := 0; i < len(token); i++ {
		n = 10*n + int64(token[i]-'0')
	}
	return n, true
}

// number reads a number token.
func (d *decoder) number(token string, line ast.NodeID) Value {
	v, err := ParseNumber(token)
	switch {
	case err != nil && d.options&partial != 0:
		return NewString(token)
	case err != nil:
		d.fail(err, line)
	case v.kind == Double && d.options&KeepLexemes != 0 && !IsExact(token):
		return v.withLexeme(token)
	}
	return v
}

// fail keeps the first error.
func (d *decoder) fail(err error, line ast.NodeID) {
	if d.err != nil {
		return
	}
	e := &Error{Code: CodeOf(err), Message: err.Error()}
	start, _ := d.doc.Span(line)
	e.Line, e.Column = position([]byte(d.doc.Source[:start]), start)
	d.err = e
}

func (d *decoder) open(o open) {
	switch o.kind {
	case openArray:
		o.start = len(d.elems)
	case openObject, openKeyed:
		o.start = len(d.members)
	case openRow:
		o.start, o.extra = len(d.values), len(d.members)
	}
	d.stack = append(d.stack, o)
}

// closeUpTo ends the containers that do not hold this node.
func (d *decoder) closeUpTo(id ast.NodeID) {
	for len(d.stack) > 0 && d.stack[len(d.stack)-1].end <= id {
		o := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		var v Value
		switch o.kind {
		case openArray:
			elems := d.slab.elems.take(len(d.elems) - o.start)
			copy(elems, d.elems[o.start:])
			d.elems = d.elems[:o.start]
			v = NewArray(elems)
		case openObject, openKeyed:
			v = d.object(d.take(o.start))
		case openRow:
			v = d.finishRow(&o)
		}
		d.deliver(v.AtLine(o.node), o.key, o.column)
	}
}

// take copies the members from start off their stack.
func (d *decoder) take(start int) []Member {
	members := d.slab.members.take(len(d.members) - start)
	copy(members, d.members[start:])
	d.members = d.members[:start]
	return members
}

// object makes an object. A broken document may have a key twice.
func (d *decoder) object(members []Member) Value {
	if d.options&partial != 0 && repeats(members) {
		seen := make(map[string]bool, len(members))
		kept := members[:0]
		for _, m := range members {
			if !seen[m.Key] {
				seen[m.Key] = true
				kept = append(kept, m)
			}
		}
		members = kept
	}
	return NewObject(members)
}

// repeats reports whether a key may be there twice.
func repeats(members []Member) bool {
	if len(members) > bigSize {
		return true
	}
	for i := range members {
		for j := range i {
			if members[i].Key == members[j].Key {
				return true
			}
		}
	}
	return false
}

// deliver gives a complete value to the container that is open.
func (d *decoder) deliver(v Value, key string, column uint32) {
	if len(d.stack) == 0 {
		d.root = v
		return
	}
	switch o := &d.stack[len(d.stack)-1]; o.kind {
	case openArray:
		d.elems = append(d.elems, v)
	case openObject, openKeyed:
		d.members = append(d.members, Member{key, v})
	case openRow:
		if column == ast.NoColumn {
			d.members = append(d.members, Member{key, v})
		} else if i := o.start + int(column); i < len(d.values) {
			d.values[i] = cellValue{v, true}
		}
	}
}

// slab hands out small slices from larger ones: a table has a slice for each
// row. Each is twice as large as the one before, up to a limit, so that a row
// that is read alone takes what a row takes. A slab is kept alive by any of its
// slices.
type slab struct {
	elems   pool[Value]
	members pool[Member]
}

const slabSize = 1024

type pool[T any] struct {
	free []T
	size int
}

func (p *pool[T]) take(n int) []T {
	if n > slabSize/4 {
		return make([]T, n)
	}
	if n > len(p.free) {
		p.size = min(max(2*p.size, n), slabSize)
		p.free = make([]T, p.size)
	}
	out := p.free[:n:n]
	p.free = p.free[n:]
	return out
}

// symbolName is how a message names a symbol that has no name in the payload.
func symbolName(id uint64) string { return "@" + strconv.FormatUint(id, 10) }
