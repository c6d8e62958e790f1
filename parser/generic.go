package parser

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// frameKind is the body grammar of an open container.
type frameKind uint8

const (
	frameObject   frameKind = iota // members
	frameTable                     // tabular rows, keyed or not
	frameExpanded                  // `@N …` items
	frameDone                      // the root value is complete
	frameBroken                    // rows whose header is broken or missing: they are not read
)

// frame is an open container on the stack.
type frame struct {
	kind   frameKind
	node   ast.NodeID // the node whose children the lines are
	indent int        // the indentation of the lines, in spaces
	decl   ast.DeclID // its own declaration, for the count
	at     int        // where that declaration begins in the source
	fields ast.DeclID // a table's field list in force
	count  uint64     // data items so far
	keys   keySet     // members, keyed rows' keys or identities
	t      table      // of a frameTable
	last   ast.NodeID // an object's last member that is a container, or 0
	inRow  bool       // the container is an attachment of a row
	quiet  bool       // the container is broken in a way that was said: no count problem
	uneven int        // parser.uneven when it was opened
	taken  []rowRun   // rows with keys that were taken over
	defer_ int        // index + 1 in parser.deferred, for `[?]`
}

// genericLine reads one line of the generic body (spec 7, 4.1).
func (p *parser) genericLine(start, end int) {
	l, ok := p.readLine(start, end)
	if !ok {
		return
	}
	text := p.src[l.i:l.e]
	if text[0] == '#' && isSummary(text) {
		for len(p.stack) > 1 {
			p.closeTop(false)
		}
		p.summaryLine(l)
		return
	}
	if p.fenced && spec.IsFence(text) {
		p.leaf(ast.KindError, start, end, ast.FlagInvalid)
		p.mute = true
		return
	}
	if p.secondPayload(l) {
		return
	}
	p.afterSummary()
	if p.belowBad(l) {
		return
	}
	for {
		f := p.top()
		if l.indent < f.indent && !p.unindentedBody(f, l) && !p.betweenLevels(f, l) {
			p.closeTop(false)
			continue
		}
		taken := true
		switch f.kind {
		case frameTable:
			taken = p.tableLine(f, l)
		case frameExpanded:
			taken = p.expandedLine(f, l)
		case frameObject:
			p.objectLine(f, l)
		case frameDone:
			p.afterRoot(f, l)
		case frameBroken:
			taken = p.brokenLine(f, l)
		}
		if taken {
			p.sawBody = true
			return
		}
		p.closeTop(false)
	}
}

// line is one significant line: its bytes are start..end, its text without
// blanks around it i..e.
type line struct{ start, i, e, end, indent int }

// checkIndent reports a line that is deeper than its container allows, once
// for a run of lines with the same indentation.
func (p *parser) checkIndent(l line, want int) {
	if l.indent <= want {
		if l.indent == want {
			p.indentAt = -1
		}
		return
	}
	if p.indentAt != l.indent {
		p.indentAt = l.indent
		if last := len(p.nodes) - 1; p.nodes[last].Flags&ast.FlagInvalid != 0 {
			return // the line before explains it
		}
		pr := p.problem(ast.InvalidIndent, ast.NodeID(len(p.nodes)), l.start, l.i)
		pr.Have, pr.Want = uint32(l.indent), uint32(want)
	}
}

// objectLine reads a member of an object (spec 7.2), or at the root the form
// of the root value (spec 7.1).
func (p *parser) objectLine(f *frame, l line) {
	src := p.src
	p.checkIndent(l, f.indent)
	if p.doc.Header.Is("unchanged") && f.node == 0 {
		p.unexpectedBody(l)
	}
	if p.delta.on && f.node == 0 {
		if p.deltaMember(f, l) {
			return
		}
	}
	root := f.node == 0 && !p.sawBody
	switch c := src[l.i]; {
	case c == '#':
		if !strings.HasPrefix(src[l.i:l.e], "##") {
			p.badLine(f, l, ast.InvalidLine).Cause = ast.CauseCommentNoSpace
			return
		}
		p.section(f, l, root)
	case c == '=' && root:
		id := p.add(f.node, ast.KindScalar, l.start, l.end, 0)
		f.kind = frameDone
		p.scalar(id, l.i+1, l.e, inValue)
	case c == '.':
		p.strayAttachment(f, l)
	case c == '@':
		p.strayItem(f, l)
	default:
		p.member(f, l)
	}
}

