package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var limitExceeded = Rule{
	Code:     ast.LimitExceeded,
	Severity: Error,
	Summary:  "The document exceeds a configured limit",
	Spec:     "12",
	Needs:    "a limit in the configuration or in the tool",
	Page: Page{
		What: "The spec lets a reader limit nesting, line length, field count and size, and asks it to refuse what exceeds the limit rather than to cut it. The defaults are met by no honest document: 10,000 levels, in which a path column counts with its segments, 100,000 columns, 4 GiB, and path columns that stand for many times more objects than the document has bytes.",
		Why:  "A limit protects against payloads that were made to exhaust a reader.",
		Bad: `GCF profile=generic
## a
  ## b
    c=1
`,
		Good: `GCF profile=generic
## a
  b=1
`,
		Fix: "Make the document smaller. `[limits]` in [the configuration](../configuration.md) may lower the limits of a check; raise those again if you trust where the document comes from. The limits of the reader are fixed.",
	},
	findWithin: beyond,
	report: func(s site) report {
		have, limit := int(s.Have), printable.Number(int(s.Want))
		switch s.Cause {
		case ast.CauseDepth:
			return s.say("this is nested %s deep, and the limit is %s", printable.Count(have, "level"), limit)
		case ast.CauseColumns:
			return s.say("the declaration has %s, and the limit is %s", printable.Count(have, "column"), limit)
		case ast.CauseMembers:
			return s.say("there are %s here, and the limit is %s", printable.Count(have, "member"), limit)
		case ast.CausePaths:
			return s.say("the path columns stand for %s from here on, more than %s, which a document of this size may have", printable.Count(have, "object"), limit)
		}
		return s.say("the document has more than %s bytes, the size that is read", limit)
	},
}

// beyond finds what a document has more of than limits say, the first of each kind
// that the reader has not refused already.
func beyond(doc *ast.Document, limits ast.Limits) []ast.Problem {
	if limits == (ast.Limits{}) {
		return nil
	}
	said := map[ast.Cause]bool{}
	for i := range doc.Problems {
		if p := &doc.Problems[i]; p.Code == ast.LimitExceeded {
			said[p.Cause] = true
		}
	}
	var all []ast.Problem
	exceeds := func(cause ast.Cause, node ast.NodeID, start, end, have, limit int) {
		if limit > 0 && have > limit && !said[cause] {
			said[cause] = true
			all = append(all, ast.Problem{Code: ast.LimitExceeded, Cause: cause, Node: node, Start: uint32(start), End: uint32(end), Have: uint32(have), Want: uint32(limit)})
		}
	}
	if len(doc.Nodes) > 1 {
		start, end := doc.Span(1)
		exceeds(ast.CauseSize, 1, start, end, len(doc.Source), limits.Size)
	}
	depth := make([]int32, len(doc.Nodes))
	members := make([]int32, len(doc.Nodes))
	for i := 1; i < len(doc.Nodes); i++ {
		id, n := ast.NodeID(i), &doc.Nodes[i]
		start, end := doc.Span(id)
		depth[id] = depth[n.Parent]
		switch n.Kind {
		case ast.KindSection, ast.KindArray, ast.KindAttachment, ast.KindItem:
			depth[id]++
			exceeds(ast.CauseDepth, id, start, end, int(depth[id]), limits.Depth)
		case ast.KindHeader, ast.KindBlank, ast.KindComment:
			continue
		}
		members[n.Parent]++
		decl := doc.DeclOf(id)
		if decl == nil || n.Kind == ast.KindRow {
			continue
		}
		exceeds(ast.CauseColumns, id, start, end, len(decl.Fields), limits.Columns)
		for k := range decl.Fields {
			if f := &decl.Fields[k]; f.Depth() > 1 {
				exceeds(ast.CauseDepth, id, start, end, int(depth[id])+f.Depth(), limits.Depth)
			}
		}
		if n.Kind == ast.KindInlineArray {
			exceeds(ast.CauseMembers, id, start, end, len(doc.Cells(id)), limits.Members)
		}
	}
	for i, n := range members {
		id := max(ast.NodeID(i), 1) // the document's own members are said at its first line
		if int(id) < len(doc.Nodes) {
			start, end := doc.Span(id)
			exceeds(ast.CauseMembers, id, start, end, int(n), limits.Members)
		}
	}
	return all
}
