package diagnostics

import (
	"fmt"
	"strings"
)

// reportRowsWithoutHeader is for rows with no table header above them. It
// belongs to two rules.
func reportRowsWithoutHeader(s site) report {
	rows, width := int(s.Have), int(s.Want)
	r := s.say("%s without a header: a table begins with `## name [%d]{…}`, with a name for each of its %s", counted(rows, "row"), rows, counted(width, "column"))
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