// member reads `key=value` and `key[N]: a,b`.
func (p *parser) member(f *frame, l line) {
	src := p.src[:l.e]
	keyEnd := ast.KeyEnd(src, l.i, "=[ \t|:")
	if keyEnd > l.i && src[l.i] == '"' {
		if _, closed := ast.QuotedEnd(src, l.i); !closed {
			pr := p.badLine(f, l, ast.UnterminatedQuote)
			pr.Start = uint32(l.i)
			p.errorRun = 0
			return
		}
	}
	at := skipBlanks(src, keyEnd)
	c := byte(0)
	if at < l.e {
		c = src[at]
	}
	if c == '[' && keyEnd > l.i {
		declEnd := ast.DeclEnd(src, at)
		if strings.HasSuffix(src[at:declEnd], ":") {
			p.inlineMember(f, l, keyEnd, at, declEnd)
			return
		}
	}
	if c == '[' && keyEnd == l.i {
		p.strayLine(f, l, keyEnd) // an array without its `## `
		p.push(frame{kind: frameBroken, node: f.node, indent: f.indent, decl: ast.NoDecl, fields: ast.NoDecl})
		return
	}
	pair := c == '='
	if !pair && c != '|' {
		if end, eq := ast.PairKeyEnd(src, l.i); p.looseKey(keyEnd, eq) {
			pair, keyEnd, at = true, end, eq
		}
	}
	if pair {
		id := p.add(f.node, ast.KindKeyValue, l.start, l.end, 0)
		p.errorRun = 0
		p.key(f, id, l.i, keyEnd)
		if at > keyEnd {
			p.problem(ast.NotCanonical, id, keyEnd, at).Cause = ast.CauseSpaces
		}
		p.scalar(id, at+1, l.e, inValue)
		return
	}
	p.strayLine(f, l, keyEnd)
}

// looseKey reports whether a line whose key is not well-formed still reads as
// `key=value`: nothing between what begins like a key and the `=` looks like
// a row or a sentence.
func (p *parser) looseKey(keyEnd, eq int) bool {
	if eq < 0 {
		return false
	}
	between := p.src[keyEnd:eq]
	return strings.IndexByte(between, '|') < 0 && !strings.Contains(between, ": ") && strings.Count(between, " ") <= 3
}

// key checks a member's key and its uniqueness in the object (spec 2a).
func (p *parser) key(f *frame, id ast.NodeID, start, end int) {
	name := p.keyName(id, start, end)
	if first, dup := f.keys.add(name, start, end); dup {
		pr := p.problem(ast.DuplicateKey, id, start, end)
		pr.RelStart, pr.RelEnd = uint32(first.start), uint32(first.end)
		p.nodes[id].Flags |= ast.FlagInvalid
	}
}

// keyName decodes a key and reports a bad one.
func (p *parser) keyName(id ast.NodeID, start, end int) string {
	text := p.src[start:end]
	if text != "" && text[0] == '"' {
		if q, closed := ast.QuotedEnd(text, 0); closed && q == len(text) {
			return p.quoted(id, start, end)
		}
	}
	if !ast.IsBareKey(text) {
		p.badKey(id, start, end)
	}
	return text
}

// badKey reports a key that is neither bare nor quoted.
func (p *parser) badKey(id ast.NodeID, start, end int) {
	if text := p.src[start:end]; text != "" && text[0] == '"' {
		if q, closed := ast.QuotedEnd(text, 0); closed {
			p.invalid(ast.TrailingCharacters, id, start+q, end)
		} else {
			p.invalid(ast.UnterminatedQuote, id, start, end)
		}
		return
	}
	p.problem(ast.InvalidKey, id, start, end)
}

