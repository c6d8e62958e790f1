package outline

import "gcf-lsp/ast"

// Fold is a run of lines that can be folded into its first one.
type Fold struct {
	First, Last ast.NodeID // its lines; Last comes after First
	Comment     bool       // a block of comments, alone or with the header
}

// Folds returns what can be folded: everything that has lines below it
// (sections, tables, rows with attachments, items, groups), blocks of comments,
// and the header with the comments under it. Where there are more than limit,
// the deeper ones are left out first. They are in source order.
func Folds(doc *ast.Document, limit int) []Fold {
	var folds []Fold
	var depths []int // of each fold
	var open []ast.NodeID
	end := ast.NodeID(len(doc.Nodes))
	for end > 1 && doc.Nodes[end-1].Kind == ast.KindBlank {
		end-- // blank lines at the end of the text belong to nothing
	}
	add := func(first, last ast.NodeID, comment bool) {
		if last > first {
			folds = append(folds, Fold{first, last, comment})
			depths = append(depths, len(open))
		}
	}
	for id := range doc.Outside {
		if id >= end {
			break
		}
		n := doc.Node(id)
		for len(open) > 0 && open[len(open)-1] <= id {
			open = open[:len(open)-1]
		}
		switch n.Kind {
		case ast.KindHeader:
			add(id, lastComment(doc, id+1), true)
		case ast.KindComment:
			if doc.Nodes[id-1].Kind != ast.KindComment {
				add(id, lastComment(doc, id), true)
			}
		}
		if n.Next > id+1 {
			add(id, min(n.Next, end)-1, false)
			open = append(open, n.Next)
		}
	}
	if limit < 0 || len(folds) <= limit {
		return folds
	}
	return outermost(folds, depths, limit)
}

// lastComment returns the last line of the run of comments that begins with a
// line, or the line before it.
func lastComment(doc *ast.Document, id ast.NodeID) ast.NodeID {
	for int(id) < len(doc.Nodes) && doc.Nodes[id].Kind == ast.KindComment {
		id++
	}
	return id - 1
}

// outermost keeps the first limit folds, less deep ones first.
func outermost(folds []Fold, depths []int, limit int) []Fold {
	var perDepth []int
	for _, d := range depths {
		for d >= len(perDepth) {
			perDepth = append(perDepth, 0)
		}
		perDepth[d]++
	}
	room := limit
	for d, n := range perDepth {
		perDepth[d] = min(n, room)
		room -= perDepth[d]
	}
	kept := folds[:0]
	for i, f := range folds {
		if perDepth[depths[i]] > 0 {
			perDepth[depths[i]]--
			kept = append(kept, f)
		}
	}
	return kept
}
