package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

// numberedHeading is the header of an attachment that names its row.
var numberedHeading = lazily(`^(\s*)(?:##? +)?(?:@(\d+) ?\.|@(\d+) +\.?|\.(\d+)\.)("(?:[^"\\]|\\.)*"|[A-Za-z_]\w*) ?((?:\[|\{\}).*)$`)

// headless is the header of a table or list without its columns or values, which
// are those of a row before.
var headless = lazily(`(?m)^@\d+\.\S+ \[[1-9]\d*\]$`)

// attachmentsApart is attachments behind all rows of a table, with the numbers of
// the rows that they belong to.
var attachmentsApart = Slip{
	Name:  "attachments_apart",
	Cause: "what belongs to a `^` cell stands right below its row, as `.items [2]{sku,n}`, and not behind the table",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		tables := 0
		var b strings.Builder
		at := 0
		for id := range doc.Children(0) {
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindArray || decl == nil || !decl.HasFields || decl.Keyed || decl.N < 2 {
				continue
			}
			rows, rest, n := "", "", 0
			for child := range doc.Children(id) {
				row, body, _ := strings.Cut(doc.Source[doc.Nodes[child].Start:doc.SubtreeEnd(child)], "\n")
				rows += row + "\n"
				for line := range strings.Lines(body) {
					if line[0] == '.' {
						rest += fmt.Sprintf("@%d", n)
					}
					rest += line
				}
				n++
			}
			if n < 2 || rest == "" || headless.MatchString(rest) {
				continue
			}
			start := doc.Nodes[doc.FirstChild(id)].Start
			b.WriteString(doc.Source[at:start] + rows + rest)
			at = doc.SubtreeEnd(id)
			tables++
		}
		return b.String() + doc.Source[at:], tables > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingAttachment, ast.OrphanAttachment, ast.InvalidItemID, ast.RowWidthMismatch, ast.InvalidAttachmentMarker) {
			return nil
		}
		var edits []Edit
		var syntax []string
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			t, ok := s.TableAbove(id)
			if !ok || t.Header != id || t.Decl.Keyed {
				continue
			}
			margin := s.Doc.Indent(id)
			var rows []string
			below := map[string]string{} // by the row's number
			moved := 0
			next := id + 1
			for int(next) < len(s.Doc.Nodes) {
				line := s.Doc.Text(next)
				if m := numberedHeading.FindStringSubmatch(line); m != nil && len(m[1]) <= margin+4 {
					number := m[2] + m[3] + m[4]
					text := strings.Repeat(" ", margin) + "." + m[5] + " " + m[6] + "\n"
					for next++; int(next) < len(s.Doc.Nodes) && s.Doc.Indent(next) > len(m[1]) && strings.TrimSpace(s.Doc.Text(next)) != ""; next++ {
						body := s.Doc.Text(next)
						text += strings.Repeat(" ", margin+4) + strings.TrimLeft(body, " ") + "\n"
					}
					below[number] += text
					syntax = append(syntax, number, number+"."+m[5], "@"+number+"."+m[5], m[5])
					moved++
					continue
				}
				if m := rowNumber.FindStringSubmatch(strings.TrimSpace(line)); m == nil || s.Doc.Indent(next) != margin || moved > 0 {
					break
				}
				rows = append(rows, line)
				next++
			}
			if moved == 0 || len(rows) < 2 {
				continue
			}
			text := ""
			for _, row := range rows {
				number := rowNumber.FindStringSubmatch(strings.TrimSpace(row))[1]
				text += row + "\n" + below[number]
				delete(below, number)
			}
			if len(below) > 0 {
				return nil // it belongs to no row
			}
			edits = append(edits, s.replaceLines(id+1, next, text))
			id = next - 1
		}
		c := structured(edits, Safe, append(syntax, s.names()...), "Move the attachments below their rows")
		for i := range c {
			c[i].Moves = true
		}
		return c
	},
}