// inlineMember reads `key[N]: a,b` (spec 7.5).
func (p *parser) inlineMember(f *frame, l line, keyEnd, at, declEnd int) {
	id := p.add(f.node, ast.KindInlineArray, l.start, l.end, 0)
	p.errorRun = 0
	p.key(f, id, l.i, keyEnd)
	if at > keyEnd {
		p.problem(ast.NotCanonical, id, keyEnd, at).Cause = ast.CauseSpaces
	}
	p.inlineArray(id, at, declEnd, l.e)
}

// inlineArray reads the values behind `[N]:` (spec 7.5, 13.3).
func (p *parser) inlineArray(id ast.NodeID, at, declEnd, e int) {
	d := p.setDecl(id, at, declEnd)
	decl := &p.doc.Decls[d]
	if decl.Keyed || decl.HasFields || decl.Object {
		p.problem(ast.InvalidFieldDeclaration, id, at, declEnd)
	}
	i := declEnd
	count := uint64(0)
	if i < e {
		if !isBlank(p.src[i]) {
			pr := p.problem(ast.InvalidLine, id, declEnd-1, declEnd)
			pr.Cause = ast.CauseSpaceMissing
			p.nodes[id].Flags |= ast.FlagInvalid
		} else {
			i++ // the blank behind the colon is part of the form
		}
		for {
			stop := p.token(id, i, e, ',', inValue)
			count++
			if stop >= e {
				break
			}
			i = stop + 1
		}
	}
	if count > uint64(p.limits.Members) {
		p.exceeds(&p.exceeded.members, ast.CauseMembers, id, at, declEnd, int(count), p.limits.Members)
	}
	switch {
	case decl.Count == ast.CountDeferred:
		p.deferred = append(p.deferred, deferredCount{id, uint32(at + decl.CountStart), uint32(at + decl.CountEnd), count})
	case decl.Count == ast.CountExact && decl.N != count && !p.openQuote(id):
		start, end := at+decl.CountStart, at+decl.CountEnd
		pr := p.problem(ast.CountMismatch, id, start, end)
		pr.Have, pr.Want = clip(count), clip(decl.N)
		if count > decl.N {
			pr.Cause = ast.CauseSurplus
		}
	}
}

// section reads a `## …` line: an object section or a block array (spec 7.2 to
// 7.7, 7.2a).
func (p *parser) section(f *frame, l line, root bool) {
	src := p.src[:l.e]
	key := ast.SectionKeyStart(src, l.i)
	p.errorRun = 0
	if key == l.e {
		p.badLine(f, l, ast.InvalidSectionHeader)
		return
	}
	if src[key] == '!' && key == l.i+2 { // `##! …` that is no summary
		p.badLine(f, l, ast.InvalidSectionHeader)
		return
	}
	next := ast.NodeID(len(p.nodes)) // this line's node
	if key > l.i+2 {
		p.blanks(ast.InvalidSectionHeader, next, l.i+2, key, 1)
	} else {
		pr := p.problem(ast.InvalidSectionHeader, next, l.i, l.i+2)
		pr.Cause = ast.CauseSpaceMissing
	}
	if isObject(src[key:]) {
		p.badLine(f, l, ast.InvalidSectionHeader)
		return
	}
	if src[key] == '[' || src[key] == '{' {
		if !root || f.node != 0 {
			p.problem(ast.InvalidSectionHeader, next, l.i, ast.DeclEnd(src, key))
		}
		p.array(f, l, -1, -1, key, root)
		return
	}
	keyEnd := p.sectionKeyEnd(src, key)
	at := skipBlanks(src, keyEnd)
	if isObject(src[at:]) && keyEnd > key {
		// Read as the section that it means.
		p.problem(ast.InvalidFieldDeclaration, next, at, l.e).Cause = ast.CauseJunkAfter
	} else if at < l.e && (src[at] == '[' || src[at] == '{') {
		if at == keyEnd {
			pr := p.problem(ast.InvalidSectionHeader, next, key, ast.DeclEnd(src, at))
			pr.Cause = ast.CauseSpaceMissing
			pr.RelStart = uint32(at)
		} else if strings.IndexByte(src[keyEnd:at], '\t') >= 0 {
			p.blanks(ast.InvalidSectionHeader, next, keyEnd, at, 1)
		} else if at > keyEnd+1 {
			p.problem(ast.NotCanonical, next, keyEnd, at).Cause = ast.CauseSpaces
		}
		p.array(f, l, key, keyEnd, at, false)
		return
	}
	if keyEnd < l.e && src[at] != '{' { // `## "key" junk`
		p.problem(ast.InvalidSectionHeader, next, at, l.e)
	}
	id := p.add(f.node, ast.KindSection, l.start, l.end, 0)
	p.key(f, id, key, keyEnd)
	f.last = id
	p.push(frame{kind: frameObject, node: id, indent: f.indent + 2})
}

