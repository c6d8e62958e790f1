package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var ruler = lazily(`^\s*\|?\s*:?(?:--+|==+)(?::?\s*[|+]\s*:?(?:--+|==+))*:?\s*\|?\s*$`)

// separatorLine is the line of dashes of a Markdown table.
var separatorLine = Slip{
	Name:  "separator_line",
	Cause: "a line of dashes under the names, as in Markdown, is no row; leave it out",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "---", ":--", "-----"), 0
		if style == ":--" {
			style = ":---"
		}
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if n > 0 || doc.Nodes[id].Kind != ast.KindArray || decl == nil || len(decl.Fields) < 2 || decl.Count != ast.CountExact || decl.N == 0 {
				return line
			}
			n++
			return line + "\n" + strings.Repeat(style+"|", len(decl.Fields)-1) + style
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		for id, line := range s.Lines() {
			if t, ok := s.TableAbove(max(id-1, 1)); strings.Contains(line, "|") && ruler.MatchString(line) && ok && len(cellsOf(line)) == len(t.Decl.Fields) &&
				(t.Header == id-1 || len(splitCells(s.Doc.Text(id-1), "|")) == len(t.Decl.Fields)) {
				edits = append(edits, s.RemoveLine(id))
			}
		}
		return oneCandidate(edits, Safe)
	},
}

// outerPipes is a row between pipes, or with one at its end.
var outerPipes = Slip{
	Name:  "outer_pipes",
	Cause: "a row begins and ends with a cell; `|` stands only between cells",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		before, after, n := "|", "|", 0
		if r.IntN(2) == 0 {
			before = ""
		}
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[id].Flags&ast.FlagRowID != 0 {
				return line
			}
			n++
			text := strings.TrimLeft(line, " ")
			return line[:len(line)-len(text)] + before + text + after
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		level, short := Safe, false
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if !s.Faulty(id) {
				return "", false
			}
			t, ok := s.TableAbove(id)
			if !ok {
				return "", false
			}
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
			text := strings.TrimSpace(line)
			if strings.HasPrefix(line, "|  ") { // the bar stands before the indentation
				indent = line[1 : len(line)-len(strings.TrimLeft(line[1:], " "))]
			}
			cells := splitCells(text, "|")
			n, w := len(cells), len(t.Decl.Fields)
			switch {
			case n == w+2 && cells[0] == "" && cells[n-1] == "":
				return indent + strings.TrimSpace(text[1:len(text)-1]), true
			case n == w+1 && cells[n-1] == "" && cells[0] == "":
				short = true // both bars stand around a row that lacks a cell
			case n == w+1 && cells[n-1] == "":
				return indent + strings.TrimSpace(text[:len(text)-1]), true
			case n == w+1 && cells[0] == "":
				return indent + strings.TrimSpace(text[1:]), true
			}
			return "", false
		})
		if short {
			return nil
		}
		if len(edits) == 1 && !s.onlyRow(edits[0].Start) {
			level = Decision // one row alone: a cell may have been lost
		}
		return oneCandidate(edits, level)
	},
}

// onlyRow reports whether the line at an offset is the only row of its table.
func (s *Site) onlyRow(at int) bool {
	t, ok := s.TableAbove(s.Doc.Line(at))
	return ok && t.Rows == 1
}

var bullet = lazily(`^(\s*)(?:[-*•–]|\d+[.)])\s(.*)$`)

// bulletRows is a list mark before each row.
var bulletRows = Slip{
	Name:  "list_marks",
	Cause: "a list mark stands before the lines, as in Markdown; leave it out",
	Cost:  Usual,
	Undo: func(s *Site) []Candidate {
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := bullet.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			return m[1] + m[2], true
		})
		c := structured(edits, Safe, s.numbersOfLines(), "")
		switch len(edits) {
		case 0:
		case 1:
			c[0].Level = Decision // once, it may be damage
		default:
			c[0].Cost = Everyday - Usual // a habit
		}
		return c
	},
}

var markedID = lazily(`^\s*\S+ @(\d+) `)

// numbersOfLines are the numbers of symbols and rows that have a mark before them.
func (s *Site) numbersOfLines() []string {
	var all []string
	for _, line := range s.Lines() {
		if m := markedID.FindStringSubmatch(line); m != nil {
			all = append(all, m[1])
		}
	}
	return all
}

