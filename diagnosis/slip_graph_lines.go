package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	mermaidEdge = lazily(`^\s*@?(\d+)\s*(?:-+>|=+>|-\.+->|→)\s*\|\s*"?([!-{}~]+?)"?\s*\|\s*@?(\d+)\s*;?\s*$`)
	dashedEdge  = lazily(`^\s*@?(\d+)\s*-+\s*\[?"?([A-Za-z_]\w*)"?\]?\s*-+>\s*@?(\d+)\s*;?\s*$`)
	dotEdge     = lazily(`^\s*"?@?(\d+)"?\s*-+>\s*"?@?(\d+)"?\s*\[\s*(?:label|type|kind)\s*=\s*"?([^"\]\s]+)"?\s*\]\s*;?\s*$`)
	typeFirst   = lazily(`^\s*([A-Za-z_]\w*)[:\s]\s*(@\d+)\s*<\s*(@\d+)\s*$`)
	cypherEdge  = lazily(`^\s*\(@?(\d+)\)\s*-+\[:?([!-Z^-~]+)\]-+>\s*\(@?(\d+)\)\s*;?\s*$`)
	jsonEdge    = lazily(`^\s*\{\s*"(?:source|from)":\s*"?@?(\d+)"?,\s*"(?:target|to)":\s*"?@?(\d+)"?,\s*"(?:type|kind|label|edge_type)":\s*"([!-~]+?)"\s*\},?\s*$`)
	plainEdge   = lazily(`^@\d+<@\d+ [!-~]+( (?:added|removed))?$`)
	edgeAnyhow  = lazily(`^\s*@?\d+\s*(?:<+|-+>|[|,;])\s*@?\d+\b`)
	bareEnds    = lazily(`^\s*@?\d+\s*(?:<-*|-*>|→|←)\s*@?\d+\s*$`)
	pipedEnds   = lazily(`^\s*@?\d+\s*[|,;\t]\s*@?\d+\s*[|,;\t]\s*\S+\s*$`)
)

// diagramEdge is an edge as a diagram language writes it, with its type in the
// arrow, in a label, or before it.
var diagramEdge = Slip{
	Name:  "diagram_edge",
	Cause: "an edge is written `@target<@source type`, not as in a diagram: the target first, `<`, the source, one blank, the type",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(4), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			to, from, kind, ok := edgeParts(line)
			if doc.Nodes[id].Kind != ast.KindEdge || !ok || !ast.IsBareKey(kind) {
				return line
			}
			n++
			return [...]string{from + " -->|" + kind + "| " + to, from + " -> " + to + ` [label="` + kind + `"];`, kind + " " + to + "<" + from, from + " --" + kind + "--> " + to}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidEdgeSyntax, ast.InvalidNodeLine, ast.CountMismatch) {
			return nil
		}
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			var to, from, kind string
			if m := mermaidEdge.FindStringSubmatch(line); m != nil {
				from, kind, to = m[1], m[2], m[3]
			} else if m := dashedEdge.FindStringSubmatch(line); m != nil {
				from, kind, to = m[1], m[2], m[3]
			} else if m := cypherEdge.FindStringSubmatch(line); m != nil {
				from, kind, to = m[1], m[2], m[3]
			} else if m := jsonEdge.FindStringSubmatch(line); m != nil {
				from, to, kind = m[1], m[2], m[3]
			} else if m := dotEdge.FindStringSubmatch(line); m != nil {
				from, to, kind = m[1], m[2], m[3]
			} else if m := typeFirst.FindStringSubmatch(line); m != nil {
				kind, to, from = m[1], m[2][1:], m[3][1:]
			} else {
				return "", false
			}
			syntax = append(syntax, to, from)
			syntax = append(syntax, words(line, nil)...)
			syntax = slices.DeleteFunc(syntax, func(w string) bool { return w == kind })
			return "@" + to + "<@" + from + " " + kind, true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax, c[i].Moves = syntax, true
		}
		return c
	},
}

