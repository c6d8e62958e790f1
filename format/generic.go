package format

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Options change what an encoder writes. The zero Options give the canonical
// form.
type Options struct {
	// NoFlatten turns off path columns (spec 7.4.6): nested objects in rows
	// become inline schemas and attachments.
	NoFlatten bool
}

// Generic returns a value as a canonical document of the generic profile. Its
// errors are of type [*value.Error] with the path of what cannot be written:
// a key twice in one object, text that is not UTF-8, a number that is not
// finite.
func Generic(v value.Value, o Options) ([]byte, error) {
	return AppendGeneric(nil, v, o)
}

// AppendGeneric appends what [Generic] returns.
func AppendGeneric(dst []byte, v value.Value, o Options) ([]byte, error) {
	e := encoder{buf: append(dst, "GCF profile=generic\n"...), options: o}
	err := e.document(v)
	return e.buf, err
}

// encoder writes one value of the generic profile. The containers that are
// being written are on a stack; each step writes one line, or one row with its
// attachments' first line, and may open a container.
type encoder struct {
	buf     []byte
	options Options
	stack   []frame
	trace   *tracer                 // nil unless the formatter asks where things went
	most    int                     // bytes that may be written, or 0
	walked  [maxFlatten]value.Value // see walk
}

// frameKind is what a frame writes.
type frameKind uint8

const (
	objectFrame frameKind = iota // the members of an object (spec 7.2)
	itemsFrame                   // the items of an expanded array (spec 7.6)
	tableFrame                   // the rows of a table (spec 7.4)
)

// frame is a container that is being written.
type frame struct {
	kind    frameKind
	indent  int // of its lines, in spaces
	next    int // the next member, item or row
	attach  int // tableFrame: the next of the current row's fields to attach
	members []value.Member
	elems   []value.Value
	table   *table
}

// document writes the body of a document.
func (e *encoder) document(v value.Value) error {
	if err := e.root(v); err != nil {
		return err
	}
	for len(e.stack) > 0 {
		if err := e.step(); err != nil {
			return e.path(err)
		}
		if e.most > 0 && len(e.buf) > e.most {
			return &value.Error{Code: ast.LimitExceeded, Message: "limit_exceeded: nested this deep, the formatted document would be many times as large as the document, by its indentation alone"}
		}
	}
	return nil
}

// root writes the root value or opens it (spec 7.1).
func (e *encoder) root(v value.Value) error {
	e.mark(v)
	switch v.Kind() {
	case value.Array:
		e.buf = append(e.buf, "## "...)
		return e.array(v, 0, false)
	case value.Object:
		start := len(e.buf)
		e.buf = append(e.buf, "## "...)
		if keyed, err := e.keyed(v, 0); keyed || err != nil {
			return err
		}
		e.buf = e.buf[:start]
		return e.members(v, 0)
	}
	e.buf = append(e.buf, '=')
	return e.scalarLine(v)
}

// step writes the next line of the innermost container.
func (e *encoder) step() error {
	f := &e.stack[len(e.stack)-1]
	switch f.kind {
	case objectFrame:
		if f.next < len(f.members) {
			m := &f.members[f.next]
			f.next++
			return e.member(m, f.indent)
		}
	case itemsFrame:
		if f.next < len(f.elems) {
			i := f.next
			f.next++
			e.spaces(f.indent)
			e.buf = append(e.buf, '@')
			e.buf = strconv.AppendInt(e.buf, int64(i), 10)
			e.buf = append(e.buf, ' ')
			return e.item(f.elems[i], f.indent+2, false)
		}
	case tableFrame:
		if f.attach < len(f.table.order) {
			return e.attachment(f)
		}
		if f.next < f.table.rowCount() {
			return e.row(f)
		}
	}
	e.stack = e.stack[:len(e.stack)-1]
	return nil
}

