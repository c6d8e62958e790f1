package diagnosis

import (
	"math/rand/v2"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
)

// attachmentName is an attachment whose name is nearly that of its column.
var attachmentName = Slip{
	Name:  "attachment_name",
	Cause: "an attachment has the name of the column that it fills",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		plural, n := r.IntN(2) == 0, 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			key := doc.Key(id)
			if doc.Nodes[id].Kind != ast.KindAttachment || !ast.IsBareKey(key) || len(key) < 4 || !strings.HasPrefix(strings.TrimLeft(line, " "), "."+key+" ") ||
				doc.Nodes[id].Index == ast.NoColumn {
				return line
			}
			to := key + "s"
			if !plural {
				to = strings.ToUpper(key[:1]) + key[1:]
			}
			decl := doc.DeclOf(doc.Nodes[id].Parent)
			for i := range decl.Fields {
				if decl.Fields[i].Name == to || decl.Fields[i].Name != key && strings.EqualFold(decl.Fields[i].Name, to) {
					return line
				}
			}
			n++
			return strings.Replace(line, "."+key+" ", "."+to+" ", 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.MissingAttachment) {
			return nil
		}
		var edits []Edit
		var syntax []string
		level := Safe
		for row := range s.Doc.Nodes {
			id := ast.NodeID(row)
			decl := s.Doc.DeclOf(id)
			if s.Doc.Nodes[row].Kind != ast.KindRow || decl == nil {
				continue
			}
			free := map[string]bool{} // columns with `^` that nothing fills
			for i, c := range s.Doc.Cells(id) {
				if c.Scalar == ast.ScalarAttachment && i < len(decl.Fields) {
					free[decl.Fields[i].Name] = true
				}
			}
			var stray []ast.NodeID
			for child := range s.Doc.Children(id) {
				if s.Doc.Nodes[child].Kind != ast.KindAttachment {
					continue
				}
				if n := s.Doc.Nodes[child]; n.Index != ast.NoColumn {
					delete(free, decl.Fields[n.Index].Name)
				} else {
					stray = append(stray, child)
				}
			}
			for _, child := range stray {
				key := s.Doc.Key(child)
				names := make([]string, 0, len(free))
				for name := range free {
					names = append(names, name)
				}
				slices.Sort(names)
				name := nearest.Word(key, names)
				if name == "" {
					if len(stray) != 1 || len(free) != 1 {
						continue
					}
					name, level = names[0], Decision // the only one that is left
				}
				delete(free, name)
				span := s.Doc.KeySpan(child)
				if !ast.IsBareKey(name) {
					continue
				}
				edits = append(edits, Edit{Start: span.Start, End: span.End, Text: name})
				syntax = append(syntax, key, name)
			}
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}
