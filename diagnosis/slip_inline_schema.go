package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

var (
	looseSchema  = lazily(`\|\s*(?:\^\s*[(\[<]|\^\s+\{|[({])\s*((?:@?[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")(?:\s*,\s*(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*"))+)\s*[)\]}>]\s*(\||$)`)
	schemaInList = lazily(`^(\s*(?:## |\.).*\{(?:[^{}]*,)?([A-Za-z_]\w*))\s*\^?\s*\{([^{}]*)\}([^{}]*\}\s*)$`)
	namedBody    = lazily(`^(\s*)\.([A-Za-z_]\w*)\s*[:=]?\s*([^\[{\s].*\|.*)$`)
)

// schemaSpelling is the names of an object in a cell, in other brackets than
// `^{…}`.
var schemaSpelling = Slip{
	Name:  "schema_spelling",
	Cause: "the names of an object that follows below the row stand in its cell as `^{id,name}`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		open, shut, n := "{", "}", 0
		if r.IntN(2) == 0 {
			open, shut = "^(", ")"
		}
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			i := strings.Index(line, "|^{")
			if doc.Nodes[id].Kind != ast.KindRow || i < 0 || strings.Contains(line, `"`) || !strings.Contains(line[i:], "}") {
				return line
			}
			n++
			j := i + strings.IndexByte(line[i:], '}')
			return line[:i+1] + open + line[i+3:j] + shut + line[j+1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		for id, line := range s.Lines() {
			if k := s.Doc.Nodes[id].Kind; k != ast.KindRow && k != ast.KindError || int(id)+1 >= len(s.Doc.Nodes) {
				continue
			}
			m := looseSchema.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			names := splitCells(m[1], ",")
			fits := false
			for _, sep := range append([]string{"|"}, separators...) {
				fits = fits || len(splitCells(s.Doc.Text(id+1), sep)) == len(names)
			}
			if !fits {
				continue // no such object follows
			}
			for i := range names {
				names[i] = strings.TrimSpace(names[i])
			}
			right := strings.Replace(line, m[0], "|^{"+strings.Join(names, ",")+"}"+m[2], 1)
			if right != line {
				edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, right))
			}
		}
		return oneCandidate(edits, Safe)
	},
}

// schemaPlace is the names of an object in the header, or in a later row, and not
// in the cell of the first row.
var schemaPlace = Slip{
	Name:  "schema_place",
	Cause: "the names of an object that follows below each row stand once, in its cell of the first row, as `^{id,name}`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		mark, n := pick(r, "", "^"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			first := id + 1
			if doc.Nodes[id].Kind == ast.KindRow && doc.Nodes[id].Index == 0 && n > 0 && doc.Nodes[doc.Nodes[id].Parent].Parent == 0 {
				if i, j := strings.Index(line, "^{"), strings.IndexByte(line, '}'); i >= 0 && j > i {
					return line[:i+1] + line[j+1:]
				}
			}
			if doc.Nodes[id].Kind != ast.KindArray || n > 0 || decl == nil || !decl.HasFields || decl.N < 2 || int(first) >= len(doc.Nodes) || doc.Nodes[first].Kind != ast.KindRow || strings.Contains(line+doc.Text(first), `"`) || doc.Nodes[id].Parent != 0 {
				return line
			}
			cells := splitCells(withoutNumber(doc.Text(first)), "|")
			carets := 0
			for i, c := range cells {
				if strings.HasPrefix(c, "^") {
					carets++
				}
				if strings.HasPrefix(c, "^{") && i < len(decl.Fields) && carets == 1 && strings.Count(doc.Text(first), "^") == 1 {
					n++
					name := decl.Fields[i].Name
					at := strings.IndexByte(line, '{')
					list := strings.Split(line[at+1:len(line)-1], ",")
					list[i] = name + mark + c[1:]
					return line[:at+1] + strings.Join(list, ",") + "}"
				}
			}
			return line
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		for id, line := range s.Lines() {
			if int(id)+1 >= len(s.Doc.Nodes) || !strings.Contains(line, "{") {
				continue
			}
			if m := schemaInList.FindStringSubmatch(line); m != nil && s.Faulty(id) {
				column := len(splitCells(m[1][strings.IndexByte(m[1], '{')+1:], ",")) - 1
				row := s.Doc.Text(id + 1)
				if e, ok := s.schemaCell(id+1, column, m[3]); ok && int(id)+2 < len(s.Doc.Nodes) && len(splitCells(s.Doc.Text(id+2), "|")) == len(splitCells(m[3], ",")) && row != "" {
					edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, m[1]+m[4]), e)
				}
			}
		}
		if len(edits) == 0 {
			edits = s.schemaToFirstRow()
		}
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Moves = true
		}
		return c
	},
}

// schemaCell is the edit that writes `^{names}` for the `^` of a row's column.
func (s *Site) schemaCell(row ast.NodeID, column int, names string) (Edit, bool) {
	line := s.Doc.Text(row)
	text := withoutNumber(strings.TrimLeft(line, " "))
	head := line[:len(line)-len(text)]
	cells := splitCells(text, "|")
	if column >= len(cells) || strings.TrimSpace(cells[column]) != "^" {
		return Edit{}, false
	}
	cells[column] = "^{" + names + "}"
	return lineEdit(int(s.Doc.Nodes[row].Start), line, head+strings.Join(cells, "|")), true
}

