package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

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
		Fix: "Remove the header: this is a safe fix. There is none for a header that is not understood, or whose count says that there were lines.",
	},
	report: func(s site) report {
		r := s.say("the group %s has no lines", show(s.line()))
		if s.Node == 0 || s.doc.FirstChild(s.Node) != 0 || !s.plainGroup() {
			return r
		}
		return r.safely("Remove the header", remove(s.lineStart(), s.lineEnd()))
	},
}

// plainGroup reports whether the line is a group header that says no more than
// the name of a group that the spec knows, and at most that it is empty.
func (s site) plainGroup() bool {
	if s.doc.Nodes[s.Node].Flags&ast.FlagInvalid != 0 || s.doc.Header.Is("unchanged") {
		return false
	}
	switch name := s.doc.GroupName(s.Node); {
	case s.doc.Header.Is("delta"):
		if group := spec.GroupOf(name); group == nil || !group.Delta {
			return false
		}
	default:
		if _, ok := spec.Distance(name); !ok {
			return false
		}
	}
	rest := strings.Trim(s.slice(s.doc.KeySpan(s.Node).End, int(s.doc.Nodes[s.Node].End)), " \t\r")
	return rest == "" || rest == "[0]"
}
