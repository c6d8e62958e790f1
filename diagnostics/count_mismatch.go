package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
)

var countMismatch = Rule{
	Code:     ast.CountMismatch,
	Severity: Error,
	Summary:  "A declared count does not fit the number of items",
	Spec:     "13",
	Page: Page{
		What: "`[N]` says how many rows, items, values or edges follow, exactly. With `[?]` the count stands in the `##! summary` line at the end. Comments, blank lines and attachments do not count.",
		Why:  "The count is how a reader sees that nothing was lost. Fewer items than declared usually mean that the payload was cut off; a language model that writes a table often miscounts.",
		Bad: `GCF profile=generic
## users [3]{id,name}
1|Alice
2|Bob
`,
		Good: `GCF profile=generic
## users [2]{id,name}
1|Alice
2|Bob
`,
		Fix: "Find out whether the count or the data is wrong. Raising a count to the items that are there is a safe fix, since it loses nothing; lowering it is unsafe, since items may be missing.",
	},
	report: reportCountMismatch,
}

func reportCountMismatch(s site) report {
	if s.Cause == ast.CauseCommentNoSpace {
		return reportCommentNoSpace(s)
	}
	noun := s.itemNoun()
	have, want := int(s.Have), int(s.Want)
	start, end := s.countPlace()
	number := Edit{Start: start, End: end, Text: fmt.Sprint(have)}
	title := fmt.Sprintf("Set the count to %d", have)
	switch {
	case s.Cause == ast.CauseTruncated:
		return s.say("the payload looks truncated: %s of %d, then the text ends", counted(have, noun), want).
			see("the count is declared here", int(s.RelStart), int(s.RelEnd)).
			unsafely(title, number)
	case s.inSummary():
		return s.say("the summary says %s, but there %s", counted(want, noun), areCounted(have, noun)).
			see("the count is deferred here", int(s.RelStart), int(s.RelEnd)).
			safely(title, number)
	case s.Cause == ast.CauseSurplus || have > want:
		return s.say("`[%d]` declares %s, but there %s: correct the count or remove the rest", want, counted(want, noun), areCounted(have, noun)).
			see("the count is declared here", int(s.RelStart), int(s.RelEnd)).
			safely(title, number)
	}
	return s.say("`[%d]` declares %s, but there %s: correct the count or add what is missing%s", want, counted(want, noun), areCounted(have, noun), s.hashRowHint()).
		see("the items are here", int(s.RelStart), int(s.RelEnd)).
		unsafely(title, number)
}

// countPlace is the range of the digits of the count: under the range itself
// or, for a surplus item, at the related place.
func (s site) countPlace() (start, end int) {
	start, end = s.start(), s.end()
	if s.RelEnd != 0 && (s.Cause == ast.CauseSurplus || s.Cause == ast.CauseTruncated) {
		start, end = int(s.RelStart), int(s.RelEnd)
	}
	text := s.slice(start, end)
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return start, end
	}
	n := len(text[i:]) - len(strings.TrimLeft(text[i:], "0123456789"))
	return start + i, start + i + n
}

// inSummary reports whether the problem is about the `##! summary` line.
func (s site) inSummary() bool {
	if s.Node == 0 || s.Node != s.doc.Summary {
		return s.doc.Summary != 0 && s.doc.Line(s.start()) == s.doc.Summary
	}
	return true
}

// itemNoun is what the count of a declaration counts.
func (s site) itemNoun() string {
	place := s.start()
	if s.RelEnd != 0 && s.Cause != ast.NoCause {
		place = int(s.RelStart)
	}
	id := s.doc.Line(place)
	switch s.doc.Nodes[id].Kind {
	case ast.KindGroup:
		if s.doc.Key(id) == "edges" {
			return "edge"
		}
		return "line"
	case ast.KindInlineArray:
		return "value"
	}
	decl := s.doc.DeclOf(id)
	switch {
	case decl == nil:
		return "item"
	case decl.Inline:
		return "value"
	case decl.HasFields || s.doc.Nodes[id].Flags&ast.FlagShared != 0:
		return "row"
	}
	return "item"
}

// hashRowHint points out a comment that looks like a row: `# x|2` in a table
// that is one row short.
func (s site) hashRowHint() string {
	if s.Want != s.Have+1 {
		return ""
	}
	for child := range s.doc.Children(s.Node) {
		if s.doc.Nodes[child].Kind == ast.KindComment && strings.Contains(s.doc.Text(child), "|") {
			return fmt.Sprintf(" (line %d begins with `# ` and is a comment; a cell that begins so needs quotes)", int(child))
		}
	}
	return ""
}

// areCounted is "is 1 row" or "are 3 rows".
func areCounted(n int, noun string) string {
	if n == 1 {
		return "is 1 " + noun
	}
	return "are " + counted(n, noun)
}
