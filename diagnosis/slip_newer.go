package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	groupedTable = lazily(`^(\s*## .*\[(?:\d+|\?)\]\{)([^{}]*)(\})\s+group=([A-Za-z_]\w*)\s*$`)
	groupLine    = lazily(`^\s*(\S.*?)\s+\[(\d+)\]\s*$`)
	constantList = lazily(`^(\s*## .*\[(?:\d+|\?)\]\{)([^{}"]*=[^{}"]*)(\})\s*$`)
)

// fieldsWord is a word before the names that is none: see fieldQuotes.
var fieldsWord = lazily(`^\s*(?:fields|columns|cols|keys) *=`)

// newerForms are the forms of a table that a later version of the format has:
// rows in groups, and columns with one value.
var newerForms = Slip{
	Name:  "newer_version",
	Cause: "this form of a table belongs to a newer version of GCF than 3.5; name the column alone, and write its value in each row",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		grouped := r.IntN(2) == 0
		clear := true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			last := len(fields) - 1
			value := func(row string) string { return row[strings.LastIndexByte(row, '|')+1:] }
			clear = clear && last > 0
			head := fmt.Sprintf("## %s[%d]{%s", name, len(rows), strings.Join(fields[:last], ","))
			var b strings.Builder
			for i, row := range rows {
				clear = clear && !strings.ContainsAny(value(row), ",=[]- ") && (grouped || value(row) == value(rows[0]))
				if grouped && (i == 0 || value(row) != value(rows[i-1])) {
					n := 1
					for n+i < len(rows) && value(rows[i+n]) == value(row) {
						n++
					}
					fmt.Fprintf(&b, "%s [%d]\n", value(row), n)
				}
				b.WriteString(strings.TrimSuffix(row, "|"+value(row)) + "\n")
			}
			if grouped {
				return head + "} group=" + fields[last] + "\n" + b.String()
			}
			return head + "," + fields[last] + "=" + value(rows[0]) + "}\n" + b.String()
		})
		return text, ok && clear
	},
	Shared: true, // where the column belongs, and whether its value is a text, is not said
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		var syntax []string
		for id := ast.NodeID(1); int(id) < len(s.Doc.Nodes); id++ {
			line := s.Doc.Text(id)
			if m := groupedTable.FindStringSubmatch(line); m != nil {
				edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, m[1]+m[2]+","+m[4]+m[3]))
				width, group, left := len(splitCells(m[2], ",")), "", 0
				syntax = append(syntax, "group")
				for int(id)+1 < len(s.Doc.Nodes) {
					row := s.Doc.Text(id + 1)
					if g := groupLine.FindStringSubmatch(row); g != nil && !strings.Contains(row, "|") {
						group = g[1]
						left, _ = strconv.Atoi(g[2])
						syntax = append(syntax, words(group, nil)...)
						edits = append(edits, s.RemoveLine(id+1))
					} else if left > 0 && len(splitCells(row, "|")) == width && !strings.HasPrefix(strings.TrimSpace(row), "#") {
						edits = append(edits, lineEdit(int(s.Doc.Nodes[id+1].Start), row, row+"|"+group))
						left--
					} else {
						break
					}
					id++
				}
				continue
			}
			m := constantList.FindStringSubmatch(line)
			if m == nil || fieldsWord.MatchString(m[2]) {
				continue
			}
			var names []string
			values := map[int]string{}
			for i, f := range splitCells(m[2], ",") {
				name, value, constant := strings.Cut(strings.TrimSpace(f), "=")
				names = append(names, name)
				if constant {
					values[i] = value
					syntax = append(syntax, words(value, nil)...)
				}
			}
			edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, m[1]+strings.Join(names, ",")+m[3]))
			for int(id)+1 < len(s.Doc.Nodes) {
				row := s.Doc.Text(id + 1)
				cells := splitCells(row, "|")
				if strings.TrimSpace(row) == "" || strings.HasPrefix(strings.TrimSpace(row), "#") || len(cells) != len(names)-len(values) {
					break
				}
				var all []string
				for i := range names {
					if v, ok := values[i]; ok {
						all = append(all, v)
					} else {
						all, cells = append(all, cells[0]), cells[1:]
					}
				}
				edits = append(edits, lineEdit(int(s.Doc.Nodes[id+1].Start), row, strings.Join(all, "|")))
				id++
			}
		}
		c := oneCandidate(edits, Decision)
		for i := range c {
			c[i].Syntax = syntax
			c[i].Title = "Write the value in each row"
		}
		return c
	},
}