// edgesJoined is more than one edge on a line.
var edgesJoined = Slip{
	Name:  "edges_joined",
	Cause: "each symbol and each edge is a line of its own",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n, last := pick(r, ", ", "; ", " | "), 0, false
		var b strings.Builder
		for id := ast.NodeID(1); int(id) < len(doc.Nodes); id++ {
			if edge := doc.Nodes[id].Kind == ast.KindEdge && plainEdge.MatchString(doc.Text(id)); edge && last {
				b.WriteString(sep)
				n++
			} else if id > 1 {
				b.WriteString("\n")
			}
			last = doc.Nodes[id].Kind == ast.KindEdge
			b.WriteString(doc.Text(id))
		}
		return b.String() + "\n", n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidEdgeSyntax, ast.CountMismatch, ast.InvalidNodeLine) {
			return nil
		}
		var syntax []string
		c := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			for _, sep := range []string{",", ";", "|"} {
				parts := strings.Split(strings.Trim(line, " ,;|"), sep)
				for i := range parts {
					if parts[i] = strings.TrimSpace(parts[i]); !plainEdge.MatchString(parts[i]) && !plainSymbol.MatchString(parts[i]) {
						parts = nil
						break
					}
				}
				if len(parts) > 1 {
					for _, p := range parts {
						number, _, _ := strings.Cut(p, " ")
						syntax = append(syntax, strings.TrimPrefix(number, "@"))
					}
					return strings.Join(parts, "\n"), true
				}
			}
			return "", false
		}), Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

var (
	plainSymbol = lazily(`^@\d+ [a-z_]\w* \S+ -?\d+\.\d\d [^\s,;|]+$`)
	jsonSymbol  = lazily(`^\s*\{\s*"id":\s*"?@?(\d+)"?,\s*"kind":\s*"([^"\s]+)",\s*"(?:name|qname|qualified_name)":\s*"([^"\s]+)",\s*"score":\s*"?(-?\d+\.\d+)"?,\s*"(?:prov|provenance)":\s*"([^"\s]+)"\s*\},?\s*$`)
	edgesCount  = lazily(`^##\s*edges\s*[:=]?\s*(\d+)\s*$`)
)

// graphMargin is symbols and edges that are indented below their heading.
var graphMargin = Slip{
	Name:  "graph_indent",
	Cause: "symbols and edges stand at the margin, below their heading",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if k := doc.Nodes[id].Kind; k == ast.KindSymbol || k == ast.KindEdge {
				return "  " + line
			}
			return line
		}), doc.Profile == ast.ProfileGraph
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidIndent, ast.TabIndentation) {
			return nil
		}
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			text := strings.TrimLeft(line, " \t")
			return text, text != line && text != ""
		})
		level := Safe
		if len(edits) == 1 {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

// edgeUnclear names an edge that lacks what nobody can know.
var edgeUnclear = Slip{
	Name: "edge_unclear",
	Cost: Rare,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidEdgeSyntax) {
			return nil
		}
		untyped := s.RewriteFaulty(func(line string) (string, bool) {
			return strings.TrimRight(line, " ") + " unknown", bareEnds.MatchString(line)
		})
		piped := s.RewriteFaulty(func(line string) (string, bool) {
			if !pipedEnds.MatchString(line) {
				return "", false
			}
			p := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("|,; \t", r) })
			return "@" + strings.TrimPrefix(p[0], "@") + "<@" + strings.TrimPrefix(p[1], "@") + " " + strings.Join(p[2:], " "), len(p) == 3
		})
		c := oneCandidate(untyped, Lossy)
		for i := range c {
			c[i].Cause = "an edge ends with its type, as `@0<@1 calls`, and here it is missing"
		}
		p := oneCandidate(piped, Lossy)
		for i := range p {
			p[i].Cause = "an edge is written `@target<@source type`; which of the two numbers is the target, nothing here says"
		}
		return append(c, p...)
	},
}

