package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/value"
)

// ruleCandidates are the fixes of rules whose title begins so.
func (s *Site) ruleCandidates(level Level, titles ...string) []Candidate {
	for _, d := range diagnostics.Check(s.Doc, diagnostics.Options{Limit: 8}) {
		for _, f := range d.Fixes {
			for _, title := range titles {
				if strings.HasPrefix(f.Title, title) {
					return []Candidate{{Edits: f.Edits, Level: level, Syntax: s.names(), Title: f.Title, At: ast.Span{Start: d.Start, End: d.End}}}
				}
			}
		}
	}
	return nil
}

var namedInBraces = lazily(`[\]^]\{([^{}]*)\}|(?:^|[|^])\s*\.("[^"]*"|\w+)`)

// names are the words of column lists and of the names of attachments, wherever
// on a line they stand.
func (s *Site) names() []string {
	var all []string
	for _, line := range s.Lines() {
		if strings.ContainsAny(line, "{.") {
			for _, m := range namedInBraces.FindAllStringSubmatch(line, -1) {
				all = append(all, words(m[1]+m[2], nil)...)
			}
		}
	}
	return all
}

// lastColumn is the tables whose last column holds an attachment in each row:
// the header, and the rows.
func lastColumn(doc *ast.Document) map[ast.NodeID]bool {
	in := map[ast.NodeID]bool{}
	for id := range doc.Nodes {
		decl := doc.DeclOf(ast.NodeID(id))
		if doc.Nodes[id].Kind != ast.KindArray || decl == nil || len(decl.Fields) < 2 || decl.Keyed || decl.N < 2 {
			continue
		}
		all := true
		var rows []ast.NodeID
		for child := range doc.Children(ast.NodeID(id)) {
			if doc.Nodes[child].Kind == ast.KindRow {
				rows = append(rows, child)
				all = all && strings.HasSuffix(doc.Text(child), "|^")
			}
		}
		if all && len(rows) > 1 && !decl.Fields[len(decl.Fields)-1].Quoted {
			in[ast.NodeID(id)] = true
			for _, r := range rows {
				in[r] = true
			}
		}
	}
	return in
}

// columnOmitted is an attachment below rows whose header lacks its column.
var columnOmitted = Slip{
	Name:  "column_omitted",
	Cause: "an attachment fills a column: its name stands in the header, and `^` in its place in the row",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		in := lastColumn(doc)
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if !in[id] {
				return line
			}
			if doc.Nodes[id].Kind == ast.KindRow {
				return strings.TrimSuffix(line, "|^")
			}
			return line[:strings.LastIndexByte(line, ',')] + "}"
		}), len(in) > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.MissingAttachment, ast.RowWidthMismatch) {
			return nil
		}
		all := s.ruleCandidates(Safe, "Add the column")
		for i := range all {
			_, rest, _ := strings.Cut(all[i].Title, "`")
			name, _, _ := strings.Cut(rest, "`")
			if s.strayNumbers(all[i].Edits) {
				all[i].Level = Lossy // the number would become data
			} else if t, ok := s.TableAbove(s.Line); !ok || !s.everyRowHas(t, name) || s.nearColumn(t, name) {
				all[i].Level = Decision // has it the column, or is the attachment on the wrong row?
			}
		}
		return all
	},
}

// strayNumbers reports whether edits give numbers to rows that have one in
// other signs.
func (s *Site) strayNumbers(edits []Edit) bool {
	for _, e := range edits {
		if e.Start == e.End && isRowNumber(e.Text) && strayNumber.MatchString(s.Text[e.Start:]) {
			return true
		}
	}
	return false
}

// nearColumn reports whether a table has a column of nearly the same name.
func (s *Site) nearColumn(t Table, name string) bool {
	var names []string
	for i := range t.Decl.Fields {
		names = append(names, t.Decl.Fields[i].Name)
	}
	return nearest.Word(name, names) != ""
}

// anyNearColumn reports whether an attachment of no column has nearly the name of
// one.
func (s *Site) anyNearColumn() bool {
	for i := range s.Doc.Nodes {
		n := &s.Doc.Nodes[i]
		if n.Kind != ast.KindAttachment || n.Index != ast.NoColumn {
			continue
		}
		if t, ok := s.TableAbove(n.Parent); ok && s.nearColumn(t, s.Doc.Key(ast.NodeID(i))) {
			return true
		}
	}
	return false
}

