package value

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// Location is where a value stands in the document that it was decoded from.
// The spans are bytes of the source.
type Location struct {
	// Line is the line that holds the value, or the header of its subtree.
	Line ast.NodeID
	// Key is the key or the field name that names the value, where it stands
	// at the value or in the header of its table; else it is empty.
	Key ast.Span
	// Value is the value's token, or for a container everything from its
	// header line to the end of its last line.
	Value ast.Span
}

// Locate returns where in its document a value stands. The path leads to it
// from the root of a decoded value: keys and, for arrays, decimal indexes, as
// in a JSON pointer. It returns false where the path leads nowhere. Decoding
// keeps only the line of each value; the exact place is worked out here.
func Locate(doc *ast.Document, root Value, path []string) (Location, bool) {
	v, base := root, 0 // the path from base is the way along one line
	for i, token := range path {
		var next Value
		switch v.kind {
		case Object:
			n := v.Index(token)
			if n < 0 {
				return Location{}, false
			}
			next = v.Members()[n].Value
		case Array:
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 || n >= v.Len() {
				return Location{}, false
			}
			next = v.Elems()[n]
		default:
			return Location{}, false
		}
		if next.line != v.line {
			base = i + 1
		}
		v = next
	}
	l := locator{doc: doc, line: v.line}
	name := ""
	if len(path) > 0 {
		name = path[len(path)-1]
	}
	return l.locate(path[base:], name), true
}

// locator finds a value on its line.
type locator struct {
	doc  *ast.Document
	line ast.NodeID
}

// locate finds the value that the path along the line leads to; name is the
// last token of the whole path.
func (l *locator) locate(path []string, name string) Location {
	if l.line == 0 {
		return Location{Value: ast.Span{Start: 0, End: len(l.doc.Source)}}
	}
	whole := Location{Line: l.line, Key: l.doc.KeySpan(l.line), Value: l.subtree()}
	switch n := l.doc.Node(l.line); n.Kind {
	case ast.KindHeader:
		whole.Value = l.headerField(name)
	case ast.KindKeyValue, ast.KindScalar:
		if cells := l.doc.Cells(l.line); len(cells) > 0 {
			whole.Value = span(cells[0], cells[0])
		}
	case ast.KindRow:
		l.rowCell(n, path, &whole)
	case ast.KindInlineBody:
		l.column(l.doc.Cells(l.line), path, &whole)
	case ast.KindInlineArray, ast.KindItem, ast.KindAttachment:
		cells := l.doc.Cells(l.line)
		if len(path) == 0 {
			if d := l.doc.DeclOf(l.line); d == nil && len(cells) == 1 {
				whole.Value = span(cells[0], cells[0])
			}
		} else if i, err := strconv.Atoi(path[0]); err == nil && i < len(cells) {
			whole.Key = ast.Span{}
			whole.Value = span(cells[i], cells[i])
		}
	case ast.KindSymbol, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		if len(path) > 0 {
			l.graphField(n.Kind, path[0], &whole)
		}
	}
	return whole
}

// subtree returns the range from the line to the end of what belongs to it.
func (l *locator) subtree() ast.Span {
	start, end := l.doc.Span(l.line)
	if last := l.doc.Node(l.line).Next - 1; last > l.line {
		end = int(l.doc.Node(last).End)
	}
	return ast.Span{Start: start, End: end}
}

func span(from, to ast.Cell) ast.Span { return ast.Span{Start: from.Start, End: to.End} }

// rowCell finds a cell of a row, or all path cells of a nested object.
func (l *locator) rowCell(n *ast.Node, path []string, whole *Location) {
	cells := l.doc.Cells(l.line)
	decl := l.doc.DeclOf(l.line)
	if decl == nil {
		return
	}
	if len(path) == 0 {
		if decl.Keyed && len(cells) > 0 {
			whole.Key = span(cells[0], cells[0])
		}
		return
	}
	i := l.column(cells, path, whole)
	if at, ok := l.doc.DeclSpan(n.Parent); ok && i >= 0 && l.doc.DeclOf(n.Parent) == decl {
		f := &decl.Fields[i]
		whole.Key = ast.Span{Start: at.Start + f.Start, End: at.Start + f.End}
	}
}

// column finds the cells of the columns that a path means and returns the
// first of them, or -1.
func (l *locator) column(cells []ast.Cell, path []string, whole *Location) int {
	decl := l.doc.DeclOf(l.line)
	first := -1
	if decl == nil || len(path) == 0 {
		return first
	}
	for i := range decl.Fields {
		if i >= len(cells) {
			break
		}
		f := &decl.Fields[i]
		if f.Path == nil && (f.Name != path[0] || len(path) > 1) || f.Path != nil && !hasPrefix(f.Path, path) {
			continue
		}
		if first < 0 {
			first = i
			whole.Value.Start = cells[i].Start
		}
		whole.Value.End = cells[i].End
	}
	return first
}

func hasPrefix(path, prefix []string) bool {
	if len(prefix) > len(path) {
		return false
	}
	for i := range prefix {
		if path[i] != prefix[i] {
			return false
		}
	}
	return true
}

func (l *locator) headerField(member string) ast.Span {
	if member == "deltaTokens" {
		member = "tokensUsed" // of a delta
	}
	for i := range spec.HeaderFields {
		if spec.HeaderFields[i].Member != member {
			continue
		}
		if f := l.doc.Header.Field(spec.HeaderFields[i].Name); f != nil {
			return ast.Span{Start: f.ValueStart, End: f.ValueEnd}
		}
	}
	return l.subtree()
}

// graphFieldIndex says which field of a line holds a member.
var graphFieldIndex = map[ast.Kind]map[string]int{
	ast.KindSymbol:      {"kind": 1, "qualifiedName": 2, "score": 3, "provenance": 4, "distance": 5},
	ast.KindEdge:        {"source": 0, "target": 0, "edgeType": 1, "status": 2, "sourceKind": 0, "targetKind": 0},
	ast.KindDeltaSymbol: {"kind": 0, "qualifiedName": 1},
	ast.KindDeltaEdge:   {"source": 0, "target": 2, "edgeType": 3},
}

func (l *locator) graphField(kind ast.Kind, member string, whole *Location) {
	want, ok := graphFieldIndex[kind][member]
	if !ok {
		return
	}
	start, end := l.doc.Span(l.line)
	line := l.doc.Source[:end]
	for i := 0; start < end; i++ {
		stop := start
		for stop < end && line[stop] != ' ' && line[stop] != '\t' {
			stop++
		}
		if i == want {
			if bar := strings.IndexByte(line[start:stop], '<'); kind == ast.KindEdge && i == 0 && bar >= 0 {
				if strings.HasPrefix(member, "target") {
					stop = start + bar
				} else {
					start += bar + 1
				}
			}
			whole.Value = ast.Span{Start: start, End: stop}
			return
		}
		for start = stop; start < end && (line[start] == ' ' || line[start] == '\t'); start++ {
		}
	}
}
