package frames

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/value"
)

// Diagnostics returns what is wrong with the frames of a document, each finding
// on the cell, the key or the declaration that it belongs to. What all rows of
// a table lack is reported once, on its columns. The time is linear in the
// document.
func (v *View) Diagnostics() []diagnostics.Diagnostic {
	findings := v.Findings()
	if len(findings) == 0 {
		return nil
	}
	d := diagnoser{placer: placer{doc: v.Document, root: v.Root}, findings: findings}
	return d.all()
}

type diagnoser struct {
	placer
	findings []Finding
	spots    []spot
	lacking  map[lack]int // how many rows of a table lack a member
}

// lack is a member that the rows of a table have no column for, as a rule says.
type lack struct {
	table  ast.NodeID
	rule   *Rule
	member string
}

func (d *diagnoser) all() []diagnostics.Diagnostic {
	d.spots = make([]spot, len(d.findings))
	d.lacking = make(map[lack]int)
	for i := range d.findings {
		d.spots[i] = d.find(&d.findings[i])
		if d.spots[i].column {
			d.lacking[d.lack(i)]++
		}
	}
	rows := make(map[ast.NodeID]int) // of a table
	told := make(map[lack]bool)
	keys := make(map[ast.Span]bool) // of unknown members
	all := make([]diagnostics.Diagnostic, 0, len(d.findings))
	for i := range d.findings {
		f, s := &d.findings[i], &d.spots[i]
		message := f.Message
		switch {
		case s.column:
			l := d.lack(i)
			if rows[l.table] == 0 {
				rows[l.table] = d.rows(l.table)
			}
			if d.lacking[l] < rows[l.table] {
				break
			}
			if told[l] {
				continue
			}
			told[l] = true
			if span, ok := d.fields(l.table); ok {
				s.span = span
			}
			if n := rows[l.table]; n > 1 {
				message = fmt.Sprintf("there is no column `%s`, in none of the %d rows: %s", f.Missing, n, message)
			}
		case f.Rule == ruleT7:
			if keys[s.span] {
				continue
			}
			keys[s.span] = true
		}
		all = append(all, diagnostics.Diagnostic{
			Code: f.Rule.Code, Severity: f.Severity, Message: message,
			Start: s.span.Start, End: s.span.End, Fixes: d.fixes(f, s),
		})
	}
	return all
}

func (d *diagnoser) lack(i int) lack {
	return lack{d.doc.Node(d.spots[i].line).Parent, d.findings[i].Rule, d.findings[i].Missing}
}

// rows counts the rows of a table.
func (d *diagnoser) rows(table ast.NodeID) int {
	n := 0
	for id := range d.doc.Children(table) {
		if d.doc.Node(id).Kind == ast.KindRow {
			n++
		}
	}
	return n
}

// fields returns the range of a table's field list.
func (d *diagnoser) fields(table ast.NodeID) (ast.Span, bool) {
	at, ok := d.doc.DeclSpan(table)
	decl := d.doc.DeclOf(table)
	if !ok || decl == nil || decl.FieldsEnd <= decl.FieldsStart {
		return ast.Span{}, false
	}
	return ast.Span{Start: at.Start + decl.FieldsStart, End: at.Start + decl.FieldsEnd}, true
}

// fixes returns the repair of a finding as edits. None is safe: each changes
// data.
func (d *diagnoser) fixes(f *Finding, s *spot) []diagnostics.Fix {
	var title string
	var edits []diagnostics.Edit
	replace := func(text string) {
		if s.scalar || f.Missing != "" && len(s.cells) == 1 {
			edits = []diagnostics.Edit{{Start: s.span.Start, End: s.span.End, Text: text}}
		}
	}
	switch f.repair {
	case setCost:
		title = "Set token_cost to " + f.text
		replace(f.text)
	case setDigest:
		title = "Set the digest of the content"
		replace(f.text)
	case setWord:
		title = "Write `" + f.text + "`"
		replace(f.text)
	case putQuotes:
		title = "Quote it"
		replace(string(value.AppendQuoted(nil, d.doc.Source[s.span.Start:s.span.End])))
	case putAbsent:
		title, edits = d.remove(s)
	}
	if len(edits) == 0 {
		return nil
	}
	return []diagnostics.Fix{{Title: title, Edits: edits}}
}

// remove makes a member absent: `~` in its cells, or no line. A member that is
// an attachment stays.
func (d *diagnoser) remove(s *spot) (title string, edits []diagnostics.Edit) {
	if s.cells != nil {
		for _, c := range s.cells {
			switch c.Scalar {
			case ast.ScalarAttachment, ast.ScalarInlineSchema:
				return "", nil
			case ast.ScalarMissing:
			default:
				edits = append(edits, diagnostics.Edit{Start: c.Start, End: c.End, Text: "~"})
			}
		}
		return "Put `~`", edits
	}
	n := d.doc.Node(s.line)
	if n.Kind != ast.KindKeyValue {
		return "", nil
	}
	return "Remove the line", []diagnostics.Edit{{Start: int(n.Start), End: d.doc.SubtreeEnd(s.line)}}
}
