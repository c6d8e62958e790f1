package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

// quoteRows makes rows whose quoted cells are quoted in another way.
func quoteRows(doc *ast.Document, only func(cell string) bool, to func(cell string) string) (string, bool) {
	n := 0
	return rewriteNodes(doc, func(id ast.NodeID, line string) string {
		if doc.Nodes[id].Kind != ast.KindRow || !strings.Contains(line, `"`) {
			return line
		}
		cells := splitCells(line, "|")
		for i, c := range cells {
			if len(c) > 2 && c[0] == '"' && only(c) {
				cells[i] = to(c)
				n++
			}
		}
		return strings.Join(cells, "|")
	}), n > 0
}

var singleQuoted = lazily(`(^|\|)(\s*)'([^']*)'(\s*)($|\|)`)

// singleQuotes is `'a|b'` for `"a|b"`.
var singleQuotes = Slip{
	Name:  "single_quotes",
	Cause: "single quotes protect nothing; only the double `\"` does",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, "|") && !strings.ContainsAny(c, `'\`) },
			func(c string) string { return "'" + c[1:len(c)-1] + "'" })
	},
	Undo: func(s *Site) []Candidate {
		level, faulty := Safe, false
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if k := s.Doc.Nodes[id].Kind; k != ast.KindRow && k != ast.KindError {
				return "", false
			}
			right := line
			for range strings.Count(line, "'") / 2 { // neighbours share their bar
				right = singleQuoted.ReplaceAllStringFunc(right, func(cell string) string {
					m := singleQuoted.FindStringSubmatch(cell)
					return m[1] + m[2] + quoted(m[3]) + m[4] + m[5]
				})
			}
			faulty = faulty || right != line && s.Faulty(id)
			return right, right != line
		})
		if !faulty {
			return nil // they are part of the texts
		}
		if !s.fitAfter(edits) {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

// fitAfter reports whether each row that edits touch has the width of its table
// afterwards.
func (s *Site) fitAfter(edits []Edit) bool {
	for i := 0; i < len(edits); {
		id := s.Doc.Line(edits[i].Start)
		start, end := s.Doc.Span(id)
		j := i
		var own []Edit
		for ; j < len(edits) && edits[j].Start <= end; j++ {
			own = append(own, Edit{Start: edits[j].Start - start, End: min(edits[j].End, end) - start, Text: edits[j].Text})
		}
		line, ok := Apply(s.Text[start:end], own)
		t, is := s.TableAbove(id)
		if !ok || !is || len(splitCells(strings.TrimSpace(withoutRowID(strings.TrimSpace(line))), "|")) != len(t.Decl.Fields) {
			return false
		}
		i = max(j, i+1)
	}
	return len(edits) > 0
}

// doubledQuotes is a quote in a quoted text doubled, as CSV does, or not
// escaped at all.
var doubledQuotes = Slip{
	Name:  "inner_quotes",
	Cause: "a quote inside a quoted text is written `\\\"`, not doubled as in CSV",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		with := pick(r, `""`, `"`)
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, `\"`) },
			func(c string) string { return strings.ReplaceAll(c, `\"`, with) })
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !s.Faulty(id) || !ok || !strings.Contains(line, `"`) {
				return "", false
			}
			lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
			text := line[len(lead):]
			if rest := withoutRowID(text); len(rest) < len(text) && strings.HasPrefix(rest, " ") {
				lead += text[:len(text)-len(rest)+1]
				text = rest[1:]
			}
			cells := csvCells(text)
			if len(cells) != len(t.Decl.Fields) {
				if cells = strings.Split(text, "|"); len(cells) != len(t.Decl.Fields) {
					return "", false // a bar inside: where does the text end?
				}
			}
			changed := false
			for i, c := range cells {
				if len(c) < 3 || c[0] != '"' || c[len(c)-1] != '"' {
					if strings.HasPrefix(c, `"`) && c != `""` {
						return "", false
					}
					continue
				}
				inner := c[1 : len(c)-1]
				if strings.Contains(inner, `\`) || !strings.Contains(inner, `"`) {
					continue
				}
				if strings.Count(inner, `"`)%2 != 0 {
					level = Decision // or one is too many
				}
				if strings.Count(inner, `""`)*2 == strings.Count(inner, `"`) {
					inner = strings.ReplaceAll(inner, `""`, `"`)
				}
				cells[i] = quoted(inner)
				changed = true
			}
			return lead + strings.Join(cells, "|"), changed
		})
		return oneCandidate(edits, level)
	},
}

