package diagnostics

import "gcf-lsp/ast"

var profileNotFirst = Rule{
	Code:     ast.ProfileNotFirst,
	Severity: Warning,
	Summary:  "The profile is not the first field of the header",
	Spec:     "3.1",
	Page: Page{
		What: "`profile=` comes right after `GCF`, before all other fields.",
		Why:  "Readers that look at the beginning of the line only, to tell the profile, miss it.",
		Bad: `GCF tool=search profile=generic
name=Alice
`,
		Good: `GCF profile=generic tool=search
name=Alice
`,
		Fix: "Move the profile to the front: this is a safe fix.",
	},
	report: func(s site) report {
		r := s.say("`profile=` must be the first field of the header, right after `GCF`")
		f := s.doc.Header.Field("profile")
		if f == nil || len(s.doc.Header.Fields) == 0 {
			return r
		}
		first := s.doc.Header.Fields[0].KeyStart
		if first >= f.KeyStart {
			return r
		}
		cut := f.KeyStart
		for cut > first && (s.doc.Source[cut-1] == ' ' || s.doc.Source[cut-1] == '\t') {
			cut--
		}
		return r.safely("Move the profile to the front",
			insert(first, s.slice(f.KeyStart, f.ValueEnd)+" "), remove(cut, f.ValueEnd))
	},
}
