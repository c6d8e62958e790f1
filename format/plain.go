package format

import (
	"bytes"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// plainTables are the tables of a document that are canonical whatever
// surrounds them, found by their tokens alone: rows of scalars, path columns
// among them, with arrays of scalars and tables of scalars as attachments.
type plainTables struct {
	doc       *ast.Document
	noFlatten bool
	fields    [][]string // by node: the columns, or nil for what is no plain table
	decls     []*plainDecl
	marks     []int // the columns of the current row with an attachment
}

// plainDecl is what a field list is for plain tables.
type plainDecl struct {
	ok      bool // an encoder could have written it
	names   []string
	keys    []string // as written
	text    string   // `{…}`
	tops    []plainTop
	columns []plainColumn
}

// plainTop is a field: a column, or the path columns of an object.
type plainTop struct {
	end  int  // the column after its last
	path bool // it has path columns
}

// plainColumn is what a column was found to hold.
type plainColumn struct {
	scalar   bool // a scalar other than null, or an array that is no table
	first    bool // the first row has a table
	shared   bool // an attachment left its field list out
	explicit bool // a later attachment has a field list
	fields   []string
	object   bool // path columns: a row has the object
}

func findPlainTables(doc *ast.Document, noFlatten bool) *plainTables {
	p := &plainTables{doc: doc, noFlatten: noFlatten, fields: make([][]string, len(doc.Nodes)), decls: make([]*plainDecl, len(doc.Decls))}
	for id := ast.NodeID(1); int(id) < len(doc.Nodes); id++ {
		n := &doc.Nodes[id]
		if n.Next == id+1 {
			continue
		}
		switch n.Kind {
		case ast.KindArray, ast.KindItem:
			p.fields[id] = p.table(id, n, true)
		case ast.KindAttachment:
			p.fields[id] = p.table(id, n, false)
		}
		if p.fields[id] != nil {
			id = n.Next - 1
		}
	}
	return p
}

// table returns the columns of an array that is a plain table, or nil. Where
// nested is false the rows may have neither path columns nor attachments.
func (p *plainTables) table(id ast.NodeID, n *ast.Node, nested bool) []string {
	own := p.doc.DeclOf(id)
	if own == nil || own.Count != ast.CountExact || own.Keyed {
		return nil
	}
	var d *plainDecl
	seen := 0 // how many fields have had a value
	for child := id + 1; child < n.Next; child = p.doc.Nodes[child].Next {
		row := &p.doc.Nodes[child]
		if row.Kind == ast.KindComment {
			continue
		}
		if row.Kind != ast.KindRow || row.Flags&ast.FlagInvalid != 0 || row.Decl == ast.NoDecl {
			return nil
		}
		if d == nil {
			if n.Flags&ast.FlagShared == 0 && row.Decl != n.Decl {
				return nil
			}
			if d = p.declared(row.Decl); !d.ok || !nested && len(d.tops) < len(d.names) {
				return nil
			}
			if nested {
				clear(d.columns)
			}
		}
		marked := row.Flags&ast.FlagMarkers != 0
		if marked != (row.Flags&ast.FlagRowID != 0) || marked && !nested {
			return nil
		}
		start, end := p.doc.Span(child)
		if marked {
			if start = p.rowID(start, end, row.Index); start < 0 {
				return nil
			}
		}
		if seen = p.rowCells(d, p.doc.Source[start:end], seen, nested); seen < 0 {
			return nil
		}
		if (marked || row.Next > child+1) && !p.attachments(d, child, row) {
			return nil
		}
	}
	if d == nil || seen != len(d.tops) || nested && !d.settled() {
		return nil
	}
	return d.names
}

// settled reports whether the columns that attachments and path columns fill
// have the form that an encoder chooses for them.
func (d *plainDecl) settled() bool {
	from := 0
	for _, top := range d.tops {
		c := &d.columns[from]
		share := c.first && !c.scalar && c.fields != nil
		if top.path && !c.object || share && c.explicit || !share && c.shared {
			return false
		}
		from = top.end
	}
	return true
}

// rowID returns the offset behind the id of a row, or -1 where it is not
// written as an encoder does.
func (p *plainTables) rowID(start, end int, index uint32) int {
	var buf [16]byte
	id := append(strconv.AppendUint(append(buf[:0], '@'), uint64(index), 10), ' ')
	if !strings.HasPrefix(p.doc.Source[start:end], string(id)) {
		return -1
	}
	return start + len(id)
}

// declared returns what a field list is for plain tables.
func (p *plainTables) declared(id ast.DeclID) *plainDecl {
	if d := p.decls[id]; d != nil {
		return d
	}
	d := &plainDecl{}
	p.decls[id] = d
	decl := &p.doc.Decls[id]
	if decl.Keyed || decl.Identity >= 0 || !decl.HasFields {
		return d
	}
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if f.Path == nil && strings.Contains(f.Name, ">") || f.Path != nil && (p.noFlatten || len(f.Path) > 2) {
			return d // deeper paths have an order of their own
		}
		key, err := AppendKey(nil, f.Name)
		if err != nil {
			return d
		}
		d.names = append(d.names, f.Name)
		d.keys = append(d.keys, string(key))
		last := len(d.tops) - 1
		if f.Path != nil && last >= 0 && d.tops[last].path && decl.Fields[i-1].Path[0] == f.Path[0] {
			d.tops[last].end = i + 1
			continue
		}
		if f.Path != nil && p.pathBefore(decl, i) {
			return d // the columns of an object apart
		}
		d.tops = append(d.tops, plainTop{end: i + 1, path: f.Path != nil})
	}
	d.text = "{" + strings.Join(d.keys, ",") + "}"
	d.columns = make([]plainColumn, len(d.names))
	d.ok = d.text == decl.Text[decl.FieldsStart:decl.FieldsEnd]
	return d
}