// csvCells splits a row whose quoted texts double their quotes.
func csvCells(text string) []string {
	var cells []string
	start, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"' && (inside || i == start):
			inside = !inside // a doubled one ends the text and begins it again
		case text[i] == '"' && text[i-1] == '"':
			inside = true
		case text[i] == '|' && !inside:
			cells = append(cells, text[start:i])
			start = i + 1
		}
	}
	return append(cells, text[start:])
}

// lineBreakInCell is a quoted text with a line break in it.
var lineBreakInCell = Slip{
	Name:  "line_break_in_text",
	Cause: "a line break inside a quoted text is written `\\n`, so that a row stays one line",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool {
			return strings.Contains(c, `\n`) && strings.Count(c, `\`) == strings.Count(c, `\n`)
		},
			func(c string) string { return strings.ReplaceAll(c, `\n`, "\n") })
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		for id := ast.NodeID(1); int(id)+1 < len(s.Doc.Nodes); id++ {
			line := s.Doc.Text(id)
			t, ok := s.TableAbove(id)
			if !ok || !s.Faulty(id) || !openQuote(line) || strings.HasSuffix(line, `\`) {
				continue
			}
			// The lines that follow belong to the text until one closes it.
			joined, last := line, id
			for next := id + 1; int(next) < len(s.Doc.Nodes) && next-id <= 20; next++ {
				if strings.HasPrefix(s.Doc.Text(next), `\`) {
					break // an escape was torn apart
				}
				joined += `\n` + strings.TrimRight(s.Doc.Text(next), "\r")
				if !openQuote(joined) {
					last = next
					break
				}
			}
			if last == id || len(splitCells(strings.TrimSpace(withoutRowID(strings.TrimSpace(joined))), "|")) != len(t.Decl.Fields) {
				continue
			}
			for at := id; at < last; at++ {
				edits = append(edits, Edit{Start: int(s.Doc.Nodes[at].End), End: int(s.Doc.Nodes[at+1].Start), Text: `\n`})
			}
			id = last
		}
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Recodes = true // only line ends change
			c[i].Title = "Write the line break as `\\n`"
		}
		return c
	},
}

// openQuote reports whether the last cell of a line begins a quoted text that
// the line does not end.
func openQuote(line string) bool {
	text := strings.TrimLeft(line, " ")
	if rest := withoutRowID(text); len(rest) < len(text) {
		text = strings.TrimPrefix(rest, " ")
	}
	cells := splitCells(text, "|")
	last := strings.TrimSpace(cells[len(cells)-1])
	if !strings.HasPrefix(last, `"`) {
		return false
	}
	end, closed := ast.QuotedEnd(last, 0)
	return !closed || end > len(last)
}

var looseKey = lazily(`^(\s*(?:## )?)(\pL[\pL\pN_]*(?:[ .\-/$:]+[\pL\pN_]+)+)(=|\s*\[\d+\]|$)(.*)$`)

// alikeBefore reports whether two names begin alike.
func alikeBefore(names map[string]bool, beginning string) bool {
	n := 0
	for name := range names {
		if strings.HasPrefix(name, beginning) {
			n++
		}
	}
	return n > 1
}

// keyQuotes is a name that must be quoted: with a blank, a dash or a point.
var keyQuotes = Slip{
	Name:  "name_quotes",
	Cause: "a name with other signs than letters, digits and `_` is quoted, as `\"first name\"`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			switch doc.Nodes[id].Kind {
			case ast.KindKeyValue, ast.KindArray, ast.KindInlineArray:
				right := strings.ReplaceAll(line, `"display name"`, "display name")
				if right != line {
					n++
				}
				return right
			}
			return line
		})
		return text, n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidKey, ast.InvalidLine, ast.InvalidFieldDeclaration, ast.InvalidSectionHeader) {
			return nil
		}
		names := map[string]bool{}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if strings.HasPrefix(line, "GCF ") {
				return "", false // see twoPayloads
			}
			right := line
			if i, j := strings.IndexByte(line, '{'), strings.LastIndexByte(line, '}'); i >= 0 && i < j && strings.Contains(line[:i], "[") {
				fields := splitCells(line[i+1:j], ",")
				for k, f := range fields {
					name := strings.TrimSpace(f)
					if bare := strings.TrimPrefix(name, "@"); !ast.IsBareKey(bare) && !strings.ContainsAny(bare, `"':;|=<>(){}[]^`) && !quotedField.MatchString(bare) && bare != "" && !typedField.MatchString(f) {
						fields[k] = strings.TrimSuffix(name, bare) + quoted(bare)
						names[bare] = true
					}
				}
				right = line[:i+1] + strings.Join(fields, ",") + line[j:]
			}
			if m := looseKey.FindStringSubmatch(right); m != nil && m[3] != "" && !strings.Contains(m[2], ":") && !assignment.MatchString(right) {
				right = m[1] + quoted(m[2]) + m[3] + m[4]
				names[m[2]] = true
			}
			return right, right != line
		})
		level := Safe
		for name := range names {
			// Several that begin alike are most likely the members of one object.
			if i := strings.IndexAny(name, "./-$"); i > 0 && alikeBefore(names, name[:i+1]) {
				level = Decision
			}
		}
		if len(names) < 2 && len(edits) < 2 {
			level = Decision // one name may have got a sign by mistake
		}
		return oneCandidate(edits, level)
	},
}

