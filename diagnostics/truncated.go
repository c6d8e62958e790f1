package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// reportTruncated is for a text that stops in the middle of a line or of a
// declared table, whatever code the last line has for itself.
func reportTruncated(s site) report {
	r := s.say("the payload looks truncated: it ends in the middle of the line %s", show(s.line()))
	if s.Code == ast.CountMismatch || s.Code == ast.GroupCountMismatch {
		r = s.say("the payload looks truncated: %s of %d, then the text ends", printable.Count(int(s.Have), s.itemNoun()), s.Want).
			see("the count is declared here", int(s.RelStart), int(s.RelEnd))
	}
	title, edits := s.keepWhole()
	return r.unsafely(title, edits...)
}

// keepWhole cuts a truncated text back to its last whole row or line, and lets
// the table around it count what is left.
func (s site) keepWhole() (title string, edits []Edit) {
	last := s.lastLine()
	row := s.outermostRow(last)
	end := len(s.doc.Source)
	if row == 0 {
		if s.Code == ast.CountMismatch || s.Code == ast.GroupCountMismatch {
			number := Edit{Text: fmt.Sprint(s.Have)}
			number.Start, number.End = s.countPlace()
			return "Set the count to " + number.Text, []Edit{number}
		}
		return "Remove the incomplete line", []Edit{remove(int(s.doc.Nodes[last].Start), end)}
	}
	whole := s.doc.Nodes[row].Index
	if s.isWhole(row) {
		whole++
	} else {
		edits = []Edit{remove(int(s.doc.Nodes[row].Start), end)}
	}
	table := s.doc.Nodes[row].Parent
	decl := s.doc.DeclOf(table)
	if span, ok := s.doc.DeclSpan(table); ok && decl.Count == ast.CountExact {
		start := span.Start + decl.CountStart + len("[")
		n := len(s.doc.Source[start:]) - len(strings.TrimLeft(s.doc.Source[start:], "0123456789"))
		edits = append([]Edit{{Start: start, End: start + n, Text: fmt.Sprint(whole)}}, edits...)
	}
	return "Keep " + printable.Count(int(whole), "whole row"), edits
}

// lastLine is the last line that is no comment and not blank.
func (s site) lastLine() ast.NodeID {
	last := ast.NodeID(len(s.doc.Nodes) - 1)
	for last > 1 && (s.doc.Nodes[last].Kind == ast.KindBlank || s.doc.Nodes[last].Kind == ast.KindComment) {
		last--
	}
	return last
}

// outermostRow is the row or item at the highest level that a line is or
// belongs to, or 0.
func (s site) outermostRow(id ast.NodeID) ast.NodeID {
	row := ast.NodeID(0)
	for id > 0 {
		if k := s.doc.Nodes[id].Kind; k == ast.KindRow || k == ast.KindItem {
			row = id
		}
		id = s.doc.Nodes[id].Parent
	}
	return row
}

// isWhole reports whether a row at the end of the text is there with all that
// belongs to it.
func (s site) isWhole(row ast.NodeID) bool {
	if !strings.HasSuffix(s.doc.Source, "\n") {
		return false
	}
	for id := row; id < s.doc.Nodes[row].Next; id++ {
		n := &s.doc.Nodes[id]
		if n.Flags&ast.FlagInvalid != 0 {
			return false
		}
		switch n.Kind {
		case ast.KindArray, ast.KindInlineArray, ast.KindItem, ast.KindAttachment:
			if decl := s.doc.DeclOf(id); decl != nil && decl.Count == ast.CountExact && decl.N != uint64(items(s.doc, id)) {
				return false
			}
		}
	}
	return true
}
