package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
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
		owner := show(firstWord(s.related()))
		if s.RelEnd == 0 {
			owner = "the attachment"
		}
		return s.say("expected %s, found %s: the body of %s is indented two levels under its row", spaces(int(s.Want)), spaces(int(s.Have)), owner).
			see("the attachment is here", int(s.RelStart), int(s.RelEnd)).
			safely("Indent the body", s.indentLines(s.bodyLines())...)
	}
	if s.Want == s.Have {
		return s.say("the line is indented by %s, which no open object, array or row allows here", spaces(int(s.Have)))
	}
	return s.say("expected %s of indentation, found %s", atMost(int(s.Want)), spaces(int(s.Have))).
		safely("Indent by "+spaces(int(s.Want)), s.indentLines([]ast.NodeID{s.Node})...)
}

// bodyLines are the lines under the range and those after it that stand at the
// same indentation and belong to the same attachment.
func (s site) bodyLines() []ast.NodeID {
	var lines []ast.NodeID
	for id := s.doc.Line(s.start()); id > 0 && int(id) < len(s.doc.Nodes) && int(s.doc.Nodes[id].Start) < s.end(); id++ {
		lines = append(lines, id)
	}
	return lines
}

// indentLines shifts lines by the difference between what is and what should
// be.
func (s site) indentLines(lines []ast.NodeID) []Edit {
	shift := int(s.Want) - int(s.Have)
	var edits []Edit
	for _, id := range lines {
		start := int(s.doc.Nodes[id].Start)
		indent := s.doc.Indent(id)
		switch {
		case id == 0 || start+indent == int(s.doc.Nodes[id].End):
			// A blank line has no indentation to mend.
		case shift > 0:
			edits = append(edits, insert(start, strings.Repeat(" ", shift)))
		case -shift <= indent:
			edits = append(edits, remove(start, start-shift))
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
	return counted(n, "space")
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
