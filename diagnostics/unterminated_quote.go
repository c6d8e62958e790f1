package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var unterminatedQuote = Rule{
	Code:     ast.UnterminatedQuote,
	Severity: Error,
	Summary:  "A quoted string has no closing quote",
	Spec:     "2.2",
	Page: Page{
		What: "A value, key or cell that begins with `\"` runs to the next `\"` that is not escaped, on the same line. Here the line ends before that. A line break inside a string is written `\\n`, a quote `\\\"`.",
		Why:  "Everything after the opening quote is part of the string, delimiters too, so the rest of the line cannot be read.",
		Bad: `GCF profile=generic
name="Alice
city=Bern
`,
		Good: `GCF profile=generic
name=Alice
city=Bern
`,
		Fix: "Add the closing quote where the string ends. The fix adds it at the end of the line and is unsafe: the string may have been meant to end earlier.",
	},
	report: func(s site) report {
		r := s.say("the quoted string %s has no closing quote on its line", s.shown())
		if at := s.keyEnd(); at > 0 {
			return r.unsafely("Add a quote after the key", insert(at, `"`))
		}
		return r.unsafely("Add a quote at the end", insert(s.end(), `"`))
	},
}

// keyEnd is where the key ends with which the line under the range begins, or 0
// where it begins with none.
func (s site) keyEnd() int {
	start, _ := s.doc.Span(s.Node)
	text := s.text()
	if start != s.start() || s.doc.Nodes[s.Node].Kind != ast.KindError {
		return 0
	}
	end := strings.IndexAny(text, "=[|")
	if end < 0 || text[end] == '|' {
		return 0
	}
	return s.start() + len(strings.TrimRight(text[:end], " \t"))
}
