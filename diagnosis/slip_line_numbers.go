package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// lineNumbers is a payload copied from a listing that numbers its lines.
var lineNumbers = Slip{
	Name:  "line_numbers",
	Cause: "every line begins with its number, as in a listing; leave the numbers out",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style := pick(r, "%d: ", "%d| ", "%d\t", "%4d  ")
		var b strings.Builder
		n := 0
		for line := range strings.Lines(doc.Source) {
			n++
			fmt.Fprintf(&b, style, n)
			b.WriteString(line)
		}
		return b.String(), n > 1
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader) {
			return nil
		}
		want, sep := -1, ""
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			if line == "" || want == -2 {
				return "", false
			}
			text := strings.TrimLeft(line, " ")
			digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
			n, err := strconv.Atoi(text[:digits])
			rest := text[digits:]
			if want == -1 && err == nil {
				want = n
				after := strings.TrimLeft(rest, ".:|) \t")
				sep = rest[:len(rest)-len(after)]
			}
			if err != nil || n != want || sep == "" || !strings.HasPrefix(rest, sep) {
				want = -2
				return "", false
			}
			want++
			return rest[len(sep):], true
		})
		if want < 2 {
			return nil
		}
		return []Candidate{{Edits: edits, Outside: true, Title: "Remove the line numbers"}}
	},
}