// countWrong is a count that is not that of the rows below it.
var countWrong = Slip{
	Name:  "count_wrong",
	Cause: "the number in brackets is not the number of rows that follow",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if n > 0 || doc.Nodes[id].Kind != ast.KindArray || decl == nil || decl.Count != ast.CountExact || decl.N < 2 || !decl.HasFields {
				return line
			}
			n++
			return strings.Replace(line, fmt.Sprintf("[%d", decl.N), fmt.Sprintf("[%d", decl.N-1), 1)
		}), n > 0
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.CountMismatch, ast.OrphanInlineAttachment, ast.InvalidLine) {
			return nil
		}
		t, ok := s.TableAbove(s.Line)
		if !ok || t.Decl.Count != ast.CountExact || uint64(t.Rows) == t.Decl.N {
			return nil
		}
		at := s.Doc.Nodes[t.Header].Start
		line := s.Doc.Text(t.Header)
		i := strings.Index(line, t.Decl.Text)
		if i < 0 {
			return nil
		}
		i += t.Decl.CountStart + 1
		old := strconv.FormatUint(t.Decl.N, 10)
		e := Edit{Start: int(at) + i, End: int(at) + i + len(old), Text: strconv.Itoa(t.Rows)}
		level := Decision
		if uint64(t.Rows) > t.Decl.N && s.numbered(t) {
			level = Safe
		}
		cost := 0
		if s.oddRow(t) || uint64(t.Rows) > t.Decl.N && s.tornRow(t) {
			cost, level = Rare, Lossy // a record would be made of what is none
		}
		return []Candidate{{Edits: []Edit{e}, Level: level, Cost: cost, Title: fmt.Sprintf("Set the count to %d", t.Rows)}}
	},
}

var oddCell = lazily(`^(?i)(?:\W*(?:grand |sub)?totals?\W*|sum|average|\W*\.\.\.\W*|…|:?-{2,}:?|={2,}|\(.*\))$`)

// oddRow reports whether a line below a table's header is most likely no row: a
// ruler, the names again, a total, an ellipsis, a row that is there twice.
func (s *Site) oddRow(t Table) bool {
	names := strings.Trim(t.Decl.Text[t.Decl.FieldsStart:t.Decl.FieldsEnd], "{}")
	before := ""
	for id, n := t.Header+1, 0; n < t.Rows && int(id) < len(s.Doc.Nodes); id++ {
		line := strings.TrimSpace(s.Doc.Text(id))
		if line == "" {
			continue
		}
		n++
		first := strings.TrimSpace(splitCells(strings.Trim(line, "| "), "|")[0])
		if strings.HasPrefix(line, "GCF profile=") || ruler.MatchString(line) || oddCell.MatchString(first) || ellipsis.MatchString(line) || totalRow.MatchString(strings.Trim(first, "* ")) || line == before || strings.EqualFold(strings.ReplaceAll(line, "|", ","), names) {
			return true
		}
		before = line
	}
	return false
}

// tornRow reports whether a row below a header has too few cells: then it may be
// a part of another one.
func (s *Site) tornRow(t Table) bool {
	for id, n := t.Header+1, 0; n < t.Rows && int(id) < len(s.Doc.Nodes); id++ {
		if line := strings.TrimSpace(s.Doc.Text(id)); line != "" {
			n++
			if s.Faulty(id) && len(splitCells(line, "|")) < len(t.Decl.Fields) {
				return true
			}
		}
	}
	return false
}

var rowNumber = lazily(`^@(\d+) `)

// numbered reports whether the first cells of a table's rows count on, one by
// one: then no row is there twice, and none belongs to somebody else.
func (s *Site) numbered(t Table) bool {
	var first []int
	last, marked := "", 0
	for id := t.Header + 1; len(first) < t.Rows && int(id) < len(s.Doc.Nodes); id++ {
		line := strings.TrimSpace(s.Doc.Text(id))
		switch s.Doc.Nodes[id].Kind {
		case ast.KindRow, ast.KindError:
		case ast.KindBlank:
			return false // what follows may be text
		default:
			continue
		}
		cells := splitCells(line, "|")
		if m := rowNumber.FindStringSubmatch(cells[0]); m != nil {
			cells[0] = m[1] // the row's own number counts on, too
			marked++
		}
		n, err := strconv.Atoi(strings.TrimSpace(cells[0]))
		if err != nil || len(cells) != len(t.Decl.Fields) || len(cells) < 2 {
			return false
		}
		first = append(first, n)
		last = line
	}
	if marked > 0 && marked < len(first) {
		return false // rows of two kinds may be of two tables
	}
	for i := 1; i < len(first); i++ {
		if first[i] != first[i-1]+1 {
			return false
		}
	}
	// A row that stands elsewhere, too, may be a copy.
	return len(first) > 1 && strings.Count(s.Text, last) == 1
}

