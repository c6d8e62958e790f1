package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	tomlRecord  = lazily(`^\[\[([A-Za-z_]\w*)\]\]\s*$`)
	plainMember = lazily(`^\s*([A-Za-z_]\w*)\s*[=:]\s*(\S.*?)\s*$`)
	indexed     = lazily(`^\s*([A-Za-z_]\w*)(?:\[(\d+)\]|\.(\d+))(?:\.([A-Za-z_]\w*))?\s*[=:]\s*(\S.*?)\s*$`)
	anyHeading  = lazily(`^\s*#{2,3} +("(?:[^"\\]|\\.)*"|\S+)\s*:?\s*$`)
)

// tomlRecords is a table as TOML writes it: `[[users]]` before the members of each
// record.
var tomlRecords = Slip{
	Name:  "toml_records",
	Cause: "this is a list of records as in TOML; in GCF it is a table, `## users [2]{id,name}`, with one row for each record and `|` between the cells",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		clear := true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			name = strings.TrimSpace(name)
			clear = clear && ast.IsBareKey(name) && plainCells(fields, rows)
			var b strings.Builder
			for _, row := range rows {
				fmt.Fprintf(&b, "[[%s]]\n", name)
				for i, cell := range strings.Split(row, "|") {
					if clear {
						fmt.Fprintf(&b, "%s = %s\n", fields[i], cell)
					}
				}
			}
			return b.String()
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		var syntax []string
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			m := tomlRecord.FindStringSubmatch(s.Doc.Text(id))
			if m == nil {
				continue
			}
			first := id
			var t records
			for ; int(id) < len(s.Doc.Nodes); id++ {
				line := s.Doc.Text(id)
				if again := tomlRecord.FindStringSubmatch(line); again != nil {
					if again[1] != m[1] {
						break
					}
					t.begin()
				} else if pair := plainMember.FindStringSubmatch(line); pair != nil {
					t.add(pair[1], pair[2])
				} else if strings.TrimSpace(line) != "" {
					break
				}
			}
			text, ok := t.table("## " + m[1] + " ")
			if !ok {
				return nil
			}
			edits = append(edits, s.replaceLines(first, id, text))
			syntax = append(append(syntax, m[1]), t.names...)
			id--
		}
		return structured(edits, Safe, syntax, "Write the records as a table")
	},
}

// indexedMembers is a list whose values are members with the places in their
// names, as a file of properties has it.
var indexedMembers = Slip{
	Name:  "list_indexes",
	Cause: "a list is one line, `tags[2]: a,b`, or a table, and not a member for each of its values",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := countedList.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindInlineArray || m == nil || m[1] != "" || !ast.IsBareKey(m[2]) || strings.ContainsAny(m[5], "\"~^") {
				return line
			}
			values := strings.Split(m[5], ",")
			if len(values) < 2 {
				return line
			}
			n++
			text := ""
			for i, v := range values {
				text += fmt.Sprintf("%s[%d]=%s\n", m[2], i, v)
			}
			return strings.TrimSuffix(text, "\n")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		var syntax []string
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			m := indexed.FindStringSubmatch(s.Doc.Text(id))
			if m == nil || !s.Faulty(id) {
				continue
			}
			first, name, base := id, m[1], m[2]+m[3]
			if base != "0" && base != "1" {
				return nil
			}
			var values []string
			var t records
			place := -1
			for ; int(id) < len(s.Doc.Nodes); id++ {
				m := indexed.FindStringSubmatch(s.Doc.Text(id))
				if m == nil || m[1] != name {
					break
				}
				n, _ := strconv.Atoi(m[2] + m[3])
				syntax = append(syntax, m[1], m[2]+m[3], m[4], m[1]+"."+m[3], m[1]+"."+m[3]+"."+m[4])
				if base == "1" {
					n--
				}
				switch {
				case m[4] == "" && n == len(values) && place < 0:
					values = append(values, listValue(m[5]))
				case m[4] == "" || len(values) > 0 || n != place && n != place+1:
					return nil
				default:
					if n > place {
						t.begin()
						place = n
					}
					t.add(m[4], m[5])
				}
			}
			text, ok := fmt.Sprintf("%s[%d]: %s\n", name, len(values), strings.Join(values, ",")), true
			if place >= 0 {
				text, ok = t.table("## " + name + " ")
			}
			if !ok || len(values) == 1 {
				return nil
			}
			edits = append(edits, s.replaceLines(first, id, text))
			id--
		}
		c := structured(edits, Safe, syntax, "Write the values as a list")
		for i := range c {
			c[i].Cost = Everyday - Usual // numbers that count on are no names
		}
		return c
	},
}