// isObject reports whether a text is `{}` or `{}:`.
func isObject(s string) bool {
	return strings.HasPrefix(s, "{") && strings.Trim(strings.TrimSuffix(s[1:], ":"), " \t") == "}"
}

// sectionKeyEnd returns the end of a section's key: a quoted key ends with its
// quote, any other at the bracket or brace that begins the declaration.
func (p *parser) sectionKeyEnd(src string, key int) int {
	return ast.KeyEnd(src, key, "[{")
}

// array reads the declaration of a block array or keyed table at `at` and
// opens its body. An anonymous one has key -1.
func (p *parser) array(f *frame, l line, key, keyEnd, at int, root bool) {
	src := p.src[:l.e]
	declEnd := ast.DeclEnd(src, at)
	kind := ast.KindArray
	if strings.HasSuffix(src[at:declEnd], ":") {
		kind = ast.KindInlineArray
	}
	parent, indent, node := f.node, f.indent, f.node
	if root {
		f.kind = frameDone
	}
	id := p.add(parent, kind, l.start, l.end, 0)
	if key >= 0 {
		p.key(f, id, key, keyEnd)
	}
	f.last = id
	if kind == ast.KindInlineArray {
		if key >= 0 {
			// `## key [N]: a,b`: read as the inline array that it means.
			p.problem(ast.NotCanonical, id, l.i, key).Cause = ast.CauseSpaces
		}
		p.inlineArray(id, at, declEnd, l.e)
		return
	}
	if p.brokenDecl(id, at, declEnd, l.e) {
		p.push(frame{kind: frameBroken, node: id, indent: indent, decl: ast.NoDecl, fields: ast.NoDecl})
		return
	}
	p.open(id, at, declEnd, indent, node == 0, false)
}

// brokenDecl reports a declaration that does not tell what the lines below it
// are: a bracket is not closed, or a field list has lost its brace.
func (p *parser) brokenDecl(id ast.NodeID, at, declEnd, e int) bool {
	d := p.decl(p.src[at:declEnd])
	p.nodes[id].Decl = d
	decl := &p.doc.Decls[d]
	if decl.Count == ast.CountInvalid && decl.CountEnd == len(decl.Text) && decl.Text[declEnd-at-1] != ']' {
		p.invalid(ast.InvalidCount, id, at, declEnd)
		return true
	}
	if n := len(decl.Text); decl.FieldsEnd > 0 && decl.Text[n-1] != '}' && decl.Text[n-1] != ':' && !decl.HasFields {
		p.invalid(ast.InvalidFieldDeclaration, id, at+decl.FieldsStart, declEnd)
		return true
	}
	i := skipBlanks(p.src[:e], declEnd)
	if i < e && (!decl.HasFields && p.src[e-1] == '}' || p.src[i] == '@' || strings.IndexByte(p.src[i:e], '|') >= 0) {
		p.invalid(ast.InvalidFieldDeclaration, id, i, e)
		return true
	}
	p.junkAfter(id, declEnd, e)
	return false
}