// edgesHeading is edges without `## edges` above them.
var edgesHeading = Slip{
	Name:  "edges_heading",
	Cause: "the line `## edges [2]` stands above the edges, with their number",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		text := rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind == ast.KindGroup && strings.HasPrefix(line, "## edges [") && !strings.Contains(line, "?") && doc.Nodes[id].Next > id+1 && id > 2 {
				n++
				return "\x00"
			}
			return line
		})
		return strings.ReplaceAll(text, "\x00\n", ""), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidNodeLine, ast.MissingGroupHeader, ast.InvalidSectionHeader) || s.Doc.Header.Is("delta") {
			return nil
		}
		first, n := ast.NodeID(0), 0
		for id, line := range s.Lines() {
			switch {
			case rightEdge.MatchString(line):
				if first == 0 {
					first = id
				}
				n++
			case strings.HasPrefix(line, "## edges") && !edgesCount.MatchString(line):
				return nil
			case first != 0 && strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "##!"):
				return nil
			}
		}
		if first > 1 {
			if m := edgesCount.FindStringSubmatch(s.Doc.Text(first - 1)); m != nil {
				line := s.Doc.Text(first - 1)
				c := oneCandidate([]Edit{lineEdit(int(s.Doc.Nodes[first-1].Start), line, "## edges ["+m[1]+"]")}, Safe)
				c[0].Syntax = []string{m[1]}
				return c
			}
		}
		if first == 0 {
			return nil
		}
		at := int(s.Doc.Nodes[first].Start)
		c := oneCandidate([]Edit{{Start: at, End: at, Text: fmt.Sprintf("## edges [%d]\n", n)}}, Safe)
		c[0].Syntax = []string{"edges"}
		if strings.Contains(s.Doc.Text(1), " edges=") && !strings.Contains(s.Doc.Text(1)+" ", fmt.Sprintf(" edges=%d ", n)) {
			c[0].Level = Decision // some are missing, too
		}
		return c
	},
}

var (
	commaSymbol  = lazily(`^(\s*@\d+)\s*[,;:|]?\s*([A-Za-z_]\w*)\s*[,;|]\s*(\S+?)\s*[,;|]\s*(-?\d+\.\d+)\s*[,;|]\s*([^\s,;|]+)\s*[,;|]?((?:\s+\d+)?)\s*$`)
	namedSymbol  = lazily(`^(\s*@\d+)\s+kind[=:]\s*(\S+?),?\s+(?:name|qname|qualified_name|symbol)[=:]\s*(\S+?),?\s+score[=:]\s*(\S+?),?\s+(?:prov|provenance|source|via)[=:]\s*(\S+)\s*$`)
	swappedScore = lazily(`^(\s*@\d+\s+\S+\s+\S+)\s+([A-Za-z_]\S*)\s+(-?\d+\.\d\d)((?:\s+\d+)?)\s*$`)
	percentScore = lazily(`^(\s*@\d+\s+\S+\s+\S+\s+)(\d{1,3})\s*%(\s+\S+.*)$`)
	letteredID   = lazily(`@([A-Za-z]+)(\d+)|([#$%&])(\d+)`)
	kindless     = lazily(`^\s*@\d+\s+\S*[./:]\S*\s+-?\d+\.\d+\s+\S+\s*$`)
)

// symbolForm is a symbol line whose five parts are there, in another order or
// with other signs.
var symbolForm = Slip{
	Name:  "symbol_form",
	Cause: "a symbol is written `@0 kind name score provenance`, in this order, with one blank between its five parts",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(3), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := strings.Fields(line)
			if doc.Nodes[id].Kind != ast.KindSymbol || len(p) != 5 || !ast.IsBareKey(p[4]) {
				return line
			}
			n++
			return [...]string{
				p[0] + " " + strings.Join(p[1:], ", "),
				p[0] + " kind=" + p[1] + " name=" + p[2] + " score=" + p[3] + " provenance=" + p[4],
				p[0] + " " + p[1] + " " + p[2] + " " + p[4] + " " + p[3],
			}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidScore, ast.InvalidNodeLine) {
			return nil
		}
		level := Safe
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			for _, f := range []struct {
				pattern pattern
				to      string
			}{{jsonSymbol, "@$1 $2 $3 $4 $5"}, {namedSymbol, "$1 $2 $3 $4 $5"}, {commaSymbol, "$1 $2 $3 $4 $5$6"}, {swappedScore, "$1 $3 $2$4"}} {
				if f.pattern.MatchString(line) {
					return f.pattern.ReplaceAllString(line, f.to), true
				}
			}
			return "", false
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Moves = true
			c[i].Syntax = append(s.lineNumbersOf(edits), "id", "kind", "name", "qname", "qualified_name", "symbol", "score", "prov", "provenance", "source", "via")
			for _, e := range edits {
				if m := jsonSymbol.FindStringSubmatch(s.Doc.Text(s.Doc.Line(e.Start))); m != nil {
					c[i].Syntax = append(c[i].Syntax, m[1])
				}
			}
		}
		percent := s.percentScores()
		return append(c, percent...)
	},
}

