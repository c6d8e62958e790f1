package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// reportRowsWithoutHeader is for rows with no table header above them. It
// belongs to two rules.
func reportRowsWithoutHeader(s site) report {
	width := int(s.Want)
	rows := max(int(s.Have), s.strayRows(s.Node))
	if lead, trail := outerPipes(s.line()); lead && trail {
		return s.say("%s of a Markdown table: a table in GCF begins with `## name [N]{…}`, and its rows have `|` between cells only", printable.Count(rows, "row"))
	}
	r := s.say("%s without a header: a table begins with `## name [%d]{…}`, with a name for each of the %s", printable.Count(rows, "row"), rows, printable.Count(width, "column"))
	if s.Node == 0 || width == 0 {
		return r
	}
	names := make([]string, width)
	for i := range names {
		names[i] = fmt.Sprintf("column%d", i+1)
	}
	start, _ := s.doc.Span(s.Node)
	indent := s.slice(s.lineStart(), start)
	header := fmt.Sprintf("%s## rows [%d]{%s}%s", indent, rows, strings.Join(names, ","), s.eol())
	return r.unsafely("Add a header with names to fill in", insert(s.lineStart(), header))
}

// strayRows is the number of lines from a node on that read as rows and belong
// to nothing.
func (s site) strayRows(from ast.NodeID) int {
	n := 0
	for id := from; id > 0 && int(id) < len(s.doc.Nodes); id++ {
		node := &s.doc.Nodes[id]
		if node.Kind != ast.KindError || !strings.Contains(s.doc.Source[node.Start:node.End], "|") {
			break
		}
		n++
	}
	return n
}
