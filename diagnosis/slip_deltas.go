package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	deltaArrow     = lazily(`^(\s*)(\S+?)\s*(-+>|=+>|→|<-+|<=+|←)\s*(\S+?):?\s+([!-~]+)\s*$`)
	rightDeltaEdge = lazily(`^\S+ -> \S+ \S+$`)
	deltaHead      = lazily(`^## ?(?:_)?((?i:[a-z]+(?:[ _-][a-z]+)?))((?: ?\[[^\]]*\].*)?)\s*:?$`)
	markedLine     = lazily(`^\s*([+-])\s*(\S.*)$`)
	idEdge         = lazily(`^\s*@(\d+)<@(\d+) ([!-~]+)\s*$`)
	removedFull    = lazily(`^\s*@\d+ (\S+ \S+) -?\d+\.\d+ \S+(?: \d+)?\s*$`)
)

// deltaSection is the name that a writer's word for a section of a delta stands
// for.
var deltaSection = map[string]string{
	"removed_edges": "edges_removed", "edges removed": "edges_removed", "edges-removed": "edges_removed", "removed edges": "edges_removed", "removed-edges": "edges_removed", "deleted_edges": "edges_removed", "edges_deleted": "edges_removed",
	"added_edges": "edges_added", "edges added": "edges_added", "edges-added": "edges_added", "added edges": "edges_added", "added-edges": "edges_added", "new_edges": "edges_added", "edges_new": "edges_added",
	"deleted": "removed", "remove": "removed", "deletions": "removed", "gone": "removed",
	"add": "added", "new": "added", "additions": "added", "inserted": "added", "created": "added",
	"modified": "changed", "updated": "changed", "change": "changed", "changes": "changed", "edited": "changed",
}

// deltaName is a section of a delta under another name.
var deltaName = Slip{
	Name:  "delta_section_name",
	Cause: "the sections of a delta are `added`, `changed` and `removed`, in a graph `added`, `removed`, `edges_added` and `edges_removed`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if !doc.Header.Is("delta") {
			return "", false
		}
		n := 0
		names := strings.NewReplacer("edges_removed", "removed_edges", "edges_added", "added_edges", "changed", "modified", "## removed", "## deleted")
		return rewriteLines(doc, func(line string) string {
			if !strings.HasPrefix(line, "## ") {
				return line
			}
			right := names.Replace(line)
			if right != line {
				n++
			}
			return right
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MalformedDelta, ast.InvalidSectionHeader, ast.InvalidKey, ast.InvalidNodeLine) || !s.Doc.Header.Is("delta") {
			return nil
		}
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if s.unfinished(id) {
				return "", false
			}
			m := deltaHead.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			name := strings.ToLower(m[1])
			if to := deltaSection[name]; to != "" {
				name = to
			}
			switch name {
			case "added", "removed", "changed", "edges_added", "edges_removed":
			default:
				return "", false
			}
			if name == "changed" && s.Doc.Profile == ast.ProfileGraph {
				return "", false
			}
			syntax = append(syntax, words(m[1]+" "+name, nil)...)
			return "## " + name + m[2], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// deltaEdge is an edge of a delta with another arrow, or by numbers.
var deltaEdge = Slip{
	Name:  "delta_edge",
	Cause: "an edge of a delta is written `source -> target type`: two names with ` -> ` between them, one blank, the type",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(3), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			p := strings.Fields(line)
			if doc.Nodes[id].Kind != ast.KindDeltaEdge || len(p) != 4 {
				return line
			}
			n++
			return [...]string{p[0] + " => " + p[2], p[2] + " <- " + p[0], p[0] + "->" + p[2]}[style] + " " + p[3]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.Doc.Header.Is("delta") || !s.At(ast.MalformedDelta) {
			return nil
		}
		names := namesOfSymbols(s.Doc)
		turned := false
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if m := idEdge.FindStringSubmatch(line); m != nil {
				to, from := names["@"+m[1]], names["@"+m[2]]
				syntax = append(syntax, m[1], m[2])
				syntax = append(syntax, words(to+" "+from, nil)...)
				turned = true
				return from + " -> " + to + " " + m[3], to != "" && from != ""
			}
			m := deltaArrow.FindStringSubmatch(line)
			if m == nil || rightDeltaEdge.MatchString(line) {
				return "", false
			}
			from, to := m[2], m[4]
			if strings.ContainsAny(m[3], "<←") {
				from, to, turned = to, from, true
			}
			syntax = append(syntax, words(m[2]+m[3]+m[4]+" "+m[2]+" "+m[4], nil)...)
			return m[1] + from + " -> " + to + " " + m[5], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax, c[i].Moves = syntax, turned
		}
		return c
	},
}

