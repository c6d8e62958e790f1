package diagnosis

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

var (
	roleBefore = lazily(`^\s*[\pL][\pL\pN _-]{0,30}(?::|\s*=\s*["']*)\s*(GCF profile=\S.*)$`)
)

// roleWord is the name of who speaks, before the first line.
var roleWord = Slip{
	Name:  "role_word",
	Cause: "a word stands before `GCF`; the payload begins with `GCF profile=…`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return pick(r, "assistant: ", "Answer: ", "Output:", "gcf: ") + doc.Source, true
	},
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 2 {
			return nil
		}
		line := s.Doc.Text(1)
		m := roleBefore.FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		return []Candidate{{Edits: []Edit{{End: strings.Index(line, m[1])}}, Outside: true}}
	},
}

// jsonEnvelope is a payload in a member of a JSON object.
var jsonEnvelope = Slip{
	Name:  "json_envelope",
	Cause: "the payload is a text in a JSON object, as an interface sends it; give the text alone",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		b, err := json.Marshal(map[string]string{pick(r, "content", "text", "result"): doc.Source})
		return string(b), err == nil
	},
	Undo: func(s *Site) []Candidate {
		text := strings.TrimSpace(s.Text)
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || !payloadText.MatchString(text) {
			return nil
		}
		v, err := value.FromJSON(text, value.KeepNumbers())
		if err != nil {
			return nil
		}
		payloads, scalars := payloadsIn(v)
		if len(payloads) != 1 {
			return nil
		}
		c := s.recoded(payloads[0], "Read the payload from the JSON object")
		for i := range c {
			c[i].Cost = -Everyday
			if scalars > 3 {
				c[i].Level = Decision // there is more in it
			}
		}
		return c
	},
}

var (
	payloadText  = lazily(`(?i)GCF[^"\n]{0,12}(?:profile|\\n)`)
	payloadStart = lazily(`(?i)GCF[^"\n]{0,12}(?:profile.*)?\n`)
)

// payloadsIn are the texts in a value that are payloads, and how many other
// values it has. It looks at a bounded number of them.
func payloadsIn(v value.Value) (payloads []string, others int) {
	open := []value.Value{v}
	for tries := 0; len(open) > 0 && tries < 1000; tries++ {
		v, open = open[len(open)-1], open[:len(open)-1]
		switch v.Kind() {
		case value.Array:
			open = append(open, v.Elems()...)
		case value.Object:
			for _, m := range v.Members() {
				open = append(open, m.Value)
			}
		case value.String:
			if text := v.Str(); payloadStart.MatchString(text) {
				payloads = append(payloads, text)
				continue
			}
			others++
		default:
			others++
		}
	}
	return payloads, others
}

var (
	shellFooter  = lazily(`^\s*\(?(\d+) (?:rows?|records?|entries|results?)(?: in set.*| selected.*| affected.*| returned.*)?\)?[.;]?\s*$`)
	templateLine = lazily(`^\s*(?:\{%-? .*%\}|\{\{[#/^!].*\}\}|<%[-=]? .*%>|#\{?(?:end|for|if)\b.*\}|\{#.*#\})\s*$`)
	conflictMark = lazily(`^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$`)
	hunkMark     = lazily(`^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@`)
	ruleLine     = lazily(`^\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$`)
	proseBetween = lazily(`^\s*\pL[\pL\pN,.'’()-]*(?: [\pL\pN,.'’()#-]+)*[:.!…]\s*$`)
)

// strayLine is a line among those of the payload that a program or a writer put
// there: the count of a database shell, the tags of a template, a remark.
var strayLine = Slip{
	Name: "stray_line",
	Cost: Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		form := pick(r, "(% rows)", "{% endfor %}")
		var b strings.Builder
		at := 0
		for id := range doc.Outside {
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindArray || doc.Nodes[id].Parent != 0 || decl == nil || !decl.HasFields || len(decl.Fields) < 2 || decl.Count != ast.CountExact || decl.N < 2 {
				continue
			}
			end := doc.SubtreeEnd(id)
			b.WriteString(withFinalNewline(doc.Source[at:end]) + strings.Replace(form, "%", strconv.FormatUint(decl.N, 10), 1) + "\n")
			at = end
			break
		}
		b.WriteString(doc.Source[at:])
		return b.String(), at > 0 && form[0] == '('
	},
	Undo: func(s *Site) []Candidate {
		var shell, template, prose, rules []Edit
		level := Safe
		for id, line := range s.Lines() {
			if id == 1 || strings.TrimSpace(line) == "" {
				continue
			}
			switch m := shellFooter.FindStringSubmatch(line); {
			case m != nil:
				t, ok := s.TableAbove(max(id-1, 1))
				if !ok || strconv.FormatUint(t.Decl.N, 10) != m[1] {
					level = Decision
				}
				shell = append(shell, s.RemoveLine(id))
			case templateLine.MatchString(line):
				template = append(template, s.RemoveLine(id))
			case s.Faulty(id) && ruleLine.MatchString(line):
				rules = append(rules, s.RemoveLine(id))
			case s.Faulty(id) && proseBetween.MatchString(line) && strings.Contains(line, " ") && !strings.ContainsAny(line, "=|{["):
				prose = append(prose, s.RemoveLine(id))
			}
		}
		var all []Candidate
		for _, c := range oneCandidate(shell, level) {
			c.Cause, c.Title = "the number of rows stands in the header alone; leave the line of the database shell out", "Remove the line"
			c.Outside = true
			all = append(all, c)
		}
		for _, c := range oneCandidate(rules, Safe) {
			c.Cause, c.Title = "a line of dashes parts nothing here; leave it out", "Remove the line"
			c.Outside = true
			all = append(all, c)
		}
		for _, c := range oneCandidate(template, Decision) {
			c.Cause, c.Title = "the line is a tag of a template that was not filled in, and no part of the payload; leave it out", "Remove the tags"
			c.Outside = true
			all = append(all, c)
		}
		for _, c := range oneCandidate(prose, Lossy) {
			c.Cause, c.Title = "a remark stands between the lines of the payload; leave it out, or make it a comment, `# ` and the text", "Remove the remark"
			c.Cost = Rare
			all = append(all, c)
		}
		return all
	},
}

