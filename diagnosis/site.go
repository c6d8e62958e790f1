package diagnosis

import (
	"iter"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Site is where a slip is looked for: a text, its tree and the first error in
// it.
type Site struct {
	Text    string
	Doc     *ast.Document
	Problem *ast.Problem // the first error
	Line    ast.NodeID   // the line of the problem

	faulty  []bool // by node, see Faulty
	errors  int
	known   map[string]bool    // names of fields and attachments, see namesOf
	headers []ast.NodeID       // by node, see TableAbove
	rows    map[ast.NodeID]int // by header
}

// newSite parses a text. Problem is nil where it has no error.
func newSite(text string) *Site {
	s := &Site{Text: text, Doc: parser.Parse(text)}
	doc := s.Doc
	for i := range doc.Problems {
		p := &doc.Problems[i]
		if !value.IsError(p.Code) {
			continue
		}
		if s.Problem == nil {
			s.Problem = p
			s.Line = p.Node
			if s.Line == 0 {
				s.Line = doc.Line(int(p.Start))
			}
		}
		s.mark(p.Node)
	}
	if s.Problem == nil {
		return s
	}
	for id := range doc.Nodes {
		if n := &doc.Nodes[id]; n.Kind == ast.KindError || n.Flags&ast.FlagInvalid != 0 {
			s.mark(ast.NodeID(id))
		}
	}
	s.errors += doc.Unlisted
	return s
}

func (s *Site) mark(id ast.NodeID) {
	if s.faulty == nil {
		s.faulty = make([]bool, len(s.Doc.Nodes))
	}
	if !s.faulty[id] {
		s.faulty[id] = true
		s.errors++
	}
}

// Faulty reports whether a line has an error, or could not be read.
func (s *Site) Faulty(id ast.NodeID) bool { return s.faulty != nil && s.faulty[id] }

// At reports whether the first error has one of these codes.
func (s *Site) At(codes ...ast.Code) bool {
	for _, c := range codes {
		if s.Problem.Code == c {
			return true
		}
	}
	return false
}

// Lines returns all lines: node and text without the line end.
func (s *Site) Lines() iter.Seq2[ast.NodeID, string] {
	return func(yield func(ast.NodeID, string) bool) {
		for id := ast.NodeID(1); int(id) < len(s.Doc.Nodes); id++ {
			if !yield(id, s.Doc.Text(id)) {
				return
			}
		}
	}
}

// longLine is from how many bytes on a line is not rewritten.
const longLine = 1 << 18

// Rewrite returns the edits that write lines anew: each line that right
// returns true for. Edits are as small as a line allows. A line that is longer
// than any that somebody or something makes a slip in is left alone.
func (s *Site) Rewrite(right func(id ast.NodeID, line string) (string, bool)) []Edit {
	var edits []Edit
	for id, line := range s.Lines() {
		if len(line) > longLine {
			continue
		}
		if to, ok := right(id, line); ok && to != line {
			edits = append(edits, lineEdit(int(s.Doc.Nodes[id].Start), line, to))
		}
	}
	return edits
}

// RewriteFaulty is Rewrite for the faulty lines alone.
func (s *Site) RewriteFaulty(right func(line string) (string, bool)) []Edit {
	return s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
		if !s.Faulty(id) {
			return "", false
		}
		return right(line)
	})
}

// lineEdit is the smallest edit that makes one line of another one at an
// offset.
func lineEdit(at int, from, to string) Edit {
	a := 0
	for a < len(from) && a < len(to) && from[a] == to[a] {
		a++
	}
	for a > 0 && a < len(from) && from[a]&0xC0 == 0x80 {
		a--
	}
	b := 0
	for b < len(from)-a && b < len(to)-a && from[len(from)-1-b] == to[len(to)-1-b] {
		b++
	}
	for b > 0 && from[len(from)-b]&0xC0 == 0x80 {
		b--
	}
	return Edit{Start: at + a, End: at + len(from) - b, Text: to[a : len(to)-b]}
}

// RemoveLine is the edit that removes a line with its line end.
func (s *Site) RemoveLine(id ast.NodeID) Edit {
	end := len(s.Text)
	if int(id)+1 < len(s.Doc.Nodes) {
		end = int(s.Doc.Nodes[id+1].Start)
	}
	return Edit{Start: int(s.Doc.Nodes[id].Start), End: end}
}

// Apply makes edits in a text. It returns false where they do not fit.
func Apply(text string, edits []Edit) (string, bool) {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			return text, false
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String(), true
}