// everyRowHas reports whether each row of a table, of two rows at least, has an
// attachment of a name below it.
func (s *Site) everyRowHas(t Table, name string) bool {
	rows, bodies := 0, 0
	for child := range s.Doc.Children(t.Header) {
		if s.Doc.Nodes[child].Kind != ast.KindRow {
			continue
		}
		rows++
		for next := child + 1; int(next) < len(s.Doc.Nodes) && s.Doc.Nodes[next].Kind != ast.KindRow; next++ {
			if strings.HasPrefix(strings.TrimSpace(s.Doc.Text(next))+" ", "."+name+" ") {
				bodies++
				break
			}
		}
	}
	return rows > 1 && rows == bodies
}

// bodyIndent is the body of an attachment at the margin of its row.
var bodyIndent = Slip{
	Name:  "body_indent",
	Cause: "the body of an attachment is indented by four blanks more than its row",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n, less := 0, pick(r, 4, 2)
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := doc.Nodes[id].Parent
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[p].Kind != ast.KindAttachment || doc.Nodes[id].Flags&ast.FlagRowID != 0 {
				return line
			}
			n++
			return line[less:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		// The line of an attachment says how many rows follow, and the first of a
		// column how wide they are.
		width := map[string]int{}
		level := Safe
		var edits []Edit
		for id := ast.NodeID(1); int(id) < len(s.Doc.Nodes); id++ {
			line := s.Doc.Text(id)
			text := strings.TrimLeft(line, " ")
			m := attachmentTable.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			if m[3] != "" {
				width[m[1]] = len(splitCells(m[3], ","))
			}
			rows, err := strconv.Atoi(m[2])
			lead := line[:len(line)-len(text)] + "    "
			var body []Edit
			for i := 0; err == nil && i < rows; i++ {
				next := id + 1 + ast.NodeID(i)
				if int(next) >= len(s.Doc.Nodes) {
					err = strconv.ErrRange
					break
				}
				row := s.Doc.Text(next)
				cells := strings.TrimLeft(row, " \t")
				if strings.HasPrefix(cells, "##") || strings.HasPrefix(cells, ".") || strings.HasPrefix(cells, "@") || strings.Contains(strings.TrimSpace(splitCells(cells, "|")[0]), "  ") || len(splitCells(cells, "|")) != width[m[1]] {
					err = strconv.ErrRange
					break
				}
				if right := lead + cells; right != row {
					body = append(body, lineEdit(int(s.Doc.Nodes[next].Start), row, right))
				}
			}
			if err == nil {
				if len(body) > 0 && len(body) < rows {
					level = Decision // one line among others may have got a blank by mistake
				}
				edits = append(edits, body...)
			}
		}
		if len(edits) == 1 {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

var attachmentTable = lazily(`^\.([A-Za-z_]\w*|"(?:[^"\\]|\\.)*") \[(\d+)\](?:\{(.*)\})?\s*$`)

// headerInCell is the header of an attachment in the cell that it fills.
var headerInCell = Slip{
	Name:  "attachment_in_cell",
	Cause: "a cell with an attachment is `^` alone; the attachment begins on a line of its own under the row, as `.items [2]{sku,qty}`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		in := lastColumn(doc)
		n := 0
		var drop = map[ast.NodeID]bool{}
		for id := range in {
			next := id + 1
			if doc.Nodes[id].Kind == ast.KindRow && int(next) < len(doc.Nodes) && doc.Nodes[next].Kind == ast.KindAttachment && strings.Contains(doc.Text(next), "{") && !strings.Contains(doc.Text(next), "{}") {
				drop[next] = true
			}
		}
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			switch {
			case drop[id]:
				return "\x00"
			case in[id] && drop[id+1]:
				n++
				head := strings.TrimSpace(doc.Text(id + 1))
				return strings.TrimSuffix(line, "^") + "^" + head[strings.IndexByte(head, '['):]
			}
			return line
		})
		return strings.ReplaceAll(text, "\x00\n", ""), n > 0
	},
	Undo: func(s *Site) []Candidate {
		c := s.ruleCandidates(Safe, "Move the attachment header")
		for i := range c {
			c[i].Edits = append(c[i].Edits, s.listsInCells()...)
			slices.SortFunc(c[i].Edits, func(a, b Edit) int { return a.Start - b.Start })
		}
		return c
	},
}

var listInCell = lazily(`^(\s*)@\d+ .*\|\^ ?(\[\d+\]: .*)$`)

// listsInCells moves the lists that stand in the last cells of rows, where they
// read as texts, under their rows.
func (s *Site) listsInCells() []Edit {
	return s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
		m := listInCell.FindStringSubmatch(line)
		decl := s.Doc.DeclOf(id)
		if m == nil || decl == nil || s.Doc.Nodes[id].Kind != ast.KindRow || len(s.Doc.Cells(id)) != len(decl.Fields) {
			return "", false
		}
		return strings.TrimRight(strings.TrimSuffix(line, m[2]), " ") + "\n" + m[1] + "." + decl.Fields[len(decl.Fields)-1].Name + " " + m[2], true
	})
}

