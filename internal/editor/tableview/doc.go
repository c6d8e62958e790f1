// Package tableview shows the tables of a document as rows of values, for viewers
// that draw a part of a large table: sorted, filtered, window by window. It
// takes documents as they are, also broken ones. Enter it at [New] and
// [View.Window].
package tableview

import (
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Table is one table of a document: an array or a keyed table with a field
// list, or a group of a graph.
type Table struct {
	Node    ast.NodeID // its header
	Name    string     // its key, decoded; "" for an anonymous one
	Rows    int        // that are there
	Columns []string   // names, decoded; path columns as `a>b`

	decl *ast.Decl // of a generic table
}

// MaxTables is how many tables of a document are listed. The tables that are
// attached to rows are not among them: they are cells.
const MaxTables = 1000

var (
	symbolColumns    = []string{"id", "kind", "qualifiedName", "score", "provenance"}
	deltaColumns     = []string{"id", "kind", "qualifiedName", "score", "provenance", "distance"}
	edgeColumns      = []string{"source", "target", "edgeType", "status"}
	removedColumns   = []string{"kind", "qualifiedName"}
	deltaEdgeColumns = []string{"source", "target", "edgeType"}
)

// list finds the tables of a document in source order.
func list(doc *ast.Document) []Table {
	var all []Table
	for id := ast.NodeID(1); int(id) < len(doc.Nodes) && len(all) < MaxTables; {
		n := doc.Node(id)
		next := id + 1
		switch n.Kind {
		case ast.KindArray:
			if decl := cursor.Fields(doc, id); decl != nil {
				t := Table{Node: id, Name: doc.Key(id), decl: decl, Rows: count(doc, id, ast.KindRow)}
				for i := range decl.Fields {
					t.Columns = append(t.Columns, decl.Fields[i].Name)
				}
				all = append(all, t)
				next = n.Next
			}
		case ast.KindGroup:
			if t := group(doc, id); t.Columns != nil {
				all = append(all, t)
			}
			next = n.Next
		}
		id = next
	}
	return all
}

// group is a group of a graph as a table. One without rows is none.
func group(doc *ast.Document, id ast.NodeID) Table {
	t := Table{Node: id, Name: doc.Key(id)}
	for child := range doc.Children(id) {
		columns := columnsOf(doc, child)
		if columns == nil {
			continue
		}
		t.Rows++
		if t.Columns == nil {
			t.Columns = columns
		}
	}
	return t
}

// columnsOf returns the columns of a line of a graph, or nil.
func columnsOf(doc *ast.Document, id ast.NodeID) []string {
	switch doc.Node(id).Kind {
	case ast.KindSymbol, ast.KindReference:
		if doc.Header.Is("delta") {
			return deltaColumns
		}
		return symbolColumns
	case ast.KindEdge:
		return edgeColumns
	case ast.KindDeltaSymbol:
		return removedColumns
	case ast.KindDeltaEdge:
		return deltaEdgeColumns
	}
	return nil
}

func count(doc *ast.Document, id ast.NodeID, kind ast.Kind) int {
	n := 0
	for child := range doc.Children(id) {
		if doc.Node(child).Kind == kind {
			n++
		}
	}
	return n
}

// rows returns the lines of a table's rows.
func (t *Table) rows(doc *ast.Document) []ast.NodeID {
	all := make([]ast.NodeID, 0, t.Rows)
	for child := range doc.Children(t.Node) {
		if t.decl != nil && doc.Node(child).Kind == ast.KindRow || t.decl == nil && columnsOf(doc, child) != nil {
			all = append(all, child)
		}
	}
	return all
}

// View shows the tables of one document. It is safe for concurrent use. What
// it finds out it keeps: for each of a few tables the lines of its rows and
// the last orders that were asked for, some bytes for each row.
type View struct {
	doc    *ast.Document
	tables []Table

	mu    sync.Mutex
	known []*shown // the tables looked at last, the latest first
}

// New returns a view of a document's tables.
func New(doc *ast.Document) *View { return &View{doc: doc, tables: list(doc)} }

// Tables returns the tables in source order. They must not be changed.
func (v *View) Tables() []Table { return v.tables }

// shown is what a view keeps about a table.
type shown struct {
	index   int // of the table
	rows    []ast.NodeID
	columns []Column
	orders  []*order // the latest first
}

const (
	maxShown  = 4
	maxOrders = 4
)

// shown returns what is known of a table, which must exist.
func (v *View) shown(index int) *shown {
	for i, s := range v.known {
		if s.index == index {
			copy(v.known[1:i+1], v.known[:i])
			v.known[0] = s
			return s
		}
	}
	t := &v.tables[index]
	s := &shown{index: index, rows: t.rows(v.doc)}
	s.columns = v.columns(t, s.rows)
	v.known = append([]*shown{s}, v.known[:min(len(v.known), maxShown-1)]...)
	return s
}

// fields returns the fields of a line of a graph as its columns have them.
func fields(doc *ast.Document, id ast.NodeID) []ast.Span {
	switch doc.Node(id).Kind {
	case ast.KindSymbol, ast.KindReference:
		s := graph.Symbol(doc, id)
		if doc.Node(id).Kind == ast.KindReference {
			return []ast.Span{s.ID}
		}
		return []ast.Span{s.ID, s.Kind, s.Name, s.Score, s.Provenance, s.Distance}
	case ast.KindEdge:
		e := graph.Edge(doc, id)
		return []ast.Span{e.Source, e.Target, e.Type, e.Status}
	case ast.KindDeltaSymbol:
		kind, name := graph.DeltaSymbol(doc, id)
		return []ast.Span{kind, name}
	case ast.KindDeltaEdge:
		e := graph.DeltaEdge(doc, id)
		return []ast.Span{e.Source, e.Target, e.Type}
	}
	return nil
}
