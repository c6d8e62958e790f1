package cursor

import "gcf-lsp/ast"

// Rows are the data items of a container: the rows of a table, the items of an
// array, the lines of a group.
type Rows struct {
	Count int

	doc   *ast.Document
	table ast.NodeID
	kind  ast.Kind
}

// RowsOf counts the children of a kind without looking at all of them: the last
// one knows its position.
func RowsOf(doc *ast.Document, table ast.NodeID, kind ast.Kind) Rows {
	r := Rows{doc: doc, table: table, kind: kind}
	for id := doc.Node(table).Next - 1; id > table; {
		child := r.childAt(id)
		if doc.Node(child).Kind == kind {
			r.Count = int(doc.Node(child).Index) + 1
			break
		}
		id = child - 1
	}
	return r
}

// Before returns how many of the rows stand above a line, which is the index of
// a row that is put in there.
func (r *Rows) Before(line ast.NodeID) int {
	for id := min(line, r.doc.Node(r.table).Next) - 1; id > r.table; {
		child := r.childAt(id)
		if r.doc.Node(child).Kind == r.kind {
			return int(r.doc.Node(child).Index) + 1
		}
		id = child - 1
	}
	return 0
}

// childAt returns the child of the table whose subtree holds a node.
func (r *Rows) childAt(id ast.NodeID) ast.NodeID {
	for r.doc.Node(id).Parent != r.table {
		id = r.doc.Node(id).Parent
	}
	return id
}

// Sample calls visit with at most limit rows, spread over the table, in order,
// and returns how many there were.
func (r *Rows) Sample(limit int, visit func(ast.NodeID)) int {
	seen := 0
	if r.Count <= limit {
		for id := range r.doc.Children(r.table) {
			if r.doc.Node(id).Kind == r.kind {
				visit(id)
				seen++
			}
		}
		return seen
	}
	first, next := r.table+1, r.doc.Node(r.table).Next
	last := ast.NodeID(0)
	for i := range limit {
		id := r.childAt(first + ast.NodeID(int64(next-first)*int64(i)/int64(limit)))
		if id != last && r.doc.Node(id).Kind == r.kind {
			visit(id)
			seen++
		}
		last = id
	}
	return seen
}
