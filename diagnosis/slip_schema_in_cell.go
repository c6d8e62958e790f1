package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	cellSchema  = lazily(`\^(\{[^{}|]*\})(\||$)`)
	bareHeading = lazily(`^\s*\.("(?:[^"\\]|\\.)*"|\w+) \[(\d+|\?)\]\s*$`)
)

// schemaInCell is the column names of an attachment in the cell that announces it.
var schemaInCell = Slip{
	Name:  "schema_in_cell",
	Cause: "a cell whose value follows below is `^` alone; the names of the columns stand in the header of what follows, as `.items [2]{sku,qty}`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		in := lastColumn(doc)
		n := 0
		fields := map[ast.NodeID]string{}
		for id := range in {
			next := id + 1
			if int(next) >= len(doc.Nodes) || doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[next].Kind != ast.KindAttachment {
				continue
			}
			head := doc.Text(next)
			if i := strings.IndexByte(head, '{'); i > 0 && strings.Contains(head, "[") && !strings.Contains(head[i:], `"`) && doc.Nodes[next].Next > next+1 {
				fields[id] = head[i:]
			}
		}
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if list, ok := fields[id]; ok {
				n++
				return line + list
			}
			if list, ok := fields[id-1]; ok {
				return strings.TrimSuffix(line, list)
			}
			return line
		})
		return text, n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.InvalidItemID, ast.InvalidAttachmentMarker) {
			return nil
		}
		moved := "" // the column list of the row above
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if m := bareHeading.FindStringSubmatch(line); m != nil && moved != "" {
				line, moved = strings.TrimRight(line, " ")+moved, ""
				return line, true
			}
			moved = ""
			if m := cellSchema.FindAllStringSubmatch(line, -1); len(m) == 1 && s.Doc.Nodes[id].Kind == ast.KindRow && int(id)+1 < len(s.Doc.Nodes) && bareHeading.MatchString(s.Doc.Text(id+1)) {
				moved = m[0][1]
				return cellSchema.ReplaceAllString(line, "^$2"), true
			}
			return "", false
		})
		return structured(edits, Safe, s.names(), "Move the column names")
	},
}
