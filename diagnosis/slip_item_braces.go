package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	bareItem   = lazily(`^(\s*@\d+):?\s*$`)
	memberLine = lazily(`^\s*(?:## |[A-Za-z_"][^|]*?[=:\[])`)
)

// itemBraces is an item that is an object and does not say so: `@0` for `@0 {}`.
var itemBraces = Slip{
	Name:  "item_without_braces",
	Cause: "an item that is an object begins with `@0 {}`, and its members stand indented below",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if text, ok := strings.CutSuffix(line, " {}"); ok && doc.Nodes[id].Kind == ast.KindItem && doc.Nodes[id].Next > id+1 {
				n++
				return text
			}
			return line
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var syntax []string
		c := oneCandidate(s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := bareItem.FindStringSubmatch(line)
			if m == nil || int(id)+1 >= len(s.Doc.Nodes) {
				return "", false
			}
			next := s.Doc.Text(id + 1)
			if s.Doc.Indent(id+1) <= s.Doc.Indent(id) || !memberLine.MatchString(next) {
				return "", false
			}
			syntax = append(syntax, strings.TrimLeft(m[1], " @"))
			return m[1] + " {}", true
		}), Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}