// caretMissing is an attachment whose cell does not announce it.
var caretMissing = Slip{
	Name:  "caret_missing",
	Cause: "a cell whose value follows below the row is `^`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		in, cell := lastColumn(doc), pick(r, "-", "", "~")
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if in[id] && doc.Nodes[id].Kind == ast.KindRow {
				return strings.TrimSuffix(line, "^") + cell
			}
			return line
		}), len(in) > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.MissingAttachment) {
			return nil
		}
		var edits []Edit
		var syntax []string
		for id := range s.Doc.Nodes {
			row := ast.NodeID(id)
			decl := s.Doc.DeclOf(row)
			if s.Doc.Nodes[id].Kind != ast.KindRow || decl == nil {
				continue
			}
			cells := s.Doc.Cells(row)
			if len(cells) != len(decl.Fields) {
				continue
			}
			for next := row + 1; next < s.Doc.Nodes[id].Next; next++ {
				name, _, ok := strings.Cut(strings.TrimSpace(s.Doc.Text(next)), " ")
				if name, dot := strings.CutPrefix(name, "."); ok && dot && s.Doc.Nodes[next].Parent == row {
					for i := range decl.Fields {
						c := s.Text[cells[i].Start:cells[i].End]
						if decl.Fields[i].Name == strings.Trim(name, `"`) && looseCaret(c, decl.Fields[i].Name) {
							syntax = append(syntax, words(c, nil)...)
							edits = append(edits, Edit{Start: cells[i].Start, End: cells[i].End, Text: "^"})
						}
					}
				}
			}
		}
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// looseCaret reports whether a cell says in other signs than `^` that its value
// follows: it is empty, null or absent, a star, empty brackets, or the column's
// own name behind a sign.
func looseCaret(cell, name string) bool {
	switch cell {
	case "", "-", "~", "*", "**", "^^", "{}", "[]", "{...}", "[...]", "...", "…", "↓", "→", "&", "`^`", `"^"`, "{^}", "[^]", "(^)":
		return true
	}
	return cell == "<"+name+">" || cell == "{"+name+"}" || cell == "["+name+"]" || len(cell) == len(name)+1 && strings.ContainsAny(cell[:1], "^.@*&#$>") && cell[1:] == name
}

var (
	nestedSection = lazily(`^\s*##\s+([A-Za-z_]\w*)\s*$`)
	nestedMember  = lazily(`^\s*([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")=(.*)$`)
)

// nestedUnderRow is an object below a row, as a section or as members.
var nestedUnderRow = Slip{
	Name:  "nested_under_row",
	Cause: "what belongs to a row and does not fit in a cell is an attachment: a column in the header, `^` in the row, and `.name {}` under it, with its members four blanks deeper",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		in, body := lastColumn(doc), 0
		indent := pick(r, "  ", "    ")
		for id := range in {
			if doc.Nodes[id].Kind == ast.KindRow {
				if strings.HasSuffix(strings.TrimSpace(doc.Text(id+1)), " {}") {
					body++
				} else {
					return "", false
				}
				for at := id + 2; at < doc.Nodes[id].Next; at++ {
					if doc.Nodes[at].Kind != ast.KindKeyValue || strings.ContainsAny(doc.Text(at), "\"[") {
						return "", false
					}
				}
			}
		}
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := doc.Nodes[id].Parent
			switch {
			case in[id] && doc.Nodes[id].Kind == ast.KindRow:
				return strings.TrimSuffix(line, "|^")
			case in[id]:
				return line[:strings.LastIndexByte(line, ',')] + "}"
			case in[p] && doc.Nodes[p].Kind == ast.KindRow:
				name := strings.TrimSuffix(strings.TrimSpace(line), " {}")
				return line[:len(line)-len(strings.TrimLeft(line, " "))] + indent + "## " + name[1:]
			case in[doc.Nodes[p].Parent] && doc.Nodes[doc.Nodes[p].Parent].Kind == ast.KindRow:
				return line[2:]
			}
			return line
		}), body > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidIndent, ast.CountMismatch, ast.InvalidLine, ast.OrphanInlineAttachment, ast.RowWidthMismatch, ast.TrailingContent, ast.InvalidSectionHeader) {
			return nil
		}
		var all []Candidate
		t, ok := s.TableAbove(s.Line)
		if ok && t.Decl.Count == ast.CountExact && !t.Decl.Keyed && s.Doc.Nodes[t.Header].Kind == ast.KindArray && t.Decl.Text != "" {
			all = s.attachNested(t)
		}
		return all
	},
}

