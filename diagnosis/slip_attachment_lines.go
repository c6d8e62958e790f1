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
	attachmentLine = lazily(`^(\s*)(?:## ?|\.|[-*•] |[\^/$&:>+]|@\d+[ .]|\.?\w+\.)?\.?([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s*[:=]?\s*(\{\}|\[\d+\](?::.*|\s*\{.*\})?)?\s*:?$`)
	membersInline  = lazily(`^(\s*)(\.(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")|@\d+)\s*[:=]?\s*\{\s*([A-Za-z_]\w*\s*[=:].*)\}\s*$`)
)

// carets are the columns of a row above a line whose cell is `^`, by name, and
// whether there is such a row.
func (s *Site) carets(row ast.NodeID) map[string]bool {
	t, ok := s.TableAbove(row)
	if !ok || !strings.Contains(s.Doc.Text(row), "^") {
		return nil
	}
	cells := splitCells(withoutNumber(strings.TrimSpace(s.Doc.Text(row))), "|")
	if len(cells) != len(t.Decl.Fields) {
		return nil
	}
	all := map[string]bool{}
	for i, c := range cells {
		if strings.HasPrefix(strings.TrimSpace(c), "^") {
			all[t.Decl.Fields[i].Name] = true
		}
	}
	return all
}

// attachmentMarks is the line of an attachment without its point, or with other
// signs for it.
var attachmentMarks = Slip{
	Name:  "attachment_marks",
	Cause: "what belongs to a `^` cell begins with a point and the name of its column, as `.customer {}` for an object and `.items [2]{sku,n}` for a table",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		mark, n := pick(r, "", "## ", ":"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			text := strings.TrimLeft(line, " ")
			if doc.Nodes[id].Kind != ast.KindAttachment || !strings.HasPrefix(text, ".") || strings.Contains(text, "]:") {
				return line
			}
			if mark == ":" {
				if !strings.HasSuffix(line, " {}") || doc.Nodes[id].Next == id+1 {
					return line
				}
				n++
				return strings.TrimSuffix(line, " {}") + ":"
			}
			n++
			if mark != "" {
				text = strings.TrimSuffix(text, " {}")
			}
			return line[:len(line)-len(strings.TrimLeft(line, " "))] + mark + text[1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingAttachment, ast.OrphanAttachment, ast.CountMismatch, ast.InvalidLine, ast.RowWidthMismatch, ast.InvalidKey, ast.InvalidIndent, ast.InvalidItemID, ast.TrailingContent, ast.OrphanInlineAttachment, ast.DuplicateKey, ast.InvalidCount) {
			return nil
		}
		// The rows that wait for what fills their cells, the innermost last.
		type waiting struct {
			indent int
			left   map[string]bool
		}
		var open []waiting
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			text := strings.TrimLeft(line, " ")
			indent := len(line) - len(text)
			for len(open) > 0 && indent < open[len(open)-1].indent {
				open = open[:len(open)-1]
			}
			if strings.HasPrefix(text, "@") && !(len(open) > 0 && attachmentLine.MatchString(line)) || strings.Contains(text, "|^") {
				if left := s.caretsNear(id, line); len(left) > 0 {
					if len(open) > 0 && open[len(open)-1].indent == indent {
						open = open[:len(open)-1]
					}
					open = append(open, waiting{indent, left})
				}
				return "", false
			}
			if len(open) == 0 {
				return "", false
			}
			top := &open[len(open)-1]
			m := attachmentLine.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			name := strings.Trim(m[2], `"`)
			if !top.left[name] || indent > top.indent+2 {
				return "", false
			}
			delete(top.left, name)
			if extra := words(strings.TrimSpace(line), nil); len(extra) > 0 {
				syntax = append(syntax, extra[0], name) // what stands before the name
			}
			decl := m[3]
			if decl == "" {
				if strings.HasPrefix(text, ".") && (int(id)+1 >= len(s.Doc.Nodes) || s.Doc.Indent(id+1) <= indent) {
					return "", false // what it was to be is not there
				}
				decl = "{}"
			}
			if !strings.Contains(decl, "]:") {
				decl = strings.ReplaceAll(decl, "] {", "]{")
			}
			right := m[1] + "." + m[2] + " " + decl
			return right, right != line
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// caretsNear is carets for a line that may be read as something else: the fields
// are those of the nearest table whose width it has.
func (s *Site) caretsNear(id ast.NodeID, line string) map[string]bool {
	if all := s.carets(id); all != nil {
		return all
	}
	cells := splitCells(withoutNumber(strings.TrimSpace(line)), "|")
	for at, tries := id, 0; at > 1 && tries < 200; at, tries = at-1, tries+1 {
		decl := s.Doc.DeclOf(at - 1)
		if k := s.Doc.Nodes[at-1].Kind; k != ast.KindArray && k != ast.KindAttachment || decl == nil || len(decl.Fields) != len(cells) {
			continue
		}
		all := map[string]bool{}
		for i, c := range cells {
			if strings.HasPrefix(strings.TrimSpace(c), "^") {
				all[decl.Fields[i].Name] = true
			}
		}
		return all
	}
	return nil
}

// attachmentOtherName is an attachment under another name than that of its column.
var attachmentOtherName = Slip{
	Name:  "attachment_name",
	Cause: "an attachment has the name of its column, letter by letter",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.MissingAttachment) {
			return nil
		}
		// In each row, one cell without an attachment and one attachment without a
		// cell: always the same two.
		from, to := map[string]string{}, map[string]string{}
		var at []ast.NodeID
		for id := range s.Doc.Nodes {
			row := ast.NodeID(id)
			if s.Doc.Nodes[id].Kind != ast.KindRow {
				continue
			}
			left := s.carets(row)
			if len(left) == 0 || s.Faulty(s.headerOf(row)) {
				continue
			}
			var strays []string
			for next := row + 1; int(next) < len(s.Doc.Nodes) && s.Doc.Nodes[next].Kind != ast.KindRow; next++ {
				m := attachmentLine.FindStringSubmatch(s.Doc.Text(next))
				if m == nil || !strings.HasPrefix(strings.TrimSpace(s.Doc.Text(next)), ".") || s.Doc.Indent(next) > s.Doc.Indent(row)+2 {
					continue
				}
				if name := strings.Trim(m[2], `"`); left[name] {
					delete(left, name)
				} else {
					strays = append(strays, name)
					at = append(at, next)
				}
			}
			for _, stray := range strays {
				name := ""
				for n := range left {
					if len(left) == 1 && len(strays) == 1 || akin(n, stray) {
						name = n
					}
				}
				if name == "" || from[stray] != "" && from[stray] != name || to[name] != "" && to[name] != stray {
					return nil
				}
				from[stray], to[name] = name, stray
			}
		}
		if len(at) == 0 {
			return nil
		}
		var edits []Edit
		var syntax []string
		for _, id := range at {
			line := s.Doc.Text(id)
			m := attachmentLine.FindStringSubmatch(line)
			name := strings.Trim(m[2], `"`)
			edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, strings.Replace(line, m[2], keyText(from[name]), 1)))
			syntax = append(syntax, words(name+" "+from[name], nil)...)
		}
		c := oneCandidate(edits, Decision) // or the column has the wrong name
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// akin reports whether two names are one in other letters or in the plural.
func akin(a, b string) bool {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(s), "_", ""), "s")
	}
	return plain(a) == plain(b)
}

