package parser

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// maxPreamble is how many lines before a header may be prose or a fence.
const maxPreamble = 50

const bom = "\uFEFF"

// findHeader decides how the document begins. It returns the number of lines
// to skip before the header line, as error nodes. Where there is no header it
// chooses the body grammar or mutes the document, and says so once.
func (p *parser) findHeader() (skip int) {
	src := p.src
	if strings.TrimSpace(strings.TrimPrefix(src, bom)) == "" {
		p.problem(ast.MissingHeader, 0, 0, firstLineEnd(src)).Cause = ast.CauseEmpty
		p.mute = true
		p.mode = modeGeneric
		return 0
	}
	if isHeader(strings.TrimPrefix(src, bom)) || isLateCase(src) {
		return 0
	}
	// The header may stand behind a fence, a label or prose.
	fence := false
	for pos := 0; skip < maxPreamble && pos < len(src); skip++ {
		end := pos + firstLineEnd(src[pos:])
		line := src[pos:end]
		if isHeader(line) {
			if !fence && guessBody(src[:pos]) != modeHeader {
				break // a body without a header stands before the second payload
			}
			cause := ast.CauseLabel
			if fence {
				cause = ast.CauseFence
				p.fenced = true
			}
			p.problem(ast.MissingHeader, 1, 0, lastTextBefore(src, pos)).Cause = cause
			return skip
		}
		fence = fence || spec.IsFence(line)
		pos = nextLine(src, end)
	}
	skip = 0
	body := src
	cause := ast.CauseHeadless
	if spec.IsFence(src[:firstLineEnd(src)]) {
		p.fenced = true
		skip, body, cause = 1, src[nextLine(src, firstLineEnd(src)):], ast.CauseFence
	}
	p.mode = guessBody(body)
	if p.mode == modeHeader {
		p.mute = true
		p.mode = modeGeneric
		if cause != ast.CauseFence {
			cause = ast.CauseProse
		}
		if c := strings.TrimSpace(body); c != "" && (c[0] == '{' || c[0] == '[') {
			cause = ast.CauseJSON
		}
		skip = 0
	}
	p.problem(ast.MissingHeader, 1, 0, firstLineEnd(src)).Cause = cause
	p.startBody()
	return skip
}

// startBody opens the body's outermost container once the mode is known.
func (p *parser) startBody() {
	if p.mode == modeGraph {
		p.doc.Profile = ast.ProfileGraph
		return
	}
	p.doc.Profile = ast.ProfileGeneric
	p.stack = append(p.stack, frame{kind: frameObject, node: 0})
}

// isHeader reports whether a line begins a payload of any version.
func isHeader(line string) bool {
	rest, ok := strings.CutPrefix(line, "GCF")
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, "0123456789")
	return strings.HasPrefix(rest, " ")
}

// isLateCase reports whether a line is a header but for its case or for blanks
// before it.
func isLateCase(line string) bool {
	line = line[:firstLineEnd(line)]
	trimmed := strings.TrimLeft(line, " \t")
	return len(trimmed) > 4 && strings.EqualFold(trimmed[:3], "GCF") && isBlank(trimmed[3]) &&
		strings.Contains(trimmed, "profile=")
}

// guessBody tells which body grammar the first line of a body without a
// header belongs to, or modeHeader for none.
func guessBody(body string) mode {
	for pos := 0; pos < len(body); {
		end := pos + firstLineEnd(body[pos:])
		line := strings.TrimSpace(body[pos:end])
		pos = nextLine(body, end)
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		if name, ok := strings.CutPrefix(line, "## "); ok {
			if isGraphGroup(name) {
				return modeGraph
			}
			if strings.HasPrefix(name, "[") {
				return modeGeneric
			}
			key := name[:ast.KeyEnd(name, 0, "[{ ")]
			rest := strings.TrimSpace(name[len(key):])
			if key != "" && (rest == "" || rest[0] == '[' || rest[0] == '{') && ast.IsBareKey(key) {
				return modeGeneric
			}
			return modeHeader
		}
		if i := ast.RowIDEnd(line, 0); i > 0 {
			if f := strings.Fields(line); len(f) == 5 && isScore(f[3]) {
				return modeGraph
			}
			if i < len(line) && (line[i] == '=' || line[i] == '{' || line[i] == '[') {
				return modeGeneric
			}
		}
		key := line[:ast.KeyEnd(line, 0, "=[ ")]
		if ast.IsBareKey(key) && len(key) < len(line) && (line[len(key)] == '=' || line[len(key)] == '[' && strings.Contains(line, "]:")) {
			return modeGeneric
		}
		return modeHeader
	}
	return modeHeader
}

