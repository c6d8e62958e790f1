package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

// flatTables are the tables of a document without identities, keys, attachments
// or paths, at the top level: what other notations can hold, too.
func flatTables(doc *ast.Document) []ast.NodeID {
	var all []ast.NodeID
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		decl := doc.DeclOf(ast.NodeID(id))
		if n.Kind != ast.KindArray || n.Parent != 0 || decl == nil || !decl.HasFields || decl.Keyed || decl.Count != ast.CountExact || decl.N == 0 || strings.ContainsAny(doc.Text(ast.NodeID(id)), `">@`) {
			continue
		}
		rows := 0
		for child := range doc.Children(ast.NodeID(id)) {
			if doc.Nodes[child].Kind != ast.KindRow || doc.Nodes[child].Flags&ast.FlagRowID != 0 || strings.ContainsAny(doc.Text(child), `"\`) {
				rows = -1
				break
			}
			rows++
		}
		if rows > 0 {
			all = append(all, ast.NodeID(id))
		}
	}
	return all
}

// rewriteTables writes the flat tables of a document anew: to gets the name
// with the blank behind it, the fields, and the rows.
func rewriteTables(doc *ast.Document, to func(name string, fields []string, rows []string) string) (string, bool) {
	tables := flatTables(doc)
	var b strings.Builder
	at := 0
	for _, id := range tables {
		b.WriteString(doc.Source[at:doc.Nodes[id].Start])
		line := doc.Text(id)
		decl := doc.DeclOf(id)
		var fields, rows []string
		for i := range decl.Fields {
			fields = append(fields, decl.Fields[i].Name)
		}
		for child := range doc.Children(id) {
			rows = append(rows, doc.Text(child))
		}
		name := strings.TrimPrefix(line[:strings.IndexByte(line, '[')], "## ")
		b.WriteString(to(name, fields, rows))
		at = doc.SubtreeEnd(id)
	}
	b.WriteString(doc.Source[at:])
	return b.String(), len(tables) > 0
}

var (
	pipeLine = lazily(`^\s*\|(.*)\|\s*$`)
	plainRow = lazily(`^\s*[^|#\s][^|]*(?:\|[^|]*)+$`)
	nameOnly = lazily(`^\s*(?:#+\s*|\*\*)?([A-Za-z_]\w*)(?:\s*[\[(]\s*\d+\s*(?:rows|items)?\s*[\])])?(?:\*\*)?\s*:?\s*$`)
)

// drawnLine is a line of a table that is drawn with signs.
var drawnLine = lazily(`^\s*\+?[-=]{2,}(?:\+[-=]{2,})+\+?\s*$`)

// markdownTable is a Markdown table where a table of GCF belongs.
var markdownTable = Slip{
	Name:  "markdown_table",
	Cause: "this is a table as in Markdown; in GCF its first line is `## name [2]{id,name}`, with the number of rows and the names, and rows have no `|` around them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		outer, heading := r.IntN(2) == 0, pick(r, "## %s\n", "### %s\n", "%s:\n", "**%s**\n")
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			var b strings.Builder
			if name != "" {
				fmt.Fprintf(&b, heading, strings.TrimSpace(name))
			}
			rule := strings.Repeat("---|", len(fields)-1) + "---"
			for _, line := range append([]string{strings.Join(fields, "|"), rule}, rows...) {
				if outer {
					line = "| " + strings.ReplaceAll(line, "|", " | ") + " |"
				}
				b.WriteString(line + "\n")
			}
			return b.String()
		})
	},
	Undo: func(s *Site) []Candidate {
		if !s.Faulty(s.Line) {
			return nil
		}
		lines := make([]string, len(s.Doc.Nodes))
		frame := make([]bool, len(lines))
		for id, line := range s.Lines() {
			lines[id] = line
			if drawnLine.MatchString(line) {
				frame[id] = true
				lines[id] = strings.ReplaceAll(line, "+", "|")
			}
		}
		level := Safe
		var edits []Edit
		var types []string
		for id := 2; id < len(lines); id++ {
			if !ruler.MatchString(lines[id]) || !strings.Contains(lines[id], "-") {
				continue
			}
			names := cellsOf(lines[id-1])
			if len(names) < 2 && !pipeLine.MatchString(lines[id-1]) || len(names) != len(cellsOf(lines[id])) {
				continue
			}
			if strings.HasPrefix(strings.TrimSpace(lines[id-1]), "##") {
				return nil // a header is there: see separatorLine
			}
			var rows []string
			end := id + 1
			for ; end < len(lines) && !frame[end] && (pipeLine.MatchString(lines[end]) || plainRow.MatchString(lines[end])); end++ {
				cells := cellsOf(lines[end])
				if len(cells) != len(names) {
					level = Decision
				}
				rows = append(rows, strings.Join(cells, "|"))
			}
			start, name := id-1, ""
			if frame[start-1] {
				start--
			}
			if end < len(lines) && frame[end] {
				end++
			}
			for up := start - 1; up > 1; up-- {
				if strings.TrimSpace(lines[up]) == "" {
					continue
				}
				if m := nameOnly.FindStringSubmatch(lines[up]); m != nil {
					start, name = up, m[1]+" "
				}
				break
			}
			fields := make([]string, len(names))
			for i, n := range names {
				n = strings.Trim(n, "*`'")
				if m := typedField.FindStringSubmatch(n); m != nil {
					n, types = m[1], append(types, m[2])
				}
				if inner, broken := ast.Unquote(n); broken == nil && len(n) > 2 {
					n = inner
				}
				if fields[i] = n; !ast.IsBareKey(n) {
					fields[i] = quoted(n)
				}
			}
			text := fmt.Sprintf("## %s[%d]{%s}\n", name, len(rows), strings.Join(fields, ","))
			if len(rows) > 0 {
				text += strings.Join(rows, "\n") + "\n"
			}
			until := len(s.Text)
			if end < len(lines) {
				until = int(s.Doc.Nodes[end].Start)
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[start].Start), End: until, Text: text})
			id = end - 1
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Title = "Write the Markdown table as GCF"
			c[i].Syntax = types
		}
		return c
	},
}