// percentScores is `95%` for `0.95`.
func (s *Site) percentScores() []Candidate {
	var syntax []string
	edits := s.RewriteFaulty(func(line string) (string, bool) {
		m := percentScore.FindStringSubmatch(line)
		if m == nil {
			return "", false
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || n > 100 {
			return "", false
		}
		score := fmt.Sprintf("%d.%02d", n/100, n%100)
		syntax = append(syntax, words(m[2]+" "+score, nil)...)
		return m[1] + score + m[3], true
	})
	c := oneCandidate(edits, Safe)
	for i := range c {
		c[i].Syntax = syntax
		c[i].Cause = "a score is a number with two decimals, as `0.95`, not a percentage"
	}
	return c
}

// kindMissing names symbols without a kind: nobody can know it.
var kindMissing = Slip{
	Name:  "kind_missing",
	Cause: "a symbol line has a kind, such as `fn` or `type`, before the name: `@0 fn app.Login 0.95 lsp`; here it is missing",
	Cost:  Usual,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidNodeLine) {
			return nil
		}
		return oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			if !kindless.MatchString(line) {
				return "", false
			}
			p := strings.Fields(line)
			return p[0] + " sym " + strings.Join(p[1:], " "), true
		}), Lossy)
	},
}

// letteredIDs is `@n0` for `@0`.
var letteredIDs = Slip{
	Name:  "lettered_ids",
	Cause: "the number of a symbol is `@` and digits alone, as `@0`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		letter, n := pick(r, "n", "s", "id"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			switch doc.Nodes[id].Kind {
			case ast.KindSymbol:
				n++
				return "@" + letter + line[1:]
			case ast.KindEdge:
				return strings.ReplaceAll(line, "@", "@"+letter)
			}
			return line
		}), n > 0 && !doc.Header.Is("session")
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidSymbolID, ast.InvalidNodeLine, ast.InvalidEdgeSyntax) {
			return nil
		}
		letter, mixed := "", false
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if t := strings.TrimSpace(line); !strings.HasPrefix(t, "@") && !signedID.MatchString(t) {
				return "", false
			}
			return letteredID.ReplaceAllStringFunc(line, func(id string) string {
				m := letteredID.FindStringSubmatch(id)
				mixed = mixed || letter != "" && m[1]+m[3] != letter
				letter = m[1] + m[3]
				syntax = append(syntax, m[1]+m[2], m[2], m[4])
				return "@" + m[2] + m[4]
			}), true
		})
		level := Safe
		if mixed {
			level = Decision // two kinds of numbers may be two symbols
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// signedID is a line of a graph whose numbers have another sign than `@`.
var signedID = lazily(`^[#$%&]\d+(?:<[#$%&]\d+ \S+|\s+\S+\s+\S+\s+-?\d+\.\d+\s+\S+.*)$`)

// wrongProfile is the lines of a graph below `profile=generic`.
var wrongProfile = Slip{
	Name:  "wrong_profile",
	Cause: "symbols and edges belong to a payload that begins with `GCF profile=graph`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return strings.Replace(doc.Source, "profile=graph", "profile=generic", 1), doc.Profile == ast.ProfileGraph && !doc.Header.Is("delta") && len(doc.Nodes) > 3
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGeneric || int(s.Problem.Start) <= firstLineEnd(s.Text) && !s.At(ast.InvalidLine) {
			return nil
		}
		symbols, level := 0, Safe
		for id, line := range s.Lines() {
			switch {
			case id == 1:
			case graphLine.MatchString(line):
				symbols++
			case strings.HasPrefix(line, "##") && !groupHeading.MatchString(line):
				level = Decision
			case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") && !edgeAnyhow.MatchString(line):
				return nil
			}
		}
		at := strings.Index(s.Doc.Text(1), "generic")
		if symbols == 0 || at < 0 {
			return nil
		}
		return oneCandidate([]Edit{{Start: at, End: at + len("generic"), Text: "graph"}}, level)
	},
}

var groupHeading = lazily(`^## ?(?:targets|related|extended|distance_\d+|edges)(?: ?\[(?:\d+|\?)\])?\s*$|^##! `)

var graphLine = lazily(`^\s*@\d+ +\S+ +\S+ +-?\d+\.\d+ +\S+|^\s*@\d+<@\d+ +\S+|^@\d+  # previously transmitted`)
