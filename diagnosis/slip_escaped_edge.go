package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var escapedEdgeLine = lazily(`^(\s*@\d+)&lt;(@\d+.*)$`)

// escapedEdge is `&lt;` for the `<` of an edge, as HTML writes it.
var escapedEdge = Slip{
	Name:  "html_escapes",
	Cause: "`<` is written `&lt;` as in HTML",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindEdge {
				return line
			}
			n++
			return strings.Replace(line, "<", "&lt;", 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			m := escapedEdgeLine.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			return m[1] + "<" + m[2], true
		})
		c := oneCandidate(edits, Safe)
		if len(c) > 0 {
			c[0].Syntax = []string{"lt"}
			if strings.Contains(s.Text, "&amp;") || strings.Contains(s.Text, "&gt;") || strings.Contains(s.Text, "&quot;") {
				c[0].Level = Decision // were they in the data before, or not?
			}
		}
		return c
	},
}
