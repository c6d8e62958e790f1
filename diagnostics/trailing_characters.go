package diagnostics

import "gcf-lsp/ast"

var trailingCharacters = Rule{
	Code:     ast.TrailingCharacters,
	Severity: Error,
	Summary:  "Characters stand after the closing quote of a string",
	Spec:     "2.1",
	Page: Page{
		What: "A value that begins with `\"` must end with its closing quote. The next thing is a delimiter or the end of the line.",
		Why:  "A string is quoted as a whole or not at all, so `\"Alice\" Smith` is not a string. Usually a quote inside the text was not escaped.",
		Bad: `GCF profile=generic
title="Alice" in Bern
`,
		Good: `GCF profile=generic
title="\"Alice\" in Bern"
`,
		Fix: "Escape the inner quotes as `\\\"` and quote the whole value, or remove the rest. Both are unsafe fixes.",
	},
	report: reportTrailingCharacters,
}

func reportTrailingCharacters(s site) report {
	if s.Cause == ast.CauseSpaces {
		return s.say("a blank follows the closing quote of a string, where only a delimiter or the end of the line may").
			safely("Remove the blanks", s.replace(""))
	}
	r := s.say("%s follows the closing quote of a string: a quoted string must be the whole value", s.shown())
	start, ok := s.openingQuote()
	if ok {
		r = r.unsafely("Quote the whole value", Edit{Start: start, End: s.end(), Text: quoted(s.slice(start, s.end()))})
	}
	return r.unsafely("Remove "+s.shown(), remove(s.start(), s.end()))
}

// openingQuote finds the quote that opens the value before the range.
func (s site) openingQuote() (at int, ok bool) {
	i := s.cellAt(s.Node, s.start())
	if i < 0 {
		return 0, false
	}
	at = s.cells(s.Node)[i].Start
	return at, s.doc.Source[at] == '"'
}
