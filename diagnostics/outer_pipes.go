package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// reportOuterPipes is for rows as Markdown writes them, `|1|2|`: false where the
// problem's row or table is no such thing. The fix takes the whole table. It is
// safe where every row has both pipes and just as many cells too many.
func (s site) reportOuterPipes(row ast.NodeID) (report, bool) {
	const most = 10_000 // lines
	lead, trail := outerPipes(s.doc.Text(row))
	width := int(s.Want)
	extra := 0
	if lead {
		extra++
	}
	if trail {
		extra++
	}
	if extra == 0 || int(s.Have) != width+extra {
		return report{}, false
	}
	safe := lead && trail
	var edits []Edit
	tableEnd := s.doc.Nodes[s.doc.Nodes[row].Parent].Next
	for id := row; int(id) < len(s.doc.Nodes); id++ {
		text := s.doc.Text(id)
		if !s.isRowLine(id) {
			if id < tableEnd {
				return report{}, false // rows with attachments, comments
			}
			break
		}
		l, t := outerPipes(text)
		if l != lead || t != trail || id-row > most {
			return report{}, false
		}
		start, end := s.doc.Span(id)
		if isRule(text) {
			edits = append(edits, remove(int(s.doc.Nodes[id].Start), s.afterLine(id)))
			safe = false
			continue
		}
		if l {
			edits = append(edits, remove(start, s.skipBlanks(start+1)))
		}
		if t {
			text = strings.TrimRight(text, " \t")
			edits = append(edits, remove(start+len(strings.TrimRight(text[:len(text)-1], " \t")), end))
		}
	}
	r := s.say("the rows are written as in Markdown, such as %s: in GCF `|` stands between cells only; remove the outer ones", show(s.doc.Text(row)))
	return r.fix("Remove the outer `|`", safe, edits), true
}

// isRowLine reports whether a line may be a row of a table, or is one more.
func (s site) isRowLine(id ast.NodeID) bool {
	kind := s.doc.Nodes[id].Kind
	return kind == ast.KindRow || kind == ast.KindError && strings.Contains(s.doc.Text(id), "|")
}

// outerPipes reports whether a row begins and ends with `|`.
func outerPipes(row string) (lead, trail bool) {
	row = strings.Trim(row, " \t")
	return strings.HasPrefix(row, "|"), len(row) > 1 && strings.HasSuffix(row, "|")
}

// isRule reports whether a row is the line of dashes below the header of a
// Markdown table.
func isRule(row string) bool {
	return strings.Trim(row, "|-: \t") == "" && strings.Contains(row, "--")
}