func (p *plainTables) pathBefore(decl *ast.Decl, i int) bool {
	for k := range i {
		if path := decl.Fields[k].Path; path != nil && path[0] == decl.Fields[i].Path[0] {
			return true
		}
	}
	return false
}

// rowCells reports whether the cells of a row are canonical, and the fields in
// the order in which the union finds them. It takes and returns the number of
// fields that have had a value, or returns -1. Numbers are canonical where the
// parser has not said otherwise.
// Where nested is false the rows leave the columns of its fields alone: they may be
// those of the table around it.
func (p *plainTables) rowCells(d *plainDecl, row string, seen int, nested bool) int {
	if nested {
		p.marks = p.marks[:0]
	}
	i, column := 0, 0
	for t := range d.tops {
		top := &d.tops[t]
		from, missing, null := column, 0, 0
		for ; column < top.end; column++ {
			end, kind := plainCell(row, i, '|')
			switch kind {
			case cellMissing:
				missing++
			case cellNull:
				null++
			case cellMarker:
				if top.path || !nested {
					return -1
				}
				p.marks = append(p.marks, column)
			case cellScalar:
				if nested {
					d.columns[column].scalar = true
				}
			default:
				return -1
			}
			if column+1 < len(d.names) && end == len(row) || column+1 == len(d.names) && end < len(row) {
				return -1
			}
			i = end + 1
		}
		if width := column - from; missing < width {
			if missing > 0 || t > seen {
				return -1
			}
			if t == seen {
				seen++
			}
			if null < width && nested {
				d.columns[from].object = true
			}
		}
	}
	return seen
}

// attachments reports whether what stands below a row is what its markers ask
// for: arrays, in the order of their columns.
func (p *plainTables) attachments(d *plainDecl, id ast.NodeID, row *ast.Node) bool {
	next := 0
	for child := id + 1; child < row.Next; child = p.doc.Nodes[child].Next {
		a := &p.doc.Nodes[child]
		if a.Kind == ast.KindComment {
			continue
		}
		if a.Kind != ast.KindAttachment || next == len(p.marks) || a.Index != uint32(p.marks[next]) ||
			p.doc.Indent(child) != p.doc.Indent(id) || !p.attachment(d, child, a, row.Index == 0) {
			return false
		}
		next++
	}
	return next == len(p.marks)
}