// keyText is a name as a key is written.
func keyText(name string) string {
	if ast.IsBareKey(name) {
		return name
	}
	return quoted(name)
}

// caretsLeftOut is rows without the cells of the columns whose values follow
// below them.
var caretsLeftOut = Slip{
	Name:  "carets_left_out",
	Cause: "a row has a cell for each column: `^` where the value follows below the row",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		in := lastColumn(doc)
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if in[id] && doc.Nodes[id].Kind == ast.KindRow {
				return strings.TrimSuffix(line, "|^")
			}
			return line
		}), len(in) > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.OrphanAttachment) {
			return nil
		}
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !ok || s.Doc.Nodes[id].Kind != ast.KindRow || !s.Faulty(id) {
				return "", false
			}
			text := strings.TrimSpace(line)
			cells := splitCells(withoutNumber(text), "|")
			missing := len(t.Decl.Fields) - len(cells)
			if missing < 1 {
				return "", false
			}
			var below []string
			for next := id + 1; int(next) < len(s.Doc.Nodes) && s.Doc.Nodes[next].Kind != ast.KindRow || int(next) < len(s.Doc.Nodes) && s.Doc.Indent(next) > s.Doc.Indent(id); next++ {
				if m := attachmentLine.FindStringSubmatch(s.Doc.Text(next)); m != nil && strings.HasPrefix(strings.TrimSpace(s.Doc.Text(next)), ".") && s.Doc.Indent(next) <= s.Doc.Indent(id)+2 {
					below = append(below, strings.Trim(m[2], `"`))
				}
				if s.Doc.Indent(next) < s.Doc.Indent(id) {
					break
				}
			}
			var all []string
			for i := range t.Decl.Fields {
				if slices.Contains(below, t.Decl.Fields[i].Name) && missing > 0 {
					all = append(all, "^")
					missing--
				} else if len(cells) > 0 {
					all, cells = append(all, cells[0]), cells[1:]
				}
			}
			if missing != 0 || len(cells) > 0 || slices.Contains(all[:0], "^") {
				return "", false
			}
			lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
			number := strings.TrimSuffix(text, withoutNumber(text))
			return lead + number + strings.Join(all, "|"), true
		})
		if len(edits) == 1 {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

// membersInBraces is an object whose members stand in its braces.
var membersInBraces = Slip{
	Name:  "members_in_braces",
	Cause: "the members of an object stand on lines of their own below `{}`, as `name=Ann`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		join, n := pick(r, ",", ", ", "; "), 0
		drop := ast.NodeID(0)
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if id < drop {
				return "\x00"
			}
			k := doc.Nodes[id].Kind
			next := doc.Nodes[id].Next
			if k != ast.KindAttachment && k != ast.KindItem || !strings.HasSuffix(line, " {}") || next == id+1 {
				return line
			}
			var members []string
			for at := id + 1; at < next; at++ {
				member := strings.TrimSpace(doc.Text(at))
				if doc.Nodes[at].Kind != ast.KindKeyValue || strings.ContainsAny(member, "\",;:{}") || strings.Count(member, "=") != 1 {
					return line
				}
				members = append(members, member)
			}
			n++
			drop = next
			return strings.TrimSuffix(line, "}") + strings.Join(members, join) + "}"
		})
		return strings.ReplaceAll(text, "\x00\n", ""), n > 0
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := membersInline.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			lead := m[1] + "  "
			if strings.HasPrefix(m[2], ".") {
				lead += "  "
			}
			for _, sep := range []string{",", ";", "|"} {
				out := m[1] + m[2] + " {}"
				ok := true
				for _, member := range splitCells(m[3], sep) {
					p := namedCell.FindStringSubmatch(member)
					if ok = ok && p != nil && !strings.ContainsAny(p[2], "=[{"); !ok {
						break
					}
					out += "\n" + lead + p[1] + "=" + p[2]
				}
				if ok {
					return out, true
				}
			}
			return "", false
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Title = fmt.Sprintf("Write the members on lines of their own (%d objects)", len(edits))
		}
		return c
	},
}