// mergeMarks is what a merge or a comparison left in a file.
var mergeMarks = Slip{
	Name: "merge_marks",
	Cost: Everyday,
	Undo: func(s *Site) []Candidate {
		var ours, hunk []Edit
		side, ended, diff := 0, 0, false
		for id, line := range s.Lines() {
			mark := conflictMark.MatchString(line)
			switch {
			case mark && line[0] == '<':
				side = 1
			case mark && line[0] == '=' && side == 1:
				side = 2
			case mark && line[0] == '>' && side == 2:
				side = 0
				ended++
			}
			if mark || side == 2 {
				ours = append(ours, s.RemoveLine(id))
			}
			if hunkMark.MatchString(line) {
				diff = true
			}
			at := int(s.Doc.Nodes[id].Start)
			switch {
			case hunkMark.MatchString(line), strings.HasPrefix(line, "-"), strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "):
				hunk = append(hunk, s.RemoveLine(id))
			case strings.HasPrefix(line, "+"), strings.HasPrefix(line, " ") && diff:
				hunk = append(hunk, Edit{Start: at, End: at + 1})
			}
		}
		var all []Candidate
		if ended > 0 && side == 0 {
			c := oneCandidate(ours, Lossy)
			c[0].Cause, c[0].Title = "the marks of a merge that failed stand here (`<<<<<<<`, `=======`, `>>>>>>>`); keep one of the two sides, without the marks", "Keep the first side"
			all = append(all, c...)
		}
		if diff {
			c := oneCandidate(hunk, Lossy)
			c[0].Cause, c[0].Title = "this is a comparison of two files (a diff), not a payload; give the new file alone", "Keep the new side"
			all = append(all, c...)
		}
		return all
	},
}

// commentFirst is a comment before the first line.
var commentFirst = Slip{
	Name:  "comment_first",
	Cause: "the first line is `GCF profile=…`; a comment stands below it",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return "# a note\n" + doc.Source, true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader) {
			return nil
		}
		notes := ""
		for id, line := range s.Lines() {
			text := strings.TrimSpace(line)
			if strings.HasPrefix(text, "GCF profile=") {
				if notes == "" {
					return nil
				}
				start, end := s.Doc.Span(id)
				if end == len(s.Text) {
					return nil
				}
				c := oneCandidate([]Edit{{End: start}, {Start: end + 1, End: end + 1, Text: notes}}, Safe)
				c[0].Moves, c[0].Cost, c[0].Title = true, -Everyday, "Move the comment below the first line"
				return c
			}
			if text != "" && !strings.HasPrefix(text, "# ") || declaration.MatchString(text) {
				return nil
			}
			if text != "" {
				notes += text + "\n"
			}
		}
		return nil
	},
}

// linesJoined is a payload whose line ends were lost.
var linesJoined = Slip{
	Name:  "lines_joined",
	Cause: "the payload stands on one line; its line breaks are lost, and where they were, nobody can say",
	Cost:  Rare,
	Undo: func(s *Site) []Candidate {
		text := strings.TrimSpace(s.Text)
		at := strings.Index(text, " ## ")
		if at < 0 || strings.Contains(text, "\n") || !strings.HasPrefix(text, "GCF profile=") {
			return nil
		}
		return oneCandidate([]Edit{{Start: at, End: len(s.Text), Text: "\n"}}, Lossy)
	},
}

// otherProfile is a word, or a place that a template has not filled in.
var otherProfile = lazily(`^(?:\$\{?\w+\}?|\{\{.*\}\}|<\w+>|%\w+%?|[A-Za-z]+)$`)

// unknownProfile is a profile that the format does not have, as a word or as what
// a template has left.
var unknownProfile = Slip{
	Name:  "unknown_profile",
	Cause: "a payload has the profile `generic`, for data, or `graph`, for symbols and edges",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		rest, ok := strings.CutPrefix(doc.Source, "GCF profile=generic")
		return "GCF profile=" + pick(r, "json", "table", "data", "${PROFILE}") + rest, ok && len(doc.Nodes) > 3
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.UnknownProfile) || len(s.Doc.Nodes) < 3 {
			return nil
		}
		rest, ok := strings.CutPrefix(s.Doc.Text(1), "GCF profile=")
		if !ok {
			return nil
		}
		body := false
		for id, line := range s.Lines() {
			body = body || id > 1 && s.Doc.Nodes[id].Kind != ast.KindComment && strings.TrimSpace(line) != ""
		}
		if !body {
			return nil // nothing says which one it is
		}
		value, _, _ := strings.Cut(rest, " ")
		if !otherProfile.MatchString(value) {
			return nil
		}
		start := len("GCF profile=")
		var all []Candidate
		for i, profile := range s.likelyProfiles() {
			all = append(all, Candidate{Edits: []Edit{{Start: start, End: start + len(value), Text: profile}}, Cost: i, Syntax: append(words(value, nil), profile)})
		}
		return all
	},
}