// attachNested makes attachments of what is indented below the rows of a table.
func (s *Site) attachNested(t Table) []Candidate {
	header := s.Doc.Text(t.Header)
	margin := len(header) - len(strings.TrimLeft(header, " "))
	lead := header[:margin]
	type block struct {
		row   int // in out
		names []string
	}
	var out []string
	var blocks []block
	var order []string
	known := map[string]bool{}
	id, rows := t.Header+1, 0
	for ; int(id) < len(s.Doc.Nodes); id++ {
		line := s.Doc.Text(id)
		text := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if text == "" {
			break
		}
		if indent <= margin {
			if len(splitCells(withoutNumber(text), "|")) != len(t.Decl.Fields) || strings.HasPrefix(text, "#") || strings.HasPrefix(text, ".") {
				break
			}
			if strayNumber.MatchString(withoutNumber(text)) {
				return nil // the number would become data
			}
			blocks = append(blocks, block{row: len(out)})
			out = append(out, fmt.Sprintf("%s@%d %s", lead, rows, withoutNumber(text)))
			rows++
			continue
		}
		if rows == 0 {
			return nil
		}
		b := &blocks[len(blocks)-1]
		if m := nestedSection.FindStringSubmatch(line); m != nil {
			n := 0
			out = append(out, lead+"."+m[1]+" {}")
			for int(id)+1 < len(s.Doc.Nodes) {
				next := s.Doc.Text(id + 1)
				member := nestedMember.FindStringSubmatch(next)
				if member == nil || len(next)-len(strings.TrimLeft(next, " ")) <= margin {
					break
				}
				out = append(out, lead+"    "+strings.TrimSpace(next))
				n++
				id++
			}
			if n == 0 {
				return nil
			}
			b.names = append(b.names, m[1])
			continue
		}
		m := nestedMember.FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		b.names = append(b.names, m[1])
		out = append(out, lead+"."+m[1]+" ="+m[2])
	}
	every := true
	for _, b := range blocks {
		for _, n := range b.names {
			if !known[n] {
				known[n] = true
				order = append(order, n)
			}
		}
	}
	for i := range t.Decl.Fields {
		if known[t.Decl.Fields[i].Name] {
			return nil
		}
	}
	if len(order) == 0 || uint64(rows) != t.Decl.N {
		return nil
	}
	for _, b := range blocks {
		for _, name := range order {
			cell := "~"
			for _, n := range b.names {
				if n == name {
					cell = "^"
				}
			}
			every = every && cell == "^"
			out[b.row] += "|" + cell
		}
		if len(b.names) == 0 {
			out[b.row] = lead + withoutNumber(strings.TrimSpace(out[b.row]))
		}
	}
	level := Decision
	if every && rows > 1 {
		level = Safe
	}
	brace := strings.LastIndexByte(header, '}')
	if brace < 0 {
		return nil
	}
	text := header[:brace] + "," + strings.Join(order, ",") + header[brace:] + "\n" + strings.Join(out, "\n") + "\n"
	end := len(s.Text)
	if int(id) < len(s.Doc.Nodes) {
		end = int(s.Doc.Nodes[id].Start)
	}
	return []Candidate{{
		Edits: []Edit{{Start: int(s.Doc.Nodes[t.Header].Start), End: end, Text: text}}, Level: level,
		Syntax: order, Title: "Attach what stands below the rows", At: ast.Span{Start: int(s.Problem.Start), End: int(s.Problem.End)},
	}}
}

// withoutNumber is a row without the `@N ` that it begins with.
func withoutNumber(row string) string { return strings.TrimPrefix(withoutRowID(row), " ") }

var jsonAttachment = lazily(`^(\s*)\.([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s*[:=]?\s*([\[{].*[\]}])\s*$`)