// deltaMarks is `+` and `-` before the lines of a delta instead of sections.
var deltaMarks = Slip{
	Name:  "delta_marks",
	Cause: "a delta has the sections `## added` and `## removed`, in a graph `## edges_added` and `## edges_removed`, too; no `+` or `-` stands before a line",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Profile != ast.ProfileGraph || !doc.Header.Is("delta") {
			return "", false
		}
		mark, seen := "", map[string]bool{}
		var b strings.Builder
		for line := range strings.Lines(doc.Source) {
			if name, ok := strings.CutPrefix(line, "## "); ok {
				name = strings.TrimSpace(name)
				if seen[name] || !strings.HasSuffix(name, "added") && !strings.HasSuffix(name, "removed") {
					return "", false
				}
				seen[name] = true
				mark = "+ "
				if strings.HasSuffix(name, "removed") {
					mark = "- "
				}
				continue
			}
			b.WriteString(mark + line)
		}
		return b.String(), mark != ""
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.Doc.Header.Is("delta") || !s.Faulty(s.Line) {
			return nil
		}
		if strings.Contains(s.Text, "\n## ") {
			return s.unmark()
		}
		sections := []string{"removed", "added", "edges_removed", "edges_added"}
		lines := map[string][]string{}
		var numbers []string
		for id, line := range s.Lines() {
			if id == 1 || strings.TrimSpace(line) == "" {
				continue
			}
			m := markedLine.FindStringSubmatch(line)
			if m == nil {
				return nil
			}
			name := "added"
			if m[1] == "-" {
				name = "removed"
			}
			if deltaArrow.MatchString(m[2]) {
				name = "edges_" + name
			}
			lines[name] = append(lines[name], m[2])
			if id, _, _ := strings.Cut(m[2], " "); isNumber(id, "@") {
				numbers = append(numbers, id[1:])
			}
		}
		text := ""
		for _, name := range sections {
			if len(lines[name]) > 0 {
				text += "## " + name + "\n" + strings.Join(lines[name], "\n") + "\n"
			}
		}
		if text == "" {
			return nil
		}
		c := oneCandidate([]Edit{{Start: int(s.Doc.Nodes[2].Start), End: len(s.Text), Text: text}}, Safe)
		c[0].Syntax, c[0].Moves, c[0].Title = append(sections, numbers...), true, "Write the sections"
		return c
	},
}

// unmark removes `+` and `-` from the lines of the sections that say the same.
func (s *Site) unmark() []Candidate {
	mark := byte(0)
	var numbers []string
	edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			mark = 0
			switch {
			case strings.HasPrefix(name, "added"), strings.HasPrefix(name, "edges_added"):
				mark = '+'
			case strings.HasPrefix(name, "removed"), strings.HasPrefix(name, "edges_removed"):
				mark = '-'
			}
			return "", false
		}
		m := markedLine.FindStringSubmatch(line)
		if m == nil || mark == 0 || m[1][0] != mark {
			return "", false
		}
		if id, _, _ := strings.Cut(m[2], " "); isNumber(id, "@") {
			numbers = append(numbers, id[1:])
		}
		return m[2], true
	})
	c := oneCandidate(edits, Safe)
	for i := range c {
		c[i].Syntax = numbers
	}
	if len(edits) == 1 {
		c[0].Level = Decision
	}
	return c
}

var deltaYes = lazily(` delta=(?:1|yes|on|True|TRUE|"true"|y)\b"?`)

