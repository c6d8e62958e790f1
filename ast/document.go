// Package ast is the lossless tree of a GCF document.
//
// GCF is line oriented: one line is one semantic unit (spec section 15). The
// tree follows that. A [Document] holds its nodes in one slice in source
// order: Nodes[0] is the document itself and Nodes[i+1] is line i, so the lines
// tile the source by construction and the source comes back byte for byte. A
// node is a few dozen bytes and holds no text; cells, keys and scalars are
// split again on demand from the span of their line (see [Document.Cells]).
//
// All offsets are byte offsets into the source. Columns exist only at the
// edge, in [LineTable].
package ast

import "sort"

// NodeID is the index of a node in [Document.Nodes]. Node 0 is the document,
// node i+1 is line i.
type NodeID int32

// DeclID is the index of a declaration in [Document.Decls], or NoDecl.
type DeclID int32

// NoDecl is the DeclID of a node without a declaration.
const NoDecl DeclID = -1

// NoColumn is the Index of an attachment that belongs to no column.
const NoColumn uint32 = 1<<32 - 1

// Profile is the encoding profile that the header names (spec 3.1), or the one
// that the parser guessed from the body where the header does not name one.
type Profile uint8

// The profiles of spec section 3.1.
const (
	ProfileUnknown Profile = iota
	ProfileGeneric
	ProfileGraph
)

// String returns the profile's name as the header writes it.
func (p Profile) String() string {
	switch p {
	case ProfileGeneric:
		return "generic"
	case ProfileGraph:
		return "graph"
	}
	return "unknown"
}

// Document is a parsed GCF document. It is immutable after parsing and safe
// for concurrent use.
type Document struct {
	Source   string        // the text, unchanged
	Nodes    []Node        // Nodes[0] is the document, Nodes[i+1] is line i
	Decls    []Decl        // declarations, shared by all nodes with the same text
	Problems []Problem     // in the order of Start, then of discovery
	Unlisted int           // problems beyond the number that a source of this size lists
	Header   Header        // of the header line; Header.Node is 0 where there is none
	Summary  NodeID        // the first `##! summary` line, or 0
	Trailer  []HeaderField // the fields of that line
	Profile  Profile       // named by the header, or guessed
	Symbols  Symbols       // graph profile: the symbols by id
}

// Node is one line of the source with its place in the tree. Its children, if
// it has any, are the nodes from its own index + 1 up to Next.
type Node struct {
	Start  uint32 // first byte of the line, indentation included
	End    uint32 // end of the line's text, without CR LF or LF
	Next   NodeID // the first node after this node's subtree
	Parent NodeID // the enclosing node; the document is its own parent
	Decl   DeclID // the declaration in force: see the Kind
	Index  uint32 // position among its siblings or column: see the Kind
	Kind   Kind
	Flags  Flags
}

// Node returns the node with this id.
func (d *Document) Node(id NodeID) *Node { return &d.Nodes[id] }

// Text returns the text of a node's line with its indentation, without the
// line end.
func (d *Document) Text(id NodeID) string {
	n := &d.Nodes[id]
	return d.Source[n.Start:n.End]
}

// Span returns the byte range of a node's line without its indentation and
// without the line end.
func (d *Document) Span(id NodeID) (start, end int) {
	n := &d.Nodes[id]
	start, end = int(n.Start), int(n.End)
	for start < end && (d.Source[start] == ' ' || d.Source[start] == '\t') {
		start++
	}
	return start, end
}

// Indent returns the number of bytes of a node's leading blanks.
func (d *Document) Indent(id NodeID) int {
	start, _ := d.Span(id)
	return start - int(d.Nodes[id].Start)
}

// SubtreeEnd returns the byte offset at which a node's subtree ends: the start
// of the next line, or the end of the source.
func (d *Document) SubtreeEnd(id NodeID) int {
	if next := d.Nodes[id].Next; int(next) < len(d.Nodes) {
		return int(d.Nodes[next].Start)
	}
	return len(d.Source)
}

// Line returns the node of the line that holds the byte at offset. An offset
// at the end of the source belongs to the last line, unless that line ends
// with LF. It returns 0 where no line holds the offset.
func (d *Document) Line(offset int) NodeID {
	if offset < 0 {
		return 0
	}
	i := sort.Search(len(d.Nodes)-1, func(i int) bool { return int(d.Nodes[i+1].Start) > offset })
	if i == 0 {
		return 0
	}
	if i == len(d.Nodes)-1 && offset >= len(d.Source) && d.Source[len(d.Source)-1] == '\n' {
		return 0
	}
	return NodeID(i)
}

// FirstChild returns the first child of a node, or 0 where it has none.
func (d *Document) FirstChild(id NodeID) NodeID {
	if d.Nodes[id].Next > id+1 {
		return id + 1
	}
	return 0
}

// NextSibling returns the node after a child in its parent, or 0 at the end.
func (d *Document) NextSibling(id NodeID) NodeID {
	n := &d.Nodes[id]
	if n.Next < d.Nodes[n.Parent].Next {
		return n.Next
	}
	return 0
}

// OnlyRows reports whether all lines below the header of a table are rows without
// number, markers and attachments: no comments, blank lines and errors.
func (d *Document) OnlyRows(id NodeID) bool {
	n := &d.Nodes[id]
	if n.Flags&FlagFlat == 0 || n.Next <= id+1 {
		return false
	}
	last := &d.Nodes[n.Next-1]
	return last.Kind == KindRow && uint64(last.Index) == uint64(n.Next-id-2)
}

// Outside calls yield for each line, in source order, that is no row of a table
// with [Document.OnlyRows]: for passes that such rows do not concern. Most large
// documents are a few such tables.
func (d *Document) Outside(yield func(NodeID) bool) {
	for id := NodeID(1); int(id) < len(d.Nodes); id++ {
		if !yield(id) {
			return
		}
		if d.Nodes[id].Flags&FlagFlat != 0 && d.OnlyRows(id) {
			id = d.Nodes[id].Next - 1
		}
	}
}

// Children calls yield for each child of a node, in source order.
func (d *Document) Children(id NodeID) func(yield func(NodeID) bool) {
	return func(yield func(NodeID) bool) {
		end := d.Nodes[id].Next
		for c := id + 1; c < end; c = d.Nodes[c].Next {
			if !yield(c) {
				return
			}
		}
	}
}

// Walk calls visit for each node of a subtree in source order, the node itself
// first. Where visit returns false the children of that node are left out.
func (d *Document) Walk(id NodeID, visit func(NodeID) bool) {
	end := d.Nodes[id].Next
	for id < end {
		if visit(id) {
			id++
		} else {
			id = d.Nodes[id].Next
		}
	}
}

// DeclOf returns the declaration in force at a node, or nil.
func (d *Document) DeclOf(id NodeID) *Decl {
	if i := d.Nodes[id].Decl; i >= 0 {
		return &d.Decls[i]
	}
	return nil
}
