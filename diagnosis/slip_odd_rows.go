package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// A line among the rows of a table that is none of them. To take it out loses
// what it says, so that is never done unasked; but no record is made of it
// either.

var (
	ellipsis = lazily(`^(?:\W*(?:\.{2,}|…)\W*|[(\[<]?\W*(?:\.{2,}|…)?\W*(?:and )?\d*\s*(?:more|further|additional|other|remaining)\b.*|\W*(?:etc\.?|omitted|truncated|snip(?:ped)?)\b.*)$`)
	totalRow = lazily(`^(?i)\W*(?:(?:grand|sub)?\s*totals?|sums?|averages?|mean|summe|gesamt)\b`)
)

// ellipsisRow is `...` or `(97 more rows)` where rows were left out.
var ellipsisRow = Slip{
	Name:  "rows_left_out",
	Cause: "rows were left out here; a payload has all of its rows",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		text := pick(r, "...", "…", "(97 more rows)", "... and 12 more")
		return makeRow(r, doc, func([]string, string) string { return text }, true)
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		return s.oddLine(func(line string, _ Table, _ ast.NodeID) bool {
			return ellipsis.MatchString(line) && !strings.Contains(line, "|")
		})
	},
}

// totals is a row of sums under the others.
var totals = Slip{
	Name:  "totals_row",
	Cause: "a row with totals is no item of the table; leave it out, or count it if it is meant to be one",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return makeRow(r, doc, func(cells []string, _ string) string {
			total := make([]string, len(cells))
			total[0], total[len(total)-1] = pick(r, "Total", "TOTAL", "Sum"), "7"
			return strings.Join(total, "|")
		}, false)
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		return s.oddLine(func(line string, t Table, _ ast.NodeID) bool {
			cells := splitCells(strings.Trim(line, "|"), "|")
			return totalRow.MatchString(strings.Trim(cells[0], "* ")) && len(cells) <= len(t.Decl.Fields)
		})
	},
}

// rowTwice is a row that stands there twice, one after the other.
var rowTwice = Slip{
	Name:  "row_twice",
	Cause: "the same row stands here twice, and the count is one less; leave one of them out, or raise the count if both are meant",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return makeRow(r, doc, func(_ []string, row string) string { return row }, false)
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		before := ""
		return s.oddLine(func(line string, _ Table, _ ast.NodeID) bool {
			same := line == before
			before = line
			return same
		})
	},
}

// makeRow puts a line behind a row of a table whose rows have no number; deep
// leaves out rows, too.
func makeRow(r *rand.Rand, doc *ast.Document, line func(cells []string, row string) string, fewer bool) (string, bool) {
	var rows []ast.NodeID
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Kind == ast.KindRow && n.Flags&ast.FlagRowID == 0 && doc.Nodes[n.Parent].Kind == ast.KindArray && int(n.Next) == id+1 {
			if decl := doc.DeclOf(n.Parent); decl != nil && decl.Count == ast.CountExact && len(decl.Fields) > 1 {
				rows = append(rows, ast.NodeID(id))
			}
		}
	}
	if len(rows) == 0 {
		return "", false
	}
	at := rows[r.IntN(len(rows))]
	table := doc.Nodes[at].Parent
	return rewriteNodes(doc, func(id ast.NodeID, text string) string {
		if id == table && fewer {
			n := doc.DeclOf(table).N
			return strings.Replace(text, fmt.Sprintf("[%d", n), fmt.Sprintf("[%d", n+97), 1)
		}
		if id != at {
			return text
		}
		row := strings.TrimLeft(text, " ")
		return text + "\n" + text[:len(text)-len(row)] + line(splitCells(row, "|"), row)
	}), true
}

// oddLine is the candidate that removes the lines which are no rows, and sets
// the counts of their tables to what is left.
func (s *Site) oddLine(odd func(line string, t Table, id ast.NodeID) bool) []Candidate {
	if !s.At(ast.CountMismatch, ast.RowWidthMismatch, ast.OrphanInlineAttachment, ast.InvalidLine, ast.OrphanAttachment, ast.InvalidItemID, ast.MissingRowID) {
		return nil
	}
	var edits []Edit
	removed := map[ast.NodeID]int{}
	first := ast.Span{}
	for id, line := range s.Lines() {
		switch s.Doc.Nodes[id].Kind {
		case ast.KindRow, ast.KindError, ast.KindAttachment, ast.KindInlineBody:
		default:
			continue
		}
		line = strings.TrimSpace(line)
		t, ok := s.TableAbove(id)
		if !ok || line == "" || t.Decl.Count == ast.CountExact && uint64(t.Rows) == t.Decl.N && !s.Faulty(id) || !odd(line, t, id) {
			continue
		}
		if len(edits) == 0 {
			first.Start, first.End = s.Doc.Span(id)
		}
		edits = append(edits, s.RemoveLine(id))
		removed[t.Header]++
	}
	if t, ok := s.TableAbove(s.Line); len(edits) == 0 || !ok || removed[t.Header] == 0 {
		return nil // it is not what is wrong here
	}
	edits = s.withCounts(edits, removed)
	return []Candidate{{Edits: edits, Level: Lossy, At: first, Title: "Leave out what is no row"}}
}

// withCounts adds to edits that remove rows those that set the counts of the
// tables to what is left.
func (s *Site) withCounts(edits []Edit, removed map[ast.NodeID]int) []Edit {
	var all []Edit
	next := 0
	for id := ast.NodeID(1); int(id) < len(s.Doc.Nodes); id++ {
		start := int(s.Doc.Nodes[id].Start)
		for next < len(edits) && edits[next].Start < start {
			all = append(all, edits[next])
			next++
		}
		n, ok := removed[id]
		if !ok {
			continue
		}
		t, _ := s.TableAbove(id)
		left := t.Rows - n
		i := strings.Index(s.Doc.Text(id), t.Decl.Text)
		if i < 0 || t.Decl.Count != ast.CountExact || uint64(left) == t.Decl.N {
			continue
		}
		i += start + t.Decl.CountStart + 1
		all = append(all, Edit{Start: i, End: i + len(strconv.FormatUint(t.Decl.N, 10)), Text: strconv.Itoa(left)})
	}
	return append(all, edits[next:]...)
}
