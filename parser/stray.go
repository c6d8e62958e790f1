package parser

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// badLine adds an error node for a line and its problem, the whole text as its
// range. A run of lines that are nothing is one mistake: only the first is
// reported.
func (p *parser) badLine(f *frame, l line, code ast.Code) *ast.Problem {
	id := p.add(f.node, ast.KindError, l.start, l.end, ast.FlagInvalid)
	run := p.errorRun != 0 && p.errorRun == id-1
	p.errorRun = id
	p.badDepth = l.indent
	if run {
		p.unlisted = ast.Problem{}
		return &p.unlisted
	}
	return p.problem(code, id, l.i, l.e)
}

// strayLine reports a line in an object that is no member: prose, a row
// without a table, a fence.
func (p *parser) strayLine(f *frame, l line, keyEnd int) {
	text := p.src[l.i:l.e]
	table := p.tableBefore(f)
	if strings.IndexByte(text, '|') >= 0 {
		pr := p.badLine(f, l, ast.OrphanInlineAttachment)
		width := uint32(countCells(text))
		pr.Want = width
		if table != 0 {
			p.surplusRow(pr, table, width)
			if p.nodes[p.lastGood].Kind == ast.KindInlineBody && text[0] != '@' {
				pr.Code = ast.OrphanInlineAttachment // one body more than the row has markers
			}
			return
		}
		pr.Cause = ast.CauseRowsWithoutHeader
		pr.Have = 1
		p.push(frame{kind: frameBroken, node: f.node, indent: f.indent, decl: ast.NoDecl, fields: ast.NoDecl})
		return
	}
	pr := p.badLine(f, l, ast.InvalidLine)
	switch {
	case spec.IsFence(text):
		pr.Cause = ast.CauseFenceTail
		p.mute = true
	case table != 0 && len(p.fieldsOf(table)) == 1 && !strings.HasPrefix(text, "["):
		p.surplusRow(pr, table, 1)
	case p.isSpaceless(l, keyEnd):
		pr.Cause = ast.CauseSpaceMissing
	case keyEnd < l.e && keyEnd > l.i && p.src[keyEnd] == ':':
		pr.Cause = ast.CauseYAML
	}
}

// isSpaceless reports whether a line is `rows[3]{a,b}`: a table header that
// lacks its `## `.
func (p *parser) isSpaceless(l line, keyEnd int) bool {
	at := skipBlanks(p.src[:l.e], keyEnd)
	if at >= l.e || p.src[at] != '[' {
		return false
	}
	end := ast.DeclEnd(p.src[:l.e], at)
	return (end == l.e || p.src[end-1] == ':') && parseBracket(p.src[at:l.e])
}

// secondPayload takes a header line inside a body: a document holds one
// payload, and what follows belongs to another. A table may hold such a text as
// the first cell of a row.
func (p *parser) secondPayload(l line) bool {
	text := p.src[l.i:l.e]
	if l.indent > 0 || !strings.HasPrefix(text, "GCF ") || !strings.Contains(text, "profile=") {
		return false
	}
	if p.isRow(l) {
		return false
	}
	for len(p.stack) > 1 {
		p.closeTop(false)
	}
	p.closeGroup(false)
	id := p.add(0, ast.KindError, l.start, l.end, ast.FlagInvalid)
	p.problem(ast.InvalidLine, id, l.i, l.e).Cause = ast.CauseSecondPayload
	p.mute = true
	return true
}

// isRow reports whether a line that is not indented has the cells of the next
// row or positional body of the table that it would belong to.
func (p *parser) isRow(l line) bool {
	n := len(p.stack) - 1
	for n > 0 && p.stack[n].indent > l.indent {
		n--
	}
	if n < 0 || p.stack[n].kind != frameTable {
		return false
	}
	f, cells := &p.stack[n], countCells(p.src[l.i:l.e])
	if m := p.nextInline(&f.t); m != nil {
		return len(p.doc.Decls[m.schema].Fields) == cells
	}
	return !f.full(p) && len(p.doc.Decls[f.fields].Fields) == cells
}

// tableBefore returns the table that ended right before this line in the same
// container, or 0.
func (p *parser) tableBefore(f *frame) ast.NodeID {
	if f.last == 0 || p.nodes[f.last].Kind != ast.KindArray {
		return 0
	}
	if p.lastGood < f.last || p.nodes[f.last].Next <= p.lastGood {
		return 0
	}
	if d := p.nodes[f.last].Decl; d < 0 || !p.doc.Decls[d].HasFields && !p.doc.Decls[d].CountZero() {
		return 0
	}
	return f.last
}

func (p *parser) fieldsOf(table ast.NodeID) []ast.Field {
	if d := p.nodes[table].Decl; d >= 0 {
		return p.doc.Decls[d].Fields
	}
	return nil
}

