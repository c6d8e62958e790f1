package diagnosis

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// The signs that writers put between the ends of an edge: those that point to
// the right turn the ends round, since GCF writes the target first.
var (
	looseEdge = lazily(`^(\s*)[-*•]?\s*@?(\d+)(\s*(?:<-+|←|<=+|<|-+>|=+>|→|>|:)\s*)@?(\d+)\s*[:,|\s]?\s*(?:[\[(:]\s*)?([A-Za-z_][\w./-]*)[\])]?((?:[ \t]+(?:added|removed))?)\s*$`)
	rightEdge = lazily(`^\s*@\d+<@\d+ [!-~]+(?: [!-~]+)?$`)
)

// edgeSpelling is an edge with other signs between its parts.
var edgeSpelling = Slip{
	Name:  "edge_spelling",
	Cause: "an edge is written `@target<@source type`: the target first, `<`, the source, one blank, the type",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(7), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			to, from, kind, ok := edgeParts(line)
			if doc.Nodes[id].Kind != ast.KindEdge || !ok {
				return line
			}
			n++
			return [...]string{
				from + ">" + to + " " + kind, from + "->" + to + " " + kind, from + " -> " + to + " " + kind,
				to + "<" + from + ": " + kind, to + " < " + from + " " + kind, to + "<-" + from + " " + kind, to + "<" + from + ":" + kind,
			}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.Faulty(s.Line) {
			return nil
		}
		turned := false
		var ids []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := looseEdge.FindStringSubmatch(line)
			if m == nil || rightEdge.MatchString(line) || strings.ContainsAny(m[5], `="];`) {
				return "", false
			}
			to, from := m[2], m[4]
			if strings.ContainsAny(m[3], ">→") && !strings.Contains(m[3], "<") {
				to, from = from, to
				turned = true
			} else if strings.Contains(m[3], ":") {
				return "", false // which end is which?
			}
			ids = append(ids, to, from)
			return m[1] + "@" + to + "<@" + from + " " + m[5] + m[6], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = ids
			if turned {
				c[i].Moves = true
				c[i].Cause = "an edge points from right to left: `@target<@source type`; turn the ends round"
			}
		}
		return c
	},
}

// edgeParts returns the ends of an edge, with their `@`, and the rest.
func edgeParts(line string) (target, source, kind string, ok bool) {
	target, rest, ok := strings.Cut(strings.TrimSpace(line), "<")
	if !ok {
		return
	}
	source, kind, ok = strings.Cut(rest, " ")
	return target, source, kind, ok
}

var (
	namedEdgeRight = lazily(`^(\s*)(\S+?)\s*(?:-+>|=+>|→)\s*(\S+?)[\s:,|]+[\[(]?([A-Za-z_][\w./-]*)[\])]?\s*$`)
	namedEdgeLeft  = lazily(`^(\s*)(\S+?)\s*(?:<-+|←|<)\s*(\S+?)[\s:,|]+[\[(]?([A-Za-z_][\w./-]*)[\])]?\s*$`)
)

// edgeNames is an edge between names where the numbers of symbols belong.
var edgeNames = Slip{
	Name:  "edge_names",
	Cause: "an edge names its ends by the numbers of their symbols, as `@0<@1 calls`, target first, and not by their names",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		names, n := namesOfSymbols(doc), 0
		toRight := r.IntN(2) == 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			to, from, kind, ok := edgeParts(line)
			if doc.Nodes[id].Kind != ast.KindEdge || !ok || names[to] == "" || names[from] == "" || strings.Contains(kind, " ") {
				return line
			}
			n++
			if toRight {
				return names[from] + " -> " + names[to] + " " + kind
			}
			return names[to] + "<" + names[from] + " " + kind
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.Faulty(s.Line) {
			return nil
		}
		ids, apart := idsOfSymbols(s.Doc)
		if !apart {
			return nil // two symbols of one name: which is meant?
		}
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := namedEdgeRight.FindStringSubmatch(line)
			if m != nil {
				m[2], m[3] = m[3], m[2]
			} else if m = namedEdgeLeft.FindStringSubmatch(line); m == nil {
				return "", false
			}
			to, from := ids[m[2]], ids[m[3]]
			if to == "" || from == "" {
				return "", false
			}
			syntax = append(syntax, words(m[2]+" "+m[3]+" "+to+" "+from, nil)...)
			return m[1] + to + "<" + from + " " + m[4], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = syntax
			c[i].Moves = true
		}
		return c
	},
}