// isGraphGroup reports whether a `## name` line is one that only the graph
// profile has.
func isGraphGroup(name string) bool {
	key := name[:ast.KeyEnd(name, 0, "[{ ")]
	switch key {
	case "edges":
		return !strings.Contains(name, "{")
	case "added", "removed": // may be those of a table's delta
		return false
	}
	return len(key) == len(name) && (spec.GroupOf(key) != nil || strings.HasPrefix(key, spec.DistancePrefix))
}

// headerLine reads the `GCF …` line (spec 3).
func (p *parser) headerLine(start, end int) {
	e := p.trailingBlanks(start, end)
	id := p.add(0, ast.KindHeader, start, end, 0)
	src := p.src
	i := start
	if strings.HasPrefix(src[i:e], bom) {
		p.problem(ast.MissingHeader, id, i, i+len(bom)).Cause = ast.CauseBOM
		i += len(bom)
	}
	if !isHeader(src[i:end]) {
		j := i
		for isBlank(src[j]) {
			j++
		}
		p.problem(ast.MissingHeader, id, start, j+3).Cause = ast.CauseLateCase
		i = j
	}
	v := i + 3
	for v < e && src[v] >= '0' && src[v] <= '9' {
		v++
	}
	if v > i+3 {
		p.problem(ast.UnknownVersion, id, i, v).Cause = ast.CauseVersion
	}
	if v > e {
		v = e
	}
	fields := parsePairs(src, v, e)
	p.doc.Header = ast.NewHeader(id, fields)
	p.checkSpacing(id, fields)
	p.checkHeader(id, i, v)
	p.mode = modeGeneric
	if p.doc.Profile == ast.ProfileGraph {
		p.mode = modeGraph
	}
	p.delta.on = p.doc.Header.Is("delta")
	p.startBody()
}

// checkSpacing hints at more than one blank, or a tab, between header fields.
func (p *parser) checkSpacing(id ast.NodeID, fields []ast.HeaderField) {
	for i := range fields {
		s := fields[i].KeyStart
		if s >= 2 && isBlank(p.src[s-1]) && (p.src[s-1] == '\t' || isBlank(p.src[s-2])) {
			from := s
			for from > 0 && isBlank(p.src[from-1]) {
				from--
			}
			p.problem(ast.NotCanonical, id, from, s).Cause = ast.CauseSpaces
		}
	}
}