// blanks reports blanks at a place where the grammar has no blank, or exactly
// one (spec 4): want is their number.
func (p *parser) blanks(code ast.Code, id ast.NodeID, start, end, want int) {
	if end-start == want && (want == 0 || p.src[start] == ' ') {
		return
	}
	pr := p.problem(code, id, start, end)
	pr.Cause, pr.Want = ast.CauseSpaces, uint32(want)
}

// junkAfter reports what stands between a declaration and the end of its line.
func (p *parser) junkAfter(id ast.NodeID, declEnd, e int) {
	i := skipBlanks(p.src[:e], declEnd)
	if i >= e {
		return
	}
	if k := p.nodes[id].Kind; k == ast.KindAttachment || k == ast.KindItem {
		p.problem(ast.InvalidLine, id, i, e).Cause = ast.CauseJunkAfter
		return
	}
	p.problem(ast.InvalidSectionHeader, id, i, e)
}

// setDecl gives a node its own declaration and reports what is wrong with it.
func (p *parser) setDecl(id ast.NodeID, at, declEnd int) ast.DeclID {
	d := p.decl(p.src[at:declEnd])
	p.nodes[id].Decl = d
	p.checkDecl(id, d, at)
	p.checkLimits(id, d, at)
	return d
}

// open opens the body of a block array: tabular, keyed or expanded. top says
// that the array is a member of the root object or the root itself.
func (p *parser) open(id ast.NodeID, at, declEnd, indent int, top, inRow bool) {
	p.newer = false
	d := p.setDecl(id, at, declEnd)
	decl := &p.doc.Decls[d]
	f := frame{kind: frameExpanded, node: id, indent: indent, decl: d, at: at, fields: ast.NoDecl, inRow: inRow}
	if decl.HasFields {
		f.kind = frameTable
		f.fields = d
		p.checkIdentity(id, decl, at, top)
		f.t.identity = -1
		f.t.anyWidth = p.newer
		if decl.Identity >= 0 && !decl.Keyed {
			f.t.identity = decl.Identity
		}
	}
	if decl.Keyed {
		p.checkKeyed(id, decl, at)
		if !decl.HasFields {
			p.push(frame{kind: frameBroken, node: id, indent: indent, decl: ast.NoDecl, fields: ast.NoDecl, inRow: inRow})
			return
		}
	}
	if !decl.HasFields && (decl.Object || decl.FieldsEnd > decl.FieldsStart) {
		p.problem(ast.InvalidFieldDeclaration, id, at+decl.FieldsStart, at+decl.FieldsEnd)
		f.quiet = true
	}
	switch decl.Count {
	case ast.CountDeferred:
		p.deferred = append(p.deferred, deferredCount{node: id, start: uint32(at + decl.CountStart), end: uint32(at + decl.CountEnd)})
		f.defer_ = len(p.deferred)
	case ast.CountInvalid, ast.CountNone:
		f.quiet = true
	}
	p.push(f)
}

// checkKeyed checks the header of a keyed table (spec 7.2a.2, 7.2a.4).
func (p *parser) checkKeyed(id ast.NodeID, decl *ast.Decl, at int) {
	if len(decl.Fields) < 2 {
		start, end := at+decl.CountStart, at+decl.CountEnd
		if decl.HasFields {
			start, end = at+decl.FieldsStart, at+decl.FieldsEnd
		}
		p.problem(ast.KeyedTooFewFields, id, start, end)
	}
	if decl.CountZero() {
		p.problem(ast.KeyedZeroCount, id, at+decl.CountStart, at+decl.CountEnd)
	}
}

// checkDecl reports what is wrong inside a declaration: the count, the names.
func (p *parser) checkDecl(id ast.NodeID, d ast.DeclID, at int) {
	decl := &p.doc.Decls[d]
	if decl.CountEnd > 0 && decl.FieldsEnd > decl.FieldsStart {
		p.blanks(ast.InvalidFieldDeclaration, id, at+decl.CountEnd, at+decl.FieldsStart, 0)
	}
	switch {
	case decl.Count == ast.CountInvalid:
		p.problem(ast.InvalidCount, id, at+decl.CountStart, at+max(decl.CountEnd, decl.CountStart+1))
	case decl.Count == ast.CountNone && decl.HasFields:
		p.problem(ast.InvalidCount, id, at+decl.FieldsStart, at+decl.FieldsEnd).Cause = ast.CauseCountMissing
	}
	if decl.HasFields {
		p.checkFields(id, decl, at)
	}
}