// sectionsInTable is a table whose rows are sections with members.
var sectionsInTable = Slip{
	Name:  "sections_in_table",
	Cause: "below a header with column names stands a row for each record, as `web-1|23|61`, and not a section with members",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(doc.Node(id).Parent)
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[id].Flags&ast.FlagRowID != 0 || decl == nil || !decl.Keyed || doc.Nodes[doc.Node(id).Parent].Parent != 0 {
				return line
			}
			var fields []string
			for _, f := range decl.Fields {
				fields = append(fields, f.Name)
			}
			cells := strings.Split(line, "|")
			if !plainCells(fields, []string{line}) {
				return line
			}
			n++
			text := "## " + cells[0]
			for i, cell := range cells[1:] {
				text += "\n  " + fields[i+1] + "=" + cell
			}
			return text
		})
		for id := range doc.Nodes { // all rows, or none
			if decl := doc.DeclOf(ast.NodeID(id)); decl != nil && decl.Keyed && doc.Nodes[id].Kind == ast.KindArray {
				n -= int(decl.N)
			}
		}
		return text, n == 0 && text != doc.Source
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.CountMismatch, ast.KeyedZeroCount, ast.InvalidKey) {
			return nil
		}
		var edits []Edit
		var syntax []string
		level := Safe
		for id := ast.NodeID(2); int(id) < len(s.Doc.Nodes); id++ {
			t, ok := s.TableAbove(id)
			if !ok || t.Header != id || t.Decl.Count != ast.CountExact || len(t.Decl.Fields) < 2 {
				continue
			}
			var rows []string
			next := id + 1
			for int(next) < len(s.Doc.Nodes) && len(rows) < int(t.Decl.N) {
				m := anyHeading.FindStringSubmatch(s.Doc.Text(next))
				if m == nil {
					break
				}
				cells := make([]string, len(t.Decl.Fields))
				if t.Decl.Keyed {
					cells[0] = strings.TrimSuffix(m[1], ":")
				}
				for next++; int(next) < len(s.Doc.Nodes); next++ {
					pair := plainMember.FindStringSubmatch(s.Doc.Text(next))
					if pair == nil {
						break
					}
					at := slices.IndexFunc(t.Decl.Fields, func(f ast.Field) bool { return f.Name == pair[1] })
					if at < 0 || cells[at] != "" {
						return nil
					}
					cells[at] = barred(pair[2])
					syntax = append(syntax, pair[1])
				}
				if slices.Contains(cells, "") {
					return nil
				}
				rows = append(rows, strings.Join(cells, "|"))
			}
			if len(rows) == 0 || len(rows) != int(t.Decl.N) {
				continue
			}
			if !t.Decl.Keyed {
				level = Decision // the names of the sections go
			}
			edits = append(edits, s.replaceLines(id+1, next, strings.Join(rows, "\n")+"\n"))
			id = next - 1
		}
		return structured(edits, level, syntax, "Write the sections as rows")
	},
}

// records gathers records as members name by name.
type records struct {
	names []string
	rows  []map[string]string
	bad   bool
}

func (t *records) begin() { t.rows = append(t.rows, map[string]string{}) }

func (t *records) add(name, value string) {
	if len(t.rows) == 0 {
		t.bad = true
		return
	}
	row := t.rows[len(t.rows)-1]
	if _, twice := row[name]; twice || (value[0] == '[' || value[0] == '{') && len(value) > 1 {
		t.bad = true
	}
	if !slices.Contains(t.names, name) {
		t.names = append(t.names, name)
	}
	row[name] = barred(value)
}

// table writes the records below a header that begins as said.
func (t *records) table(header string) (string, bool) {
	if t.bad || len(t.rows) == 0 || len(t.names) == 0 {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%d]{%s}\n", header, len(t.rows), strings.Join(t.names, ","))
	for _, row := range t.rows {
		for i, name := range t.names {
			if i > 0 {
				b.WriteByte('|')
			}
			if v, ok := row[name]; ok {
				b.WriteString(v)
			} else {
				b.WriteByte('~')
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), true
}

// barred is the value of a member as a cell of a row.
func barred(value string) string {
	if strings.Contains(value, "|") && value[0] != '"' {
		return quoted(value)
	}
	return value
}

// listValue is the value of a member as one of a list.
func listValue(value string) string {
	if strings.Contains(value, ",") && value[0] != '"' {
		return quoted(value)
	}
	return value
}

// plainCells reports whether rows have a value that can be a member's in each cell.
func plainCells(fields, rows []string) bool {
	for _, row := range rows {
		cells := strings.Split(row, "|")
		if len(cells) != len(fields) || slices.Contains(cells, "") || strings.ContainsAny(row, "\"~^") {
			return false
		}
		for i, c := range cells {
			if !ast.IsBareKey(fields[i]) || c[0] == '[' || c[0] == '{' || c[0] == ' ' {
				return false
			}
		}
	}
	return len(rows) > 0
}

// replaceLines is an edit that writes other lines for some.
func (s *Site) replaceLines(from, to ast.NodeID, text string) Edit {
	end := len(s.Text)
	if int(to) < len(s.Doc.Nodes) {
		end = int(s.Doc.Nodes[to].Start)
	}
	return Edit{Start: int(s.Doc.Nodes[from].Start), End: end, Text: text}
}

// structured is a candidate that writes data in another form: words of the old one
// go.
func structured(edits []Edit, level Level, syntax []string, title string) []Candidate {
	c := oneCandidate(edits, level)
	for i := range c {
		c[i].Syntax, c[i].Title = syntax, title
	}
	return c
}
