package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

// indentedWhole is a payload that is indented as a whole.
var indentedWhole = Slip{
	Name:  "indented_whole",
	Cause: "the whole payload stands too far to the right; begin its lines where they belong",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		lead := pick(r, "  ", "    ", "\t")
		var b strings.Builder
		for line := range strings.Lines(doc.Source) {
			b.WriteString(lead + line)
		}
		return b.String(), true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader) {
			return nil
		}
		lead := ""
		for _, line := range s.Lines() {
			if strings.TrimSpace(line) != "" {
				lead = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
				break
			}
		}
		if lead == "" {
			return nil
		}
		whole := true
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			if strings.TrimSpace(line) == "" || strings.TrimSpace(line) == strings.TrimSpace(lead) {
				return "", true
			}
			rest, ok := strings.CutPrefix(line, lead)
			whole = whole && ok
			return rest, ok
		})
		if !whole {
			return nil
		}
		return []Candidate{{Edits: edits, Title: "Take the payload to the left margin"}}
	},
}
