package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"gcf-lsp/ast"
)

var (
	badEscape    = lazily(`\\(?:['$%&|,@#{}()\[\]<>=;:!?*+. -]|x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]{1,4}\}|[0ae])`)
	quotedText   = lazily(`"(?:[^"\\]|\\.)*"`)
	windowsPath  = lazily(`[A-Za-z]:\\|\\\\`)
	outerQuote   = lazily(`(^|[|,=]|: )\s*\\"((?:[^"\\]|\\[^"])*)\\"`)
	percentBar   = lazily(`%7[Cc]`)
	trailedQuote = lazily(`^"(?:[^"\\]|\\.)*"[^"|]+$`)
)

// foreignEscape is an escape of another language in a quoted text.
var foreignEscape = Slip{
	Name:  "foreign_escape",
	Cause: "quoted texts have the escapes of JSON alone: `'` and `|` need none, and a character by its number is `\\u00e9`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, "|") && !strings.Contains(c, `\`) },
			func(c string) string { return strings.ReplaceAll(c, "|", `\|`) })
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidEscape) {
			return nil
		}
		level := Safe
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if !strings.Contains(line, `"`) {
				return "", false
			}
			for _, text := range quotedText.FindAllStringSubmatch(line, -1) {
				if badEscape.MatchString(text[0]) && windowsPath.MatchString(text[0]) {
					return "", false // see loneBackslash
				}
			}
			if strings.Count(line, `\"`)%2 == 1 {
				level = Decision // one of a pair of quotes may be what is escaped wrongly
			}
			right := replaceEscapes(line, func(e string) string {
				switch e[1] {
				case 'x':
					return `\u00` + e[2:]
				case 'u':
					return `\u` + fmt.Sprintf("%04s", strings.Trim(e[2:], "{}"))
				case '0':
					return `\u0000`
				case 'a':
					return `\u0007`
				case 'e':
					return `\u001b`
				case '\'', '|', '`', '&', '$':
				default:
					level = Decision // another sign may have stood there
				}
				return e[1:]
			})
			return right, right != line
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

// replaceEscapes writes the escapes that JSON does not have anew.
func replaceEscapes(line string, to func(escape string) string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		if line[i] != '\\' || i+1 == len(line) {
			b.WriteByte(line[i])
			i++
			continue
		}
		if at := badEscape.FindAllStringIndex(line[i:min(len(line), i+12)], 1); at != nil && at[0][0] == 0 {
			b.WriteString(to(line[i : i+at[0][1]]))
			i += at[0][1]
			continue
		}
		b.WriteString(line[i : i+2])
		i += 2
	}
	return b.String()
}

// escapedBar is `\|` or `%7C` in a row.
var escapedBar = Slip{
	Name:  "escaped_bar",
	Cause: "a text with a `|` stands in double quotes, as `\"a|b\"`; a backslash before it does not protect it",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, "|") && !strings.ContainsAny(c[1:len(c)-1], `\"`) },
			func(c string) string { return strings.ReplaceAll(c[1:len(c)-1], "|", `\|`) })
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.CountMismatch) {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if !strings.Contains(line, `\|`) {
				return "", false
			}
			cells := splitCells(strings.ReplaceAll(line, `\|`, "\x00"), "|")
			for i, c := range cells {
				if strings.Contains(c, "\x00") {
					cells[i] = quoted(strings.ReplaceAll(strings.TrimSpace(c), "\x00", "|"))
				}
			}
			return strings.Join(cells, "|"), true
		})
		level := Safe
		if !s.fitAfter(edits) {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		coded := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			return percentBar.ReplaceAllString(line, "|"), percentBar.MatchString(line)
		}), Safe)
		for i := range coded {
			text, _ := Apply(s.Text, coded[i].Edits)
			if strings.Contains(text, "%2") || strings.Contains(text, "%3") {
				if whole, err := url.PathUnescape(s.Text); err == nil {
					coded = s.recoded(whole, "Write the characters themselves")
				}
			}
			coded[i].Recodes = true
			coded[i].Cause = "`|` is written `%7C`, as in a web address; write the sign itself"
		}
		return append(c, coded...)
	},
}

