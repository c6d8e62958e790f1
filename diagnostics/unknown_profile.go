package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var unknownProfile = Rule{
	Code:     ast.UnknownProfile,
	Severity: Error,
	Summary:  "The header names a profile that does not exist",
	Spec:     "3.1",
	Page: Page{
		What: "The value of `profile=` is neither `generic` nor `graph`. The names are written in small letters.",
		Why:  "A decoder cannot know the grammar of the body and must refuse the document.",
		Bad: `GCF profile=Generic
name=Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Write `profile=generic` or `profile=graph`. A name that differs in capitals only has a safe fix.",
	},
	report: reportUnknownProfile,
}

func reportUnknownProfile(s site) report {
	written := s.text()
	at, value := s.start(), written
	if i := strings.IndexByte(written, '='); i >= 0 {
		at, value = at+i+1, written[i+1:]
	}
	r := s.say("unknown profile %s: expected `generic` or `graph`", show(value))
	for _, name := range []string{"generic", "graph"} {
		edit := Edit{Start: at, End: s.end(), Text: name}
		switch {
		case strings.EqualFold(value, name):
			return r.safely("Write `"+name+"`", edit)
		case name == s.doc.Profile.String():
			r = r.unsafely("Write `"+name+"`, which is what the body looks like", edit)
		}
	}
	return r
}