// bodyMargin is the members of an object, or the rows of an item's table, at the
// margin of what they belong to.
var bodyMargin = Slip{
	Name:  "body_margin",
	Cause: "what belongs to an object is indented below it: two blanks below `@0 {}` and `## name`, four below `.name {}`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := doc.Nodes[id].Parent
			k := doc.Nodes[p].Kind
			if k != ast.KindAttachment && k != ast.KindItem || doc.Nodes[id].Kind != ast.KindKeyValue {
				return line
			}
			n++
			return strings.Repeat(" ", doc.Indent(p)) + strings.TrimLeft(line, " ")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.CountMismatch, ast.InvalidLine, ast.RowWidthMismatch, ast.OrphanInlineAttachment, ast.TrailingContent, ast.InvalidIndent, ast.MissingAttachment, ast.OrphanAttachment, ast.InvalidItemID, ast.MissingRowID) {
			return nil
		}
		// The members of the last object may be followed by some of what is around
		// it. Nothing of that is to be seen where it has those of the object before.
		keys, before, moved, open := "", map[string]string{}, false, false
		name := ""
		finish := func(certain bool) {
			open = open || moved && !certain && before[name] != keys
			before[name] = keys
			keys, moved = "", false
		}
		body := -1 // where the body that is open begins
		rows := 0  // of a table that are still to come
		width := 0
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			text := strings.TrimLeft(line, " ")
			indent := len(line) - len(text)
			switch {
			case text == "":
				return "", false
			case strings.HasPrefix(text, "."), strings.HasPrefix(text, "@"):
				finish(true)
				name = strings.TrimLeft(text, "@0123456789")
				body, rows = -1, 0
				deeper := 2
				if text[0] == '.' {
					deeper = 4
				}
				if strings.HasSuffix(text, " {}") {
					body = indent + deeper
				} else if m := itemTable.FindStringSubmatch(text); m != nil {
					n, err := strconv.Atoi(m[1])
					if err == nil && n > 0 {
						body, rows, width = indent+deeper, n, len(splitCells(m[2], ","))
					}
				}
				return "", false
			case strings.HasPrefix(text, "#"):
				finish(false)
				body = -1
				return "", false
			case body < 0:
				return "", false
			case rows > 0:
				rows--
				if len(splitCells(text, "|")) != width {
					body = -1
					return "", false
				}
				to := strings.Repeat(" ", body) + text
				if rows == 0 {
					body = -1
				}
				return to, indent < len(to)-len(text)
			case width > 0 && rows == 0 && strings.Contains(text, "|"), !nestedMember.MatchString(line) && !countedList.MatchString(line):
				finish(true)
				body = -1
				return "", false
			}
			key, _, _ := strings.Cut(text, "=")
			keys += key + "\n"
			if indent >= body {
				return "", false
			}
			moved = true
			return strings.Repeat(" ", body) + text, true
		})
		finish(false)
		// The rows of attachments that are at the margin, too, are the same mistake.
		if len(edits) > 0 {
			for _, c := range bodyIndent.Undo(s) {
				edits = merged(edits, c.Edits)
			}
		}
		// Members behind the last one may belong to what is around it.
		if len(edits) == 1 {
			level = Decision
		}
		if open {
			level = Lossy
		}
		return oneCandidate(edits, level)
	},
}

