package diagnosis

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// tableInParts is a table whose header stands again before each part of its rows,
// as what is written page by page has it.
var tableInParts = Slip{
	Name:  "table_in_parts",
	Cause: "a table has one header, with the number of all of its rows; it does not stand again before each part of them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			list := strings.Join(fields, ",")
			if len(rows) < 3 || strings.TrimSpace(name) == "" || strings.ContainsAny(list, `">`) {
				return "## " + name + "[" + strconv.Itoa(len(rows)) + "]{" + quotedList(fields) + "}\n" + strings.Join(rows, "\n") + "\n"
			}
			n++
			half := 1 + r.IntN(len(rows)-1)
			header := "## " + name + "[" + strconv.Itoa(len(rows)) + "]{" + list + "}\n"
			return header + strings.Join(rows[:half], "\n") + "\n" + header + strings.Join(rows[half:], "\n") + "\n"
		})
		return text, ok && n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.DuplicateKey, ast.CountMismatch) {
			return nil
		}
		var edits []Edit
		level := Safe
		var syntax []string
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			t, ok := s.TableAbove(id)
			if !ok || t.Header != id || t.Decl.Count != ast.CountExact || s.Doc.Nodes[id].Kind != ast.KindArray {
				continue
			}
			rows, declared := t.Rows, int(t.Decl.N)
			whole := declared // the same in each part, or 0
			var again []Edit
			last := id
			for next := s.below(t); next > 0; {
				part, ok := s.TableAbove(next)
				if !ok || part.Header != next || part.Decl.Count != ast.CountExact || s.Doc.Key(next) == "" || s.Doc.Key(next) != s.Doc.Key(id) || part.Decl.Keyed != t.Decl.Keyed || !sameFields(part.Decl, t.Decl) || s.Doc.Indent(next) != s.Doc.Indent(id) {
					break
				}
				again = append(again, s.RemoveLine(next))
				last = next
				syntax = append(syntax, words(s.Doc.Text(next), nil)...)
				rows += part.Rows
				declared += int(part.Decl.N)
				if int(part.Decl.N) != whole {
					whole = 0
				}
				next = s.below(part)
			}
			if len(again) == 0 {
				continue
			}
			switch rows {
			case whole: // each header has the number of all rows
			case declared:
				line := s.Doc.Text(id)
				i := strings.Index(line, t.Decl.Text) + t.Decl.CountStart + 1
				at := int(s.Doc.Nodes[id].Start) + i
				edits = append(edits, Edit{Start: at, End: at + len(strconv.FormatUint(t.Decl.N, 10)), Text: strconv.Itoa(rows)})
				level = Decision // or the second takes the place of the first
			default:
				return nil
			}
			edits = append(edits, again...)
			id = last
		}
		return structured(edits, level, syntax, "Leave the repeated headers out")
	},
}

// below is the line behind the rows of a table, or 0 at the end.
func (s *Site) below(t Table) ast.NodeID {
	n := 0
	for id := t.Header + 1; int(id) < len(s.Doc.Nodes); id++ {
		line := strings.TrimSpace(s.Doc.Text(id))
		if strings.HasPrefix(line, "##") {
			return id
		}
		if line != "" {
			n++
		}
		if n > t.Rows {
			return 0
		}
	}
	return 0
}

func sameFields(a, b *ast.Decl) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		if a.Fields[i].Name != b.Fields[i].Name {
			return false
		}
	}
	return true
}

// quotedList is a column list with quotes where names need them.
func quotedList(fields []string) string {
	all := make([]string, len(fields))
	for i, f := range fields {
		if all[i] = f; !ast.IsBareKey(f) {
			all[i] = quoted(f)
		}
	}
	return strings.Join(all, ",")
}
