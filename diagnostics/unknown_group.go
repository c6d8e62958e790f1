package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/spec"
)

var unknownGroup = Rule{
	Code:     ast.UnknownGroup,
	Severity: Warning,
	Summary:  "A group of a graph has a name that the spec does not know",
	Spec:     "6a",
	Page: Page{
		What: "The groups are `targets`, `related`, `extended`, `distance_N` and `edges`. Another name is accepted, but its symbols have no distance.",
		Why:  "The distance is part of a symbol; without it no pack root can be computed.",
		Bad: `GCF profile=graph symbols=1
## target
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Use one of the known names, such as `## distance_3`.",
	},
	report: func(s site) report {
		name := s.doc.Key(s.Node)
		r := s.say("the group %s is not known to the spec: its symbols have no distance; expected `targets`, `related`, `extended`, `distance_N` or `edges`", show(name))
		if near := nearest.Word(name, spec.GroupNames(false)); near != "" {
			key := s.doc.KeySpan(s.Node)
			r = r.unsafely("Write `"+near+"`", Edit{Start: key.Start, End: key.End, Text: near})
		}
		return r
	},
}