// deltaFlag is a delta that does not say so, or not by which column its rows are
// told apart.
var deltaFlag = Slip{
	Name:  "delta_header",
	Cause: "the first line of a delta says `delta=true`, and `key=id` where its rows have a column `@id`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		field := pick(r, " delta=true", " key=id")
		return strings.Replace(doc.Source, field, "", 1), doc.Header.Is("delta") && strings.Contains(doc.Text(1), field)
	},
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 3 {
			return nil
		}
		line := s.Doc.Text(1)
		if m := deltaYes.FindStringSubmatch(line); m != nil && s.At(ast.InvalidHeaderValue) {
			at := strings.Index(line, m[0])
			c := oneCandidate([]Edit{{Start: at, End: at + len(m[0]), Text: " delta=true"}}, Safe)
			c[0].Syntax = append(words(m[0], nil), "delta", "true")
			return c
		}
		switch {
		case !strings.Contains(line, "delta=") && strings.Contains(line, " base_root=") && strings.Contains(line, " new_root="):
			at := strings.Index(line, " base_root=")
			c := oneCandidate([]Edit{{Start: at, End: at, Text: " delta=true"}}, Safe)
			c[0].Syntax = []string{"delta", "true"}
			c[0].Cause = "the first line of a payload with `base_root` and `new_root` says `delta=true`"
			return c
		case s.Doc.Profile == ast.ProfileGeneric && !strings.Contains(line, " key="):
			name, others := "", false
			for i := range s.Doc.Decls {
				for _, f := range s.Doc.Decls[i].Fields {
					if f.Identity {
						others = others || name != "" && name != f.Name
						name = f.Name
					}
				}
			}
			if name == "" || others || !ast.IsBareKey(name) {
				return nil
			}
			end := len(strings.TrimRight(line, " "))
			c := oneCandidate([]Edit{{Start: end, End: end, Text: " key=" + name}}, Safe)
			c[0].Syntax = []string{"key", name}
			c[0].Cause = "the first line names the column that is marked with `@`, as `key=id`"
			return c
		}
		return nil
	},
}

// deltaUnknown names what the lines of a delta lack and nobody can know.
var deltaUnknown = Slip{
	Name: "delta_unknown",
	Cost: Rare,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.Doc.Header.Is("delta") || !s.At(ast.MalformedDelta) {
			return nil
		}
		if named := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			m := namedDistance.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			return m[1] + " " + m[2], true
		}), Safe); named != nil {
			named[0].Cause = "a line below `## added` ends with the distance of the symbol, a number alone: `@0 fn app.New 0.85 rwr 0`"
			named[0].Cost = Everyday - Rare
			named[0].Syntax = []string{"distance", "dist", "d"}
			return named
		}
		far := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			p := strings.Fields(line)
			return strings.TrimRight(line, " ") + " 0", len(p) == 5 && isNumber(p[0], "@") && isScore(p[3])
		}), Lossy)
		for i := range far {
			far[i].Cause = "a line below `## added` ends with the distance of the symbol, a number: `@0 fn app.New 0.85 rwr 0`; here it is missing"
		}
		kind := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			p := strings.Fields(line)
			return "sym " + strings.TrimSpace(line), len(p) == 1 && strings.ContainsAny(line, "./:")
		}), Lossy)
		for i := range kind {
			kind[i].Cause = "a line below `## removed` is the kind and the name of a symbol, as `fn app.Old`; here the kind is missing"
		}
		return append(far, kind...)
	},
}

var namedDistance = lazily(`^(@\d+ \S+ \S+ \S+ \S+) +(?:distance|dist|d)[=:] *(\d+)\s*$`)

