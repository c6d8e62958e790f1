package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

var missingSummary = Rule{
	Code:     ast.MissingSummary,
	Severity: Warning,
	Summary:  "A streamed payload has no summary line",
	Spec:     "8.4",
	Page: Page{
		What: "A count of `[?]` is given at the end, in the line `##! summary counts=…`. That line is missing.",
		Why:  "Without it nobody can tell whether the stream ended or broke off.",
		Bad: `GCF profile=generic
## users [?]{id,name}
1|Alice
2|Bob
`,
		Good: `GCF profile=generic
## users [?]{id,name}
1|Alice
2|Bob
##! summary counts=2
`,
		Fix: "Add the summary, or write the counts into the headers. The fix adds it with the counts that are there, and is unsafe: it claims that nothing was lost.",
	},
	report: func(s site) report {
		r := s.say("`[?]` defers the count to a `##! summary` line at the end, and there is none: the payload may be cut off")
		at := len(s.doc.Source)
		line := summaryLine(s.doc) + s.eol()
		if at > 0 && s.doc.Source[at-1] != '\n' {
			line = s.eol() + strings.TrimSuffix(line, s.eol())
		}
		return r.unsafely("Add the summary line", insert(at, line))
	},
}

// summaryLine is the trailer of spec 8.4 for what the document holds.
func summaryLine(doc *ast.Document) string {
	var counts []string
	symbols, edges := 0, 0
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		decl := doc.DeclOf(id)
		switch doc.Nodes[i].Kind {
		case ast.KindGroup:
			n := groupItems(doc, id)
			if doc.Key(id) == "edges" {
				edges += n
			} else {
				symbols += n
				if n > 0 && spec.GivesDistance(doc.Key(id)) {
					counts = append(counts, fmt.Sprint(n))
				}
			}
		case ast.KindArray, ast.KindInlineArray, ast.KindItem, ast.KindAttachment:
			if decl != nil && decl.Count == ast.CountDeferred {
				counts = append(counts, fmt.Sprint(items(doc, id)))
			}
		}
	}
	if doc.Profile == ast.ProfileGraph {
		counts = append(counts, fmt.Sprint(edges))
		return fmt.Sprintf("##! summary symbols=%d edges=%d counts=%s", symbols, edges, strings.Join(counts, ","))
	}
	return "##! summary counts=" + strings.Join(counts, ",")
}

// groupItems is the number of symbol or edge lines of a group, those included
// that cannot be read.
func groupItems(doc *ast.Document, group ast.NodeID) int {
	n := 0
	for child := range doc.Children(group) {
		switch doc.Nodes[child].Kind {
		case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge, ast.KindError:
			n++
		}
	}
	return n
}

// items is the number of data items of an array.
func items(doc *ast.Document, id ast.NodeID) int {
	if decl := doc.DeclOf(id); decl != nil && decl.Inline {
		return len(doc.Cells(id))
	}
	if doc.OnlyRows(id) {
		return int(doc.Nodes[id].Next - id - 1)
	}
	n := 0
	for child := range doc.Children(id) {
		switch doc.Nodes[child].Kind {
		case ast.KindRow, ast.KindItem:
			n++
		}
	}
	return n
}