// member writes the line of an object's member: `key=`, `## key`, `key[N]:`.
func (e *encoder) member(m *value.Member, indent int) (err error) {
	v := m.Value
	e.mark(v)
	e.spaces(indent)
	section := !v.IsScalar() && !(v.Kind() == value.Array && v.Len() > 0 && allScalars(v)) // a plain table is empty here
	if section {
		e.buf = append(e.buf, "## "...)
	}
	if e.buf, err = AppendKey(e.buf, m.Key); err != nil {
		return err
	}
	switch v.Kind() {
	case value.Array:
		if section {
			e.buf = append(e.buf, ' ')
		}
		return e.array(v, indent, false)
	case value.Object:
		start := len(e.buf)
		e.buf = append(e.buf, ' ')
		if keyed, err := e.keyed(v, indent); keyed || err != nil {
			return err
		}
		e.buf = e.buf[:start]
		e.endLine()
		return e.members(v, indent+2)
	}
	e.buf = append(e.buf, '=')
	return e.scalarLine(v)
}

// item writes what follows `@N ` or `.key `: `=scalar`, `{}`, `[N]…`. The body
// has this indentation. A shared array leaves its field list out.
func (e *encoder) item(v value.Value, indent int, shared bool) error {
	e.mark(v)
	switch v.Kind() {
	case value.Array:
		return e.array(v, indent, shared)
	case value.Object:
		if keyed, err := e.keyed(v, indent); keyed || err != nil {
			return err
		}
		e.buf = append(e.buf, "{}"...)
		e.endLine()
		return e.members(v, indent)
	}
	e.buf = append(e.buf, '=')
	return e.scalarLine(v)
}

// array writes `[N]…` in the form that spec 7.3 selects and opens its body.
func (e *encoder) array(v value.Value, indent int, shared bool) error {
	elems := v.Elems()
	if e.plain(v) != nil {
		var ok bool
		if e.buf, ok = e.trace.tables.append(e.buf, v.Line(), indent, shared); !ok {
			return errNotCanonical
		}
		return nil
	}
	if d := e.declaration(v); d != nil && allObjects(elems) {
		t := &table{elems: Columns(elems, d.Fields), trace: e.trace}
		t.declare(d)
		if _, err := t.plan(e.options); err != nil {
			return err
		}
		e.countOf(v, len(elems), "")
		return e.table(t, indent, false)
	}
	if len(elems) == 0 {
		e.count(0, "")
		e.endLine()
		return nil
	}
	if allScalars(v) {
		e.count(len(elems), "")
		e.buf = append(e.buf, ": "...)
		for i, elem := range elems {
			if i > 0 {
				e.buf = append(e.buf, ',')
			}
			if err := e.scalar(elem); err != nil {
				return at(err, strconv.Itoa(i))
			}
		}
		e.endLine()
		return nil
	}
	if allObjects(elems) {
		t := &table{elems: elems, trace: e.trace}
		ok, err := t.plan(e.options)
		if err != nil {
			return err
		}
		if ok {
			e.countOf(v, len(elems), "")
			return e.table(t, indent, shared)
		}
	}
	e.countOf(v, len(elems), "")
	e.endLine()
	e.stack = append(e.stack, frame{kind: itemsFrame, indent: indent, elems: elems})
	return nil
}

// keyed writes `[N:]{…}` and opens the rows where the object is to be a keyed
// table (spec 7.2a.1); otherwise it returns false and writes nothing.
func (e *encoder) keyed(v value.Value, indent int) (bool, error) {
	members := v.Members()
	d := e.declaration(v)
	if len(members) < 2 && d == nil && (len(members) == 0 || !e.streamed(v)) {
		return false, nil
	}
	for i := range members {
		if members[i].Value.Kind() != value.Object {
			return false, nil
		}
	}
	if key := duplicate(members); key != "" {
		return false, duplicateKey(key)
	}
	t := &table{members: members, trace: e.trace}
	if d != nil {
		t.members = MemberColumns(members, d.Fields[1:])
		t.declare(d)
	}
	if ok, err := t.plan(e.options); !ok || err != nil {
		return false, err
	}
	e.countOf(v, len(members), ":")
	return true, e.table(t, indent, false)
}

