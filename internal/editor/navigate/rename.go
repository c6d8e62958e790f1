package navigate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Edit replaces a span by a text.
type Edit struct {
	Span ast.Span
	Text string
}

// Renamable returns the name at an offset that can be changed: its span, and
// the name as it is without quotes. The error says to a user why there is none.
func Renamable(doc *ast.Document, offset int) (span ast.Span, name string, err error) {
	r, err := findName(doc, offset)
	if err != nil {
		return ast.Span{}, "", err
	}
	return r.span, r.name, nil
}

// Rename returns the edits that give the thing at an offset another name
// everywhere, in source order and without overlaps: a column in the field
// lists that it is in, its attachments and the header's `key=`; the key of a
// member; the id of a symbol with the ends of its edges. Quotes are added where
// the name needs them. A new name in quotes stands for what is in them.
//
// It is refused, with an error for a user, where the new name is taken already
// or is no name.
func Rename(doc *ast.Document, offset int, name string) ([]Edit, error) {
	r, err := findName(doc, offset)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(name) {
		return nil, errors.New("the new name is not valid UTF-8")
	}
	if len(name) > 1 && name[0] == '"' {
		if end, closed := ast.QuotedEnd(name, 0); closed && end == len(name) {
			unquoted, broken := ast.Unquote(name)
			if broken != nil {
				return nil, fmt.Errorf("the new name has a broken escape: %s", printable.Text(name, nameLimit))
			}
			name = unquoted
		}
	}
	if name == r.name {
		return nil, nil
	}
	if err := r.check(name); err != nil {
		return nil, err
	}
	text, err := r.spell(name)
	if err != nil {
		return nil, err
	}
	r.collect(1 << 31)
	edits := make([]Edit, 0, len(r.places))
	for _, s := range r.places {
		edits = append(edits, Edit{s, text})
	}
	if r.header != (ast.Span{}) {
		edits = append(edits, Edit{r.header, name})
	}
	slices.SortFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	return slices.CompactFunc(edits, func(a, b Edit) bool { return a.Span == b.Span }), nil
}

// Linked returns the spans that must have the same text as the name at an
// offset, where they are few and near and all spelled alike, so that an editor
// can change them together while the user types. It looks at no more than some
// thousand lines.
func Linked(doc *ast.Document, offset int) (spans []ast.Span, isNumber bool) {
	r, err := findName(doc, offset)
	if err != nil || !r.collect(linkedLines) || len(r.places) < 2 || len(r.places) > linkedPlaces || r.header != (ast.Span{}) {
		return nil, false
	}
	text := doc.Source[r.span.Start:r.span.End]
	for _, s := range r.places {
		if doc.Source[s.Start:s.End] != text {
			return nil, false
		}
	}
	slices.SortFunc(r.places, func(a, b ast.Span) int { return a.Start - b.Start })
	return r.places, r.isID
}

const (
	linkedLines  = 4000
	linkedPlaces = 200
	nameLimit    = 60 // characters of a name in a message
)

// renaming is a name with all its places.
type renaming struct {
	doc  *ast.Document
	span ast.Span // under the cursor
	name string
	isID bool

	places []ast.Span // of the name as a key
	header ast.Span   // of the name as the value of the header's `key=`

	// collect finds the places; it returns false where it would have to look
	// at more lines than limit.
	collect func(limit int) bool
	// check says why another name cannot be.
	check func(name string) error
	// spell writes a name as it stands in the document.
	spell func(name string) (string, error)
}

// findName returns what can be renamed at an offset.
func findName(doc *ast.Document, offset int) (*renaming, error) {
	p := cursor.At(doc, offset)
	r := &renaming{doc: doc, span: p.Span, spell: spellKey}
	r.collect = func(int) bool { r.places = []ast.Span{p.Span}; return true }
	switch p.Kind {
	case cursor.Symbol:
		if !p.OnID {
			return nil, errors.New("only the id of a node can be renamed; its fields are values")
		}
		return r, r.symbol(p)
	case cursor.Key:
		return r, r.key(p)
	case cursor.MemberKey:
		return r, r.memberKey(p)
	case cursor.Column:
		return r, r.column(p.Table, p.Column)
	case cursor.AttachmentKey:
		if p.Column < 0 {
			return r, r.extraAttachment(p)
		}
		return r, r.column(p.Table, p.Column)
	case cursor.InlineField:
		return r, r.inlineField(p)
	case cursor.Identity:
		for id := range doc.Children(0) {
			if d, _, ok := cursor.OwnDecl(doc, id); ok && d.Identity >= 0 && d.Fields[d.Identity].Name == doc.Source[p.Span.Start:p.Span.End] {
				return r, r.column(id, d.Identity)
			}
		}
		return nil, errors.New("no table has the identity column that the header names")
	case cursor.Cell, cursor.InlineCell:
		return nil, errors.New("a cell is a value, not a name")
	case cursor.Name:
		return nil, errors.New("a delta names symbols of another payload; their names cannot be changed here")
	}
	return nil, errors.New("there is no name here")
}