// checkFields checks the names of a field list (spec 2a.3). A declaration has
// one invalid_key for all its unquoted path columns: it is one mistake.
func (p *parser) checkFields(id ast.NodeID, decl *ast.Decl, at int) {
	if n := len(decl.Text); decl.FieldsEnd > 0 && decl.FieldsEnd <= n && decl.Text[decl.FieldsEnd-1] != '}' {
		last := &decl.Fields[len(decl.Fields)-1]
		if text := decl.Text[last.Start:last.End]; text != "" && text[0] == '"' && !last.Quoted {
			p.badKey(id, at+last.Start, at+last.End)
			return
		}
		p.problem(ast.InvalidFieldDeclaration, id, at+decl.FieldsStart, at+decl.FieldsEnd)
		return
	}
	var seen map[string]int
	pathSaid, hasPath, identities := false, false, 0
	if len(decl.Fields) > 1 {
		seen = make(map[string]int, len(decl.Fields))
	}
	for i := range decl.Fields {
		f := &decl.Fields[i]
		start, end := at+f.Start, at+f.End
		hasPath = hasPath || f.Path != nil
		name := decl.Text[f.Start:f.End]
		if f.Identity {
			identities++
			name = name[1:]
			if identities > 1 {
				p.problem(ast.IdentityMismatch, id, start, end).Cause = ast.CauseManyIdentities
			}
		}
		switch {
		case badField(f):
			p.problem(ast.InvalidFieldDeclaration, id, max(start-1, at+decl.FieldsStart), max(end, start+1))
		case f.Quoted:
			p.checkQuoted(id, end-len(name), end)
		case !ast.IsBareKey(name):
			switch {
			case strings.IndexByte(name, '=') > 0:
				p.problem(ast.InvalidFieldDeclaration, id, start, end).Cause = ast.CauseNewerSpec
				p.newer = true
			case isLoosePath(name):
				if !pathSaid {
					p.problem(ast.InvalidKey, id, start, end).Cause = ast.CausePathColumn
				}
				pathSaid = true
			default:
				p.badKey(id, end-len(name), end)
			}
		}
		if seen == nil {
			continue
		}
		if first, dup := seen[f.Name]; dup {
			pr := p.problem(ast.DuplicateFieldName, id, start, end)
			pr.RelStart, pr.RelEnd = uint32(at+decl.Fields[first].Start), uint32(at+decl.Fields[first].End)
			continue
		}
		seen[f.Name] = i
	}
	if hasPath && seen != nil {
		p.checkPaths(id, decl, at, seen)
	}
}

// isLoosePath reports whether an unquoted name was meant as a path column:
// bare keys joined by `>`, `.`, `;` or `/`.
func isLoosePath(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '>' || r == '.' || r == ';' || r == '/' })
	if len(parts) < 2 {
		return false
	}
	for _, part := range parts {
		if !ast.IsBareKey(strings.TrimSpace(part)) {
			return false
		}
	}
	return true
}

// prototypeNames are in every object of JavaScript.
var prototypeNames = []string{"constructor", "prototype", "__proto__"}

// checkPaths reports columns that stand for a value and for an object above
// another column at once (spec 7.4.6), and paths that JavaScript may not follow.
func (p *parser) checkPaths(id ast.NodeID, decl *ast.Decl, at int, seen map[string]int) {
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if f.Path == nil {
			continue
		}
		if slices.ContainsFunc(f.Path, func(name string) bool { return slices.Contains(prototypeNames, name) }) {
			p.problem(ast.PrototypeSegment, id, at+f.Start, at+f.End)
		}
		for j, n := 0, 0; j < len(f.Path)-1; j++ {
			n += len(f.Path[j])
			if above, ok := seen[f.Name[:n+j]]; ok {
				pr := p.problem(ast.PathConflict, id, at+f.Start, at+f.End)
				pr.RelStart, pr.RelEnd = uint32(at+decl.Fields[above].Start), uint32(at+decl.Fields[above].End)
				break
			}
		}
	}
}

