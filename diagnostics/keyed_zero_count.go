package diagnostics

import "gcf-lsp/ast"

var keyedZeroCount = Rule{
	Code:     ast.KeyedZeroCount,
	Severity: Error,
	Summary:  "A keyed table declares zero members",
	Spec:     "7.2a.4",
	Page: Page{
		What: "`[0:]` is not allowed: a keyed table has at least one member. An empty object is a section without content, `## name`.",
		Why:  "There is one way to write an empty object.",
		Bad: `GCF profile=generic
## servers [0:]{key,cpu}
`,
		Good: `GCF profile=generic
name=fleet
## servers
# none yet
`,
		Fix: "Write `## name` for the empty object, or the number of rows that follow.",
	},
	report: func(s site) report {
		r := s.say("`[0:]` is not allowed: an empty object is written as a section without content, such as `## name`")
		if s.Node == 0 || s.doc.Nodes[s.Node].Kind != ast.KindArray || s.doc.FirstChild(s.Node) != 0 {
			return r
		}
		key := s.doc.KeySpan(s.Node)
		_, end := s.doc.Span(s.Node)
		if key.End > key.Start {
			r = r.safely("Write an empty section", remove(key.End, end))
		}
		return r
	},
}
