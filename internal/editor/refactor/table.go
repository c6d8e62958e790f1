package refactor

import (
	"fmt"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/value"
)

// table is the table that the place is in, and the column.
type table struct {
	*point
	id     ast.NodeID // its header
	decl   *ast.Decl
	at     int // where the text of the declaration begins
	column int // -1 for none
}

// fewRows is how many rows are looked at to say beforehand that something
// cannot be done. In a longer table that comes out when it is tried.
const fewRows = 1000

// tableActions are those of the table that the place is in.
func (p *point) tableActions(all []Action) []Action {
	t, ok := p.table()
	if !ok {
		return all
	}
	mine := t.keyActions(nil)
	if t.column < 0 {
		mine = t.addActions(mine, len(t.decl.Fields)-1)
	} else {
		mine = t.flattenActions(mine)
		mine = t.addActions(mine, t.column)
		mine = t.removeActions(mine)
	}
	broken := t.beforehand(func() error {
		return t.rows(func(ast.NodeID, []ast.Cell) error { return nil })
	})
	if broken == "" {
		broken = t.brokenLine(t.id, t.doc.Node(t.id).Next)
	}
	if t.isShared() {
		broken = "other rows share the columns of this table"
	}
	for i := range mine {
		if mine[i].Disabled == "" {
			mine[i].Disabled = broken
		}
	}
	return append(all, mine...)
}

func (p *point) table() (*table, bool) {
	t := &table{point: p, column: -1}
	switch p.doc.Node(p.line).Kind {
	case ast.KindArray, ast.KindItem, ast.KindAttachment:
		t.id = p.line
	case ast.KindRow:
		t.id = p.doc.Node(p.line).Parent
	default:
		return nil, false
	}
	t.decl = p.doc.DeclOf(t.id)
	span, ok := p.doc.DeclSpan(t.id)
	if !ok || t.decl == nil || !t.decl.HasFields || p.doc.Node(t.id).Flags&ast.FlagShared != 0 {
		return nil, false // the columns of a shared schema stand elsewhere
	}
	t.at = span.Start
	if t.id == p.line {
		if p.at.Kind == cursor.Column {
			t.column = p.at.Column
		}
	} else if _, i, ok := p.cell(); ok && i < len(t.decl.Fields) {
		t.column = i
	}
	return t, true
}

// isShared reports whether attachments of the rows that follow take their
// columns from this one (spec 7.4.5.3). It looks at the next rows only: what it
// misses is found out by the check of the result.
func (t *table) isShared() bool {
	n := t.doc.Node(t.id)
	if n.Kind != ast.KindAttachment {
		return false
	}
	row := n.Parent
	for range 100 {
		if row = t.doc.NextSibling(row); row == 0 {
			return false
		}
		if id := cursor.Attachment(t.doc, row, n.Index); id != 0 && t.doc.Node(id).Flags&ast.FlagShared != 0 {
			return true
		}
	}
	return false
}

// rows calls yield with each row and its cells.
func (t *table) rows(yield func(row ast.NodeID, cells []ast.Cell) error) error {
	var cells []ast.Cell
	for row := range t.doc.Children(t.id) {
		if t.doc.Node(row).Kind != ast.KindRow {
			continue
		}
		cells = t.doc.AppendCells(cells[:0], row)
		if len(cells) != len(t.decl.Fields) {
			return fmt.Errorf("line %d has %d cells for %d columns; correct it first", row, len(cells), len(t.decl.Fields))
		}
		if err := yield(row, cells); err != nil {
			return err
		}
	}
	return nil
}

// beforehand returns why something cannot be done, where that can be said
// quickly.
func (t *table) beforehand(check func() error) string {
	if int(t.doc.Node(t.id).Next-t.id) > fewRows {
		return ""
	}
	if err := check(); err != nil {
		return err.Error()
	}
	return ""
}

// field is the range of a field in the header.
func (t *table) field(i int) ast.Span {
	f := &t.decl.Fields[i]
	return ast.Span{Start: t.at + f.Start, End: t.at + f.End}
}

func (t *table) title(i int) string { return "`" + printable.Text(t.decl.Fields[i].Name, 40) + "`" }

// removeOne removes the i-th of some parts, with the delimiter beside it.
func removeOne(parts []ast.Span, i int) format.Edit {
	if i == 0 && len(parts) > 1 {
		return format.Edit{Start: parts[0].Start, End: parts[1].Start}
	}
	if i > 0 {
		return format.Edit{Start: parts[i-1].End, End: parts[i].End}
	}
	return format.Edit{Start: parts[0].Start, End: parts[0].End}
}

func cellSpans(cells []ast.Cell) []ast.Span {
	all := make([]ast.Span, len(cells))
	for i, c := range cells {
		all[i] = ast.Span{Start: c.Start, End: c.End}
	}
	return all
}

func (t *table) fieldSpans() []ast.Span {
	all := make([]ast.Span, len(t.decl.Fields))
	for i := range all {
		all[i] = t.field(i)
	}
	return all
}

// withoutAttachment removes what is attached to a row for a column; comments
// in it move up to the row.
func (t *table) withoutAttachment(row ast.NodeID, column int) []format.Edit {
	id := cursor.Attachment(t.doc, row, uint32(column))
	if id == 0 {
		return nil
	}
	start := int(t.doc.Node(row).Start)
	indent := t.doc.Source[start : start+t.doc.Indent(row)]
	var kept strings.Builder
	for at := id; at < t.doc.Node(id).Next; at++ {
		if t.doc.Node(at).Kind == ast.KindComment {
			from, to := t.doc.Span(at)
			kept.WriteString(indent + t.doc.Source[from:to] + t.eol())
		}
	}
	gone := format.Edit{Start: int(t.doc.Node(id).Start), End: t.doc.SubtreeEnd(id)}
	edits := []format.Edit{gone}
	if kept.Len() > 0 {
		edits = append(edits, format.Edit{Start: start, End: start, Text: kept.String()})
	}
	return edits
}