// attachmentJSON is an attachment that holds JSON.
var attachmentJSON = Slip{
	Name:  "attachment_json",
	Cause: "an attachment holds GCF, not JSON: `.items [1]{sku,n}` with a row for each record below it",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		var drop ast.NodeID
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if id < drop {
				return "\x00"
			}
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindAttachment || decl == nil || !decl.HasFields || decl.N == 0 || !strings.Contains(line, "{") {
				return line
			}
			name, declared, ok := strings.Cut(strings.TrimSpace(line), " ")
			end := doc.Nodes[id].Next
			if !ok || int(end) < len(doc.Nodes) && doc.Nodes[end].Kind == ast.KindError {
				return line
			}
			var b strings.Builder
			b.WriteString("GCF profile=generic\n## " + declared + "\n")
			for row := id + 1; row < end; row++ {
				b.WriteString(strings.TrimSpace(doc.Text(row)) + "\n")
			}
			site := newSite(b.String())
			v, err := value.Decode(site.Doc)
			json, jerr := value.AppendJSON(nil, v)
			if err != nil || jerr != nil {
				return line
			}
			n++
			drop = end
			return line[:len(line)-len(strings.TrimLeft(line, " "))] + name + " " + string(json)
		})
		return strings.ReplaceAll(text, "\x00\n", ""), n > 0
	},
	Undo: func(s *Site) []Candidate {
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			m := jsonAttachment.FindStringSubmatch(line)
			if m == nil || countEnd(m[3], 0) == len(m[3]) {
				return "", false
			}
			v, err := value.FromJSON(m[3], value.KeepNumbers())
			if values, ok := foreignList(m[3]); ok && err != nil {
				return fmt.Sprintf("%s.%s [%d]: %s", m[1], m[2], len(values), strings.Join(values, ",")), true
			}
			if err != nil {
				return "", false
			}
			// The encoder writes it where it belongs: below a row.
			whole := value.NewArray([]value.Value{value.NewObject([]value.Member{{Key: "a", Value: value.NewInt(1)}, {Key: strings.Trim(m[2], `"`), Value: v}})})
			text, err := format.Generic(whole, format.Options{NoFlatten: true})
			if err != nil {
				return "", false
			}
			at := strings.Index(string(text), "\n.")
			if at < 0 {
				return "", false
			}
			body := strings.TrimSuffix(string(text[at+1:]), "\n")
			return m[1] + strings.ReplaceAll(body, "\n", "\n"+m[1]), true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

var (
	bareList   = lazily(`^(\s*)([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")(?:\s*\[\s*\]\s*[:=]\s*|\s*[:=]\s*\[)(.*?)\]?\s*$`)
	commaList  = lazily(`^(\s*)([A-Za-z_]\w*)\s*:\s*([^,\[\]{}"|=]+(?:,[^,\s\[\]{}"|=][^,\[\]{}"|=]*)+)$`)
	countedSet = lazily(`^(\s*)([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s*\[(\d+)\]\s*(=:?|:\s*\[|=\s*\[)\s*(.*?)\s*\]?\s*$`)
)

// arrayCount is a list on one line without its count, or in other brackets.
var arrayCount = Slip{
	Name:  "array_count",
	Cause: "a list on one line is `tags[2]: a,b`, with the number of its values",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n, form := 0, r.IntN(3)
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindInlineArray || strings.ContainsAny(line, "\"|") || strings.HasPrefix(strings.TrimSpace(line), "#") {
				return line
			}
			i, j := strings.IndexByte(line, '['), strings.Index(line, "]: ")
			if j < i || strings.ContainsAny(line[j+3:], "[]") {
				return line
			}
			n++
			return [...]string{line[:i] + "[]: " + line[j+3:], line[:i] + ": [" + line[j+3:] + "]", line[:j+1] + "=" + line[j+3:]}[form]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := countedSet.FindStringSubmatch(line)
			declared := ""
			if m != nil {
				declared = m[3]
				m = []string{m[0], m[1], m[2], m[5]}
			} else if m = bareList.FindStringSubmatch(line); m == nil {
				if m = commaList.FindStringSubmatch(line); m == nil {
					return "", false
				}
				level = Decision // or a text with a comma
			}
			items := splitCells(m[3], ",")
			for _, sep := range []string{";", "|"} { // the count tells that they separate
				if other := splitCells(m[3], sep); declared != "" && len(items) == 1 && len(other) > 1 && fmt.Sprint(len(other)) == declared {
					items = other
				}
			}
			if len(items) == 1 && strings.TrimSpace(items[0]) == "" {
				return m[1] + "## " + m[2] + " [0]", true
			}
			for i := range items {
				items[i] = strings.TrimSpace(items[i])
				if strings.ContainsAny(items[i], "[]{}") && !strings.HasPrefix(items[i], `"`) {
					return "", false
				}
			}
			count := fmt.Sprint(len(items))
			if len(items) == 1 && isNumber(items[0], "") {
				syntax = append(syntax, items[0]) // which looks like a count
			}
			if declared != "" && declared != count {
				level = Decision
			}
			return m[1] + m[2] + "[" + count + "]: " + strings.Join(items, ","), true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}
