package diagnostics

import "gcf-lsp/ast"

var emptySection = Rule{
	Code:     ast.EmptySection,
	Severity: Warning,
	Summary:  "A group of a graph has no lines",
	Spec:     "16.5",
	Page: Page{
		What: "A group header of the graph profile is followed by another header or by the end.",
		Why:  "It says nothing. Perhaps its lines were lost.",
		Bad: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
## related
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Remove the header: this is a safe fix where the group is empty indeed.",
	},
	report: func(s site) report {
		r := s.say("the group %s has no lines", show(s.line()))
		if s.Node == 0 || s.doc.FirstChild(s.Node) != 0 {
			return r
		}
		return r.safely("Remove the header", remove(s.lineStart(), s.lineEnd()))
	},
}
