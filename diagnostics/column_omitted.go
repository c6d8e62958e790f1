package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// reportColumnOmitted is for rows that have attachments or `^` cells of a
// column which the field list does not name. It belongs to two rules.
func reportColumnOmitted(s site) report {
	id := s.doc.Line(int(s.RelStart))
	if id == 0 || s.RelEnd == 0 || s.doc.Nodes[id].Kind != ast.KindAttachment {
		return s.say("the header omits a column: %s has fewer names than the rows have cells", printable.Text(s.text(), 120))
	}
	name := s.doc.Key(id)
	r := s.say("the header omits the column %s: %s with an attachment %s, and %s does not name it; add the column and a `^` to each row",
		show(name), printable.Count(int(s.Have), "row"), show("."+name), printable.Text(s.text(), 120)).
		see("the first attachment without a column", int(s.RelStart), int(s.RelEnd))
	row := s.doc.Nodes[id].Parent
	omitted := len(s.doc.Cells(row)) - len(s.fieldsOf(row))
	if omitted > 0 {
		which := "the column " + show(name)
		if omitted > 1 {
			which = fmt.Sprintf("%s, %s among them", printable.Count(omitted, "column"), show(name))
		}
		r.message = fmt.Sprintf("the header omits %s: the rows have %s, and %s names %s",
			which, printable.Count(len(s.doc.Cells(row)), "cell"), printable.Text(s.text(), 120), printable.Count(len(s.fieldsOf(row)), "field"))
	}
	cells, decl := s.doc.Cells(row), s.doc.DeclOf(row)
	if decl == nil || !strings.HasSuffix(s.text(), "}") {
		return r
	}
	if len(cells) > len(decl.Fields) {
		return s.nameColumns(r, row, cells, decl)
	}
	table := s.doc.Nodes[row].Parent
	for row := range s.doc.Children(table) {
		if s.doc.Nodes[row].Flags&ast.FlagInvalid != 0 || s.unfilled(row) {
			return r.unsafely("Add the column "+show(name)+" and its cells", s.addColumn(name, table)...)
		}
	}
	return r.safely("Add the column "+show(name)+" and its cells", s.addColumn(name, table)...)
}

// unfilled reports whether a row has no fewer `^` cells than attachments: one of
// the attachments may be that of a column with another name.
func (s site) unfilled(row ast.NodeID) bool {
	if s.doc.Nodes[row].Kind != ast.KindRow || s.doc.Nodes[row].Flags&ast.FlagMarkers == 0 {
		return false
	}
	open := 0
	for _, c := range s.cells(row) {
		if kindOf(c) == aMarker {
			open++
		}
	}
	for child := range s.doc.Children(row) {
		switch s.doc.Nodes[child].Kind {
		case ast.KindAttachment, ast.KindInlineBody:
			open--
		}
	}
	return open >= 0
}

// addColumn names the column at the end of the field list and gives each row a
// last cell: `^` where it has the attachment, else `~`. There are no edits where
// an attachment has no name for a column.
func (s site) addColumn(name string, table ast.NodeID) []Edit {
	comma := ","
	if strings.TrimSpace(s.text()) == "{}" {
		comma = ""
	}
	edits := []Edit{insert(s.end()-1, comma+fieldName(name))}
	for row := range s.doc.Children(table) {
		n := &s.doc.Nodes[row]
		if n.Kind != ast.KindRow {
			continue
		}
		token := "~"
		for child := range s.doc.Children(row) {
			if s.doc.Nodes[child].Kind == ast.KindAttachment && s.doc.Key(child) == name {
				if !s.named(child) {
					return nil
				}
				token = "^"
				break
			}
		}
		if token == "^" && n.Flags&ast.FlagRowID == 0 {
			start, _ := s.doc.Span(row)
			edits = append(edits, insert(start, fmt.Sprintf("@%d ", n.Index)))
		}
		_, end := s.doc.Span(row)
		edits = append(edits, insert(end, "|"+token))
	}
	return edits
}

// named reports whether the name of an attachment is whole, and one that a column
// may get.
func (s site) named(attachment ast.NodeID) bool {
	key := s.doc.KeySpan(attachment)
	text := s.doc.Source[key.Start:key.End]
	if text == "" || text == `""` {
		return false
	}
	if text[0] != '"' {
		return true
	}
	_, err := ast.Unquote(text)
	return err == nil
}

// nameColumns is for rows that have the `^` cells already: the names of the
// attachments go to the places of the plain `^` cells, in their order. A cell
// `^{…}` without a column tells its place but not its name, so the name is made
// up and the fix is unsafe.
func (s site) nameColumns(r report, row ast.NodeID, cells []ast.Cell, decl *ast.Decl) report {
	var attached []string
	for child := range s.doc.Children(row) {
		if s.doc.Nodes[child].Kind == ast.KindAttachment {
			if !s.named(child) {
				return r
			}
			attached = append(attached, s.doc.Key(child))
		}
	}
	missing := len(cells) - len(decl.Fields)
	names := make([]string, 0, len(cells))
	fields := decl.Fields
	known := func(name string) bool {
		return slices.ContainsFunc(decl.Fields, func(f ast.Field) bool { return f.Name == name })
	}
	made, safe := 0, true
	for i, cell := range cells {
		name := ""
		switch cell.Scalar {
		case ast.ScalarAttachment:
			if len(attached) > 0 {
				if !known(attached[0]) {
					name = attached[0]
				}
				attached = attached[1:]
			}
		case ast.ScalarInlineSchema:
			// It needs a name of its own when the names that are left do
			// not reach for the cells that are left.
			if missing-made > countUnknown(attached, known) {
				name, safe = fmt.Sprintf("column%d", i+1), false
			}
		}
		switch {
		case name != "":
			made++
			names = append(names, fieldName(name))
		case len(fields) > 0:
			f := fields[0]
			names = append(names, decl.Text[f.Start:f.End])
			fields = fields[1:]
		}
	}
	if made != missing || len(fields) > 0 {
		return r
	}
	edit := s.replace("{" + strings.Join(names, ",") + "}")
	if safe {
		return r.safely("Name the omitted columns", edit)
	}
	return r.unsafely("Name the omitted columns, one of them to be renamed", edit)
}

// fieldsOf are the fields in force at a row.
func (s site) fieldsOf(row ast.NodeID) []ast.Field {
	if decl := s.doc.DeclOf(row); decl != nil {
		return decl.Fields
	}
	return nil
}

func countUnknown(names []string, known func(string) bool) int {
	n := 0
	for _, name := range names {
		if !known(name) {
			n++
		}
	}
	return n
}

// fieldName writes a name as a field list does.
func fieldName(name string) string {
	if ast.IsBareKey(name) {
		return name
	}
	return quoted(name)
}
