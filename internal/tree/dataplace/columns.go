package dataplace

import "gcf-lsp/ast"

// Lacking counts the rows of tables that lack a member for which there is no
// column. What all rows lack is one mistake, made in the column list. The zero
// value is empty; it is for one document.
type Lacking struct {
	rows map[lack]int
	all  map[ast.NodeID]int // the rows of a table
	told map[lack]bool
}

// lack is a member that rows of a table lack, as a rule says.
type lack struct {
	table        ast.NodeID
	rule, member string
}

func of(doc *ast.Document, s *Spot, rule, member string) lack {
	return lack{doc.Node(s.Line).Parent, rule, member}
}

// Add counts a finding: a place with NoColumn set.
func (l *Lacking) Add(doc *ast.Document, s *Spot, rule, member string) {
	if l.rows == nil {
		l.rows, l.all, l.told = map[lack]int{}, map[ast.NodeID]int{}, map[lack]bool{}
	}
	l.rows[of(doc, s, rule, member)]++
}

// Join looks at a finding after all were added. Where all rows of its table
// lack the member, it moves the place to the column list and returns the number
// of rows; again says that this was said of the table before. Otherwise it
// returns 0.
func (l *Lacking) Join(doc *ast.Document, s *Spot, rule, member string) (rows int, again bool) {
	key := of(doc, s, rule, member)
	rows, known := l.all[key.table]
	if !known {
		for id := range doc.Children(key.table) {
			if doc.Node(id).Kind == ast.KindRow {
				rows++
			}
		}
		l.all[key.table] = rows
	}
	span, ok := Fields(doc, key.table)
	if !ok || l.rows[key] < rows {
		return 0, false
	}
	again = l.told[key]
	l.told[key] = true
	s.Line, s.Span, s.Cells = key.table, span, nil
	return rows, again
}

// Fields returns the range of a table's own field list.
func Fields(doc *ast.Document, table ast.NodeID) (ast.Span, bool) {
	at, ok := doc.DeclSpan(table)
	decl := doc.DeclOf(table)
	if !ok || decl == nil || decl.FieldsEnd <= decl.FieldsStart {
		return ast.Span{}, false
	}
	return ast.Span{Start: at.Start + decl.FieldsStart, End: at.Start + decl.FieldsEnd}, true
}
