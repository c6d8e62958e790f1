package format

import (
	"io"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// StreamTable declares a table of a [TableStream].
type StreamTable struct {
	// Name is the member of the root object that holds the table. Root makes
	// the table the whole document instead.
	Name string
	Root bool
	// Keyed makes the rows the members of an object (spec 7.2a); write them
	// with [TableStream.Member].
	Keyed bool
	// Fields are all fields that rows may have, in order. A keyed table's key
	// column is not among them.
	Fields []string
}

// TableStream writes tables of the generic profile row by row (spec 8.3): each
// row goes to the writer at once, and one row is all that is kept in memory.
// Cells are scalars; a row with a nested value, or with a field that its
// table does not declare, is refused.
//
// A stream is for one goroutine. After an error of the writer every call
// returns that error; a row that is refused leaves the stream usable. The keys
// of a keyed table's members must differ, which a stream cannot check.
type TableStream struct {
	w   io.Writer
	buf []byte
	err error

	rowBuf []byte // the row that is being written
	names  map[string]bool
	root   bool
	closed bool
	open   *streamTable
	counts []int
}

// at puts the table's place in front of the path of an error.
func (t *StreamTable) at(err error) error {
	if t.Root {
		return err
	}
	return at(err, t.Name)
}

type streamTable struct {
	StreamTable
	table   table
	started bool // the header is written
	rows    int
}

// NewTableStream writes the header of the document and returns the stream.
func NewTableStream(w io.Writer) (*TableStream, error) {
	s := &TableStream{w: w, names: make(map[string]bool)}
	return s, s.write(append(s.buf, "GCF profile=generic\n"...))
}

// Scalar writes a member `key=value` of the root object.
func (s *TableStream) Scalar(key string, v value.Value) (err error) {
	if err := s.begin(key, false); err != nil {
		return err
	}
	if !v.IsScalar() {
		return at(nested(v), key)
	}
	b, err := AppendKey(s.buf[:0], key)
	if err == nil {
		b, err = AppendScalar(append(b, '='), v)
	}
	if err != nil {
		return at(err, key)
	}
	s.names[key] = true
	return s.write(append(b, '\n'))
}

// Table begins a table; the one before ends.
func (s *TableStream) Table(t StreamTable) error {
	if err := s.begin(t.Name, t.Root); err != nil {
		return err
	}
	open := &streamTable{StreamTable: t}
	seen := make(map[string]bool, len(t.Fields))
	for _, f := range t.Fields {
		if strings.Contains(f, ">") {
			return t.at(fault(ast.InvalidFieldDeclaration, "the field "+quote(f)+" contains >, which a stream cannot write (spec 8.3); rename it, or encode the value as a whole"))
		}
		if seen[f] {
			return t.at(fault(ast.DuplicateFieldName, "the field "+quote(f)+" is declared twice"))
		}
		seen[f] = true
		open.table.add(f)
		open.table.order = append(open.table.order, int32(len(open.table.order)))
	}
	if len(t.Fields) == 0 {
		return t.at(fault(ast.InvalidFieldDeclaration, "a table needs at least one field"))
	}
	open.table.columns = len(t.Fields)
	open.table.slots = make([]int32, len(t.Fields))
	if t.Keyed {
		open.table.label = "key"
		for seen[open.table.label] {
			open.table.label = "_" + open.table.label
		}
	}
	s.open = open
	if t.Root {
		s.root = true
	} else {
		s.names[t.Name] = true
	}
	if t.Keyed {
		return nil // a keyed table has a member at least: its header waits for it
	}
	return s.start()
}

// Row writes an object as the next row of the table. A field that it lacks is
// written as absent.
func (s *TableStream) Row(row value.Value) error { return s.row(row, "", false) }

// Member writes an object as the next member of the keyed table.
func (s *TableStream) Member(key string, row value.Value) error { return s.row(row, key, true) }

// Close ends the last table and writes the trailer (spec 8.4), if there was a
// table. It does not close the writer.
func (s *TableStream) Close() error {
	if err := s.ready(); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	s.closed = true
	if len(s.counts) == 0 {
		return nil
	}
	return s.write(append(appendGenericCounts(append(s.buf[:0], "##! summary counts="...), s.counts), '\n'))
}

// appendGenericCounts writes the counts of a generic trailer: one for each
// deferred section in their order.
func appendGenericCounts(b []byte, counts []int) []byte {
	for i, n := range counts {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}

// begin checks that a member or the root can be written and ends the table
// before.
func (s *TableStream) begin(name string, root bool) error {
	if err := s.ready(); err != nil {
		return err
	}
	switch {
	case s.root || root && len(s.names) > 0:
		return fault(ast.TrailingContent, "a table that is the whole document cannot stand beside anything else; give it a name")
	case !root && s.names[name]:
		return duplicateKey(name)
	}
	return s.end()
}

// start writes the header of the open table.
func (s *TableStream) start() (err error) {
	t := s.open
	b := append(s.buf[:0], "## "...)
	if !t.Root {
		if b, err = AppendKey(b, t.Name); err != nil {
			return err
		}
		b = append(b, ' ')
	}
	b = append(b, "[?"...)
	if t.Keyed {
		b = append(b, ':')
	}
	b = append(b, "]{"...)
	if t.Keyed {
		b = append(append(b, t.table.label...), ',')
	}
	for i, f := range t.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = AppendKey(b, f); err != nil {
			return err
		}
	}
	t.started = true
	return s.write(append(b, "}\n"...))
}

// end closes the open table.
func (s *TableStream) end() error {
	t := s.open
	if t == nil {
		return nil
	}
	s.open = nil
	switch {
	case t.started:
		s.counts = append(s.counts, t.rows)
	case !t.Root: // a keyed table without members is an empty object
		b, err := AppendKey(append(s.buf[:0], "## "...), t.Name)
		if err != nil {
			return err
		}
		return s.write(append(b, '\n'))
	}
	return nil
}

// row writes a row. Its errors have the path of what is wrong in the document.
func (s *TableStream) row(row value.Value, key string, keyed bool) error {
	if err := s.ready(); err != nil {
		return err
	}
	t := s.open
	if t == nil || t.Keyed != keyed {
		return fault(ast.NoCode, "no table of this kind is open for a row")
	}
	if !keyed {
		key = strconv.Itoa(t.rows)
	}
	b, err := s.appendRow(row, key)
	if err != nil {
		return t.at(at(err, key))
	}
	if !t.started {
		if err := s.start(); err != nil {
			return err
		}
	}
	t.rows++
	_, s.err = s.w.Write(b)
	return s.err
}

// appendRow returns the line of a row; the key is that of a keyed table.
func (s *TableStream) appendRow(row value.Value, key string) (b []byte, err error) {
	t := s.open
	if row.Kind() != value.Object {
		return nil, fault(ast.NoCode, "a row is an object, not "+article(row.Kind()))
	}
	clear(t.table.slots)
	next := 0
	for i, m := range row.Members() {
		f := t.table.find(m.Key, next)
		switch {
		case f < 0:
			return nil, noSuchField(m.Key, t.Fields)
		case t.table.slots[f] != 0:
			return nil, duplicateKey(m.Key)
		case !m.Value.IsScalar():
			return nil, at(nested(m.Value), m.Key)
		}
		t.table.slots[f] = int32(i) + 1
		next = f + 1
	}
	b = s.rowBuf[:0]
	if t.Keyed {
		if b, err = AppendString(b, key); err != nil {
			return nil, err
		}
		b = append(b, '|')
	}
	for f, slot := range t.table.slots {
		if f > 0 {
			b = append(b, '|')
		}
		if slot == 0 {
			b = append(b, '~')
		} else if b, err = AppendScalar(b, row.Members()[slot-1].Value); err != nil {
			return nil, at(err, t.Fields[f])
		}
	}
	s.rowBuf = append(b, '\n')
	return s.rowBuf, nil
}

func nested(v value.Value) error {
	return fault(ast.NoCode, "a streamed row holds scalars, not "+article(v.Kind())+"; encode the value as a whole")
}

func (s *TableStream) ready() error {
	if s.err == nil && s.closed {
		return fault(ast.NoCode, "the stream is closed")
	}
	return s.err
}

func (s *TableStream) write(b []byte) error {
	s.buf = b[:0]
	_, s.err = s.w.Write(b)
	return s.err
}