// withoutID removes the id of a row that has no attachment but those of one
// column.
func (t *table) withoutID(row ast.NodeID, cells []ast.Cell, column int) []format.Edit {
	for i, c := range cells {
		if i != column && (c.Scalar == ast.ScalarAttachment || c.Scalar == ast.ScalarInlineSchema) {
			return nil
		}
	}
	if t.doc.Node(row).Flags&ast.FlagRowID == 0 {
		return nil
	}
	for child := range t.doc.Children(row) {
		if k := t.doc.Node(child); k.Kind == ast.KindAttachment && k.Index != uint32(column) {
			return nil
		}
	}
	start, end := t.doc.Span(row)
	return []format.Edit{{Start: start, End: ast.RowIDEnd(t.doc.Source[:end], start)}}
}

// deltaColumns is why the columns of a delta stay as they are: its rows are
// those of one set (spec 10a.2), in each section and in the base.
const deltaColumns = "all sections of a delta and its base have the same columns"

// addActions add a column behind another.
func (t *table) addActions(all []Action, behind int) []Action {
	name := "column"
	for i := 2; t.has(name); i++ {
		name = "column" + strconv.Itoa(i)
	}
	for _, with := range []struct{ id, token, what string }{
		{"add-absent", "~", "absent in each row"},
		{"add-null", "-", "null in each row"},
		{"add-text", `""`, "an empty text in each row"},
	} {
		a := Action{ID: with.id, Title: fmt.Sprintf("Add a column `%s`, %s", name, with.what)}
		if t.doc.Header.Is("delta") {
			a.Disabled = deltaColumns
		}
		a.edits = func() ([]format.Edit, error) {
			end := t.field(behind).End
			edits := []format.Edit{{Start: end, End: end, Text: "," + name}}
			err := t.rows(func(_ ast.NodeID, cells []ast.Cell) error {
				end := cells[behind].End
				edits = append(edits, format.Edit{Start: end, End: end, Text: "|" + with.token})
				return nil
			})
			return edits, err
		}
		if with.token != "~" {
			v := value.NewNull()
			if with.token != "-" {
				v = value.NewString("")
			}
			a.want = func(before value.Value) (value.Value, error) {
				return t.mapRows(before, func(row value.Value) value.Value {
					members := append([]value.Member{}, row.Members()...)
					return value.NewObject(append(members, value.Member{Key: name, Value: v}))
				})
			}
		}
		all = append(all, a)
	}
	return all
}

func (t *table) has(name string) bool {
	for i := range t.decl.Fields {
		f := &t.decl.Fields[i]
		if f.Name == name || len(f.Path) > 0 && f.Path[0] == name {
			return true
		}
	}
	return false
}

// removeActions remove the column.
func (t *table) removeActions(all []Action) []Action {
	f := &t.decl.Fields[t.column]
	least := 1
	if t.decl.Keyed {
		least = 2
	}
	a := Action{ID: "remove", Inline: true, Title: "Remove the column " + t.title(t.column)}
	switch {
	case t.doc.Header.Is("delta"):
		a.Disabled = deltaColumns
	case t.decl.Keyed && t.column == 0:
		a.Disabled = "the first column of a keyed table holds the keys"
	case f.Identity:
		a.Disabled = "the column tells the rows apart"
	case len(t.decl.Fields) <= least:
		a.Disabled = "it is the only column"
	}
	if f.Path != nil {
		a.otherwise = "what is left of the object " + plainName(f.Path[0]) + " would be read as something else in some row"
	}
	a.edits = func() ([]format.Edit, error) {
		edits := []format.Edit{removeOne(t.fieldSpans(), t.column)}
		err := t.rows(func(row ast.NodeID, cells []ast.Cell) error {
			edits = append(edits, removeOne(cellSpans(cells), t.column))
			if c := cells[t.column].Scalar; c == ast.ScalarAttachment || c == ast.ScalarInlineSchema {
				edits = append(edits, t.withoutID(row, cells, t.column)...)
				edits = append(edits, t.withoutAttachment(row, t.column)...)
			}
			return nil
		})
		return edits, err
	}
	path := f.Path
	if path == nil {
		path = []string{f.Name}
	}
	a.want = func(before value.Value) (value.Value, error) {
		return t.mapRows(before, func(row value.Value) value.Value { return without(row, path) })
	}
	return append(all, a)
}

// without removes what a path leads to; an object that becomes empty goes too.
func without(v value.Value, path []string) value.Value {
	// The objects along the path, from the outside in.
	chain := []value.Value{v}
	for _, key := range path[:len(path)-1] {
		next, ok := chain[len(chain)-1].Get(key)
		if !ok || next.Kind() != value.Object {
			return v
		}
		chain = append(chain, next)
	}
	drop := true
	var inner value.Value
	for i := len(chain) - 1; i >= 0; i-- {
		var members []value.Member
		for _, m := range chain[i].Members() {
			switch {
			case m.Key != path[i]:
				members = append(members, m)
			case !drop:
				members = append(members, value.Member{Key: m.Key, Value: inner})
			}
		}
		inner = value.NewObject(members).AtLine(chain[i].Line())
		drop = len(members) == 0
	}
	return inner
}