// cellsOf are the cells of a line of a Markdown table.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "|") {
		line = strings.TrimSuffix(line[1:], "|")
	}
	cells := splitCells(line, "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

var toonHeader = lazily(`^(\s*)([A-Za-z_][\w.-]*)?\[#?(\d+)[|,]?\](?:\{([^{}]*)\})?:\s*$`)

// toonTable is a table as TOON writes it.
var toonTable = Slip{
	Name:  "toon",
	Cause: "this is TOON, not GCF; a table is `## name [2]{id,name}` with rows whose cells are separated by `|`, at the margin",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if strings.Contains(doc.Source, ",\n") {
			return "", false
		}
		clear := true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			clear = clear && name != "" && !strings.ContainsAny(strings.Join(rows, ""), ",")
			text := fmt.Sprintf("%s[%d]{%s}:\n", strings.TrimSpace(name), len(rows), strings.Join(fields, ","))
			for _, row := range rows {
				text += "  " + strings.ReplaceAll(row, "|", ",") + "\n"
			}
			return text
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		level := Safe
		lines := make([]string, len(s.Doc.Nodes))
		for id, line := range s.Lines() {
			lines[id] = line
		}
		for id := 1; id < len(lines); id++ {
			m := toonHeader.FindStringSubmatch(lines[id])
			if m == nil || m[4] == "" {
				continue
			}
			fields := splitCells(m[4], ",")
			text := m[1] + "## "
			if m[2] != "" {
				text += m[2] + " "
			}
			text += "[" + m[3] + "]{" + strings.Join(fields, ",") + "}\n"
			end, n := id+1, 0
			for ; end < len(lines) && strings.HasPrefix(lines[end], m[1]+"  "); end++ {
				row := strings.TrimSpace(lines[end])
				cells := splitCells(row, ",")
				if len(cells) != len(fields) {
					if cells = splitCells(row, "|"); len(cells) != len(fields) {
						level = Decision
					}
				}
				n++
				text += m[1] + strings.Join(cells, "|") + "\n"
			}
			if n == 0 {
				continue
			}
			until := len(s.Text)
			if end < len(lines) {
				until = int(s.Doc.Nodes[end].Start)
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: until, Text: text})
			id = end - 1
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Title = "Write the TOON table as GCF"
		}
		return c
	},
}