// checkHeader checks the fields of the header and sets the profile.
func (p *parser) checkHeader(id ast.NodeID, start, versionEnd int) {
	h := &p.doc.Header
	profile := h.Field("profile")
	switch {
	case profile == nil || profile.ValueStart == 0 || profile.Value == "":
		if profile != nil && profile.ValueStart != 0 {
			p.problem(ast.MissingProfile, id, profile.KeyStart, profile.ValueEnd)
		} else if profile == nil {
			p.problem(ast.MissingProfile, id, start, versionEnd)
		}
		p.doc.Profile = p.guessProfile()
	case profile.Value == "generic":
		p.doc.Profile = ast.ProfileGeneric
	case profile.Value == "graph":
		p.doc.Profile = ast.ProfileGraph
	default:
		p.problem(ast.UnknownProfile, id, profile.ValueStart, profile.ValueEnd)
		p.doc.Profile = p.guessProfile()
	}
	if profile != nil && profile != &h.Fields[0] {
		p.problem(ast.ProfileNotFirst, id, profile.KeyStart, profile.End())
	}
	graph := p.doc.Profile == ast.ProfileGraph
	seen := make(map[string]int, len(h.Fields))
	run := -1 // the problem of the words without `=` right before this one
	for i := range h.Fields {
		f := &h.Fields[i]
		if f.ValueStart == 0 || !ast.IsBareKey(f.Key) {
			if run >= 0 && f.ValueStart == 0 {
				p.doc.Problems[run].End = uint32(f.End())
				continue
			}
			run = p.indexOf(p.problem(ast.MalformedHeaderField, id, f.KeyStart, f.End()))
			continue
		}
		run = -1
		if first, dup := seen[f.Key]; dup {
			pr := p.problem(ast.DuplicateHeaderField, id, f.KeyStart, f.ValueEnd)
			pr.RelStart, pr.RelEnd = uint32(h.Fields[first].KeyStart), uint32(h.Fields[first].ValueEnd)
			continue
		}
		seen[f.Key] = i
		if !isVisibleASCII(f.Value) {
			p.problem(ast.NonAsciiGraphField, id, f.ValueStart, f.ValueEnd)
		}
		field := spec.Header(f.Key)
		switch {
		case !field.In(graph):
			p.problem(ast.UnknownHeaderField, id, f.KeyStart, f.KeyEnd)
		case f.Value == "" && f.Key != "profile":
			p.problem(ast.EmptyHeaderValue, id, f.KeyStart, f.ValueEnd)
		case field.Type == spec.Count && isTooLarge(f.Value):
			p.problem(ast.OutOfRange, id, f.ValueStart, f.ValueEnd).Cause = ast.CauseNotACell
		case field.Type == spec.Count && !isDecimal(f.Value), field.Type == spec.Flag && f.Value != "true" && f.Value != "false":
			p.problem(ast.InvalidHeaderValue, id, f.ValueStart, f.ValueEnd)
		}
	}
	if root := h.Field("pack_root"); root != nil && root.Value != "" && !strings.HasPrefix(root.Value, "sha256:") {
		p.problem(ast.UnknownPackRootAlgorithm, id, root.ValueStart, root.ValueEnd)
	}
}

// guessProfile tells the profile of a document whose header does not: from
// its fields, then from the first line of the body.
func (p *parser) guessProfile() ast.Profile {
	if v, _ := p.doc.Header.Get("profile"); v != "" {
		for _, profile := range [2]ast.Profile{ast.ProfileGeneric, ast.ProfileGraph} {
			if strings.EqualFold(v, profile.String()) {
				return profile
			}
		}
	}
	for _, key := range []string{"symbols", "edges", "session"} {
		if p.doc.Header.Field(key) != nil {
			return ast.ProfileGraph
		}
	}
	body := p.src
	if n := p.doc.Header.Node; n != 0 {
		body = p.src[nextLine(p.src, int(p.nodes[n].End)):]
	}
	if guessBody(body) == modeGraph {
		return ast.ProfileGraph
	}
	return ast.ProfileGeneric
}

// isDecimal reports whether a header value is a decimal integer.
func isDecimal(s string) bool {
	_, ok := parseUint(s)
	return ok
}

// isVisibleASCII reports whether s has no blanks, control characters and other
// alphabets (spec 4, header-value and qname).
func isVisibleASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x21 || s[i] > 0x7E {
			return false
		}
	}
	return true
}

// isTooLarge reports whether s is ASCII digits alone and beyond int64.
func isTooLarge(s string) bool {
	if len(s) < len("9223372036854775807") || strings.Trim(s, "0123456789") != "" {
		return false
	}
	_, err := strconv.ParseInt(s, 10, 64)
	return err != nil
}

// parseUint reads ASCII digits; a value that does not fit is not read.
func parseUint(s string) (n uint64, ok bool) {
	if s == "" || len(s) > 19 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return n, true
}

// firstLineEnd returns the end of the first line's text, without its CR.
func firstLineEnd(s string) int {
	i := strings.IndexByte(s, '\n')
	if i < 0 {
		i = len(s)
	}
	if i > 0 && s[i-1] == '\r' {
		i--
	}
	return i
}

// nextLine returns the start of the line after the line end at or after i.
func nextLine(s string, i int) int {
	if j := strings.IndexByte(s[i:], '\n'); j >= 0 {
		return i + j + 1
	}
	return len(s)
}

// lastTextBefore returns the end of the text of the line before the one that
// begins at pos.
func lastTextBefore(s string, pos int) int {
	return len(strings.TrimRight(s[:pos], "\r\n"))
}
