package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	keySign    = lazily(`^(\s*)@?("(?:[^"\\]|\\.)*"|[^\s|:="@][^\s|:="]*)(?:\s*[:=]\s*|\s+)([^\s|].*)$`)
	colonCount = lazily(`^(\s*(?:## ?(?:\S+ )?|\.\S+ |@\d+ ))\[(\d+|\?)\]\s*:\s*(\{.*\})\s*$`)
)

// keyedRow is a row of a keyed table whose key is parted from its values by
// another sign than `|`.
var keyedRow = Slip{
	Name:  "key_separator",
	Cause: "in a table of named objects the name is the first cell of its row, as `web-1|23|61`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n := pick(r, ": ", "=", " = ", ":"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindRow || decl == nil || !decl.Keyed || len(decl.Fields) < 3 || doc.Nodes[id].Flags&ast.FlagRowID != 0 || strings.ContainsAny(line[:strings.IndexByte(line, '|')], ": =\"") {
				return line
			}
			n++
			return strings.Replace(line, "|", sep, 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.CountMismatch, ast.InvalidItemID) {
			return nil
		}
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !ok || !t.Decl.Keyed || !s.Faulty(id) && s.Doc.Nodes[id].Kind != ast.KindRow {
				return "", false
			}
			m := keySign.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			right := m[1] + m[2] + "|" + m[3]
			return right, len(splitCells(strings.TrimSpace(right), "|")) == len(t.Decl.Fields)
		})
		level := Safe
		if !s.AllRows(edits) {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

// keyColumn is a keyed table whose header does not name the column of the keys.
var keyColumn = Slip{
	Name:  "key_column",
	Cause: "in the header of a table of named objects the first name is that of the column with the names, as `## hosts [2:]{key,cpu,mem}`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindArray || decl == nil || !decl.Keyed || decl.Identity >= 0 || len(decl.Fields) < 3 || !strings.Contains(line, "{key,") || decl.N < 2 {
				return line
			}
			n++
			return strings.Replace(line, "{key,", "{", 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch) {
			return nil
		}
		t, ok := s.TableAbove(s.Line)
		if !ok || !t.Decl.Keyed || t.Decl.Identity >= 0 || t.Rows < 2 {
			return nil
		}
		for child := range s.Doc.Children(t.Header) {
			if s.Doc.Nodes[child].Kind == ast.KindRow && len(splitCells(withoutNumber(strings.TrimSpace(s.Doc.Text(child))), "|")) != len(t.Decl.Fields)+1 {
				return nil
			}
		}
		name := "key"
		for i := range t.Decl.Fields {
			if t.Decl.Fields[i].Name == name {
				name = "_key"
			}
		}
		line := s.Doc.Text(t.Header)
		at := strings.IndexByte(line, '{')
		if at < 0 {
			return nil
		}
		c := oneCandidate([]Edit{lineEdit(int(s.Doc.Nodes[t.Header].Start), line, line[:at+1]+name+","+line[at+1:])}, Safe)
		c[0].Syntax = []string{name} // a label that is no data (spec 7.2a.2)
		return c
	},
}

// colonPlace is the colon of a keyed table behind its bracket.
var colonPlace = Slip{
	Name:  "colon_place",
	Cause: "the colon of a table of named objects stands in the brackets, as `[2:]{key,cpu}`; a list of records has none",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindArray || strings.Contains(line, `"`) || !strings.Contains(line, ":]{key,") {
				return line
			}
			n++
			return strings.Replace(line, ":]{", "]:{", 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var keyed, list []Edit
		named := true
		for id, line := range s.Lines() {
			m := colonCount.FindStringSubmatch(line)
			if m == nil || !s.Faulty(id) {
				continue
			}
			named = named && strings.HasPrefix(strings.TrimLeft(m[3], "{ "), "key")
			at := int(s.Doc.Nodes[id].Start)
			keyed = append(keyed, lineEdit(at, line, m[1]+"["+m[2]+":]"+m[3]))
			list = append(list, lineEdit(at, line, m[1]+"["+m[2]+"]"+m[3]))
		}
		if named {
			return oneCandidate(keyed, Safe)
		}
		return append(oneCandidate(list, Decision), oneCandidate(keyed, Decision)...)
	},
}
