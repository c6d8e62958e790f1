package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gcf-lsp/ast"
)

// csvTable is a CSV table, names and rows, where a table of GCF belongs.
var csvTable = Slip{
	Name:  "csv_table",
	Cause: "this is a table as in CSV; in GCF its first line is `## [2]{id,name}`, with the number of rows and the names, and `|` stands between the cells",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		tables := flatTables(doc)
		if len(tables) != 1 || doc.SubtreeEnd(tables[0]) != len(doc.Source) || tables[0] != 2 || !strings.HasPrefix(doc.Text(2), "## [") {
			return "", false
		}
		sep := pick(r, ",", ";", "\t", "|")
		clear := true
		text, ok := rewriteTables(doc, func(_ string, fields, rows []string) string {
			clear = clear && len(fields) > 1 && !strings.ContainsAny(strings.Join(rows, "")+strings.Join(fields, ""), ",;\t")
			return strings.ReplaceAll(strings.Join(fields, "|")+"\n"+strings.Join(rows, "\n")+"\n", "|", sep)
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGeneric || len(s.Doc.Nodes) < 4 || !s.Faulty(2) {
			return nil
		}
		for _, sep := range separators[:3] {
			if c := s.readCSV(sep); c != nil {
				return c
			}
		}
		return s.readCSV("|")
	},
}

// readCSV reads the whole body as a table with a separator.
func (s *Site) readCSV(sep string) []Candidate {
	names := splitCells(s.Doc.Text(2), sep)
	if len(names) < 2 {
		return nil
	}
	for i := range names {
		names[i] = strings.Trim(strings.TrimSpace(names[i]), `"`)
		if !ast.IsBareKey(names[i]) || literalWord.MatchString(names[i]) {
			return nil
		}
	}
	text, rows := "", 0
	alike := make([]bool, len(names)) // the columns with a value that could be a name
	for id := ast.NodeID(3); int(id) < len(s.Doc.Nodes); id++ {
		line := strings.TrimSpace(s.Doc.Text(id))
		if line == "" && int(id) == len(s.Doc.Nodes)-1 {
			continue
		}
		cells := splitCells(line, sep)
		if len(cells) != len(names) {
			return nil
		}
		for i := range cells {
			if cells[i] = strings.TrimSpace(cells[i]); sep != "|" && strings.Contains(cells[i], "|") && !strings.HasPrefix(cells[i], `"`) {
				return nil
			}
			alike[i] = alike[i] || ast.IsBareKey(cells[i]) && !literalWord.MatchString(cells[i])
		}
		text += strings.Join(cells, "|") + "\n"
		rows++
	}
	if rows == 0 {
		return nil
	}
	level := Safe
	if rows == 1 || !slices.Contains(alike, false) {
		level = Decision // the first line may be a row, too
	}
	c := oneCandidate([]Edit{{Start: int(s.Doc.Nodes[2].Start), End: len(s.Text), Text: fmt.Sprintf("## [%d]{%s}\n%s", rows, strings.Join(names, ","), text)}}, level)
	c[0].Title = "Write the CSV table as GCF"
	return c
}

var literalWord = lazily(`^(?i:true|false|null|none|nil|nan|yes|no)$`)

var (
	yamlFirst = lazily(`^(\s*)- +([A-Za-z_]\w*): +(\S.*?)\s*$`)
	yamlNext  = lazily(`^(\s+)([A-Za-z_]\w*): +(\S.*?)\s*$`)
)

// recordRows is a table whose rows are the records of YAML; see markupRows for
// those of XML.
var recordRows = Slip{
	Name:  "record_rows",
	Cause: "a row is the values of a record on one line with `|` between them, not a record as in YAML",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		clear := true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			text := fmt.Sprintf("## %s[%d]{%s}\n", name, len(rows), strings.Join(fields, ","))
			for _, row := range rows {
				cells := strings.Split(row, "|")
				clear = clear && len(cells) > 1 && !strings.ContainsAny(row, "<>:~") && !strings.Contains(row, "||") && !strings.HasSuffix(row, "|") && !strings.HasPrefix(row, "|")
				record := ""
				for i, c := range cells {
					record += []string{"  ", "- "}[min(1, max(0, 1-i))] + fields[i] + ": " + c + "\n"
				}
				text += record
			}
			return text
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.CountMismatch, ast.InvalidIndent, ast.InvalidLine, ast.OrphanInlineAttachment) {
			return nil
		}
		var edits []Edit
		var syntax []string
		level := Safe
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			line := s.Doc.Text(id)
			var names, cells []string
			last := id
			m := yamlFirst.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			names, cells = append(names, m[2]), append(cells, m[3])
			for next := id + 1; int(next) < len(s.Doc.Nodes); next++ {
				n := yamlNext.FindStringSubmatch(s.Doc.Text(next))
				if n == nil || len(n[1]) <= len(m[1]) {
					break
				}
				names, cells = append(names, n[2]), append(cells, n[3])
				last = next
			}
			t, ok := s.TableAbove(id)
			if !ok || len(cells) != len(t.Decl.Fields) {
				return nil
			}
			row := make([]string, len(cells))
			for i, name := range names {
				at := -1
				for j := range t.Decl.Fields {
					if t.Decl.Fields[j].Name == name && row[j] == "" {
						at = j
					}
				}
				if at < 0 || strings.Contains(cells[i], "|") && !strings.HasPrefix(cells[i], `"`) {
					return nil
				}
				if at != i {
					level = Decision
				}
				row[at] = cells[i]
			}
			syntax = append(syntax, names...)
			header := s.Doc.Text(t.Header)
			lead := header[:len(header)-len(strings.TrimLeft(header, " "))]
			if s.Doc.Nodes[t.Header].Kind == ast.KindAttachment {
				lead += "    "
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: int(s.Doc.Nodes[last].Start) + len(s.Doc.Text(last)), Text: lead + strings.Join(row, "|")})
			id = last
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax, c[i].Title = syntax, "Write the records as rows"
			c[i].Syntax = append(c[i].Syntax, syntax...)
		}
		return c
	},
}
