package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
)

// site is a problem in its document, with the questions that rules ask about
// the place.
type site struct {
	*ast.Problem
	doc  *ast.Document
	memo *memo
}

// of is the same document with another problem.
func (s site) of(p ast.Problem) site { return site{Problem: &p, doc: s.doc, memo: s.memo} }

// start and end are the problem's range in bytes.
func (s site) start() int { return int(s.Start) }
func (s site) end() int   { return int(s.End) }

// text is the source under the problem's range.
func (s site) text() string { return s.slice(int(s.Start), int(s.End)) }

// shown is the text under the range as a message repeats it.
func (s site) shown() string { return show(s.text()) }

// related is the source under the related place, or "".
func (s site) related() string {
	if s.RelEnd == 0 {
		return ""
	}
	return s.slice(int(s.RelStart), int(s.RelEnd))
}

// slice is the source from start to end, cut to what there is.
func (s site) slice(start, end int) string {
	src := s.doc.Source
	end = min(end, len(src))
	if start < 0 || start >= end {
		return ""
	}
	return src[start:end]
}

// line is the text of the problem's line without blanks around it.
func (s site) line() string {
	if s.Node == 0 {
		return ""
	}
	return strings.TrimRight(s.slice(s.doc.Span(s.Node)), " \t")
}

// lineStart and lineEnd enclose the problem's line with its line end, so that
// deleting them deletes the line. They stay inside the document.
func (s site) lineStart() int { return int(s.doc.Nodes[s.Node].Start) }
func (s site) lineEnd() int   { return s.afterLine(s.Node) }

// afterLine is the offset at which the line after a node's begins.
func (s site) afterLine(id ast.NodeID) int {
	if int(id)+1 < len(s.doc.Nodes) {
		return int(s.doc.Nodes[id+1].Start)
	}
	return len(s.doc.Source)
}

// lineNumber is the line of an offset, from 1.
func (s site) lineNumber(offset int) int {
	if id := s.doc.Line(offset); id > 0 {
		return int(id)
	}
	return max(1, len(s.doc.Nodes)-1)
}

// eol is the line end that the document uses.
func (s site) eol() string {
	if i := strings.IndexByte(s.doc.Source, '\n'); i > 0 && s.doc.Source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// say begins a report.
func (s site) say(format string, args ...any) report {
	if len(args) == 0 {
		return report{message: format}
	}
	return report{message: fmt.Sprintf(format, args...)}
}

// replace is an edit of the problem's own range.
func (s site) replace(text string) Edit {
	return Edit{Start: int(s.Start), End: int(s.End), Text: text}
}

// insert is an edit that adds text at an offset.
func insert(at int, text string) Edit { return Edit{Start: at, End: at, Text: text} }

// remove is an edit that deletes a range.
func remove(start, end int) Edit { return Edit{Start: start, End: end} }
