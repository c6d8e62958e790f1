package diagnosis

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

var (
	rowElement  = lazily(`^\s*<(?:tr|row|item|record|entry)\b[^<>]*>\s*(.*?)\s*</(?:tr|row|item|record|entry)>\s*,?$`)
	cellElement = lazily(`<([A-Za-z_][\w-]*)\b[^<>]*>([^<>]*)</([A-Za-z_][\w-]*)>`)
)

// markupRows is a table whose rows are elements of HTML or XML.
var markupRows = Slip{
	Name:  "markup_rows",
	Cause: "a row is its values with `|` between them, without tags as in HTML or XML",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		named, clear := r.IntN(2) == 0, true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			text := fmt.Sprintf("## %s[%d]{%s}\n", name, len(rows), strings.Join(fields, ","))
			for _, row := range rows {
				cells := strings.Split(row, "|")
				clear = clear && len(cells) == len(fields) && !strings.ContainsAny(row, `<>&"~^`)
				text += "<row>"
				for i, cell := range cells {
					tag := "td"
					if named && i < len(fields) {
						tag = fields[i]
					}
					clear = clear && ast.IsBareKey(tag) && cell != "" && cell != "-"
					text += "<" + tag + ">" + cell + "</" + tag + ">"
				}
				text += "</row>\n"
			}
			return text
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if !strings.Contains(line, "</") || !s.Faulty(id) && s.Doc.Nodes[id].Kind != ast.KindRow {
				return "", false
			}
			t, ok := s.TableAbove(id)
			if !ok || len(t.Decl.Fields) < 2 {
				return "", false
			}
			text := line
			if m := rowElement.FindStringSubmatch(line); m != nil {
				text = m[1]
			}
			cells, rest := cellElement.FindAllStringSubmatch(text, -1), cellElement.ReplaceAllString(text, "")
			if len(cells) != len(t.Decl.Fields) || strings.TrimSpace(rest) != "" {
				return "", false
			}
			values := make([]string, len(cells))
			for i, c := range cells {
				at := i
				if c[1] != c[3] {
					return "", false
				}
				if c[1] != "td" && c[1] != "th" {
					at = -1
					for j := range t.Decl.Fields {
						if strings.EqualFold(t.Decl.Fields[j].Name, c[1]) && values[j] == "" {
							at = j
						}
					}
					if at < 0 {
						return "", false
					}
				}
				if strings.TrimSpace(c[2]) == "-" {
					level = Decision // null, or the text
				}
				values[at] = cellOf(html.UnescapeString(strings.TrimSpace(c[2])))
			}
			return line[:len(line)-len(strings.TrimLeft(line, " "))] + strings.Join(values, "|"), true
		})
		if len(edits) > 0 && !s.AllRows(edits) && !s.onlyRow(edits[0].Start) {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

// cellOf is a text of another notation as a cell: it stays bare where a cell can
// hold it so, as a number or a word.
func cellOf(text string) string {
	if text == "" || !ast.NeedsQuotes(text) || ast.ClassifyScalar(text).IsNumber() || text == "true" || text == "false" {
		if text != "" {
			return text
		}
	}
	return string(value.AppendQuoted(nil, text))
}

// bareLineBreak is a text without quotes that goes on in the next line.
var bareLineBreak = Slip{
	Name:  "line_break_in_cell",
	Cause: "a row is one line; a line break in a text is written `\\n`, in quotes",
	Cost:  Usual,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool {
			return strings.HasPrefix(c, `"`) && strings.Contains(c, `\n`) && strings.Count(c, `\`) == strings.Count(c, `\n`) && !strings.Contains(c, "|") &&
				!strings.Contains(c, `\n"`) && !strings.HasPrefix(c, `"\n`) && !strings.Contains(c, `\n\n`) && !strings.Contains(c, "#")
		}, func(c string) string { return strings.ReplaceAll(strings.Trim(c, `"`), `\n`, "\n") })
	},
	Shared: true, // or a row that lost cells, and one more
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.CountMismatch) {
			return nil
		}
		var edits []Edit
		joined := map[ast.NodeID]int{} // by header
		for id := ast.NodeID(1); int(id)+1 < len(s.Doc.Nodes); id++ {
			t, ok := s.TableAbove(id)
			next, same := s.TableAbove(id + 1)
			a, b := s.Doc.Text(id), s.Doc.Text(id+1)
			if !ok || !same || next.Header != t.Header || !s.Faulty(id) || strings.Contains(a+b, `"`) || a == "" || b == "" || len(t.Decl.Fields) < 2 {
				continue
			}
			first, second := strings.Split(a, "|"), strings.Split(b, "|")
			if n := len(t.Decl.Fields); len(first)+len(second)-1 != n || len(first) == n || len(second) == n {
				continue
			}
			head, tail := first[len(first)-1], second[0]
			start := int(s.Doc.Nodes[id].End) - len(head)
			edits = append(edits, Edit{Start: start, End: int(s.Doc.Nodes[id+1].Start) + len(tail), Text: quoted(strings.TrimSpace(head) + "\n" + strings.TrimSpace(tail))})
			joined[t.Header]++
			id++
		}
		for header, n := range joined {
			if t := s.Doc.DeclOf(header); t == nil || uint64(s.rows[header]-n) != t.N {
				return nil // the count does not agree
			}
		}
		c := oneCandidate(edits, Decision)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}
