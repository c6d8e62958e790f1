package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// tail is what stands behind the payload and is none of it: sentences, or the
// fence that closes a Markdown block. However many lines and problems it has,
// it is one mistake.
type tail struct {
	node  ast.NodeID // its first line that is not blank, or 0 where there is none
	above ast.NodeID // the last line before it that is not blank
	start int        // where it begins, the blank lines before it included
	fence bool
	safe  bool // no data is lost with it
}

// tailOf finds the tail of a document.
func tailOf(doc *ast.Document) tail {
	node := lastLines(doc)
	if node <= 1 || !spec.IsFence(doc.Text(node)) && !isProse(doc.Source[doc.Nodes[node].Start:]) {
		return tail{}
	}
	t := tail{node: node, start: int(doc.Nodes[node].Start), fence: spec.IsFence(doc.Text(node))}
	last, apart := node-1, false
	for last > 1 && doc.Nodes[last].Kind == ast.KindBlank {
		t.start, apart = int(doc.Nodes[last].Start), true
		last--
	}
	t.above = last
	if t.fence {
		return t
	}
	if doc.Nodes[node].Kind == ast.KindRow && !apart || oneColumn(doc, last) {
		return tail{} // it is as well a row
	}
	t.safe = apart && !mayGoOn(doc, last)
	return t
}

// lastLines returns the first of the lines after the last one that is GCF, or 0.
// Rows of one cell in a table of several columns are not taken for GCF.
func lastLines(doc *ast.Document) (first ast.NodeID) {
	for id := ast.NodeID(len(doc.Nodes) - 1); id > 0; id-- {
		n := &doc.Nodes[id]
		switch {
		case n.Kind == ast.KindBlank || n.Kind == ast.KindComment:
		case n.Kind == ast.KindError,
			n.Kind == ast.KindRow && n.Flags&ast.FlagInvalid != 0 && !strings.Contains(doc.Text(id), "|"):
			first = id
		default:
			return first
		}
	}
	return first
}

// oneColumn reports whether a line is a row of a table with one column.
func oneColumn(doc *ast.Document, id ast.NodeID) bool {
	decl := doc.DeclOf(id)
	return doc.Nodes[id].Kind == ast.KindRow && decl != nil && len(decl.Fields) == 1
}

// mayGoOn reports whether a text after a line may belong to its value: a writer
// has put the lines of a string into lines of the document.
func mayGoOn(doc *ast.Document, id ast.NodeID) bool {
	n := &doc.Nodes[id]
	if n.Kind == ast.KindSummary {
		return false
	}
	if n.Flags&ast.FlagInvalid != 0 || n.Kind == ast.KindError {
		return true
	}
	cells := doc.Cells(id)
	if len(cells) == 0 {
		return false
	}
	last := cells[len(cells)-1]
	text := doc.CellText(last)
	return last.Scalar == ast.ScalarBare && (strings.Count(text, " ") > 1 || strings.HasSuffix(text, ",") || endsSentence(text))
}

// is reports whether a problem is of the tail.
func (t tail) is(p *ast.Problem) bool {
	return t.node > 0 && p.Node >= t.node && p.Code < ast.UnknownHeaderField
}

// hides reports whether a problem is of the tail and explained by the one that
// is reported for it, or comes of the tail.
func (t tail) hides(p *ast.Problem, reported bool) bool {
	switch {
	case t.node == 0:
		return false
	case p.Node >= t.node:
		return reported || !t.is(p) || p.Code == ast.CountMismatch && p.Cause == ast.CauseSurplus
	}
	return p.Code == ast.MisplacedSummary && p.Node == t.above
}

// reportTail puts the tail of the document into words.
func reportTail(s site, t tail) report {
	end := len(s.doc.Source)
	if t.fence {
		return reportFenceTail(s)
	}
	return s.say("text follows the payload: %s; only comments may stand behind it: remove the text", show(s.line())).
		fix("Remove the text after the payload", t.safe, []Edit{remove(t.start, end)})
}