// quoteUnclosed is a quoted text whose second quote is missing.
var quoteUnclosed = Slip{
	Name:  "quote_unclosed",
	Cause: "a text that begins with a quote ends with one",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, "|") && !strings.Contains(c, `\`) },
			func(c string) string { return c[:len(c)-1] })
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !ok || !s.Faulty(id) || strings.Count(line, `"`)%2 == 0 || strings.Contains(line, `\`) {
				return "", false
			}
			if int(id) == len(s.Doc.Nodes)-1 && !strings.HasSuffix(s.Text, "\n") {
				return "", false // the payload was cut off in this text
			}
			// Of the places before a bar, and of the end, the one with which the row
			// has its cells.
			right, places, tries := "", 0, 0
			for at := strings.LastIndexByte(line, '"') + 1; at <= len(line) && tries < mostBars; at++ {
				if at < len(line) && line[at] != '|' {
					continue
				}
				tries++
				closed := line[:at] + `"` + line[at:]
				cells := splitCells(withoutNumber(strings.TrimSpace(closed)), "|")
				if len(cells) == len(t.Decl.Fields) && wellQuoted(cells) {
					right = closed
					places++
					if text := closedCell(closed, at); ast.ClassifyScalar(text) != ast.ScalarBare && !strings.ContainsAny(text, "|,") || strings.HasSuffix(strings.TrimRight(closed, `" `), "|") {
						level = Decision // the quote that is there may be the one too many
					}
				}
			}
			if places > 1 {
				level = Decision
			}
			return right, places > 0
		})
		if len(edits) == 1 {
			level = Decision // one row alone may have lost more than a quote
		}
		return oneCandidate(edits, level)
	},
}

// mostBars is how many bars behind a quote are tried for its end.
const mostBars = 64

// wellQuoted reports whether the cells of a row are quoted as a whole or not at
// all.
func wellQuoted(cells []string) bool {
	for _, c := range cells {
		c = strings.TrimSpace(c)
		if strings.HasPrefix(c, `"`) {
			if end, closed := ast.QuotedEnd(c, 0); !closed || end != len(c) {
				return false
			}
		} else if strings.Contains(c, `"`) {
			return false
		}
	}
	return true
}

// closedCell is the text of the quoted cell that ends at an offset of a row.
func closedCell(row string, at int) string {
	start := strings.LastIndexByte(row[:at], '"') + 1
	return row[start:at]
}
