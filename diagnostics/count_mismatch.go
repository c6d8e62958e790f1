package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
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
		Fix: "Find out whether the count or the data is wrong. Raising a count to the items that are there is a safe fix, since it loses nothing; lowering it is unsafe, since items may be missing. For a payload that was cut off, an unsafe fix keeps the rows that are whole.",
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
	mark := ""
	if s.slice(end, end+1) == ":" {
		mark = ":" // of a keyed table
	}
	switch {
	case s.Node != 0 && s.Node == s.doc.Summary:
		return reportSummaryCount(s)
	case s.Cause == ast.CauseSurplus || have > want:
		have = max(have, s.surplusItems())
		number.Text, title = fmt.Sprint(have), fmt.Sprintf("Set the count to %d", have)
		r := s.say("`[%d%s]` declares %s, but %s: correct the count or remove the rest", want, mark, printable.Count(want, noun), follow(have)).
			see("the count is declared here", int(s.RelStart), int(s.RelEnd))
		if noun == "item" && !strings.HasPrefix(s.text(), "@") {
			return r // a row without a field list: the count alone does not explain it
		}
		if s.countAlone() && !s.apart() {
			return r.safely(title, number)
		}
		return r.unsafely(title, number)
	}
	r := s.say("`[%d%s]` declares %s, but %s: correct the count or add what is missing", want, mark, printable.Count(want, noun), follow(have)).
		see("the items are here", int(s.RelStart), int(s.RelEnd)).
		unsafely(title, number)
	if row := s.commentedRow(); row != 0 {
		r.message += fmt.Sprintf(" (line %d begins with `# ` and is a comment; a cell that begins so needs quotes)", int(row))
		start, end := s.doc.Span(row)
		first, _, _ := strings.Cut(s.doc.Source[start:end], "|")
		r = r.unsafely(fmt.Sprintf("Make line %d a row", int(row)), Edit{Start: start, End: start + len(first), Text: quoted(first)})
	}
	return r
}

// countPlace is the range of the digits of the count: under the range itself
// or, for a surplus item and a truncated text, at the related place.
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

// surplusItems is the number of items of a container with those that follow it,
// as far as they look like its own.
func (s site) surplusItems() int {
	id := s.doc.Line(int(s.RelStart))
	if s.RelEnd == 0 || id == 0 {
		return 0
	}
	n := s.items(id)
	width := len(s.fieldsOf(id))
	indent := s.doc.Indent(s.Node)
	for next := s.doc.Nodes[id].Next; int(next) < len(s.doc.Nodes) && s.doc.Nodes[next].Kind == ast.KindError; next++ {
		start, end := s.doc.Span(next)
		line := s.doc.Source[start:end]
		switch {
		case s.doc.Indent(next) > indent || strings.HasPrefix(line, "."):
			// What belongs to the row above it.
		case strings.HasPrefix(line, "@") || width > 0 && strings.Count(line, "|")+1 == width:
			n++
		default:
			return n
		}
	}
	return n
}

// countAlone reports whether the count is the only thing that is wrong with the
// container at the related place: its declaration is whole, and so are its
// items. Else another mistake may be what makes the count look wrong.
func (s site) countAlone() bool {
	id := s.doc.Line(int(s.RelStart))
	if s.RelEnd == 0 || id == 0 {
		return true
	}
	if decl := s.doc.DeclOf(id); decl != nil && decl.FieldsEnd > 0 && !strings.HasSuffix(decl.Text[:decl.FieldsEnd], "}") {
		return false
	}
	for child := range s.doc.Children(id) {
		if s.doc.Nodes[child].Flags&ast.FlagInvalid != 0 {
			return false
		}
	}
	return true
}

// apart reports whether a blank line stands before the problem's line: what
// follows it may be text and no item.
func (s site) apart() bool {
	return s.Node > 1 && s.doc.Nodes[s.Node-1].Kind == ast.KindBlank
}

// reportSummaryCount is for the counts of the `##! summary` line.
func reportSummaryCount(s site) report {
	start, end := s.doc.Span(s.Node)
	anew := Edit{Start: start, End: end, Text: s.summary()}
	switch {
	case s.RelEnd == 0 && s.Have == 0:
		return s.say("the summary has no `counts=`, but %s `[?]` before it: expected %s", haveCounted(int(s.Want), "section"), show(s.summary())).
			unsafely("Write the summary anew", anew)
	case s.RelEnd == 0:
		return s.say("the summary has %s, but %s `[?]` before it: expected %s", printable.Count(int(s.Have), "count"), haveCounted(int(s.Want), "section"), show(s.summary())).
			unsafely("Write the summary anew", anew)
	case s.text() != "0" && strings.HasPrefix(s.text(), "0") || s.text() == fmt.Sprint(s.Have) || strings.Trim(s.text(), "0123456789") != "":
		return s.say("%s in the summary is not a count: expected %d", s.shown(), s.Have).
			see("the count is deferred here", int(s.RelStart), int(s.RelEnd)).
			unsafely(fmt.Sprintf("Write %d", s.Have), s.replace(fmt.Sprint(s.Have)))
	}
	r := s.say("the summary says %s, but there %s", printable.Count(int(s.Want), s.itemNoun()), are(int(s.Have))).
		see("the count is deferred here", int(s.RelStart), int(s.RelEnd))
	title := fmt.Sprintf("Write %d in the summary", s.Have)
	if s.Have > s.Want {
		return r.safely(title, s.replace(fmt.Sprint(s.Have)))
	}
	return r.unsafely(title, s.replace(fmt.Sprint(s.Have)))
}

// haveCounted is "1 section has" or "3 sections have".
func haveCounted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " has"
	}
	return printable.Count(n, noun) + " have"
}

// itemNoun is what the count of a declaration counts.
func (s site) itemNoun() string {
	place := s.start()
	if s.RelEnd != 0 {
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

// commentedRow is a comment that looks like the row that is missing, such as
// `# x|2`, or 0.
func (s site) commentedRow() ast.NodeID {
	if s.Want != s.Have+1 {
		return 0
	}
	width := len(s.fieldsOf(s.Node))
	for child := range s.doc.Children(s.Node) {
		if s.doc.Nodes[child].Kind == ast.KindComment && strings.Count(s.doc.Text(child), "|")+1 == width {
			return child
		}
	}
	return 0
}

// follow is "1 follows", "3 follow" or "none follows".
func follow(n int) string {
	switch n {
	case 0:
		return "none follows"
	case 1:
		return "1 follows"
	}
	return fmt.Sprintf("%d follow", n)
}

// are is "is 1", "are 3" or "is none".
func are(n int) string {
	switch n {
	case 0:
		return "is none"
	case 1:
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}
