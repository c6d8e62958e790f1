package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
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
		Fix: "Add the missing cell, remove the extra one, or correct the field list. A `|` inside a value needs quotes around the value. All fixes change the data and are unsafe, but for a field list that omits a column which the rows clearly have.",
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
	case ast.CauseTruncated:
		return s.say("the payload looks truncated: its last line has %s of %d", counted(int(s.Have), "cell"), s.Want).
			see("the fields are declared here", int(s.RelStart), int(s.RelEnd))
	case ast.CauseAllRows:
		return reportAllRows(s)
	case ast.CauseMissingCell:
		return reportMissingCell(s)
	}
	widths := fmt.Sprintf("%s for %s", counted(int(s.Have), "cell"), counted(int(s.Want), "field"))
	if s.Cause == ast.CauseExtraCell {
		return s.say("%s: the cell %s is one too many in %s; the header declares %s", widths, s.shown(), show(s.line()), s.fieldList()).
			see("the fields are declared here", int(s.RelStart), int(s.RelEnd)).
			unsafely("Remove the cell "+s.shown(), s.dropCell())
	}
	return s.say("%s: %s; the header declares %s", widths, show(s.line()), s.fieldList()).
		see("the fields are declared here", int(s.RelStart), int(s.RelEnd))
}

// reportAllRows is for a table whose rows all have the same wrong width.
func reportAllRows(s site) report {
	r := s.say("every row has %s, but the header declares %s: %s", counted(int(s.Have), "cell"), counted(int(s.Want), "field"), s.fieldList()).
		see("the first row", int(s.RelStart), int(s.RelEnd))
	if s.Have <= s.Want || !strings.HasSuffix(s.text(), "}") {
		return r
	}
	var names strings.Builder
	for i := s.Want + 1; i <= s.Have; i++ {
		fmt.Fprintf(&names, ",column%d", i)
	}
	return r.unsafely("Add a name for each further column", insert(s.end()-1, names.String()))
}

// reportMissingCell is for a row that drops the cell of a known column.
func reportMissingCell(s site) report {
	column := int(s.RelStart)
	decl := s.doc.DeclOf(s.Node)
	if decl == nil || column >= len(decl.Fields) || s.RelEnd != 0 {
		return s.say("%s for %s: %s; the header declares %s", counted(int(s.Have), "cell"), counted(int(s.Want), "field"), show(s.line()), s.fieldList())
	}
	name := decl.Fields[column].Name
	r := s.say("%s for %s: the cell of %s is missing in %s; the header declares %s",
		counted(int(s.Have), "cell"), counted(int(s.Want), "field"), show(name), show(s.line()), s.fieldList())
	token, title := "~", "Write `~` (absent) for "+show(name)
	for child := range s.doc.Children(s.Node) {
		if s.doc.Nodes[child].Kind == ast.KindAttachment && s.doc.Key(child) == name {
			token, title = "^", "Write `^` for "+show(name)
		}
	}
	cells := s.doc.Cells(s.Node)
	switch {
	case column < len(cells):
		return r.unsafely(title, insert(cells[column].Start, token+"|"))
	case len(cells) > 0:
		return r.unsafely(title, insert(cells[len(cells)-1].End, "|"+token))
	}
	return r
}

// dropCell removes the cell under the range with one of its delimiters.
func (s site) dropCell() Edit {
	start, end := s.start(), s.end()
	lineStart, lineEnd := s.doc.Span(s.Node)
	for start > lineStart && strings.IndexByte(" \t", s.doc.Source[start-1]) >= 0 {
		start--
	}
	if start > lineStart && s.doc.Source[start-1] == '|' {
		return remove(start-1, end)
	}
	for end < lineEnd && strings.IndexByte(" \t|", s.doc.Source[end]) >= 0 {
		end++
		if s.doc.Source[end-1] == '|' {
			break
		}
	}
	return remove(s.start(), end)
}

// fieldList is the field list in force on the line, as a message shows it.
func (s site) fieldList() string {
	decl := s.doc.DeclOf(s.Node)
	if decl == nil || decl.FieldsEnd <= decl.FieldsStart {
		return "no fields"
	}
	return plain(decl.Text[decl.FieldsStart:decl.FieldsEnd], 120)
}
