package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// looseSymbols is a symbol line with its parts in another order, with labels, or as
// JSON.
var looseSymbols = Slip{
	Name:  "symbol_order",
	Cause: "a symbol line is `@0 kind name score provenance`: five parts in this order, without labels",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(5), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := strings.Fields(line)
			if doc.Nodes[id].Kind != ast.KindSymbol || len(p) != 5 || !knownKind(p[1]) || knownKind(p[2]) || knownKind(p[4]) || doc.Header.Is("delta") ||
				idPart.MatchString(p[2]) || !knownProvenance(p[4]) || strings.ContainsAny(p[2], "()[]{},;|'\"`") || labelWord.MatchString(p[2]) {
				return line
			}
			n++
			return [...]string{
				strings.Join([]string{p[0], p[2], p[1], p[3], p[4]}, " ") + "", strings.Join([]string{p[0], p[1], p[2], p[4], p[3]}, " "),
				fmt.Sprintf("%s kind=%s name=%s score=%s provenance=%s", p[0], p[1], p[2], p[3], p[4]),
				fmt.Sprintf(`{"id":%s,"kind":"%s","qualifiedName":"%s","score":%s,"provenance":"%s"}`, p[0][1:], p[1], p[2], p[3], p[4]),
				fmt.Sprintf("%s: kind: %s, name: %s, score: %s, provenance: %s", p[0], p[1], p[2], p[3], p[4]),
			}[max(style, 1)]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || s.Doc.Header.Is("delta") || !s.Faulty(s.Line) {
			return nil
		}
		var syntax []string
		level, order := Safe, ""
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			read, ok := readSymbol(line)
			if !ok || read.line() == line {
				return "", false
			}
			if _, exact, _ := looseScoreOf(read.written); !exact || !read.sure || order != "" && order != read.order {
				level = Decision
			}
			order = read.order
			syntax = append(syntax, read.id, "#"+read.id)
			syntax = append(syntax, words(read.written+" "+read.score, nil)...)
			return read.line(), true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Moves = true
			c[i].Syntax = append(syntax, labelWords(symbolLabels)...)
		}
		return c
	},
}

// labelWords are the labels as writers spell them.
func labelWords(own map[string]string) []string {
	var all []string
	for word := range own {
		all = append(all, word, strings.ToUpper(word[:1])+word[1:], strings.ToUpper(word))
	}
	return append(all, "qualifiedName", "edgeType", "sourceId", "targetId")
}

// looseEdges is an edge as another notation writes it: a sentence, an arrow with a
// label, a call, JSON.
var looseEdges = Slip{
	Name:  "edge_notation",
	Cause: "an edge is written `@target<@source type`, the target first, by the numbers of the symbols",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(6), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			to, from, kind, ok := edgeParts(line)
			if doc.Nodes[id].Kind != ast.KindEdge || !ok || !edgeWord.MatchString(kind) || edgeLabels[kind] != "" || strings.ContainsAny(kind, "./-") {
				return line
			}
			n++
			return [...]string{
				from + " -->|" + kind + "| " + to, from + " --" + kind + "--> " + to, "(" + from + ")-[:" + kind + "]->(" + to + ")",
				fmt.Sprintf(`%s -> %s [label="%s"];`, from[1:], to[1:], kind), fmt.Sprintf(`{"source":%s,"target":%s,"type":"%s"}`, from[1:], to[1:], kind),
				fmt.Sprintf("source: %s, target: %s, type: %s", from, to, kind),
			}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || s.Doc.Header.Is("delta") || !s.Faulty(s.Line) {
			return nil
		}
		ids, apart := idsOfSymbols(s.Doc)
		if !apart {
			return nil // two symbols of one name: which is meant?
		}
		var syntax []string
		level, turned := Safe, true
		read := func(turn bool) []Edit {
			return s.RewriteFaulty(func(line string) (string, bool) {
				e, ok := readEdge(line, ids)
				if !ok || strings.HasPrefix(strings.TrimSpace(line), "#") {
					return "", false
				}
				if !e.pointed {
					level = Decision
					turned = turned && !e.told
				} else {
					turned = false
				}
				if turn {
					e.source, e.target = e.target, e.source
				}
				syntax = append(syntax, e.syntax...)
				return e.line(), true
			})
		}
		c := oneCandidate(read(false), Safe)
		if len(c) > 0 && turned { // nothing tells the ends apart
			c = append(c, Candidate{Edits: read(true)})
		}
		for i := range c {
			c[i].Level = level
			c[i].Moves = true
			c[i].Syntax = append(syntax, labelWords(edgeLabels)...)
		}
		return c
	},
}

var tailComment = lazily(`^(\s*@\d+(?: \S+){4}|\s*@\d+<@\d+ \S+(?: (?:added|removed))?)\s+((?:#|//|--)\s.*)$`)

// commentBehind is a comment behind the parts of a line of a graph.
var commentBehind = Slip{
	Name:  "comment_behind",
	Cause: "a comment stands on a line of its own, as `# note`, and not behind the parts of a symbol or an edge",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if k := doc.Nodes[id].Kind; k != ast.KindSymbol && k != ast.KindEdge || doc.Header.Is("delta") || r.IntN(2) == 0 {
				return line
			}
			n++
			return line + "  # main"
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || s.Doc.Header.Is("delta") {
			return nil
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := tailComment.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			return "# " + strings.TrimLeft(m[2], "#/- \t") + "\n" + m[1], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Moves = true
			c[i].Title = fmt.Sprintf("Put %s on lines of their own", printable.Count(len(edits), "comment"))
		}
		return c
	},
}