// members opens the body of an object.
func (e *encoder) members(v value.Value, indent int) error {
	members := v.Members()
	if key := duplicate(members); key != "" {
		return duplicateKey(key)
	}
	if len(members) > 0 {
		e.stack = append(e.stack, frame{kind: objectFrame, indent: indent, members: members})
	}
	return nil
}

// table writes the field list of a table, unless an earlier row's is shared,
// and opens the rows.
func (e *encoder) table(t *table, indent int, shared bool) (err error) {
	if !shared {
		if e.buf, err = t.appendFields(e.buf); err != nil {
			return err
		}
	}
	e.endLine()
	e.stack = append(e.stack, frame{kind: tableFrame, indent: indent, table: t, attach: len(t.order)})
	return nil
}

// row writes the line of the next row.
func (e *encoder) row(f *frame) (err error) {
	t := f.table
	r := f.next
	f.next++
	v := t.row(r)
	e.mark(v)
	row := v.Members()
	e.spaces(f.indent)
	if t.fill(row) {
		f.attach = 0
		e.buf = append(e.buf, '@')
		e.buf = strconv.AppendInt(e.buf, int64(r), 10)
		e.buf = append(e.buf, ' ')
	}
	if t.members != nil {
		if e.buf, err = AppendString(e.buf, t.members[r].Key); err != nil {
			return err
		}
		e.buf = append(e.buf, '|')
	}
	for n, i := range t.order[:t.columns] {
		if n > 0 {
			e.buf = append(e.buf, '|')
		}
		if err := e.cell(&t.fields[i], r, row, t.slots[i]); err != nil {
			return at(err, t.fields[i].name)
		}
	}
	e.endLine()
	return nil
}

// cell writes the cell or the path cells of one field. The slot is the
// position of the member in the row, plus one.
func (e *encoder) cell(f *field, r int, row []value.Member, slot int32) (err error) {
	if f.kind == flatField {
		return e.pathCells(f, row, slot)
	}
	if slot == 0 {
		e.buf = append(e.buf, '~')
		return nil
	}
	v := row[slot-1].Value
	if v.IsScalar() {
		return e.scalar(v)
	}
	e.buf = append(e.buf, '^')
	if f.kind == inlineField && r == 0 {
		e.buf, err = AppendFields(e.buf, f.inline, "")
	}
	return err
}

// pathCells writes the cells of a field that is flattened (spec 7.4.6.1).
func (e *encoder) pathCells(f *field, row []value.Member, slot int32) error {
	v := value.Value{}
	if slot > 0 {
		v = row[slot-1].Value
		e.mark(v)
	}
	if v.Kind() == value.Null {
		token := byte('-')
		if slot == 0 {
			token = '~'
		}
		first := true
		for _, s := range f.steps {
			if s.leaf {
				if !first {
					e.buf = append(e.buf, '|')
				}
				first = false
				e.buf = append(e.buf, token)
			}
		}
		return nil
	}
	var err error
	first := true
	walk(f.steps, v, &e.walked, func(leaf value.Value) bool {
		if !first {
			e.buf = append(e.buf, '|')
		}
		first = false
		err = e.scalar(leaf)
		return err == nil
	})
	return err
}

// attachment writes the next attachment of the current row: a positional body
// or the line of a named one (spec 7.4.4, 7.4.5).
func (e *encoder) attachment(f *frame) (err error) {
	t := f.table
	row := t.row(f.next - 1).Members()
	for f.attach < len(t.order) {
		i := t.order[f.attach]
		f.attach++
		slot := t.slots[i]
		if slot == 0 || !t.attached(int(i), row[slot-1].Value) {
			continue
		}
		v := row[slot-1].Value
		e.spaces(f.indent)
		name := t.fields[i].name
		if t.fields[i].kind == inlineField {
			return at(e.inlineBody(v), name)
		}
		e.buf = append(e.buf, '.')
		if e.buf, err = AppendKey(e.buf, name); err != nil {
			return err
		}
		e.buf = append(e.buf, ' ')
		return at(e.item(v, f.indent+4, t.fields[i].shared != nil && f.next > 1), name)
	}
	return nil
}