var headerNoFields = lazily(`^(\s*)(## (?:[^\s\[]+ )?\[(?:\d+|\?)\])(?:\{\s*\})?\s*$`)

// namesAsRow is a table whose names stand as its first row.
var namesAsRow = Slip{
	Name:  "names_as_row",
	Cause: "the names of the columns stand in the header, in braces, and not in a row of their own",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			return fmt.Sprintf("## %s[%d]\n%s\n%s\n", name, len(rows), strings.Join(fields, "|"), strings.Join(rows, "\n"))
		})
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		level := Safe
		lines := make([]string, len(s.Doc.Nodes))
		for id, line := range s.Lines() {
			lines[id] = line
		}
		for id := 1; id+1 < len(lines); id++ {
			m := headerNoFields.FindStringSubmatch(lines[id])
			if m == nil {
				continue
			}
			names := splitCells(strings.TrimSpace(lines[id+1]), "|")
			ok := len(names) > 1
			for _, n := range names {
				ok = ok && ast.IsBareKey(strings.TrimSpace(n))
			}
			if !ok {
				continue
			}
			rows := 0
			for i := id + 2; i < len(lines) && strings.Contains(lines[i], "|"); i++ {
				if len(splitCells(lines[i], "|")) != len(names) {
					ok = false
				}
				rows++
			}
			if !ok || rows == 0 {
				continue
			}
			if !strings.Contains(m[2], fmt.Sprintf("[%d]", rows)) && !strings.Contains(m[2], "[?]") {
				level = Decision
			}
			for i := range names {
				names[i] = strings.TrimSpace(names[i])
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: int(s.Doc.Nodes[id+1].End), Text: m[1] + m[2] + "{" + strings.Join(names, ",") + "}"})
		}
		return oneCandidate(edits, level)
	},
}

var namedCell = lazily(`^\s*"?([A-Za-z_]\w*)"?\s*[=:]\s*(.*?)\s*$`)

// namedCells is a row that repeats the names of its columns.
var namedCells = Slip{
	Name:  "named_cells",
	Cause: "a row has the values alone, in the order of the names in its header",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, join := pick(r, "=", ": ", ":"), pick(r, "|", ", ", " | ")
		clear := true
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			text := fmt.Sprintf("## %s[%d]{%s}\n", name, len(rows), strings.Join(fields, ","))
			for _, row := range rows {
				cells := strings.Split(row, "|")
				clear = clear && len(cells) > 1 && !strings.Contains(row, ", ")
				for i := range cells {
					cells[i] = fields[i] + sep + cells[i]
				}
				text += strings.Join(cells, join) + "\n"
			}
			return text
		})
		return text, ok && clear
	},
	Undo: func(s *Site) []Candidate {
		var names []string
		level := Safe
		// `id=1, name=Ann` reads as a member, so that its table has no rows.
		var empty Table
		taken := map[ast.NodeID]uint64{} // members that are rows, by header
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			switch kind := s.Doc.Nodes[id].Kind; {
			case kind == ast.KindArray:
				empty = Table{}
				if decl := s.Doc.DeclOf(id); decl != nil && decl.HasFields && s.Doc.FirstChild(id) == 0 {
					empty = Table{Header: id, Decl: decl}
				}
				return "", false
			case kind == ast.KindKeyValue && empty.Decl != nil:
				if t, ok = empty, true; taken[t.Header] == t.Decl.N {
					return "", false
				}
				taken[t.Header]++
			case !s.Faulty(id) && kind != ast.KindRow:
				return "", false
			}
			if !ok || len(t.Decl.Fields) < 2 {
				return "", false
			}
			text := strings.TrimSpace(line)
			if inner, is := strings.CutPrefix(strings.TrimSuffix(text, ","), "{"); is && strings.HasSuffix(inner, "}") && !strings.HasPrefix(inner, `"`) {
				text = strings.TrimSuffix(inner, "}") // as JavaScript writes it
			}
			for _, sep := range []string{"|", ",", ";"} {
				cells := splitCells(text, sep)
				if len(cells) != len(t.Decl.Fields) {
					continue
				}
				values, inOrder := make([]string, len(cells)), true
				for i, cell := range cells {
					m := namedCell.FindStringSubmatch(cell)
					if m == nil {
						return "", false
					}
					at := -1
					for j := range t.Decl.Fields {
						if strings.EqualFold(t.Decl.Fields[j].Name, m[1]) && values[j] == "" {
							at = j
						}
					}
					if at < 0 {
						return "", false
					}
					inOrder = inOrder && at == i
					values[at] = m[2]
					names = append(names, m[1])
				}
				if !inOrder {
					level = Decision
				}
				return line[:len(line)-len(strings.TrimLeft(line, " "))] + strings.Join(values, "|"), true
			}
			return "", false
		})
		members := 0
		for header, n := range taken {
			if decl := s.Doc.DeclOf(header); n == decl.N {
				members += int(n)
			} else {
				level = Decision
			}
		}
		if len(edits) > members && !s.AllRows(edits) && !s.onlyRow(edits[0].Start) {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = names
		}
		return c
	},
}