// push opens a container.
func (p *parser) push(f frame) {
	if n := len(p.stack); n < cap(p.stack) {
		// Reuse what the frame that stood here before has allocated.
		old := &p.stack[:n+1][n]
		f.keys = old.keys
		f.keys.reset()
		f.t.reuse(&old.t)
	}
	if f.kind == frameTable && p.declLevels != nil {
		f.t.levels = p.declLevels[f.fields]
	}
	f.uneven = p.uneven
	p.stack = append(p.stack, f)
	if n := len(p.stack) - 1; n > p.limits.Depth { // the document itself is no level
		node := &p.nodes[f.node]
		p.exceeds(&p.exceeded.depth, ast.CauseDepth, f.node, int(node.Start)+indentOf(p.src, int(node.Start), int(node.End)), int(node.End), n, p.limits.Depth)
	}
}

// closeTop closes the innermost container: its subtree ends before the
// comments that belong to what follows. eof says that the text ended in it.
func (p *parser) closeTop(eof bool) {
	n := len(p.stack) - 1
	f := &p.stack[n]
	outer := -1
	if n > 0 {
		outer = p.stack[n-1].indent
	}
	if p.trivia != 0 {
		id := p.trivia
		for ; int(id) < len(p.nodes); id++ {
			node := &p.nodes[id]
			if node.Kind != ast.KindComment {
				continue
			}
			if in := indentOf(p.src, int(node.Start), int(node.End)); in < f.indent || in <= outer {
				break
			}
			// This comment and the blank lines before it are inside.
			for j := p.trivia; j <= id; j++ {
				p.nodes[j].Parent = f.node
			}
			p.trivia = id + 1
		}
		if int(p.trivia) >= len(p.nodes) {
			p.trivia = 0
		}
	}
	end := ast.NodeID(len(p.nodes))
	if p.trivia != 0 {
		end = p.trivia
	}
	if f.kind == frameTable {
		if p.uneven == f.uneven {
			p.nodes[f.node].Flags |= ast.FlagFlat
		}
		if len(f.taken) > 0 {
			p.checkTaken(f)
		}
		p.closeRow(f, eof)
		p.closeTable(f)
	}
	if f.kind == frameTable || f.kind == frameExpanded {
		p.closeCount(f, eof)
	}
	if n := max(int(f.count), f.keys.len()); n > p.limits.Members {
		node := &p.nodes[f.node]
		p.exceeds(&p.exceeded.members, ast.CauseMembers, f.node, int(node.Start)+indentOf(p.src, int(node.Start), int(node.End)), int(node.End), n, p.limits.Members)
	}
	p.nodes[f.node].Next = end
	if f.inRow && n > 0 {
		p.nodes[p.stack[n-1].t.row].Next = end
	}
	p.stack = p.stack[:n]
}

// closeCount compares the declared count of a container with the real one
// (spec 13.1). Surplus items were reported where they stand.
func (p *parser) closeCount(f *frame, eof bool) {
	decl := &p.doc.Decls[f.decl]
	if f.defer_ > 0 {
		p.deferred[f.defer_-1].count = f.count
	}
	if f.quiet || decl.Count != ast.CountExact || f.count >= decl.N {
		return
	}
	if eof && p.cutOff(f) {
		return
	}
	pr := p.problem(ast.CountMismatch, f.node, f.at+decl.CountStart, f.at+decl.CountEnd)
	pr.Have, pr.Want = clip(f.count), clip(decl.N)
}

// indentOf returns the number of spaces at the start of a line.
func indentOf(src string, start, end int) int {
	i := start
	for i < end && src[i] == ' ' {
		i++
	}
	return i - start
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

func skipBlanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

// clip fits a count into a problem.
func clip(n uint64) uint32 { return uint32(min(n, 1<<32-1)) }
