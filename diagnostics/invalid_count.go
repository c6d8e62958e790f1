package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
)

var invalidCount = Rule{
	Code:     ast.InvalidCount,
	Severity: Error,
	Summary:  "A count bracket is missing or does not hold a count",
	Spec:     "4",
	Page: Page{
		What: "Between `[` and `]` stands `0`, a decimal number without leading zeros, or `?`; before the `]` a `:` may follow, for a keyed table. An array or an attachment with a field list must have the bracket.",
		Why:  "Without a count a reader cannot tell where a body ends or whether it is whole.",
		Bad: `GCF profile=generic
## users [02]{id,name}
1|Alice
2|Bob
`,
		Good: `GCF profile=generic
## users [2]{id,name}
1|Alice
2|Bob
`,
		Fix: "Write the number of items. Where it is known the fix writes it, and is safe.",
	},
	report: reportInvalidCount,
}

func reportInvalidCount(s site) report {
	if s.Cause == ast.CauseCountMissing {
		n := s.bodyItems()
		if n == 0 {
			return s.say("count missing: %s needs `[N]`, the number of its items", show(s.line()))
		}
		return s.say("count missing: %s needs `[N]`, the number of its items, here `[%d]`", show(s.line()), n).
			safely(fmt.Sprintf("Add `[%d]`", n), s.addCount(n))
	}
	inside := strings.Trim(s.text(), "[]")
	colon := ""
	if strings.HasSuffix(inside, ":") {
		inside, colon = strings.TrimSuffix(inside, ":"), ":"
	}
	digits := strings.TrimSpace(inside)
	r := s.say("%s is not a count: expected `[N]` with a decimal number without leading zeros, or `[?]`", s.shown())
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		if n := s.bodyItems(); n > 0 {
			r = r.unsafely(fmt.Sprintf("Write `[%d%s]`", n, colon), s.replace(fmt.Sprintf("[%d%s]", n, colon)))
		}
		return r
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		digits = "0"
	}
	if written := "[" + digits + colon + "]"; written != s.text() && strings.HasSuffix(s.text(), "]") {
		r = r.safely("Write `"+written+"`", s.replace(written))
	}
	return r
}

// bodyItems is the number of lines directly below the problem's line.
func (s site) bodyItems() int {
	n := 0
	for child := range s.doc.Children(s.Node) {
		switch s.doc.Nodes[child].Kind {
		case ast.KindRow, ast.KindItem, ast.KindError:
			n++
		}
	}
	return n
}

// addCount inserts the count behind the name.
func (s site) addCount(n int) Edit {
	at := s.doc.KeySpan(s.Node).End
	return Edit{Start: at, End: s.skipBlanks(at), Text: fmt.Sprintf(" [%d]", n)}
}

// skipBlanks is the offset of the next character that is not a blank.
func (s site) skipBlanks(at int) int {
	for at < len(s.doc.Source) && (s.doc.Source[at] == ' ' || s.doc.Source[at] == '\t') {
		at++
	}
	return at
}
