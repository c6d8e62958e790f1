package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var orphanAttachment = Rule{
	Code:     ast.OrphanAttachment,
	Severity: Error,
	Summary:  "An attachment belongs to no ^ cell of its row",
	Spec:     "7.4.4",
	Page: Page{
		What: "A line `.field …` under a row is the value of the column `field`, and that row must have a `^` in this column. A field whose name contains `>` is the only one that needs no column.",
		Why:  "A decoder that took the line anyway would add a member that no column announces. That is how a stray `.role =admin` becomes data.",
		Bad: `GCF profile=generic
## orders [2]{id,total}
@0 1001|59.98
.items [1]{sku,qty}
    A1|2
@1 1002|29.99
.items [1]{sku,qty}
    B2|1
`,
		Good: `GCF profile=generic
## orders [2]{id,total,items}
@0 1001|59.98|^
.items [1]{sku,qty}
    A1|2
@1 1002|29.99|^
.items [1]{sku,qty}
    B2|1
`,
		Fix: "When the header omits the column, add it and a `^` to each row: this is a safe fix. When the row has another value in that column, decide which of the two is right.",
	},
	report: reportOrphanAttachment,
}

func reportOrphanAttachment(s site) report {
	switch s.Cause {
	case ast.CauseColumnOmitted:
		return reportColumnOmitted(s)
	case ast.CauseHeaderInCell:
		return reportHeaderInCell(s)
	}
	name := s.doc.Key(s.Node)
	drop := remove(s.lineStart(), s.bodyEnd())
	row := s.doc.Nodes[s.Node].Parent
	decl := s.doc.DeclOf(row)
	if decl == nil || s.doc.Nodes[row].Kind != ast.KindRow {
		return s.say("the attachment %s belongs to no row", show("."+name)).
			unsafely("Remove the attachment", drop)
	}
	if cells, i := s.cells(row), s.doc.Nodes[s.Node].Index; i != ast.NoColumn && int(i) < len(cells) {
		cell := cells[i]
		token := s.doc.CellText(cell)
		if cell.Scalar == ast.ScalarInlineSchema {
			return s.say("the cell %s takes a line of values, not an attachment %s: write `^` in the cell, or the values without a name", show(token), show("."+name)).
				see("the cell of this column", cell.Start, cell.End).
				unsafely("Write `^` in the cell", Edit{Start: cell.Start, End: cell.End, Text: "^"})
		}
		r := s.say("the attachment %s has no `^` cell: its row has %s in the column %s", show("."+name), show(token), show(name)).
			see("the cell of this column", cell.Start, cell.End)
		if token == "-" || token == "~" || strings.TrimSpace(token) == "" {
			r = r.unsafely("Write `^` in the cell", Edit{Start: cell.Start, End: cell.End, Text: "^"})
		}
		return r.unsafely("Remove the attachment", drop)
	}
	r := s.say("the attachment %s belongs to no column: the header declares %s", show("."+name), fieldsShown(decl)).
		see("its row", int(s.RelStart), int(s.RelEnd))
	table := s.doc.Nodes[row].Parent
	const most = 1000 // lines: every attachment of a table can be such a problem
	if s.doc.DeclOf(s.Node) != nil && s.doc.DeclOf(table) == decl && s.doc.Nodes[table].Next-table < most {
		if span, ok := s.doc.DeclSpan(table); ok {
			list := *s.Problem
			list.Start, list.End = uint32(span.Start+decl.FieldsStart), uint32(span.Start+decl.FieldsEnd)
			r = r.unsafely("Add the column "+show(name), s.of(list).addColumn(name, table)...)
		}
	}
	return r.unsafely("Remove the attachment", drop)
}

// bodyEnd is the end of the lines below the problem's line that are deeper, its
// own included: an attachment without a row has no children in the tree.
func (s site) bodyEnd() int {
	const most = 1000 // lines
	id := s.Node + 1
	for ; int(id) < len(s.doc.Nodes) && id-s.Node < most; id++ {
		if s.doc.Nodes[id].Kind != ast.KindError || s.doc.Indent(id) <= s.doc.Indent(s.Node) {
			break
		}
	}
	return max(s.doc.SubtreeEnd(s.Node), s.afterLine(id-1))
}
