package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var invalidIndent = Rule{
	Code:     ast.InvalidIndent,
	Severity: Error,
	Summary:  "A line is indented by the wrong number of spaces",
	Spec:     "4.1",
	Page: Page{
		What: "Each level is two spaces, and a line may go one level deeper than what opens it. The body of an attachment is the exception: it stands four spaces deeper than its row.",
		Why:  "Indentation says to which object, row or item a line belongs.",
		Bad: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
.items [1]{sku,qty}
A1|2
`,
		Good: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
.items [1]{sku,qty}
    A1|2
`,
		Fix: "Indent the line as the message says. The fix moves the line, and for the body of an attachment all its lines.",
	},
	report: reportInvalidIndent,
}

func reportInvalidIndent(s site) report {
	if s.Cause == ast.CauseBodyNotIndented {
		return s.say("expected %s, found %s: the body of %s is indented two levels under its row", spaces(int(s.Want)), spaces(int(s.Have)), show(firstWord(strings.TrimLeft(s.related(), " ")))).
			see("the attachment is here", int(s.RelStart), int(s.RelEnd)).
			safely("Indent the bodies of attachments", s.indentBodies()...)
	}
	title := "Indent by " + spaces(int(s.Want))
	if s.Want == 0 {
		title = "Remove the indentation"
	}
	if s.Have < s.Want {
		r := s.say("expected %s, found %s: the line belongs to what is above it", spaces(int(s.Want)), spaces(int(s.Have)))
		if s.Have%2 != 0 || s.beyondCount() {
			return r.unsafely(title, s.reindent()...)
		}
		return r.safely(title, s.reindent()...)
	}
	return s.say("expected %s, found %s: no open object, array or row is that deep", atMost(int(s.Want)), spaces(int(s.Have))).
		safely(title, s.reindent()...)
}

// reindent moves the line, and those after it that are at least as deep, to
// where the line belongs. Where these are very many it gives up.
func (s site) reindent() []Edit {
	const most = 500
	have, want := int(s.Have), int(s.Want)
	var edits []Edit
	if want < have && s.bodyStands() {
		return []Edit{remove(s.lineStart(), s.lineStart()+have-want)}
	}
	for id := s.Node; id > 0 && int(id) < len(s.doc.Nodes); id++ {
		n := &s.doc.Nodes[id]
		if n.Kind == ast.KindBlank {
			continue
		}
		indent := s.doc.Indent(id)
		if indent < have || have < want && indent >= want {
			break
		}
		if id-s.Node > most {
			return nil
		}
		if want < have {
			edits = append(edits, remove(int(n.Start), int(n.Start)+have-want))
		} else {
			edits = append(edits, insert(int(n.Start), strings.Repeat(" ", want-have)))
		}
	}
	return edits
}

// bodyStands reports whether what belongs to a line that is too deep stands
// where it has to be once the line is moved.
func (s site) bodyStands() bool {
	switch s.doc.Nodes[s.Node].Kind {
	case ast.KindSection, ast.KindArray, ast.KindItem, ast.KindAttachment:
	default:
		return false
	}
	for id := s.Node + 1; int(id) < len(s.doc.Nodes); id++ {
		if s.doc.Nodes[id].Kind != ast.KindBlank && s.doc.Nodes[id].Kind != ast.KindComment {
			return s.doc.Indent(id) == int(s.Want)+2
		}
	}
	return false
}

// beyondCount reports whether the line is one more than the array around it
// declares, so that it may belong to something else.
func (s site) beyondCount() bool {
	parent := s.doc.Nodes[s.Node].Parent
	decl := s.doc.DeclOf(parent)
	return decl != nil && decl.Count == ast.CountExact && uint64(s.items(parent)) > decl.N
}

// indentBodies moves the bodies of attachments that stand at their row's
// indentation, in the whole table: the mistake is reported once for it.
func (s site) indentBodies() []Edit {
	var edits []Edit
	attachment := s.doc.Line(int(s.RelStart))
	table := s.doc.Nodes[s.doc.Nodes[attachment].Parent].Parent
	for row := range s.doc.Children(table) {
		indent := s.doc.Indent(row)
		for attachment := range s.doc.Children(row) {
			if s.doc.Nodes[attachment].Kind != ast.KindAttachment {
				continue
			}
			for id := attachment + 1; id < s.doc.Nodes[attachment].Next; id++ {
				switch s.doc.Nodes[id].Kind {
				case ast.KindRow, ast.KindInlineBody, ast.KindAttachment:
					if s.doc.Indent(id) == indent {
						edits = append(edits, insert(int(s.doc.Nodes[id].Start), "    "))
					}
				}
			}
		}
	}
	return edits
}

// spaces is "no spaces", "1 space", "four spaces".
func spaces(n int) string {
	switch n {
	case 0:
		return "no spaces"
	case 2:
		return "two spaces"
	case 4:
		return "four spaces"
	}
	return printable.Count(n, "space")
}

// atMost is spaces for an upper bound.
func atMost(n int) string {
	if n == 0 {
		return spaces(n)
	}
	return "at most " + spaces(n)
}

// firstWord is a text up to its first blank.
func firstWord(text string) string {
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return text[:i]
	}
	return text
}