// identityMark is the column of `key=` without its `@`.
var identityMark = Slip{
	Name:  "identity_mark",
	Cause: "the column that `key=` names in the first line has an `@` before it in each header, as `{@id,total}`",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindArray || !strings.Contains(line, "{@") {
				return line
			}
			n++
			return strings.Replace(line, "{@", "{", 1)
		}), n > 0 && doc.Header.Is("delta")
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGeneric || len(s.Doc.Nodes) < 2 {
			return nil
		}
		key := ""
		for _, f := range strings.Fields(s.Doc.Text(1)) {
			if name, ok := strings.CutPrefix(f, "key="); ok {
				key = name
			}
		}
		if key == "" || !s.Doc.Header.Is("delta") && !strings.Contains(s.Doc.Text(1), "pack_root=") {
			return nil
		}
		var edits []Edit
		for id, line := range s.Lines() {
			decl := s.Doc.DeclOf(id)
			if s.Doc.Nodes[id].Kind != ast.KindArray || decl == nil || decl.Identity >= 0 || s.Doc.Nodes[id].Parent != 0 {
				continue
			}
			from := strings.Index(line, decl.Text)
			for i := range decl.Fields {
				if decl.Fields[i].Name == key && from >= 0 {
					at := int(s.Doc.Nodes[id].Start) + from + decl.Fields[i].Start
					edits = append(edits, Edit{Start: at, End: at, Text: "@"})
				}
			}
		}
		level := Safe
		if !s.Doc.Header.Is("delta") && len(edits) > 1 {
			level = Decision
		}
		return oneCandidate(edits, level)
	},
}

// removedWhole is a removed symbol or row with more than what names it.
var removedWhole = Slip{
	Name:  "removed_whole",
	Cause: "below `## removed` stands only what names a thing: `kind name` of a symbol, the key of a row",
	Cost:  Usual,
	Undo: func(s *Site) []Candidate {
		if !s.Doc.Header.Is("delta") || !s.At(ast.MalformedDelta, ast.RowWidthMismatch) {
			return nil
		}
		return oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			if s.Doc.Profile == ast.ProfileGraph {
				m := removedFull.FindStringSubmatch(line)
				if m == nil {
					return "", false
				}
				return m[1], true
			}
			if !strings.HasPrefix(s.Doc.Text(max(s.headerOf(s.Line), 1)), "## removed") || !strings.Contains(line, "|") {
				return "", false
			}
			return splitCells(line, "|")[0], true
		}), Lossy)
	},
}

func (s *Site) headerOf(id ast.NodeID) ast.NodeID {
	t, _ := s.TableAbove(id)
	return t.Header
}

var sentBefore = lazily(`^(\s*@\d+)\s*(?:[#(\[*/-]+\s*)?(?i:(?:as |see )?(?:previously|previous|already|prev\.?|was|seen|known|sent|transmitted|same|unchanged|above|earlier|before|declared|cached|ref(?:erence)?)(?:[ _-]+(?:sent|transmitted|seen|before|declared|known|earlier|previously|above|as|to|payload|call|message|response|turn))*)[.)\]*]*\s*$`)

// sessionReference is a reference to a symbol of an earlier payload in other
// words, or without them.
var sessionReference = Slip{
	Name:  "session_reference",
	Cause: "a symbol of an earlier payload of the session is written `@0  # previously transmitted`, word for word",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		with, n := pick(r, "  # previously sent", " (previously transmitted)", " # already sent", ""), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			number, _, _ := strings.Cut(line, " ")
			if doc.Nodes[id].Kind != ast.KindReference {
				return line
			}
			n++
			return number + with
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || !s.At(ast.InvalidNodeLine, ast.InvalidSessionReference) {
			return nil
		}
		if !s.Doc.Header.Is("session") {
			if !s.At(ast.InvalidSessionReference) || strings.Contains(s.Doc.Text(1), "session") || !strings.HasSuffix(strings.TrimRight(s.Doc.Text(s.Line), " "), "# previously transmitted") {
				return nil
			}
			end := len(strings.TrimRight(s.Doc.Text(1), " "))
			c := oneCandidate([]Edit{{Start: end, End: end, Text: " session=true"}}, Safe)
			c[0].Syntax = []string{"session", "true"}
			c[0].Cause = "the first line of a payload that refers to an earlier one says `session=true`"
			return c
		}
		level := Safe
		var syntax []string
		if !strings.HasSuffix(s.Text, "\n") {
			level = Decision // the last line may be cut off
		}
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			number := strings.TrimSpace(line)
			if m := sentBefore.FindStringSubmatch(line); m != nil {
				number = strings.TrimSpace(m[1])
				syntax = append(syntax, words(line, nil)...)
			} else if !isNumber(number, "@") {
				return "", false
			}
			return number + "  # previously transmitted", true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = append(syntax, "previously", "transmitted")
		}
		return c
	},
}
