package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var looseRowID = lazily(`^(\s*)(?:[#@](\d+)\s*([|:)\]])\s*|#(\d+)\s+|\[@?(\d+)\]\s*|@\s+(\d+)\s+|(\d+)[:)\]]\s+)(\S.*)$`)

// rowIDSpelling is a row's number in other signs than `@0 `.
var rowIDSpelling = Slip{
	Name:  "row_id_spelling",
	Cause: "a row's number is written `@0` with one blank behind it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		form, n := pick(r, "#%d ", "@%d|", "@%d: ", "[%d] "), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			text := strings.TrimLeft(line, " ")
			number, rest, ok := strings.Cut(text, " ")
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[id].Flags&ast.FlagRowID == 0 || !ok || !isNumber(number, "@") {
				return line
			}
			n++
			return line[:len(line)-len(text)] + fmt.Sprintf(form, doc.Nodes[id].Index) + rest
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var numbers []string
		next, table := 0, ast.NodeID(0)
		inOrder, caret, torn := true, false, false // torn: a quote has no other
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !ok || !s.Faulty(id) && s.Doc.Nodes[id].Kind != ast.KindRow {
				return "", false
			}
			m := looseRowID.FindStringSubmatch(line)
			if m == nil || len(splitCells(m[8], "|")) != len(t.Decl.Fields) {
				return "", false
			}
			if t.Header != table {
				table, next = t.Header, 0
			}
			number := m[2] + m[4] + m[5] + m[6] + m[7]
			if number != strconv.Itoa(next) {
				inOrder = false
			}
			next++
			caret = caret || strings.Contains(m[8], "^")
			for _, c := range splitCells(m[8], "|") {
				c = strings.TrimSpace(c)
				torn = torn || strings.HasPrefix(c, `"`) != strings.HasSuffix(c, `"`)
			}
			numbers = append(numbers, number)
			return m[1] + "@" + number + " " + m[8], true
		})
		level := Safe
		if !inOrder || torn || len(edits) == 1 && !caret {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = numbers
		}
		return c
	},
}

// strayNumber is what may be a row's number that lost a sign.
var strayNumber = lazily(`^(?:[@#]|\d+ )`)

// rowIDMissing is a row with an attachment, but without the number that says so.
var rowIDMissing = Slip{
	Name:  "row_id_missing",
	Cause: "a row with a `^` cell begins with its number, `@0` for the first row of the table",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			text := strings.TrimLeft(line, " ")
			number, rest, ok := strings.Cut(text, " ")
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[id].Flags&ast.FlagRowID == 0 || !ok || !isNumber(number, "@") || !strings.Contains(rest, "^") {
				return line
			}
			n++
			return line[:len(line)-len(text)] + rest
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingRowID, ast.InvalidItemID) {
			return nil
		}
		var edits []Edit
		level := Safe
		for id, line := range s.Lines() {
			n := &s.Doc.Nodes[id]
			if n.Kind != ast.KindRow || n.Flags&ast.FlagRowID != 0 || !strings.Contains(line, "^") {
				continue
			}
			decl := s.Doc.DeclOf(id)
			text := strings.TrimLeft(line, " ")
			cells := splitCells(text, "|")
			if decl == nil || len(cells) != len(decl.Fields) || strings.Count(line, `"`)%2 == 1 {
				level = Decision
			}
			caret := false
			for _, c := range cells {
				c = strings.TrimSpace(c)
				caret = caret || c == "^" || strings.HasPrefix(c, "^{")
			}
			if !caret {
				continue
			}
			if looseRowID.MatchString(line) || strayNumber.MatchString(text) {
				return nil // it has a number, in other signs
			}
			at := int(n.Start) + len(line) - len(text)
			edits = append(edits, Edit{Start: at, End: at, Text: "@" + strconv.FormatUint(uint64(n.Index), 10) + " "})
		}
		return oneCandidate(edits, level)
	},
}

// rowsIndented is rows that are indented below their header.
var rowsIndented = Slip{
	Name:  "rows_indented",
	Cause: "the rows of a table begin where its header begins",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		indent := pick(r, "  ", "    ")
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			return fmt.Sprintf("## %s[%d]{%s}\n%s%s\n", name, len(rows), strings.Join(fields, ","), indent, strings.Join(rows, "\n"+indent))
		})
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidIndent, ast.CountMismatch, ast.TabIndentation, ast.OrphanInlineAttachment) {
			return nil
		}
		level, body := Safe, false
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			text := strings.TrimLeft(line, " \t")
			if dot := strings.HasPrefix(text, "."); dot || strings.HasPrefix(text, "@") || strings.HasPrefix(text, "##") {
				body = dot // see bodyIndent
			}
			t, ok := s.TableAbove(id)
			if !ok || body || s.Doc.Nodes[t.Header].Kind != ast.KindArray {
				return "", false
			}
			header := s.Doc.Text(t.Header)
			at := header[:len(header)-len(strings.TrimLeft(header, " "))]
			lead := line[:len(line)-len(text)]
			if len(lead) <= len(at) || strings.HasPrefix(text, "##") || strings.HasPrefix(text, ".") || strings.HasPrefix(text, "# ") {
				return "", false
			}
			if len(splitCells(text, "|")) != len(t.Decl.Fields) || len(t.Decl.Fields) < 2 {
				return "", false
			}
			if t.Decl.Count == ast.CountExact && s.rowsBelow(t) != int(t.Decl.N) {
				level = Decision
			}
			return at + text, true
		})
		if !s.AllRows(edits) {
			level = Decision // one row among others may have got a blank by mistake
		}
		return oneCandidate(edits, level)
	},
}

