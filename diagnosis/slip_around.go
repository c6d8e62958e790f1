package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var endMarkLine = lazily(`^\s*(?:` + "`{3,}|~{3,}" + `|</?[A-Za-z_:-]+>|<\|[a-z_]+\|>|\[?/?(?i:end|eof|done|stop|finished)(?: of (?:payload|data|gcf|file|output|answer))?\]?[.!]?|={3,}|-{3,}|\*{3,}|---+ ?(?i:end)[a-z ]*-*|EOT|END_OF_GCF|[$%]|>>>|"""|'''|}\s*;?|\]\s*;?|\)\s*;?|\*/|-->)\s*$`)

// endMark is a line behind the payload that tells its end.
var endMark = Slip{
	Name:  "end_mark",
	Cause: "a line behind the payload marks its end; a payload ends with its last line",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return withFinalNewline(doc.Source) + pick(r, "END", "</gcf>", "---", "[END]", "EOF", "<|end|>", "End of payload.") + "\n", true
	},
	Undo: func(s *Site) []Candidate {
		start := len(s.Doc.Nodes)
		for id := len(s.Doc.Nodes) - 1; id > 1; id-- {
			line := s.Doc.Text(ast.NodeID(id))
			if strings.TrimSpace(line) == "" {
				continue
			}
			if !endMarkLine.MatchString(line) {
				break
			}
			start = id
		}
		if start == len(s.Doc.Nodes) {
			return nil
		}
		c := Candidate{Edits: []Edit{{Start: int(s.Doc.Nodes[start].Start), End: len(s.Text)}}, Outside: true, Title: "Remove the end mark"}
		if t, ok := s.TableAbove(ast.NodeID(start)); ok && len(t.Decl.Fields) == 1 && uint64(t.Rows) <= t.Decl.N {
			c.Level = Decision // it may be a row
		}
		return []Candidate{c}
	},
}

// lineMarks is a mark before every line: of a quoted mail, a diff, a shell, a
// comment.
var lineMarks = Slip{
	Name:  "line_marks",
	Cause: "every line begins with a mark of what it was copied from, such as `> ` of a quotation or `+` of a diff; leave the marks out",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		mark := pick(r, "> ", "+", "| ", "// ", "# ", "* ")
		return rewriteLines(doc, func(line string) string { return mark + line }), true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader) || len(s.Doc.Nodes) < 2 {
			return nil
		}
		mark, rest, ok := strings.Cut(s.Doc.Text(1), "GCF ")
		if !ok || strings.TrimSpace(mark) == "" || strings.Trim(mark, " \t>+|/#*:;-") != "" || !strings.Contains(rest, "profile") {
			return nil
		}
		var edits []Edit
		short := strings.TrimRight(mark, " \t")
		for id, line := range s.Lines() {
			at := int(s.Doc.Nodes[id].Start)
			switch {
			case strings.HasPrefix(line, mark):
				edits = append(edits, Edit{Start: at, End: at + len(mark)})
			case line == short:
				edits = append(edits, Edit{Start: at, End: at + len(short)})
			case line != "":
				return nil
			}
		}
		return []Candidate{{Edits: edits, Recodes: true, Title: "Remove the marks"}}
	},
}

// twoPayloads is a second payload behind the first.
var twoPayloads = Slip{
	Name:  "two_payloads",
	Cause: "a second payload begins here; a file holds one, so give each its own",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return withFinalNewline(doc.Source) + pick(r, "", "\n") + "GCF profile=generic\nother=1\n", doc.Profile == ast.ProfileGeneric
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		for id, line := range s.Lines() {
			if id > 1 && strings.HasPrefix(line, "GCF profile=") && s.Faulty(id) {
				at := int(s.Doc.Nodes[id].Start)
				return []Candidate{{Edits: []Edit{{Start: at, End: len(s.Text)}}, Level: Lossy, Title: "Keep the first payload alone"}}
			}
		}
		return nil
	},
}

var foreignComment = lazily(`^(\s*)(?://+|;+|--|/\*+|<!--|%+|#+|REM\b)\s*(.*?)\s*(?:\*/|-->)?\s*$`)

// foreignComments is a comment as another language writes it.
var foreignComments = Slip{
	Name:  "comment_mark",
	Cause: "a comment is a line that begins with `# `, a hash and a blank",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n, form := 0, pick(r, "// note", "/* note */", "<!-- note -->", "-- note", "#note", "; note")
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if k := doc.Nodes[id].Kind; n > 0 || k != ast.KindArray && k != ast.KindGroup || doc.Node(id).Parent != 0 || id == 2 && k == ast.KindGroup {
				return line
			}
			n++
			return form + "\n" + line
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.Faulty(s.Line) {
			return nil
		}
		level, cost := Safe, 0
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := foreignComment.FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(strings.TrimSpace(line), "##") || strings.Contains(line, "|") || signedID.MatchString(line) || ruleLine.MatchString(line) {
				return "", false
			}
			if !proseLine.MatchString(m[2]) || strings.ContainsAny(m[2], "=@[{<") || strings.HasPrefix(line, ";"+m[2]) {
				level, cost = Decision, Rare // it may be data
			}
			return strings.TrimRight(m[1]+"# "+m[2], " "), true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Cost = cost
		}
		return c
	},
}

// proseLine is a word, or words that no line of data has.
var proseLine = lazily(`^\pL[\pL\pN ,.'_-]*$`)

// headerCommas is a header whose fields stand in other signs.
var headerCommas = Slip{
	Name:  "header_fields",
	Cause: "the fields of the first line are `name=value`, with one blank between them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		line := doc.Text(1)
		fields := strings.Fields(line)
		if len(fields) < 3 || strings.Contains(line, `"`) {
			return "", false
		}
		rest := doc.Source[len(line):]
		switch r.IntN(3) {
		case 0:
			return fields[0] + " " + strings.Join(fields[1:], ", ") + rest, true
		case 1:
			return fields[0] + " " + fields[1] + " " + strings.ReplaceAll(strings.Join(fields[2:], " "), "=", ": ") + rest, true
		}
		return fields[0] + " " + strings.Join(fields[1:], " | ") + rest, true
	},
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 2 || int(s.Problem.Start) > firstLineEnd(s.Text) {
			return nil
		}
		line := s.Doc.Text(1)
		rest, ok := strings.CutPrefix(line, "GCF ")
		if !ok || strings.Contains(rest, `"`) {
			return nil
		}
		right := "GCF " + strings.Join(strings.Fields(headerSigns.ReplaceAllString(fieldColon.ReplaceAllString(rest, "$1="), " ")), " ")
		if right == line || !wholeHeader.MatchString(right) {
			return nil
		}
		level := Safe
		if !knownFields.MatchString(strings.TrimPrefix(right, "GCF ")) {
			level = Decision // a line of the body may have come up here
		}
		return []Candidate{{Edits: []Edit{lineEdit(0, line, right)}, Level: level}}
	},
}

var (
	headerSigns = lazily(`[\s,;|]+`)
	fieldColon  = lazily(`\b([a-z_]+)\s*(?::\s+|\s*=\s*)`)
	wholeHeader = lazily(`^GCF profile=(?:generic|graph)(?: [a-z_]+=[^\s=]+)*$`)
)