// schemaToFirstRow moves a schema that a later row declares to the first one.
func (s *Site) schemaToFirstRow() []Edit {
	if !s.At(ast.MissingAttachment, ast.RowWidthMismatch, ast.OrphanInlineAttachment) {
		return nil
	}
	header, ok := s.TableAbove(s.Line)
	if !ok {
		return nil
	}
	first := header.Header + 1
	for id := first + 1; int(id) < len(s.Doc.Nodes); id++ {
		line := s.Doc.Text(id)
		if strings.HasPrefix(strings.TrimSpace(line), "##") {
			break
		}
		text := withoutNumber(strings.TrimLeft(line, " "))
		cells := splitCells(text, "|")
		for i, c := range cells {
			c = strings.TrimSpace(c)
			if len(cells) != len(header.Decl.Fields) || !strings.HasPrefix(c, "^{") || !strings.HasSuffix(c, "}") {
				continue
			}
			e, ok := s.schemaCell(first, i, c[2:len(c)-1])
			if !ok || len(splitCells(s.Doc.Text(first+1), "|")) != len(splitCells(c[2:len(c)-1], ",")) {
				return nil
			}
			cells[i] = "^"
			return []Edit{e, lineEdit(int(s.Doc.Nodes[id].Start), line, line[:len(line)-len(text)]+strings.Join(cells, "|"))}
		}
	}
	return nil
}

// schemaBody is the values of such an object with other signs than `|` between
// them, with the name of the column before them, or as JSON.
var schemaBody = Slip{
	Name:  "schema_body",
	Cause: "the values of an object whose names stand in the cell, as `^{id,name}`, follow on one line, with `|` between them and nothing else",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n := pick(r, ",", ";", "\t", "name"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindInlineBody || strings.ContainsAny(line, "\",; ") {
				return line
			}
			n++
			if sep == "name" {
				p := doc.Nodes[id].Parent
				decl := doc.DeclOf(p)
				if doc.Nodes[p].Kind != ast.KindRow || decl == nil || int(doc.Nodes[id].Index) >= len(decl.Fields) || decl.Fields[doc.Nodes[id].Index].Quoted {
					n--
					return line
				}
				return "." + decl.Fields[doc.Nodes[id].Index].Name + " " + line
			}
			return strings.ReplaceAll(line, "|", sep)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidIndent, ast.InlineWidthMismatch, ast.OrphanInlineAttachment, ast.InvalidLine, ast.MissingAttachment, ast.OrphanAttachment, ast.InvalidCount, ast.InvalidAttachmentMarker) {
			return nil
		}
		recodes := false
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			text := strings.TrimLeft(line, " ")
			lead := line[:len(line)-len(text)]
			if m := namedBody.FindStringSubmatch(line); m != nil && s.namesColumn(id, m[2]) {
				syntax = append(syntax, m[2])
				return m[1] + m[3], true
			}
			if s.At(ast.InvalidIndent) && s.Faulty(id) && id > 2 && strings.HasPrefix(strings.TrimLeft(s.Doc.Text(id-1), " "), "@") && strings.Contains(s.Doc.Text(id-1), "|^") && strings.Contains(text, "|") {
				over := s.Doc.Text(id - 1)
				if at := len(over) - len(strings.TrimLeft(over, " ")); len(lead) > at+2 {
					return over[:at] + text, true
				}
			}
			decl := s.Doc.DeclOf(id)
			if s.Doc.Nodes[id].Kind != ast.KindInlineBody || !s.Faulty(id) || decl == nil || len(decl.Fields) < 2 {
				return "", false
			}
			if v, err := value.FromJSON(text, value.KeepNumbers()); err == nil && v.Len() == len(decl.Fields) && v.Kind() == value.Object {
				var cells []string
				for i := range decl.Fields {
					cell, ok := v.Get(decl.Fields[i].Name)
					scalar, err := format.AppendScalar(nil, cell)
					if !ok || !cell.IsScalar() || err != nil {
						return "", false
					}
					cells = append(cells, string(scalar))
				}
				recodes = true
				return lead + strings.Join(cells, "|"), true
			}
			for _, sep := range separators {
				cells := splitCells(text, sep)
				if len(cells) != len(decl.Fields) {
					continue
				}
				for i := range cells {
					cells[i] = strings.TrimSpace(cells[i])
				}
				return lead + strings.Join(cells, "|"), true
			}
			return "", false
		})
		level := Safe
		if len(edits) == 1 && !recodes {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes, c[i].Syntax = recodes, syntax
		}
		return c
	},
}

// namesColumn reports whether a column of a table above a line has a name.
func (s *Site) namesColumn(id ast.NodeID, name string) bool {
	t, ok := s.TableAbove(id)
	if !ok {
		return false
	}
	for i := range t.Decl.Fields {
		if t.Decl.Fields[i].Name == name {
			return true
		}
	}
	return false
}