// jsonRows is a table whose rows are JSON objects or arrays.
var jsonRows = Slip{
	Name:  "json_rows",
	Cause: "a row is its values with `|` between them, not a JSON object or array",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Profile != ast.ProfileGeneric {
			return "", false
		}
		arrays := r.IntN(2) == 0
		v, err := value.Decode(doc)
		if err != nil {
			return "", false
		}
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			table := v
			if key := strings.TrimSpace(name); key != "" {
				table, _ = v.Get(key)
			}
			text := fmt.Sprintf("## %s[%d]{%s}\n", name, len(rows), strings.Join(fields, ","))
			for _, record := range table.Elems() {
				if arrays {
					var cells []value.Value
					for _, f := range fields {
						cell, _ := record.Get(f)
						cells = append(cells, cell)
					}
					if len(cells) != record.Len() {
						return text // an absent cell has no JSON in an array
					}
					record = value.NewArray(cells)
				}
				json, err := value.AppendJSON(nil, record)
				if err != nil {
					return text
				}
				text += string(json) + "\n"
			}
			return text
		})
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			text := strings.TrimSuffix(strings.TrimSpace(line), ",")
			if !strings.HasPrefix(text, "{\"") && !strings.HasPrefix(text, "[") {
				return "", false
			}
			t, ok := s.TableAbove(id)
			v, err := value.FromJSON(text, value.KeepNumbers())
			if !ok || err != nil || v.Len() > len(t.Decl.Fields) || len(t.Decl.Fields) == 1 && v.Kind() == value.Array {
				return "", false
			}
			var cells []string
			for i := range t.Decl.Fields {
				f := &t.Decl.Fields[i]
				var cell value.Value
				switch v.Kind() {
				case value.Array:
					if v.Len() != len(t.Decl.Fields) {
						return "", false
					}
					cell = v.Elems()[i]
				default:
					found := false
					if cell, found = v.Get(f.Name); !found {
						cells = append(cells, "~")
						continue
					}
				}
				scalar, err := format.AppendScalar(nil, cell)
				if err != nil || !cell.IsScalar() {
					return "", false
				}
				cells = append(cells, string(scalar))
			}
			for _, m := range v.Members() {
				known := false
				for i := range t.Decl.Fields {
					known = known || t.Decl.Fields[i].Name == m.Key
				}
				if !known {
					return "", false
				}
			}
			return line[:len(line)-len(strings.TrimLeft(line, " "))] + strings.Join(cells, "|"), true
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