// surplusRow makes a problem say that its line is one row more than the table
// above declares.
func (p *parser) surplusRow(pr *ast.Problem, table ast.NodeID, width uint32) {
	decl := &p.doc.Decls[p.nodes[table].Decl]
	if decl.Count != ast.CountExact || uint32(len(decl.Fields)) != width && (decl.HasFields || decl.N > 0) {
		return
	}
	pr.Code, pr.Cause = ast.CountMismatch, ast.CauseSurplus
	pr.Want = clip(decl.N)
	pr.Have = clip(decl.N + 1)
	line := p.src[p.nodes[table].Start:p.nodes[table].End]
	if i := strings.Index(line, decl.Text); i >= 0 {
		at := int(p.nodes[table].Start) + i
		pr.RelStart, pr.RelEnd = uint32(at+decl.CountStart), uint32(at+decl.CountEnd)
	}
}

// strayAttachment reports a `.field` line in an object.
func (p *parser) strayAttachment(f *frame, l line) {
	pr := p.badLine(f, l, ast.OrphanAttachment)
	pr.End = uint32(ast.KeyEnd(p.src[:l.e], l.i+1, "=[{ \t"))
}

// strayItem reports an `@N …` line in an object: a surplus item of the array
// above, or nothing at all.
func (p *parser) strayItem(f *frame, l line) {
	if f.last != 0 && p.nodes[f.last].Kind == ast.KindArray && p.lastGood >= f.last && p.nodes[f.last].Next > p.lastGood {
		d := &p.doc.Decls[p.nodes[f.last].Decl]
		if d.HasFields && strings.IndexByte(p.src[l.i:l.e], '|') >= 0 || !d.HasFields {
			pr := p.badLine(f, l, ast.CountMismatch)
			p.surplusRow(pr, f.last, uint32(len(d.Fields)))
			return
		}
	}
	pr := p.badLine(f, l, ast.InvalidLine)
	if strings.IndexByte(p.src[l.i:l.e], '|') >= 0 {
		pr.Code = ast.OrphanInlineAttachment
		pr.Cause = ast.CauseRowsWithoutHeader
		pr.Have, pr.Want = 1, uint32(countCells(p.src[l.i:l.e]))
		p.push(frame{kind: frameBroken, node: f.node, indent: f.indent, decl: ast.NoDecl, fields: ast.NoDecl})
	}
}

// belowBad takes a line that is deeper than a bad line before it: whatever the
// bad line meant, this one belongs to it.
func (p *parser) belowBad(l line) bool {
	if p.badDepth < 0 || l.indent <= p.badDepth {
		p.badDepth = -1
		return false
	}
	p.errorRun = p.add(p.container(), ast.KindError, l.start, l.end, ast.FlagInvalid)
	return true
}

// brokenLine takes a line under a header that is broken or missing. A section
// or a member ends it.
func (p *parser) brokenLine(f *frame, l line) bool {
	text := p.src[l.i:l.e]
	if l.indent <= f.indent && (strings.HasPrefix(text, "##") || p.isMember(l)) || spec.IsFence(text) {
		return false
	}
	p.add(f.node, ast.KindError, l.start, l.end, ast.FlagInvalid)
	return true
}

// afterRoot reports what stands behind a root scalar, array or keyed table
// (spec 7.1), once.
func (p *parser) afterRoot(f *frame, l line) {
	id := p.add(f.node, ast.KindError, l.start, l.end, ast.FlagInvalid)
	if f.quiet {
		return
	}
	f.quiet = true
	text := p.src[l.i:l.e]
	pr := p.problem(ast.TrailingContent, id, l.i, l.e)
	root := f.last
	switch {
	case spec.IsFence(text):
		pr.Cause = ast.CauseFenceTail
		p.mute = true
	case root == 0 || p.nodes[root].Kind != ast.KindArray || strings.HasPrefix(text, "##"):
	default:
		d := &p.doc.Decls[p.nodes[root].Decl]
		item := text[0] == '@'
		width := uint32(countCells(text))
		if d.HasFields && (width == uint32(len(d.Fields)) || item) || !d.HasFields && item {
			pr.Code = ast.CountMismatch
			pr.Cause = ast.CauseSurplus
			pr.Want, pr.Have = clip(d.N), clip(d.N+1)
			line := p.src[p.nodes[root].Start:p.nodes[root].End]
			if i := strings.Index(line, d.Text); i >= 0 {
				at := int(p.nodes[root].Start) + i
				pr.RelStart, pr.RelEnd = uint32(at+d.CountStart), uint32(at+d.CountEnd)
			}
		}
	}
}

// unexpectedBody reports the first line of a body that `unchanged=true` rules
// out (spec 10.3).
func (p *parser) unexpectedBody(l line) {
	if p.sawBody {
		return
	}
	p.sawBody = true
	p.problem(ast.UnexpectedBody, ast.NodeID(len(p.nodes)), l.i, l.e)
}