func spellKey(name string) (string, error) {
	b, err := format.AppendKey(nil, name)
	return string(b), err
}

// key is the key of a member of an object. Its scope is the object.
func (r *renaming) key(p cursor.Place) error {
	doc := r.doc
	r.name = doc.Key(p.Line)
	parent := doc.Node(p.Line).Parent
	if parent == 0 && doc.Header.Is("delta") {
		return errors.New("the sections of a delta have fixed names (spec 10a.2)")
	}
	r.check = func(name string) error {
		for id := range doc.Children(parent) {
			switch doc.Node(id).Kind {
			case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray:
				if key := doc.KeySpan(id); key.End > key.Start && doc.Key(id) == name {
					return taken("the object already has a member", name, id)
				}
			}
		}
		return nil
	}
	return nil
}

// memberKey is the key of a keyed table's row (spec 7.2a.3). It is spelled like
// a cell.
func (r *renaming) memberKey(p cursor.Place) error {
	doc := r.doc
	c, _ := cellAt(doc, p.Line, 0)
	r.name = doc.CellString(c)
	r.spell = func(name string) (string, error) {
		b, err := format.AppendString(nil, name)
		return string(b), err
	}
	r.check = func(name string) error {
		var cells []ast.Cell
		for row := range doc.Children(p.Table) {
			if doc.Node(row).Kind != ast.KindRow {
				continue
			}
			if cells = doc.AppendCells(cells[:0], row); len(cells) > 0 && doc.CellString(cells[0]) == name {
				return taken("the table already has a member", name, row)
			}
		}
		return nil
	}
	return nil
}

// extraAttachment is the name of attachments without a column, such as
// `."a>b" =1` (spec 7.4.6.1). Like a column it is the same in all rows.
func (r *renaming) extraAttachment(p cursor.Place) error {
	doc := r.doc
	r.name = doc.Key(p.Line)
	r.collect = func(limit int) bool {
		r.places = nil
		for a := range siblings(doc, p.Line) {
			if limit--; limit < 0 {
				return false
			}
			r.places = append(r.places, doc.KeySpan(a))
		}
		return true
	}
	r.check = func(name string) error {
		if err := keepParents(r.name, name); err != nil {
			return err
		}
		if d := doc.DeclOf(doc.Node(p.Line).Parent); d != nil && columnOf(d, name) >= 0 {
			return fmt.Errorf("the table has a column %s", quoted(name))
		}
		for row := range doc.Children(p.Table) {
			for a := range doc.Children(row) {
				if doc.Node(a).Kind == ast.KindAttachment && doc.Key(a) == name {
					return taken("a row already has an attachment", name, a)
				}
			}
		}
		return nil
	}
	return nil
}

// column is the name of a column of a table. It stands in the field list, in
// the attachments of the rows, and in the other tables that are written apart
// but are the same in the data; see columnTables.
func (r *renaming) column(table ast.NodeID, column int) error {
	doc := r.doc
	line, d, at, ok := fieldList(doc, table)
	if !ok || column >= len(d.Fields) {
		return errors.New("the column has no name: the table has no field list")
	}
	if hasOpenQuote(d) {
		return errors.New("the field list has a quote that is not closed: its names are not certain")
	}
	r.name = d.Fields[column].Name
	isPath := d.Fields[column].Path != nil
	if d.Identity == column && doc.Node(line).Parent == 0 {
		if f := doc.Header.Field("key"); f != nil && f.Value == r.name {
			r.header = ast.Span{Start: f.ValueStart, End: f.ValueEnd}
		}
	}
	var lists []*ast.Decl
	var extras []ast.NodeID // attachments without a column
	r.collect = func(limit int) bool {
		r.places, lists, extras = nil, nil, nil
		for t := range r.columnTables(line) {
			if limit--; limit < 0 {
				return false
			}
			k := column
			if d, at, ok := cursor.OwnDecl(doc, t); ok && d.HasFields {
				if k = columnOf(d, r.name); k < 0 {
					continue
				}
				lists = append(lists, d)
				r.places = append(r.places, fieldSpan(d, k, at))
			}
			for row := range doc.Children(t) {
				for a := range doc.Children(row) {
					switch n := doc.Node(a); {
					case n.Kind != ast.KindAttachment:
					case n.Index == ast.NoColumn:
						extras = append(extras, a)
					case int(n.Index) == k:
						r.places = append(r.places, doc.KeySpan(a))
					}
					if limit--; limit < 0 {
						return false
					}
				}
				if limit--; limit < 0 {
					return false
				}
			}
		}
		if len(lists) == 0 {
			r.places = append(r.places, fieldSpan(d, column, at))
			lists = append(lists, d)
		}
		return true
	}
	r.check = func(name string) error {
		if r.header != (ast.Span{}) && !isHeaderValue(name) {
			return fmt.Errorf("the header names this column too, and %s cannot stand in a header", quoted(name))
		}
		r.collect(1 << 31)
		for _, d := range lists {
			if err := checkColumn(d, columnOf(d, r.name), isPath, name); err != nil {
				return err
			}
		}
		for _, a := range extras {
			if doc.Key(a) == name {
				return taken("a row already has an attachment", name, a)
			}
		}
		return nil
	}
	return nil
}