// rowsBelow counts the lines below a header that have the width of its rows, at
// whatever indentation, up to the next heading.
func (s *Site) rowsBelow(t Table) int {
	n := 0
	for id := t.Header + 1; int(id) < len(s.Doc.Nodes); id++ {
		text := strings.TrimSpace(s.Doc.Text(id))
		if strings.HasPrefix(text, "##") {
			break
		}
		if text != "" && len(splitCells(text, "|")) == len(t.Decl.Fields) {
			n++
		}
	}
	return n
}

var anyDeclaration = lazily(`^(\s*)(?:##\s*)?([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")?\s*(?::\s+)?(?:(\{[^{}]*\})\s*(\[[^\]]*\])|(\[[^\]]*\])\s*(\{[^{}]*\}|\([^()]*\)|<[^<>]*>|\[[^\[\]]*\]))\s*:?\s*$`)

// declarationForm is a table's header whose parts are right, but in another
// order, in other brackets, or with a colon behind them.
var declarationForm = Slip{
	Name:  "declaration_form",
	Cause: "a table begins with `## name [2]{id,name}`: two hashes, a blank, the name, a blank, the number of rows in brackets, the names in braces, and nothing behind them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style := r.IntN(6)
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			name = strings.TrimSpace(name)
			list, count := strings.Join(fields, ","), fmt.Sprintf("[%d]", len(rows))
			line := "## " + strings.TrimSpace(name+" "+count) + "{" + list + "}"
			switch style {
			case 0:
				line = "## " + strings.TrimSpace(name+" {"+list+"}") + " " + count
			case 1:
				line += ":"
			case 2:
				line = "## " + strings.TrimSpace(name+" "+count) + "(" + list + ")"
			case 3:
				line = "## " + strings.TrimSpace(name+" "+count) + " {" + list + "}"
			case 4:
				line = "## " + name + count + "{" + list + "}"
			default:
				line = "## " + strings.TrimSpace(name+" "+count) + "[" + list + "]"
			}
			return line + "\n" + strings.Join(rows, "\n") + "\n"
		})
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			k := s.Doc.Nodes[id].Kind
			m := anyDeclaration.FindStringSubmatch(line)
			if m == nil || !s.Faulty(id) && k != ast.KindSection && k != ast.KindArray || !strings.Contains(line, "##") && (strings.HasSuffix(line, ":") || m[2] == "" || m[6] == "" || m[6][0] != '{') {
				return "", false
			}
			count, list := m[4], m[3]
			if count == "" {
				count, list = m[5], m[6]
			}
			digits := strings.Trim(count, "[]: ")
			syntax = append(syntax, digits)
			if digits != "?" && !isNumber(digits, "") {
				return "", false
			}
			names := splitCells(list[1:len(list)-1], ",")
			for i := range names {
				names[i] = strings.TrimSpace(names[i])
				if n := strings.TrimPrefix(names[i], "@"); !ast.IsBareKey(n) && !strings.HasPrefix(n, `"`) {
					return "", false
				}
			}
			name := m[2]
			if name != "" {
				name += " "
			}
			keyed := ""
			if strings.Contains(count, ":") {
				keyed = ":"
			}
			if strings.HasSuffix(count, " ]") && !strings.HasPrefix(count, "[ ") || keyed == "" && names[0] == "key" {
				level = Decision // is the `:` of a keyed table left out?
			}
			if !strings.Contains(line, "##") && (int(id)+1 >= len(s.Doc.Nodes) || len(splitCells(withoutNumber(strings.TrimSpace(s.Doc.Text(id+1))), "|")) != len(names)) {
				return "", false
			}
			right := m[1] + "## " + name + "[" + digits + keyed + "]{" + strings.Join(names, ",") + "}"
			return right, strings.Trim(right, "# ") != strings.Trim(line, "# ") // see headingSpace
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

var typedField = lazily(`^\s*(@?\w+)\s*(?::\s*|\s+|=)(?i:(int(?:eger)?(?:32|64)?|str(?:ing)?|text|float(?:32|64)?|double|decimal|num(?:ber)?|bool(?:ean)?|date(?:time)?|timestamp|any|object|array|list|json|null|uuid|varchar|id)(?:\[\])?\??)\s*$`)

