package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var rowWidthMismatch = Rule{
	Code:     ast.RowWidthMismatch,
	Severity: Error,
	Summary:  "A row has more or fewer cells than its header declares",
	Spec:     "7.4.1",
	Page: Page{
		What: "Each row of a table has one cell for each name of the field list, between `|`. A field that a row does not have is `~`, null is `-`, a nested value is `^`.",
		Why:  "Cells are matched to fields by position alone. With one missing or one too many, all cells after it would get the wrong names.",
		Bad: `GCF profile=generic
## employees [2]{name,department,salary}
Alice|Engineering|95000
Bob|Sales|72000|extra
`,
		Good: `GCF profile=generic
## employees [2]{name,department,salary}
Alice|Engineering|95000
Bob|Sales|72000
`,
		Fix: "Add the missing cell, remove the extra one, or correct the field list. A `|` inside a value needs quotes around the value. Two fixes are safe: a `^` whose attachment is there, and a column that the header omits while every row has its attachment. The others change the data.",
	},
	report: reportRowWidthMismatch,
}

func reportRowWidthMismatch(s site) report {
	switch s.Cause {
	case ast.CauseColumnOmitted:
		return reportColumnOmitted(s)
	case ast.CauseHeaderInCell:
		return reportHeaderInCell(s)
	case ast.CauseCommentNoSpace:
		return reportCommentNoSpace(s)
	case ast.CauseAllRows:
		return reportAllRows(s)
	case ast.CauseMissingCell:
		return reportMissingCell(s)
	case ast.CauseExtraCell:
		return reportExtraCell(s)
	}
	return s.say("%s: %s; the header declares %s", s.widths(), show(s.line()), s.fieldList()).
		see("the fields are declared here", int(s.RelStart), int(s.RelEnd))
}

// widths is "4 cells for 3 fields".
func (s site) widths() string {
	return fmt.Sprintf("%s for %s", printable.Count(int(s.Have), "cell"), printable.Count(int(s.Want), "field"))
}

// reportAllRows is for a table whose rows, but for one at most, have the same
// wrong width.
func reportAllRows(s site) report {
	rows, wrong := 0, 0
	for row := range s.doc.Children(s.doc.Nodes[s.Node].Parent) {
		if s.doc.Nodes[row].Kind == ast.KindRow {
			rows++
			if len(s.cells(row)) == int(s.Have) {
				wrong++
			}
		}
	}
	if wrong < rows {
		return s.say("%d of %d rows have %s, but the header declares %s: %s", wrong, rows, printable.Count(int(s.Have), "cell"), printable.Count(int(s.Want), "field"), s.fieldList()).
			see("the first of them", int(s.RelStart), int(s.RelEnd))
	}
	r := s.say("every row has %s, but the header declares %s: %s", printable.Count(int(s.Have), "cell"), printable.Count(int(s.Want), "field"), s.fieldList()).
		see(s.rowOrList(), int(s.RelStart), int(s.RelEnd))
	list := s.text()
	if m, ok := s.reportOuterPipes(s.firstRow()); ok {
		m.related = r.related
		return m
	}
	if s.Have <= s.Want || !strings.HasPrefix(list, "{") || !strings.HasSuffix(list, "}") {
		return r
	}
	var names strings.Builder
	for i := s.Want + 1; i <= s.Have; i++ {
		fmt.Fprintf(&names, ",column%d", i)
	}
	return r.unsafely("Add a name for each further column", insert(s.end()-1, names.String()))
}

// firstRow is the first row of the table that the problem is about.
func (s site) firstRow() ast.NodeID {
	table := s.doc.Nodes[s.Node].Parent
	for row := range s.doc.Children(table) {
		if s.doc.Nodes[row].Kind == ast.KindRow {
			return row
		}
	}
	return s.Node
}

// rowOrList says what the related place of a table's problem is.
func (s site) rowOrList() string {
	if strings.HasPrefix(s.related(), "{") {
		return "the fields are declared here"
	}
	return "the first row"
}

// reportExtraCell is for a row with more cells than columns.
func reportExtraCell(s site) report {
	if s.items(s.doc.Nodes[s.Node].Parent) == 1 {
		if r, ok := s.reportOuterPipes(s.Node); ok {
			return r.see("the fields are declared here", int(s.RelStart), int(s.RelEnd))
		}
	}
	start, end := s.start(), s.end()
	if s.Have == s.Want+1 {
		if a := s.align(); a != nil {
			if i := a.surplus(); i >= 0 {
				start, end = a.cells[i].Start, a.cells[i].End
			}
		}
	}
	extra := s.slice(start, end)
	much := "are too many"
	if s.Have == s.Want+1 {
		much = "is one too many"
	}
	return s.say("%s: %s %s in %s; the header declares %s", s.widths(), show(extra), much, show(s.line()), s.fieldList()).
		at(start, end).
		see("the fields are declared here", int(s.RelStart), int(s.RelEnd)).
		unsafely("Remove "+show(extra), s.dropCell(start, end))
}

// reportMissingCell is for a row with fewer cells than columns.
func reportMissingCell(s site) report {
	r := s.say("%s: %s; the header declares %s", s.widths(), show(s.line()), s.fieldList()).
		see("the fields are declared here", int(s.RelStart), int(s.RelEnd))
	decl, cells := s.doc.DeclOf(s.Node), s.cells(s.Node)
	if decl == nil || s.Have+1 != s.Want || len(cells) == 0 {
		return r
	}
	missing := func(column int) string {
		return fmt.Sprintf("%s: the cell of %s is missing in %s; the header declares %s",
			s.widths(), show(decl.Fields[column].Name), show(s.line()), s.fieldList())
	}
	if column := s.unmarkedColumn(decl.Fields, cells); column >= 0 {
		r.message = missing(column)
		return r.safely("Write `^` for "+show(decl.Fields[column].Name), addCell(cells, column, "^"))
	}
	if a := s.align(); a != nil {
		if column := a.lacking(); column >= 0 {
			r.message = missing(column)
			return r.unsafely("Write `~` (absent) for "+show(decl.Fields[column].Name), addCell(cells, column, "~"))
		}
	}
	return r
}

// addCell inserts a cell before the one of a column, or at the end.
func addCell(cells []ast.Cell, column int, token string) Edit {
	if column < len(cells) {
		return insert(cells[column].Start, token+"|")
	}
	return insert(cells[len(cells)-1].End, "|"+token)
}

// dropCell removes cells of the problem's line with one delimiter.
func (s site) dropCell(start, end int) Edit {
	lineStart, lineEnd := s.doc.Span(s.Node)
	before := start
	for before > lineStart && (s.doc.Source[before-1] == ' ' || s.doc.Source[before-1] == '\t') {
		before--
	}
	if before > lineStart && s.doc.Source[before-1] == '|' {
		return remove(before-1, end)
	}
	if after := s.skipBlanks(end); after < lineEnd && s.doc.Source[after] == '|' {
		end = after + 1
	}
	return remove(start, end)
}

// fieldList is the field list in force on the line, as a message shows it.
func (s site) fieldList() string {
	return fieldsShown(s.doc.DeclOf(s.Node))
}

// fieldsShown is the field list of a declaration, as a message shows it.
func fieldsShown(decl *ast.Decl) string {
	if decl == nil || decl.FieldsEnd <= decl.FieldsStart {
		return "no fields"
	}
	return printable.Text(decl.Text[decl.FieldsStart:decl.FieldsEnd], 120)
}
