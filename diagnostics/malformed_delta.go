package diagnostics

import "gcf-lsp/ast"

var malformedDelta = Rule{
	Code:     ast.MalformedDelta,
	Severity: Error,
	Summary:  "A delta payload has a part that a delta may not have",
	Spec:     "10.1",
	Page: Page{
		What: "With `delta=true` a graph payload has the sections `removed`, `added`, `edges_removed` and `edges_added`, a generic one `added`, `changed` and `removed`, each at most once. Every line has the form of its section: `kind name`; a symbol line with its distance; `source -> target type`; rows with the identity column.",
		Why:  "A delta is applied as a whole or not at all. One line that is misread gives a wrong snapshot.",
		Bad: `GCF profile=graph delta=true base_root=sha256:aa new_root=sha256:bb
## added
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph delta=true base_root=sha256:aa new_root=sha256:bb
## added
@0 fn pkg.Run 0.95 lsp 0
`,
		Fix: "Correct the line or section as the message says.",
	},
	report: reportMalformedDelta,
}

func reportMalformedDelta(s site) report {
	sections := "`added`, `changed` and `removed`"
	if s.doc.Profile == ast.ProfileGraph {
		sections = "`removed`, `added`, `edges_removed` and `edges_added`"
	}
	switch s.Cause {
	case ast.CauseDeltaSection:
		return s.say("%s is not a section of a delta: it may have %s", show(s.line()), sections)
	case ast.CauseDeltaRepeated:
		return s.say("the section %s is there twice: a delta has each section once", s.shown()).
			see("the first is here", int(s.RelStart), int(s.RelEnd))
	case ast.CauseDeltaDistance:
		return s.say("an added symbol ends with its distance, a decimal number: %s has none", show(s.line()))
	}
	if s.Cause == ast.CauseDeltaIdentity {
		return s.say("the rows of a delta need an identity: expected a field list with one `@` field, such as `[1]{@id,…}`, not %s", s.shown())
	}
	return s.say("%s has the wrong form for its section%s", show(s.line()), s.deltaForm())
}

// deltaForm says what the lines of the problem's section look like.
func (s site) deltaForm() string {
	group := s.Node
	for group != 0 && s.doc.Nodes[group].Kind != ast.KindGroup && s.doc.Nodes[group].Kind != ast.KindArray {
		group = s.doc.Nodes[group].Parent
	}
	if group == 0 {
		return ": a delta has its sections and nothing else"
	}
	if s.doc.Profile != ast.ProfileGraph {
		switch s.doc.Key(group) {
		case "removed":
			return ": expected `[N]{@key}` and one identity in each row"
		case "added", "changed":
			return ": expected `[N]{@key,…}` and whole rows"
		}
		return ""
	}
	switch s.doc.Key(group) {
	case "removed":
		return ": expected `kind qualified_name`"
	case "added":
		return ": expected `@id kind qualified_name score provenance distance`"
	case "edges_removed", "edges_added":
		return ": expected `source -> target type`"
	}
	return ""
}