// unfinished reports whether a line is the last one and has no line end: it may
// have been cut off.
func (s *Site) unfinished(id ast.NodeID) bool {
	return int(id) == len(s.Doc.Nodes)-1 && !strings.HasSuffix(s.Text, "\n")
}

// quoted is a text as a quoted scalar.
func quoted(s string) string { return string(value.AppendQuoted(nil, s)) }

// Table is what stands above a row: the header of its table.
type Table struct {
	Header ast.NodeID
	Decl   *ast.Decl
	Rows   int // data lines that follow, faulty ones included, down to the next declaration
}

// TableAbove returns the table whose header is the nearest declaration with a
// field list above a line, also where the line is not read as its row.
func (s *Site) TableAbove(id ast.NodeID) (Table, bool) {
	if s.headers == nil {
		s.findHeaders()
	}
	h := s.headers[id]
	if h == 0 {
		return Table{}, false
	}
	return Table{Header: h, Decl: s.declOf(h), Rows: s.rows[h]}, true
}

// declOf is the declaration of a header. An attachment without names has those
// of the first one in its column (spec 7.4.5.3): they are added.
func (s *Site) declOf(header ast.NodeID) *ast.Decl {
	own := s.Doc.DeclOf(header)
	if own == nil || own.HasFields || s.Doc.Nodes[header].Kind != ast.KindAttachment || int(header)+1 >= len(s.Doc.Nodes) {
		return own
	}
	first := header + 1
	if s.Doc.Nodes[first].Kind != ast.KindRow || s.Doc.Nodes[first].Parent != header {
		return own
	}
	shared := s.Doc.DeclOf(first)
	if shared == nil || !shared.HasFields {
		return own
	}
	d := *own
	d.HasFields, d.Fields, d.Keyed, d.Identity = true, shared.Fields, shared.Keyed, shared.Identity
	d.FieldsStart, d.FieldsEnd = 0, 0
	return &d
}

// findHeaders finds the header above each line, and how many rows each has, in
// one pass. A line belongs to the innermost table whose rows are not indented
// deeper than it is.
func (s *Site) findHeaders() {
	type table struct {
		header   ast.NodeID
		indent   int // of its rows
		counting bool
	}
	s.headers = make([]ast.NodeID, len(s.Doc.Nodes))
	s.rows = map[ast.NodeID]int{}
	var open []table
	pop := func(deeperThan int) {
		for len(open) > 0 && open[len(open)-1].indent > deeperThan {
			open = open[:len(open)-1]
		}
	}
	for id := ast.NodeID(1); int(id) < len(s.Doc.Nodes); id++ {
		line := s.Doc.Text(id)
		text := strings.TrimLeft(line, " \t")
		indent := len(line) - len(text)
		k := s.Doc.Nodes[id].Kind
		if k == ast.KindAttachment && strings.HasPrefix(text, "..") {
			k = ast.KindError // an ellipsis
		}
		switch k {
		case ast.KindBlank, ast.KindComment:
		case ast.KindArray, ast.KindAttachment:
			rows := indent
			if k == ast.KindAttachment {
				rows += 4
				pop(indent)
			} else {
				pop(indent - 1)
			}
			if decl := s.declOf(id); decl != nil && decl.HasFields {
				open = append(open, table{id, rows, true})
			}
		case ast.KindSection, ast.KindGroup:
			pop(indent - 1)
		case ast.KindRow, ast.KindError:
			pop(indent)
			if len(open) > 0 {
				top := &open[len(open)-1]
				top.counting = top.counting && !strings.HasPrefix(text, "##")
				if top.counting {
					s.rows[top.header]++
				}
			}
		case ast.KindInlineBody, ast.KindItem:
			pop(indent)
		default:
			pop(indent - 1)
		}
		if len(open) > 0 {
			s.headers[id] = open[len(open)-1].header
		}
	}
}

// AllRows reports whether edits change all rows of each table that they touch,
// and two at least: one row alone in an odd shape may have lost something.
func (s *Site) AllRows(edits []Edit) bool {
	touched := map[ast.NodeID]int{}
	last := ast.NodeID(0)
	for _, e := range edits {
		id := s.Doc.Line(e.Start)
		if id == last {
			continue
		}
		last = id
		if t, ok := s.TableAbove(id); ok {
			touched[t.Header]++
		}
	}
	n := 0
	for header, rows := range touched {
		if rows != s.rows[header] {
			return false
		}
		n += rows
	}
	return n > 1
}