// hasOpenQuote reports whether a name of a field list begins with a quote that
// nothing closes.
func hasOpenQuote(d *ast.Decl) bool {
	for i := range d.Fields {
		name := cursor.FieldSpan(&d.Fields[i], 0)
		if text := d.Text[name.Start:name.End]; text != "" && text[0] == '"' {
			if end, closed := ast.QuotedEnd(text, 0); !closed || end != len(text) {
				return true
			}
		}
	}
	return false
}

// columnTables are the tables in which a column of the field list in a line has
// the same meaning: under an attachment, those of the same name in all rows of
// the table around it (spec 7.4.5 gives schemas that scope); in a delta, its
// sections.
func (r *renaming) columnTables(line ast.NodeID) func(yield func(ast.NodeID) bool) {
	doc := r.doc
	switch n := doc.Node(line); {
	case n.Kind == ast.KindAttachment:
		first, shared, _, ok := firstList(doc, line)
		return func(yield func(ast.NodeID) bool) {
			for a := range siblings(doc, line) {
				if doc.Node(a).Flags&ast.FlagShared != 0 && !(ok && first <= a && columnOf(shared, r.name) >= 0) {
					continue
				}
				if !yield(a) {
					return
				}
			}
		}
	case n.Kind == ast.KindArray && n.Parent == 0 && doc.Header.Is("delta"):
		return func(yield func(ast.NodeID) bool) {
			for id := range doc.Children(0) {
				if doc.Node(id).Kind == ast.KindArray && !yield(id) {
					return
				}
			}
		}
	}
	return func(yield func(ast.NodeID) bool) { yield(line) }
}

// checkColumn says why a column of a field list cannot have another name.
func checkColumn(d *ast.Decl, column int, isPath bool, name string) error {
	if isPath {
		if err := keepParents(d.Fields[column].Name, name); err != nil {
			return err
		}
	}
	path := []string{name}
	if strings.Contains(name, ">") {
		path = strings.Split(name, ">")
		if !isPath || slices.Contains(path, "") {
			return fmt.Errorf("%s cannot be a column: a name with > stands for a path in nested objects (spec 7.4.6.2)", quoted(name))
		}
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		if i == column {
			continue
		}
		if f.Name == name {
			return fmt.Errorf("the table already has a column %s", quoted(name))
		}
		other := f.Path
		if other == nil {
			other = []string{f.Name}
		}
		if n := min(len(path), len(other)); len(path) != len(other) && slices.Equal(path[:n], other[:n]) {
			return fmt.Errorf("%s and the column %s would stand for the same object (spec 7.4.6)", quoted(name), quoted(f.Name))
		}
	}
	return nil
}

// keepParents refuses another name for a path that would move its values into
// other objects: only the last part of a path is a name of its own.
func keepParents(path, name string) error {
	i := strings.LastIndex(path, ">")
	if i < 0 || strings.HasPrefix(name, path[:i+1]) && !strings.Contains(name[i+1:], ">") {
		return nil
	}
	return fmt.Errorf("%s is the member %s of the object %s; only that last part can be renamed: the new name must begin with %s (spec 7.4.6)",
		quoted(path), quoted(path[i+1:]), quoted(path[:i]), quoted(path[:i+1]))
}

// inlineField is a name in a `^{…}`. It is the same in all lists of the column.
func (r *renaming) inlineField(p cursor.Place) error {
	doc := r.doc
	d := inlineListAt(doc, p)
	if d == nil || p.Field >= len(d.Fields) {
		return errors.New("there is no name here")
	}
	if hasOpenQuote(d) {
		return errors.New("the inline schema has a quote that is not closed: its names are not certain")
	}
	r.name = d.Fields[p.Field].Name
	var lists []*ast.Decl
	r.collect = func(limit int) bool {
		r.places, lists = nil, nil
		known := map[string]*ast.Decl{} // by their text
		for i := range doc.Decls {
			known[doc.Decls[i].Text] = &doc.Decls[i]
		}
		listed := map[*ast.Decl]bool{}
		for row := range doc.Children(p.Table) {
			if limit--; limit < 0 {
				return false
			}
			c, ok := inlineCell(doc, row, p.Column)
			if !ok {
				continue
			}
			list := known[doc.Source[c.Start+1:c.End]]
			if list == nil {
				continue
			}
			if k := columnOf(list, r.name); k >= 0 {
				r.places = append(r.places, fieldSpan(list, k, c.Start+1))
				if !listed[list] {
					listed[list] = true
					lists = append(lists, list)
				}
			}
		}
		return true
	}
	r.check = func(name string) error {
		r.collect(1 << 31)
		for _, d := range lists {
			if columnOf(d, name) >= 0 {
				return fmt.Errorf("the inline schema already has a field %s", quoted(name))
			}
		}
		return nil
	}
	return nil
}