var separators = []string{"\t", ";", ",", "｜", "¦", "│", "||", "=>", "->", "→", "::", "~", " - ", " / "}

// blanksApart is columns that are lined up with blanks, as a terminal shows them.
const blanksApart = "  "

// blankApart is columns with one blank between them: no value may have one then.
const blankApart = " "

// notCells is the beginning of a row in the form of another language.
var notCells = lazily(`^(?i:insert into |values *\(|\(|<|@\d+:|"[^"]*": *\{|\{)`)

// cellSeparator is another sign than `|` between the cells.
var cellSeparator = Slip{
	Name:  "cell_separator",
	Cause: "cells are separated by another sign than `|`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep := pick(r, separators[:6]...)
		if strings.Contains(doc.Source, sep) && sep != "," || strings.Contains(doc.Source, "\"") {
			return "", false
		}
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindRow || doc.Nodes[id].Flags&ast.FlagRowID != 0 || strings.Contains(line, sep) || !strings.Contains(line, "|") {
				return line
			}
			n++
			return strings.ReplaceAll(line, "|", sep)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if _, ok := s.TableAbove(s.Line); !ok {
			return nil
		}
		var all []Candidate
		for _, sep := range append(separators[:len(separators):len(separators)], blanksApart, blankApart) {
			bad := false
			edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
				if !s.Faulty(id) || !strings.Contains(line, sep) {
					return "", false
				}
				if text := strings.TrimSpace(line); strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "##") || strings.HasPrefix(text, ".") {
					return "", false // see jsonRows; no row
				}
				t, ok := s.TableAbove(id)
				if !ok || id == t.Header || len(t.Decl.Fields) < 2 {
					return "", false
				}
				indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
				cells := splitCells(line[len(indent):], sep)
				if sep == blanksApart {
					cells = slices.DeleteFunc(cells, func(c string) bool { return strings.TrimSpace(c) == "" })
				}
				if len(cells) == len(t.Decl.Fields) && notCells.MatchString(line[len(indent):]) {
					bad = true
				}
				if len(cells) != len(t.Decl.Fields) {
					bad = true
					return "", false
				}
				named := 0
				for i := range cells {
					cells[i] = strings.TrimSpace(cells[i])
					if m := namedCell.FindStringSubmatch(cells[i]); m != nil && strings.EqualFold(m[1], t.Decl.Fields[i].Name) {
						named++ // see namedCells
					}
					bad = bad || named == len(cells) || slices.Contains(splitCells(cells[i], "|"), "|")
				}
				return indent + strings.Join(cells, "|"), true
			})
			level := Safe
			if !s.AllRows(edits) {
				bad = bad || sep == blankApart
				level = Decision
			}
			if sep == blankApart {
				level = Decision // values of two words could be two
			}
			if !bad {
				all = append(all, oneCandidate(edits, level)...)
			}
		}
		return all
	},
}

// smartQuotes is typographic quotes for `"`.
var smartQuotes = Slip{
	Name:  "typographic_quotes",
	Cause: "typographic quotes protect nothing; only the straight `\"` does",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindRow || !strings.Contains(line, `"`) || strings.Contains(line, `\`) {
				return line
			}
			cells := splitCells(line, "|")
			for i, c := range cells {
				if len(c) > 2 && c[0] == '"' && strings.Contains(c, "|") {
					cells[i] = "“" + c[1:len(c)-1] + "”"
					n++
				}
			}
			return strings.Join(cells, "|")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if !strings.ContainsAny(line, "“„") || !strings.ContainsAny(line, "”“") {
				return "", false
			}
			return strings.NewReplacer("“", `"`, "”", `"`, "„", `"`).Replace(line), true
		})
		return oneCandidate(edits, Safe)
	},
}