// escapedQuotes is `\"` for the quotes around a text.
var escapedQuotes = Slip{
	Name:  "escaped_quotes",
	Cause: "the quotes around a text have a backslash before them, as in a string of a program; write the quotes alone",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return strings.Contains(c, "|") && !strings.Contains(c, `\`) },
			func(c string) string { return `\"` + c[1:len(c)-1] + `\"` })
	},
	Undo: func(s *Site) []Candidate {
		faulty := false
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if k := s.Doc.Nodes[id].Kind; !strings.Contains(line, `\"`) || k != ast.KindRow && k != ast.KindError && k != ast.KindKeyValue && k != ast.KindInlineArray {
				return "", false
			}
			right := outerQuote.ReplaceAllString(line, `$1"$2"`)
			faulty = faulty || s.Faulty(id) && right != line
			return right, right != line && !strings.Contains(right, `\"`)
		})
		if !faulty {
			return nil
		}
		level := Safe
		if !s.fitAfter(edits) {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

// quoteInside is a text that begins with a quoted word and goes on.
var quoteInside = Slip{
	Name:  "quote_inside",
	Cause: "a text that has quotes in it stands in quotes as a whole, and those in it are written `\\\"`",
	Cost:  Everyday,
	// No campaign makes it: what stands behind the quotes may not belong to the text.
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.TrailingCharacters) {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			text := strings.TrimLeft(line, " ")
			body := withoutNumber(text)
			head := line[:len(line)-len(body)]
			if i := strings.IndexByte(body, '='); i > 0 && !strings.Contains(body, "|") && trailedQuote.MatchString(body[i+1:]) {
				return head + body[:i+1] + quoted(body[i+1:]), true
			}
			cells, changed := splitCells(body, "|"), false
			for i, c := range cells {
				if c = strings.TrimSpace(c); trailedQuote.MatchString(c) && !strings.ContainsAny(c, `\|`) {
					cells[i] = quoted(c)
					changed = true
				}
			}
			return head + strings.Join(cells, "|"), changed
		})
		c := oneCandidate(edits, Decision)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

var wideSigns = strings.NewReplacer("［", "[", "］", "]", "｛", "{", "｝", "}", "，", ",", "：", ":", "＝", "=", "＃", "#", "＠", "@")

// wideStructure is full-width signs where the format has plain ones.
var wideStructure = Slip{
	Name:  "full_width_signs",
	Cause: "full-width signs (`［`, `｛`, `，`, `＝`) stand where the plain ones belong",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindArray || strings.Contains(line, `"`) || !strings.Contains(line, "{") {
				return line
			}
			n++
			return strings.NewReplacer("[", "［", "]", "］", "{", "｛", "}", "｝", ",", "，").Replace(line)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !strings.ContainsAny(s.Text, "［］｛｝，：＝＃＠") {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if strings.Contains(line, "|") || strings.Contains(line, `"`) {
				return "", false
			}
			right := wideSigns.Replace(line)
			return right, right != line
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

// oddStep is a part of a path that begins as hardly any does.
var oddStep = lazily(`\\(?:[^\pL\d_.$%{(~\\]|[^\pL\d\\]\\)`)

var pathCell = lazily(`"[A-Za-z]:\\[^"\\][^"]*"|"\\\\\\?[^"\\][^"]*"`)

// loneBackslash is a path of Windows in a quoted text, its backslashes not
// doubled.
var loneBackslash = Slip{
	Name:  "lone_backslash",
	Cause: "in a quoted text a backslash is written twice, as `\"C:\\\\Users\"`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return quoteRows(doc, func(c string) bool { return pathCell.MatchString(strings.ReplaceAll(c, `\\`, `\`)) },
			func(c string) string { return strings.ReplaceAll(c, `\\`, `\`) })
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidEscape) {
			return nil
		}
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if !strings.Contains(line, `"`) || !strings.Contains(line, `\`) {
				return "", false
			}
			right := pathCell.ReplaceAllStringFunc(line, func(c string) string {
				if strings.Contains(c[2:], `\\`) {
					return c
				}
				if oddStep.MatchString(c) {
					level = Decision // another sign may have been the second backslash
				}
				return strings.ReplaceAll(c, `\`, `\\`)
			})
			if right != line && !s.Faulty(id) {
				level = Decision // as it stands it means something, too
			}
			return right, right != line
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}
