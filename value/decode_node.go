package value

import "gcf-lsp/ast"

// DecodeNode returns the value of one line with all that belongs to it: the
// object of a row, an item, an attachment, a section, an array. Like
// [DecodePartial] it reads what can be read. It returns false for a line that
// has no value, and for the graph profile. The time is that of the subtree.
func DecodeNode(doc *ast.Document, id ast.NodeID) (Value, bool) {
	if doc.Profile == ast.ProfileGraph || id <= 0 || int(id) >= len(doc.Nodes) {
		return Value{}, false
	}
	d := decoder{doc: doc, options: partial, plans: map[ast.DeclID]*rowPlan{}}
	n := &doc.Nodes[id]
	// The array takes what the line delivers, whatever its name there is.
	d.open(open{kind: openArray, end: n.Next})
	for at := id; at < n.Next; at++ {
		d.closeUpTo(at)
		d.node(at, &doc.Nodes[at])
	}
	d.closeUpTo(n.Next)
	if elems := d.root.Elems(); len(elems) == 1 {
		return elems[0], true
	}
	return Value{}, false
}