// typedFields is a field list with types.
var typedFields = Slip{
	Name:  "typed_fields",
	Cause: "the names in braces have no types; a value shows itself what it is",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep := pick(r, ":", ": ", " ")
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			typed := make([]string, len(fields))
			for i, f := range fields {
				typed[i] = f + sep + pick(r, "int", "string", "str", "float", "bool")
			}
			return fmt.Sprintf("## %s[%d]{%s}\n%s\n", name, len(rows), strings.Join(typed, ","), strings.Join(rows, "\n"))
		})
	},
	Undo: func(s *Site) []Candidate {
		var types []string
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			i, j := strings.IndexByte(line, '{'), strings.LastIndexByte(line, '}')
			if i < 0 || j < i || !strings.Contains(line[:i], "[") {
				return "", false
			}
			fields, typed := splitCells(line[i+1:j], ","), 0
			for k, f := range fields {
				fields[k] = strings.TrimSpace(f)
				if m := typedField.FindStringSubmatch(f); m != nil {
					fields[k] = m[1]
					types = append(types, words(m[2], nil)...)
					typed++
				}
			}
			if typed == 0 || typed < len(fields)-typed && !strings.Contains(line[i:], ":") {
				return "", false
			}
			return line[:i+1] + strings.Join(fields, ",") + line[j:], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = types
			c[i].Title = "Leave the types out"
		}
		return c
	},
}

var rowStart = lazily(`^(\s*)@(\d+)([ \t].*)$`)

// rowIDOrder is rows or items that are numbered from 1, all alike, or by their
// first value.
var rowIDOrder = Slip{
	Name:  "row_id_order",
	Cause: "rows and items are numbered by their place, from `@0`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		add, n := r.IntN(2), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := rowStart.FindStringSubmatch(line)
			if k := doc.Nodes[id].Kind; k != ast.KindRow && k != ast.KindItem || m == nil || doc.Nodes[id].Flags&ast.FlagRowID == 0 && k == ast.KindRow || doc.Nodes[doc.Nodes[id].Parent].Parent != 0 {
				return line
			}
			for sibling := range doc.Children(doc.Nodes[id].Parent) {
				if !rowStart.MatchString(doc.Text(sibling)) {
					return line // some rows have no number
				}
			}
			n++
			if add == 0 {
				return m[1] + "@0" + m[3]
			}
			return m[1] + "@" + strconv.Itoa(int(doc.Nodes[id].Index)+1) + m[3]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidItemID) {
			return nil
		}
		var edits []Edit
		level := Safe
		parent := s.Doc.Nodes[s.Line].Parent
		decl := s.Doc.DeclOf(parent)
		rows, from1, alike, byValue, first := 0, true, true, true, ""
		for id := range s.Doc.Children(parent) {
			k := s.Doc.Nodes[id].Kind
			if k == ast.KindBlank || k == ast.KindComment {
				continue
			}
			line := s.Doc.Text(id)
			m := rowStart.FindStringSubmatch(line)
			if m == nil || k != ast.KindRow && k != ast.KindItem && k != ast.KindError {
				return nil
			}
			if rows == 0 {
				first = m[2]
			}
			from1 = from1 && m[2] == strconv.Itoa(rows+1)
			alike = alike && m[2] == first
			byValue = byValue && m[2] == strings.TrimSpace(splitCells(m[3], "|")[0])
			edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, m[1]+"@"+strconv.Itoa(rows)+m[3]))
			rows++
		}
		if !from1 && !alike && !byValue || rows < 2 {
			return nil
		}
		if decl == nil || decl.Count != ast.CountExact || uint64(rows) != decl.N || rows == 2 && alike {
			level = Decision // a row may be missing, or be there twice
		}
		return oneCandidate(slices.DeleteFunc(edits, func(e Edit) bool { return s.Text[e.Start:e.End] == e.Text }), level)
	},
}

// rowIDGlued is a row's number without the blank behind it.
var rowIDGlued = Slip{
	Name:  "row_id_blank",
	Cause: "a blank stands between a row's number and its first value, as `@0 1001|20`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := rowStart.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindRow || m == nil || doc.Nodes[id].Flags&ast.FlagRowID == 0 {
				return line
			}
			n++
			return m[1] + "@" + m[2] + strings.TrimLeft(m[3], " ")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingRowID, ast.InvalidItemID, ast.RowWidthMismatch) {
			return nil
		}
		next, table := 0, ast.NodeID(0)
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			text := strings.TrimLeft(line, " ")
			if !ok || !strings.HasPrefix(text, "@") || !strings.Contains(text, "|") {
				return "", false
			}
			if t.Header != table {
				table, next = t.Header, 0
			}
			number := "@" + strconv.Itoa(next)
			rest, ok := strings.CutPrefix(text, number)
			next++
			if !ok || strings.TrimLeft(rest, " :.|)]=,;") != rest || rest == "" || len(splitCells(rest, "|")) != len(t.Decl.Fields) {
				return "", false
			}
			return line[:len(line)-len(text)] + number + " " + rest, true
		})
		level := Safe
		if len(edits) == 1 {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}