// namesOfSymbols are the qualified names of a graph's symbols by `@N`. Symbols
// that are declared faultily have none.
func namesOfSymbols(doc *ast.Document) map[string]string {
	names := map[string]string{}
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind == ast.KindSymbol {
			if parts := strings.Fields(doc.Text(ast.NodeID(id))); len(parts) > 2 {
				names[parts[0]] = parts[2]
			}
		}
	}
	return names
}

// idsOfSymbols are the `@N` of a graph's symbols by qualified name, and by the last
// part of it where that is enough; apart is false where two symbols have one name.
func idsOfSymbols(doc *ast.Document) (ids map[string]string, apart bool) {
	ids = map[string]string{}
	for id, name := range namesOfSymbols(doc) {
		if ids[name] != "" {
			return nil, false
		}
		ids[name] = id
	}
	// The last part of a name will do where only one name ends so.
	short := map[string]string{}
	for name, id := range ids {
		last := name[strings.LastIndexAny(name, "./:#")+1:]
		if _, twice := short[last]; twice {
			id = ""
		}
		short[last] = id
	}
	for last, id := range short {
		if ids[last] == "" && last != "" {
			ids[last] = id
		}
	}
	return ids, true
}

// edgesFirst is a graph whose edges stand before the symbols that they name.
var edgesFirst = Slip{
	Name:  "edges_first",
	Cause: "the edges stand before the symbols that they name; move `## edges` and its lines to the end",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		start, end, ok := edgeSection(doc)
		if !ok || end != len(doc.Source) || len(doc.Nodes) < 4 || !strings.HasSuffix(doc.Source, "\n") {
			return "", false
		}
		head := int(doc.Nodes[2].Start)
		if head >= start || doc.Nodes[2].Kind != ast.KindGroup {
			return "", false
		}
		return doc.Source[:head] + doc.Source[start:] + doc.Source[head:start], true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.UnknownEdgeReference) {
			return nil
		}
		start, end, ok := edgeSection(s.Doc)
		if !ok || end == len(s.Text) || strings.Contains(s.Text[end:], "\n##!") || strings.HasPrefix(s.Text[end:], "##!") {
			return nil
		}
		rest := withFinalNewline(s.Text[end:])
		return []Candidate{{
			Edits: []Edit{{Start: start, End: len(s.Text), Text: rest + s.Text[start:end]}},
			Moves: true, Title: "Move the edges behind the symbols",
			At: ast.Span{Start: start, End: end},
		}}
	},
}

// edgeSection is the range of `## edges` and its lines.
func edgeSection(doc *ast.Document) (start, end int, ok bool) {
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Kind != ast.KindGroup && n.Kind != ast.KindSection {
			continue
		}
		if ok {
			return start, int(n.Start), true
		}
		if rest, is := strings.CutPrefix(doc.Text(ast.NodeID(id)), "## edges"); is && (rest == "" || rest[0] == ' ') {
			start, end, ok = int(n.Start), len(doc.Source), true
		}
	}
	return start, end, ok
}

var (
	bareSymbol   = lazily(`^(\s*)(?:[#$%&]|id=|\[|\()?(\d+)[\])]?[:.]?\s+([a-z_]+\s+\S+\s+-?\d+\.\d+\s+\S+)\s*$`)
	unidSymbol   = lazily(`^(\s*)([a-z_]+\s+\S+\s+-?\d+\.\d+\s+\S+)\s*$`)
	listedSymbol = lazily(`^(\s*)(?:[-*•+]|\d+[.)])\s+(@\d+\s+\S+\s+\S+\s+\S+\s+\S+.*)$`)
	pipedSymbol  = lazily(`^(\s*)@(\d+)\s*[|,;\t]\s*([a-z_]+)\s*[|,;\t]\s*([^|,;\s]+)\s*[|,;\t]\s*(-?\d+(?:\.\d+)?)\s*[|,;\t]\s*([^|,;\s]+)\s*$`)
	colonSymbol  = lazily(`^(\s*)@(\d+)[:.=]\s*(\S.*)$`)
)

