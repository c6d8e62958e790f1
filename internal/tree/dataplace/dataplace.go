// Package dataplace finds where decoded data stand in their document: the cell
// of a value, the key of a container, the column list of members that no row
// has. Findings about data, such as those of a JSON Schema, get their ranges
// here. Enter at [Places].
package dataplace

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Spot is a place of a document that a finding is about.
type Spot struct {
	Line ast.NodeID
	Span ast.Span
	// Cells are the cells of a row that hold the value, or would hold a member
	// that is missing; nil for what is no cell.
	Cells []ast.Cell
	// Scalar says that Span is the token of a scalar.
	Scalar bool
	// NoColumn says that a row's table has no column for a member that is
	// missing.
	NoColumn bool
}

// Places finds places in a document. Root is its decoded value; paths lead from
// there, as the tokens of a JSON pointer.
type Places struct {
	Doc  *ast.Document
	Root value.Value
}

// Value is the place of a value: its token, or what names it. A path that leads
// too far means the last value on it.
func (p *Places) Value(tokens []string) Spot {
	v, rel, n := p.nearest(tokens)
	return p.value(tokens[:n], v, rel)
}

// Missing is the place of a member that the object at a path does not have.
func (p *Places) Missing(tokens []string, member string) Spot {
	v, rel, _ := p.nearest(tokens)
	return p.missing(v, rel, member)
}

// Key is the place of the name of a member: its column, or the key of its
// line.
func (p *Places) Key(tokens []string) Spot {
	at, ok := value.Locate(p.Doc, p.Root, tokens)
	if !ok || at.Line == 0 {
		return p.start()
	}
	if at.Key.Start < at.Key.End {
		return Spot{Line: p.Doc.Line(at.Key.Start), Span: at.Key}
	}
	return Spot{Line: at.Line, Span: at.Value}
}

// Declaration is the place where an array says how many items it has: `[3]`.
func (p *Places) Declaration(tokens []string) Spot {
	v, _, _ := p.nearest(tokens)
	line := v.Line()
	if line != 0 {
		at, ok := p.Doc.DeclSpan(line)
		if decl := p.Doc.DeclOf(line); ok && decl != nil && decl.CountEnd > decl.CountStart {
			return Spot{Line: line, Span: ast.Span{Start: at.Start + decl.CountStart, End: at.Start + decl.CountEnd}}
		}
	}
	return p.Value(tokens)
}

// nearest follows a path as far as it leads, n tokens.
func (p *Places) nearest(tokens []string) (v value.Value, rel []string, n int) {
	for n = len(tokens); ; n-- {
		var ok bool
		if v, rel, ok = p.along(tokens[:n]); ok || n == 0 {
			return v, rel, n
		}
	}
}

// along follows a path. It returns the value and the end of the path that runs
// along the value's Line: its columns.
func (p *Places) along(tokens []string) (v value.Value, rel []string, ok bool) {
	v = p.Root
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
func (p *Places) value(tokens []string, v value.Value, rel []string) Spot {
	line := v.Line()
	if line == 0 {
		return p.start()
	}
	s := Spot{Line: line}
	if p.Doc.Node(line).Kind == ast.KindRow {
		if len(rel) == 0 {
			return p.row(line)
		}
		if s.Cells = p.columns(line, rel); len(s.Cells) > 0 {
			s.Span = ast.Span{Start: s.Cells[0].Start, End: s.Cells[len(s.Cells)-1].End}
			s.Scalar = v.IsScalar() && len(s.Cells) == 1
			return s
		}
		return p.row(line)
	}
	if at, ok := value.Locate(p.Doc, p.Root, tokens); ok && v.IsScalar() {
		s.Span, s.Scalar = at.Value, true
		return s
	}
	return p.name(line)
}

// name is the key of a line, or the line where it has none.
func (p *Places) name(line ast.NodeID) Spot {
	s := Spot{Line: line, Span: p.Doc.KeySpan(line)}
	if s.Span.Start >= s.Span.End {
		s.Span.Start, s.Span.End = p.Doc.Span(line)
	}
	return s
}

// row is the id of a row, or its first cell.
func (p *Places) row(line ast.NodeID) Spot {
	s := Spot{Line: line}
	if cells := p.columns(line, []string{"id"}); len(cells) == 1 {
		s.Span = ast.Span{Start: cells[0].Start, End: cells[0].End}
	} else if cells := p.Doc.Cells(line); len(cells) > 0 {
		s.Span = ast.Span{Start: cells[0].Start, End: cells[0].End}
	} else {
		s.Span.Start, s.Span.End = p.Doc.Span(line)
	}
	return s
}

// missing is the place of a member that an object does not have.
func (p *Places) missing(v value.Value, rel []string, member string) Spot {
	line := v.Line()
	if line == 0 {
		return p.start()
	}
	if p.Doc.Node(line).Kind != ast.KindRow {
		return p.name(line)
	}
	path := append(append(make([]string, 0, len(rel)+1), rel...), member)
	if cells := p.columns(line, path); len(cells) > 0 {
		return Spot{Line: line, Cells: cells, Span: ast.Span{Start: cells[0].Start, End: cells[len(cells)-1].End}}
	}
	s := p.row(line)
	if len(rel) > 0 {
		if cells := p.columns(line, rel); len(cells) > 0 {
			s.Span = ast.Span{Start: cells[0].Start, End: cells[len(cells)-1].End}
		}
	}
	s.NoColumn = true
	return s
}

// start is the first line of data: the place of the root.
func (p *Places) start() Spot {
	for id := range p.Doc.Children(0) {
		switch p.Doc.Node(id).Kind {
		case ast.KindBlank, ast.KindComment, ast.KindHeader:
			continue
		}
		return p.name(id)
	}
	return Spot{}
}

// columns returns the cells of a row at or below a path of columns.
func (p *Places) columns(line ast.NodeID, path []string) []ast.Cell {
	decl := p.Doc.DeclOf(line)
	if decl == nil {
		return nil
	}
	cells := p.Doc.Cells(line)
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
