package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var missingProfile = Rule{
	Code:     ast.MissingProfile,
	Severity: Error,
	Summary:  "The header does not name a profile",
	Spec:     "3.1",
	Page: Page{
		What: "The header has no `profile=` field. Every payload says `profile=generic` or `profile=graph` right after `GCF`.",
		Why:  "The two profiles have different grammars: the same line can be a table row in one and an error in the other. Headers from before version 3 had no profile.",
		Bad: `GCF tool=search symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph tool=search symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Add the profile. The fix takes the one that the body looks like; it is safe where the body leaves no doubt.",
	},
	report: reportMissingProfile,
}

func reportMissingProfile(s site) report {
	for i := range s.doc.Header.Fields {
		f := &s.doc.Header.Fields[i]
		word := *s.Problem
		word.Start, word.End = uint32(f.KeyStart), uint32(f.End())
		if written, edit, ok := s.of(word).headerPair(); ok && f.ValueStart == 0 && strings.HasPrefix(written, "profile=") {
			return s.say("the header names no profile: it writes %s, and %s is expected", show(s.slice(edit.Start, edit.End)), show(written)).
				safely("Write "+show(written), edit)
		}
	}
	name := s.profile()
	edit := insert(s.end(), " profile="+name)
	if strings.HasPrefix(s.text(), "profile=") {
		edit = insert(s.end(), name)
	}
	title := "Add `profile=" + name + "`"
	if s.doc.Profile == ast.ProfileUnknown {
		return s.say("the header names no profile: expected `profile=generic` or `profile=graph` after `GCF`").
			unsafely(title, edit)
	}
	return s.say("the header names no profile: expected `profile=%s` after `GCF`, which is what the body looks like", name).
		safely(title, edit)
}
