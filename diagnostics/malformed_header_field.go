package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var malformedHeaderField = Rule{
	Code:     ast.MalformedHeaderField,
	Severity: Error,
	Summary:  "A header field is not of the form key=value",
	Spec:     "3",
	Page: Page{
		What: "After `GCF` the header holds `key=value` pairs between spaces. A key is letters, digits and `_`, a value is printable ASCII without spaces. There are no quotes in a header.",
		Why:  "A word without `=` is not a field. Often a value with a space in it was split in two.",
		Bad: `GCF profile=generic tool=search engine
name=Alice
`,
		Good: `GCF profile=generic tool=search_engine
name=Alice
`,
		Fix: "Write the value without spaces, or remove the word. Removing it is offered as an unsafe fix.",
	},
	report: reportMalformedHeaderField,
}

func reportMalformedHeaderField(s site) report {
	drop := remove(s.tokenStart(), s.end())
	key, _, pair := strings.Cut(s.text(), "=")
	switch {
	case !pair:
		return s.say("the header field %s is not of the form `key=value`; a value has no spaces in it", s.shown()).
			unsafely("Remove "+s.shown(), drop)
	case !ast.IsBareKey(key):
		return s.say("%s is not a key of a header field: expected letters, digits and `_`", show(key)).
			unsafely("Remove "+s.shown(), drop)
	}
	return s.say("the header field %s has a value with characters other than printable ASCII", s.shown()).
		unsafely("Remove "+s.shown(), drop)
}

// tokenStart is the start of the range with the blanks before it, for removing
// one of several words of a line.
func (s site) tokenStart() int {
	at := s.start()
	for at > 0 && (s.doc.Source[at-1] == ' ' || s.doc.Source[at-1] == '\t') {
		at--
	}
	return at
}
