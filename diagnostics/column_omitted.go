package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
)

// reportColumnOmitted is for rows that have attachments or `^` cells of a
// column which the field list does not name. It belongs to two rules.
func reportColumnOmitted(s site) report {
	name := s.omittedColumn()
	if name == "" {
		return s.say("the header omits a column: %s has fewer names than its %s have cells", plain(s.text(), 120), counted(int(s.Have), "row")).
			see("the first row", int(s.RelStart), int(s.RelEnd))
	}
	return s.say("the header omits the column %s: %s has an attachment `.%s` and %s does not name it; add the column, and a `^` to each row",
		show(name), counted(int(s.Have), "row"), plain(name, showLimit), plain(s.text(), 120)).
		see("the first attachment without a column", int(s.RelStart), int(s.RelEnd)).
		safely("Add the column "+show(name)+" and its `^` cells", s.addColumn(name)...)
}

// omittedColumn is the decoded name of the attachment at the related place.
func (s site) omittedColumn() string {
	id := s.doc.Line(int(s.RelStart))
	if id == 0 || s.RelEnd == 0 || s.doc.Nodes[id].Kind != ast.KindAttachment {
		return ""
	}
	return s.doc.Key(id)
}

// addColumn names the column at the end of the field list and gives each row a
// last cell: `^` where it has the attachment, else `~`. A row whose width shows
// that it holds the cell already is left as it is.
func (s site) addColumn(name string) []Edit {
	list := s.text()
	if !strings.HasSuffix(list, "}") {
		return nil
	}
	field := name
	if !ast.IsBareKey(name) {
		field = quoted(name)
	}
	comma := ","
	if strings.TrimSpace(list) == "{}" {
		comma = ""
	}
	edits := []Edit{insert(s.end()-1, comma+field)}
	table := s.doc.Line(s.start())
	for row := range s.doc.Children(table) {
		n := &s.doc.Nodes[row]
		if n.Kind != ast.KindRow {
			continue
		}
		cells := s.doc.Cells(row)
		decl := s.doc.DeclOf(row)
		if len(cells) == 0 || decl == nil || len(cells) > len(decl.Fields) {
			continue
		}
		token := "~"
		for child := range s.doc.Children(row) {
			if s.doc.Nodes[child].Kind == ast.KindAttachment && s.doc.Key(child) == name {
				token = "^"
				break
			}
		}
		if token == "^" && n.Flags&ast.FlagRowID == 0 {
			start, _ := s.doc.Span(row)
			edits = append(edits, insert(start, fmt.Sprintf("@%d ", n.Index)))
		}
		edits = append(edits, insert(cells[len(cells)-1].End, "|"+token))
	}
	return edits
}