// attachment checks one attachment, `.key [N]: a,b`, `.key [N]{…}` or, where the
// field list is shared, `.key [N]`.
func (p *plainTables) attachment(d *plainDecl, id ast.NodeID, a *ast.Node, first bool) bool {
	c := &d.columns[a.Index]
	start, end := p.doc.Span(id)
	rest, ok := strings.CutPrefix(p.doc.Source[start+1:end], d.keys[a.Index])
	if !ok {
		return false
	}
	if rest, ok = strings.CutPrefix(rest, " ["); !ok {
		return false
	}
	digits := 0
	for digits < len(rest) && isDigit(rest[digits]) {
		digits++
	}
	if rest, ok = strings.CutPrefix(rest[digits:], "]"); !ok || digits == 0 {
		return false
	}
	if list, ok := strings.CutPrefix(rest, ": "); ok {
		c.scalar = true
		return a.Next == id+1 && plainList(list)
	}
	if a.Next == id+1 {
		return false // an empty or broken array
	}
	fields := p.table(id, a, false)
	if fields == nil || p.doc.Indent(p.firstRow(id, a)) != p.doc.Indent(id)+4 {
		return false
	}
	if a.Flags&ast.FlagShared != 0 {
		c.shared = true
		if rest != "" {
			return false
		}
	} else {
		if rest != p.declared(a.Decl).text {
			return false
		}
		c.explicit = c.explicit || !first
	}
	switch {
	case first:
		c.first, c.fields = true, fields
	case !sameNames(c.fields, fields):
		c.fields = nil // not to be shared
	}
	return true
}

// firstRow returns the first row of a table that has one.
func (p *plainTables) firstRow(id ast.NodeID, n *ast.Node) ast.NodeID {
	for child := id + 1; child < n.Next; child++ {
		if p.doc.Nodes[child].Kind == ast.KindRow {
			return child
		}
	}
	return id
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// plainList reports whether the values of an inline array are canonical.
func plainList(list string) bool {
	for i := 0; ; {
		end, kind := plainCell(list, i, ',')
		if kind != cellScalar && kind != cellNull {
			return false
		}
		if end == len(list) {
			return true
		}
		i = end + 1
	}
}

// cellKind is what a canonical cell holds.
type cellKind uint8

const (
	cellBad    cellKind = iota // not canonical, or nothing for a plain table
	cellScalar                 // a scalar other than null
	cellNull
	cellMissing
	cellMarker
)

// plainCell returns where the cell that begins at i ends, and what it holds.
func plainCell(row string, i int, delim byte) (end int, kind cellKind) {
	end = i
	if i < len(row) && row[i] >= '1' && row[i] <= '9' {
		for end < len(row) && isDigit(row[end]) {
			end++
		}
		if end == len(row) || row[end] == delim {
			return end, cellScalar
		}
		end = i
	}
	if i < len(row) && plainStart[row[i]] {
		for end < len(row) && plainByte[row[end]] {
			end++
		}
		if end == len(row) || row[end] == delim {
			if row[end-1] == ' ' {
				return end, cellBad
			}
			return end, cellScalar
		}
	}
	end = ast.TokenEnd(row, i, delim)
	token := row[i:end]
	switch ast.ClassifyScalar(token) {
	case ast.ScalarNull:
		return end, cellNull
	case ast.ScalarMissing:
		return end, cellMissing
	case ast.ScalarAttachment:
		return end, cellMarker
	case ast.ScalarInlineSchema:
		return end, cellBad
	case ast.ScalarQuoted:
		s, err := ast.Unquote(token)
		var buf [64]byte
		if err != nil || !ast.NeedsQuotes(s) || !bytes.Equal(value.AppendQuoted(buf[:0], s), []byte(token)) {
			return end, cellBad
		}
	case ast.ScalarBare:
		if ast.NeedsQuotes(token) {
			return end, cellBad
		}
	}
	return end, cellScalar
}

// plainStart are the bytes that begin a token which is canonical when all its
// bytes are in plainByte and the last is no blank: letters, which begin a
// string, `true` or `false`. plainByte leaves out the delimiters, what forces
// quotes, the bracket of the inline array pattern, and all beyond ASCII.
var plainStart, plainByte = func() (start, all [256]bool) {
	for c := ' '; c <= '~'; c++ {
		all[c] = !strings.ContainsRune("|,\"\\[", c)
		start[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return start, all
}()

// append appends the count, the field list unless it is shared, and the lines
// of a plain table. It returns false where they have another indentation.
func (p *plainTables) append(b []byte, id ast.NodeID, indent int, shared bool) ([]byte, bool) {
	n := &p.doc.Nodes[id]
	b = strconv.AppendUint(append(b, '['), p.doc.DeclOf(id).N, 10)
	b = append(b, ']')
	first := p.firstRow(id, n)
	if p.doc.Indent(first) != indent {
		return b, false
	}
	if !shared {
		b = append(b, p.declared(p.doc.Nodes[first].Decl).text...)
	}
	b = append(b, '\n')
	for child := first; child < n.Next; child++ {
		if p.doc.Nodes[child].Kind != ast.KindComment {
			b = append(append(b, p.doc.Text(child)...), '\n')
		}
	}
	return b, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