// symbolSpelling is a symbol line whose parts are right, in other signs.
var symbolSpelling = Slip{
	Name:  "symbol_spelling",
	Cause: "a symbol is written `@0 kind name score provenance`, with blanks between its five parts",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(5), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			parts := strings.Fields(line)
			if doc.Nodes[id].Kind != ast.KindSymbol || len(parts) != 5 {
				return line
			}
			n++
			rest := strings.Join(parts[1:], " ")
			return [...]string{parts[0][1:] + " " + rest, "- " + line, strings.Join(parts, "|"), parts[0] + ": " + rest, "#" + parts[0][1:] + " " + rest}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			for _, form := range []struct {
				pattern pattern
				to      string
			}{{listedSymbol, "$1$2"}, {bareSymbol, "$1@$2 $3"}, {pipedSymbol, "$1@$2 $3 $4 $5 $6"}, {colonSymbol, "$1@$2 $3"}} {
				if form.pattern.MatchString(line) {
					return form.pattern.ReplaceAllString(line, form.to), true
				}
			}
			return "", false
		})
		c := oneCandidate(edits, Safe)
		for i := range c { // `0` becomes `@0`: an id is no word of the data
			for _, e := range s.lineNumbersOf(edits) {
				c[i].Syntax = append(c[i].Syntax, e, "#"+e)
			}
			c[i].Syntax = append(c[i].Syntax, "id")
		}
		return c
	},
}

// lineNumbersOf are the numbers that lines with edits begin with.
func (s *Site) lineNumbersOf(edits []Edit) []string {
	var all []string
	for _, e := range edits {
		line := strings.TrimLeft(s.Doc.Text(s.Doc.Line(e.Start)), " \t-*•+#$%&[(@id=")
		if n := len(line) - len(strings.TrimLeft(line, "0123456789")); n > 0 {
			all = append(all, line[:n])
		}
	}
	return all
}

// symbolNumber is a symbol line without its number.
var symbolNumber = Slip{
	Name:  "symbol_number",
	Cause: "a symbol line begins with its number, `@0` for the first, `@1` for the next",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Header.Is("session") || doc.Header.Is("delta") {
			return "", false
		}
		n, all, next := 0, r.IntN(2) == 0, 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindSymbol {
				return line
			}
			number, rest, _ := strings.Cut(line, " ")
			want := "@" + strconv.Itoa(next)
			next++
			if number != want || !all && n > 0 {
				return line
			}
			n++
			return rest
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || s.Doc.Header.Is("delta") {
			return nil
		}
		next, gaps := 0, true
		var edits []Edit
		for id, line := range s.Lines() {
			if s.Faulty(id) && unidSymbol.MatchString(line) {
				text := strings.TrimLeft(line, " ")
				at := int(s.Doc.Nodes[id].Start) + len(line) - len(text)
				edits = append(edits, Edit{Start: at, End: at, Text: "@" + strconv.Itoa(next) + " "})
				next++
			} else if s.Doc.Nodes[id].Kind == ast.KindSymbol {
				number, _, _ := strings.Cut(strings.TrimSpace(line), " ")
				n, err := strconv.Atoi(strings.TrimPrefix(number, "@"))
				gaps = gaps && err == nil && n == next
				next++
			}
		}
		level := Safe
		if !gaps || s.Doc.Header.Is("session") {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

var looseScore = lazily(`^(\s*@\d+\s+\S+\s+\S+\s+)(-?)(\d*)(?:[.,](\d*))?(%?)(\s+\S+.*)$`)

// symbolScore is a score with another number of decimals.
var symbolScore = Slip{
	Name:  "symbol_score",
	Cause: "a score has two decimals, as `0.90`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			parts := strings.Fields(line)
			if doc.Nodes[id].Kind != ast.KindSymbol || len(parts) < 5 || !strings.HasSuffix(parts[3], "0") {
				return line
			}
			n++
			parts[3] = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(parts[3], "0"), "0"), ".")
			return strings.Join(parts, " ")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidScore, ast.InvalidNodeLine) {
			return nil
		}
		var syntax []string
		level := Safe
		var percent []Edit // where a whole number may be one
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := looseScore.FindStringSubmatch(line)
			if !s.Faulty(id) || m == nil || m[5] == "%" || m[3] == "" && m[4] == "" {
				return "", false
			}
			decimals := m[4]
			if decimals == "" && len(m[3]) == 2 && m[2] == "" {
				syntax = append(syntax, "0."+m[3], strings.TrimRight("0."+m[3], "0"))
				percent = append(percent, lineEdit(int(s.Doc.Nodes[id].Start), line, m[1]+"0."+m[3]+m[6]))
			}
			if extra := strings.TrimRight(decimals, "0"); len(extra) > 2 {
				level = Lossy
				decimals = decimals[:2]
			}
			whole := m[3]
			if whole == "" {
				whole = "0"
			}
			right := m[2] + whole + "." + (decimals + "00")[:2]
			if level != Lossy {
				written := strings.TrimSpace(line[len(m[1]) : len(line)-len(m[6])])
				syntax = append(syntax, words(written+" "+right, nil)...)
			}
			return m[1] + right + m[6], true
		})
		if len(edits) == 1 {
			level = max(level, Decision) // one score alone may have lost a digit
		}
		c := oneCandidate(edits, level)
		if len(c) > 0 && len(percent) == len(edits) {
			c = append(c, Candidate{Edits: percent, Level: Decision})
		}
		for i := range c {
			c[i].Syntax = syntax
			if level == Lossy {
				c[i].Cause = "a score has two decimals, as `0.90`; more cannot be kept"
			}
		}
		return c
	},
}