// inlineBody writes the positional body of an object with an inline schema.
func (e *encoder) inlineBody(v value.Value) error {
	e.mark(v)
	for i, m := range v.Members() {
		if i > 0 {
			e.buf = append(e.buf, '|')
		}
		if err := e.scalar(m.Value); err != nil {
			return at(err, m.Key)
		}
	}
	e.endLine()
	return nil
}

// scalarLine writes a scalar and ends the line.
func (e *encoder) scalarLine(v value.Value) error {
	err := e.scalar(v)
	e.endLine()
	return err
}

func (e *encoder) scalar(v value.Value) (err error) {
	e.mark(v)
	e.buf, err = AppendScalar(e.buf, v)
	return err
}

// count writes `[N]`, or `[N:]` with the mark of a keyed table.
func (e *encoder) count(n int, mark string) {
	e.buf = append(e.buf, '[')
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	e.buf = append(e.buf, mark...)
	e.buf = append(e.buf, ']')
}

const blanks = "                                                                "

func (e *encoder) spaces(n int) {
	for ; n > len(blanks); n -= len(blanks) {
		e.buf = append(e.buf, blanks...)
	}
	e.buf = append(e.buf, blanks[:n]...)
}

func (e *encoder) endLine() {
	e.buf = append(e.buf, '\n')
	if e.trace != nil {
		e.trace.line++
	}
}

// mark notes that a value is written on the current line.
func (e *encoder) mark(v value.Value) {
	if e.trace != nil {
		e.trace.mark(v)
	}
}

// declaration returns the field list that the document declares for a keyed
// set, or nil.
func (e *encoder) declaration(v value.Value) *ast.Decl {
	if e.trace == nil {
		return nil
	}
	return e.trace.declaration(v)
}

// plain returns the fields of an array that is a plain table and was not
// decoded, or nil.
func (e *encoder) plain(v value.Value) []string {
	if e.trace == nil {
		return nil
	}
	return e.trace.plain(v)
}

// streamed reports whether an object stays a keyed table because a stream, which
// cannot know how many members come, wrote it as one.
func (e *encoder) streamed(v value.Value) bool {
	return e.trace != nil && e.trace.streamed(v)
}

// countOf writes the count of a block, or `[?]` where it is to stay deferred.
func (e *encoder) countOf(v value.Value, n int, mark string) {
	if e.trace != nil && e.trace.deferred(v, n) {
		e.buf = append(append(append(e.buf, "[?"...), mark...), ']')
		return
	}
	e.count(n, mark)
}

// path completes the path of an error with the containers that are open.
func (e *encoder) path(err error) error {
	for i := len(e.stack) - 1; i >= 0; i-- {
		f := &e.stack[i]
		if f.next == 0 {
			continue
		}
		switch n := f.next - 1; f.kind {
		case objectFrame:
			err = at(err, f.members[n].Key)
		case itemsFrame:
			err = at(err, strconv.Itoa(n))
		case tableFrame:
			if f.attach > 0 && f.attach <= len(f.table.order) && i < len(e.stack)-1 {
				err = at(err, f.table.fields[f.table.order[f.attach-1]].name)
			}
			err = at(err, f.table.pointer(n))
		}
	}
	return err
}

func allScalars(v value.Value) bool {
	for _, elem := range v.Elems() {
		if !elem.IsScalar() {
			return false
		}
	}
	return true
}

func allObjects(elems []value.Value) bool {
	for i := range elems {
		if elems[i].Kind() != value.Object {
			return false
		}
	}
	return true
}