// symbol is the id of a graph symbol, with the edges that end at it.
func (r *renaming) symbol(p cursor.Place) error {
	doc := r.doc
	id, ok := graph.ID(doc, p.Span)
	switch {
	case !ok:
		return errors.New("there is no name here")
	case doc.Header.Is("session"):
		return errors.New("the ids of a session stand in its other payloads too (spec 9.2)")
	case p.Symbol == 0:
		return fmt.Errorf("nothing declares %s", doc.Source[p.Span.Start:p.Span.End])
	}
	r.isID = true
	r.span.Start++ // the `@` stays
	r.name = doc.Source[r.span.Start:r.span.End]
	all := false // whether places holds all of them
	r.collect = func(limit int) bool {
		if !all {
			r.places = nil
			all = eachID(doc, limit, func(_ ast.NodeID, s ast.Span, n uint64) bool {
				if n == id {
					r.places = append(r.places, ast.Span{Start: s.Start + 1, End: s.End})
				}
				return true
			})
		}
		return all
	}
	// check is the one pass over all lines that a rename takes: it collects, too.
	r.check = func(name string) (err error) {
		n, err := strconv.ParseUint(name, 10, 64)
		if err != nil || strconv.FormatUint(n, 10) != name {
			return fmt.Errorf("%s is no id: ids are whole numbers from 0", quoted(name))
		}
		if other, taken := doc.Symbols.Lookup(n); taken && n != id {
			return fmt.Errorf("line %d already declares @%d", other, n)
		}
		r.places = nil
		all = eachID(doc, len(doc.Nodes), func(line ast.NodeID, s ast.Span, used uint64) bool {
			switch kind := doc.Nodes[line].Kind; {
			case used == n && n != id:
				err = fmt.Errorf("line %d refers to @%d already", line, n)
			case used == id && line != p.Symbol && (kind == ast.KindSymbol || kind == ast.KindReference):
				err = fmt.Errorf("@%d is declared twice, in lines %d and %d: its edges could belong to either", id, p.Symbol, line)
			case used == id:
				r.places = append(r.places, ast.Span{Start: s.Start + 1, End: s.End})
			}
			return err == nil
		})
		return err
	}
	r.spell = func(name string) (string, error) { return name, nil }
	return nil
}

// eachID calls visit for each `@id` that begins a graph line or follows the `<`
// of an edge, until it returns false or lines are more than limit; then eachID
// returns false.
func eachID(doc *ast.Document, limit int, visit func(line ast.NodeID, s ast.Span, id uint64) bool) bool {
	if len(doc.Nodes) > limit {
		return false
	}
	for i := range doc.Nodes {
		for _, s := range idSpans(doc, ast.NodeID(i)) {
			if id, ok := graph.ID(doc, s); ok && !visit(ast.NodeID(i), s, id) {
				return false
			}
		}
	}
	return true
}

// idSpans are the `@id`s that begin a graph line, be it right or broken; a span
// that is none is empty. It looks at no more of the line, because a rename
// looks at all lines.
func idSpans(doc *ast.Document, line ast.NodeID) (ids [2]ast.Span) {
	switch doc.Node(line).Kind {
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindError:
	default:
		return ids
	}
	i, end := doc.Span(line)
	src := doc.Source
	for k := range ids {
		start := i
		for i < end && src[i] != ' ' && src[i] != '\t' && src[i] != '<' {
			i++
		}
		if i > start && src[start] == '@' {
			ids[k] = ast.Span{Start: start, End: i}
		}
		if i == end || src[i] != '<' {
			break
		}
		i++
	}
	return ids
}

func taken(what, name string, line ast.NodeID) error {
	return fmt.Errorf("%s %s, in line %d", what, quoted(name), line)
}

func quoted(name string) string { return strconv.Quote(printable.Text(name, nameLimit)) }

// isHeaderValue reports whether a text can be a header value (spec 4).
func isHeaderValue(s string) bool {
	for i := range len(s) {
		if s[i] < 0x21 || s[i] > 0x7e {
			return false
		}
	}
	return s != ""
}