// symbolParts is a symbol line with a part too many or too few: what is too
// many would be lost, and what is missing made up.
var symbolParts = Slip{
	Name:  "symbol_parts",
	Cause: "a symbol line has five parts, `@0 kind name score provenance`",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Header.Is("delta") {
			return "", false
		}
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindSymbol {
				return line
			}
			n++
			return line + " src/a" + strconv.Itoa(n) + ".go"
		}), n > 0
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidNodeLine) {
			return nil
		}
		more, less := 0, 0
		for id, line := range s.Lines() {
			if parts := strings.Fields(line); s.Faulty(id) && len(parts) > 2 && isNumber(parts[0], "@") {
				if len(parts) > 5 {
					more++
				} else if len(parts) == 4 {
					less++
				}
			}
		}
		var all []Candidate
		if more > 0 {
			edits := s.RewriteFaulty(func(line string) (string, bool) {
				parts := strings.Fields(line)
				if len(parts) < 6 || !isNumber(parts[0], "@") || !isScore(parts[3]) {
					return "", false
				}
				return strings.Join(parts[:5], " "), true
			})
			for _, c := range oneCandidate(edits, Lossy) {
				c.Cause = "a symbol line has five parts, `@0 kind name score provenance`; what stands behind them has no place here"
				c.Title = "Remove what stands behind the fifth part"
				all = append(all, c)
			}
		}
		if less > 0 {
			edits := s.RewriteFaulty(func(line string) (string, bool) {
				parts := strings.Fields(line)
				if len(parts) != 4 || !isNumber(parts[0], "@") || !isScore(parts[3]) {
					return "", false
				}
				return strings.TrimRight(line, " \t") + " unknown", true
			})
			for _, c := range oneCandidate(edits, Lossy) {
				c.Cause = "a symbol line has five parts, `@0 kind name score provenance`; the provenance is missing"
				c.Title = "Add `unknown` as provenance"
				all = append(all, c)
			}
			edits = s.RewriteFaulty(func(line string) (string, bool) {
				parts := strings.Fields(line)
				if len(parts) != 4 || !isNumber(parts[0], "@") || !isScore(parts[2]) {
					return "", false
				}
				return parts[0] + " unknown " + strings.Join(parts[1:], " "), true
			})
			for _, c := range oneCandidate(edits, Lossy) {
				c.Cause = "a symbol line has five parts, `@0 kind name score provenance`; the kind, such as `fn`, is missing"
				c.Title = "Add `unknown` as kind"
				all = append(all, c)
			}
		}
		return all
	},
}

func isNumber(s, prefix string) bool {
	digits, ok := strings.CutPrefix(s, prefix)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func isScore(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// symbolBlank is a blank in a symbol's name, which nothing can quote there.
var symbolBlank = Slip{
	Name:  "symbol_name_blank",
	Cause: "a symbol's name cannot have a blank, since blanks part the five fields of its line; write the name without it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			parts := strings.Fields(line)
			if n > 0 || doc.Nodes[id].Kind != ast.KindSymbol || len(parts) != 5 {
				return line
			}
			n++
			parts[2] += " const"
			return strings.Join(parts, " ")
		}), n > 0
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidNodeLine, ast.InvalidScore) {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			parts := strings.Fields(line)
			n := len(parts)
			if n < 6 || !isNumber(parts[0], "@") || !isScore(parts[n-2]) || isScore(parts[3]) {
				return "", false
			}
			return parts[0] + " " + parts[1] + " " + strings.Join(parts[2:n-2], "_") + " " + parts[n-2] + " " + parts[n-1], true
		})
		return oneCandidate(edits, Lossy)
	},
}
