package frames

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// spot is a place of a document that a finding is about.
type spot struct {
	line ast.NodeID
	span ast.Span
	// cells are the cells of a row that hold the value, or would hold a member
	// that is missing; nil for what is no cell.
	cells []ast.Cell
	// scalar says that span is the token of a scalar.
	scalar bool
	// column says that a row's table has no column for the missing member.
	column bool
}

// placer finds the places of findings.
type placer struct {
	doc  *ast.Document
	root value.Value
}

// find returns where a finding is.
func (p *placer) find(f *Finding) spot {
	v, rel, ok := p.along(f.Path)
	for n := len(f.Path); !ok && n > 0; {
		// A member that is missing, and the path says so.
		n--
		v, rel, ok = p.along(f.Path[:n])
	}
	switch {
	case f.Missing != "":
		return p.missing(v, rel, f.Missing)
	case f.Rule == ruleT7 && len(f.Path) > 0:
		return p.key(f.Path)
	}
	return p.value(f.Path, v, rel)
}

// along follows a path. It returns the value and the end of the path that runs
// along the value's line: its columns.
func (p *placer) along(tokens []string) (v value.Value, rel []string, ok bool) {
	v = p.root
	base := 0
	for i, token := range tokens {
		var next value.Value
		switch v.Kind() {
		case value.Object:
			n := v.Index(token)
			if n < 0 {
				return v, tokens[base:i], false
			}
			next = v.Members()[n].Value
		case value.Array:
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 || n >= v.Len() {
				return v, tokens[base:i], false
			}
			next = v.Elems()[n]
		default:
			return v, tokens[base:i], false
		}
		if next.Line() != v.Line() {
			base = i + 1
		}
		v = next
	}
	return v, tokens[base:], true
}

// value is the place of a value: its token, or what names it.
func (p *placer) value(tokens []string, v value.Value, rel []string) spot {
	line := v.Line()
	if line == 0 {
		return p.start()
	}
	s := spot{line: line}
	if p.doc.Node(line).Kind == ast.KindRow {
		if len(rel) == 0 {
			return p.row(line)
		}
		if s.cells = p.columns(line, rel); len(s.cells) > 0 {
			s.span = ast.Span{Start: s.cells[0].Start, End: s.cells[len(s.cells)-1].End}
			s.scalar = v.IsScalar() && len(s.cells) == 1
			return s
		}
		return p.row(line)
	}
	if at, ok := value.Locate(p.doc, p.root, tokens); ok && v.IsScalar() {
		s.span, s.scalar = at.Value, true
		return s
	}
	return p.name(line)
}

// name is the key of a line, or the line where it has none.
func (p *placer) name(line ast.NodeID) spot {
	s := spot{line: line, span: p.doc.KeySpan(line)}
	if s.span.Start >= s.span.End {
		s.span.Start, s.span.End = p.doc.Span(line)
	}
	return s
}

// row is the id of a row, or its first cell.
func (p *placer) row(line ast.NodeID) spot {
	s := spot{line: line}
	if cells := p.columns(line, []string{"id"}); len(cells) == 1 {
		s.span = ast.Span{Start: cells[0].Start, End: cells[0].End}
	} else if cells := p.doc.Cells(line); len(cells) > 0 {
		s.span = ast.Span{Start: cells[0].Start, End: cells[0].End}
	} else {
		s.span.Start, s.span.End = p.doc.Span(line)
	}
	return s
}

// missing is the place of a member that an object does not have.
func (p *placer) missing(v value.Value, rel []string, member string) spot {
	line := v.Line()
	if line == 0 {
		return p.start()
	}
	if p.doc.Node(line).Kind != ast.KindRow {
		return p.name(line)
	}
	path := append(append(make([]string, 0, len(rel)+1), rel...), member)
	if cells := p.columns(line, path); len(cells) > 0 {
		return spot{line: line, cells: cells, span: ast.Span{Start: cells[0].Start, End: cells[len(cells)-1].End}}
	}
	s := p.row(line)
	if len(rel) > 0 {
		if cells := p.columns(line, rel); len(cells) > 0 {
			s.span = ast.Span{Start: cells[0].Start, End: cells[len(cells)-1].End}
		}
	}
	s.column = true
	return s
}

// key is the place of a member's name.
func (p *placer) key(tokens []string) spot {
	at, ok := value.Locate(p.doc, p.root, tokens)
	if !ok || at.Line == 0 {
		return p.start()
	}
	if at.Key.Start < at.Key.End {
		return spot{line: p.doc.Line(at.Key.Start), span: at.Key}
	}
	return spot{line: at.Line, span: at.Value}
}

// start is the first line of data: the place of the root.
func (p *placer) start() spot {
	for id := range p.doc.Children(0) {
		switch p.doc.Node(id).Kind {
		case ast.KindBlank, ast.KindComment, ast.KindHeader:
			continue
		}
		return p.name(id)
	}
	return spot{}
}

// columns returns the cells of a row at or below a path of columns.
func (p *placer) columns(line ast.NodeID, path []string) []ast.Cell {
	decl := p.doc.DeclOf(line)
	if decl == nil {
		return nil
	}
	cells := p.doc.Cells(line)
	var found []ast.Cell
	for i := range decl.Fields {
		if i >= len(cells) {
			break
		}
		if below(&decl.Fields[i], path) {
			found = append(found, cells[i])
		}
	}
	return found
}

// below reports whether a column holds what a path leads to, or a part of it.
func below(f *ast.Field, path []string) bool {
	if f.Path == nil {
		return len(path) == 1 && f.Name == path[0]
	}
	if len(path) > len(f.Path) {
		return false
	}
	for i := range path {
		if f.Path[i] != path[i] {
			return false
		}
	}
	return true
}