// itemTable is an item that is a table.
var itemTable = lazily(`^@\d+ \[(\d+)\]\{(.*)\}$`)

// merged are two lists of edits as one: of two that touch, the first.
func merged(a, b []Edit) []Edit {
	all := append(slices.Clone(a), b...)
	slices.SortStableFunc(all, func(x, y Edit) int { return x.Start - y.Start })
	return slices.CompactFunc(all, func(x, y Edit) bool { return x.Start <= y.End })
}

// attachmentFirst is attachments that stand before their rows.
var attachmentFirst = Slip{
	Name:  "attachment_first",
	Cause: "what belongs to a row stands below it, not before it",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.OrphanAttachment, ast.MissingAttachment, ast.InvalidItemID, ast.RowWidthMismatch) {
			return nil
		}
		t, ok := s.TableAbove(s.Line)
		if !ok || !strings.HasPrefix(strings.TrimSpace(s.Doc.Text(min(t.Header+1, ast.NodeID(len(s.Doc.Nodes)-1)))), ".") {
			return nil
		}
		var text, before strings.Builder
		id, rows := t.Header+1, uint64(0)
		for ; int(id) < len(s.Doc.Nodes) && (rows < t.Decl.N || s.Doc.Indent(id) > s.Doc.Indent(t.Header)); id++ {
			line := s.Doc.Text(id)
			if !strings.HasPrefix(strings.TrimSpace(line), "@") || s.Doc.Indent(id) != s.Doc.Indent(t.Header) {
				before.WriteString(line + "\n")
				continue
			}
			if before.Len() == 0 {
				return nil
			}
			text.WriteString(line + "\n" + before.String())
			before.Reset()
			rows++
		}
		if before.Len() > 0 || rows == 0 {
			return nil
		}
		end := len(s.Text)
		if int(id) < len(s.Doc.Nodes) {
			end = int(s.Doc.Nodes[id].Start)
		}
		c := oneCandidate([]Edit{{Start: int(s.Doc.Nodes[t.Header+1].Start), End: end, Text: text.String()}}, Decision)
		c[0].Moves, c[0].Title = true, "Move the attachments below their rows"
		return c
	},
}
