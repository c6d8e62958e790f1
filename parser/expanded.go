package parser

import (
	"strings"

	"gcf-lsp/ast"
)

// expandedLine reads a line in an expanded array (spec 7.6). It returns false
// where the array ends before the line.
func (p *parser) expandedLine(f *frame, l line) bool {
	src := p.src[:l.e]
	if src[l.i] != '@' {
		if src[l.i] == '#' || l.indent <= f.indent && (f.full(p) || p.isMember(l)) {
			return false
		}
		p.checkIndent(l, f.indent)
		p.badLine(f, l, ast.InvalidItemID).Want = clip(f.count)
		f.count++
		return true
	}
	if f.full(p) && !p.surplusItem(f, l) {
		return false
	}
	p.checkIndent(l, f.indent)
	id := p.add(f.node, ast.KindItem, l.start, l.end, 0)
	p.errorRun = 0
	index := f.count
	f.count++
	p.nodes[id].Index = clip(index)

	idEnd := l.i + 1
	for idEnd < l.e && src[idEnd] >= '0' && src[idEnd] <= '9' {
		idEnd++
	}
	at := skipBlanks(src, idEnd)
	if idEnd == l.i+1 || at == idEnd && at < l.e {
		end := idEnd
		for end < l.e && !isBlank(src[end]) && src[end] != '=' && src[end] != '{' && src[end] != '[' {
			end++
		}
		p.invalid(ast.InvalidItemID, id, l.i, max(end, l.i+1)).Want = clip(index)
		at = skipBlanks(src, end)
	} else {
		p.checkID(id, l.i, idEnd, index, &f.t.idShift)
		if at < l.e {
			p.blanks(ast.InvalidItemID, id, idEnd, at, 1)
		}
	}
	if at >= l.e {
		p.invalid(ast.InvalidLine, id, l.i, l.e)
		return true
	}
	p.itemBody(f, l, id, at)
	return true
}

// itemBody reads what follows the `@N` of an item.
func (p *parser) itemBody(f *frame, l line, id ast.NodeID, at int) {
	src := p.src[:l.e]
	switch src[at] {
	case '=':
		p.scalar(id, at+1, l.e, inValue)
	case '{', '[':
		declEnd := ast.DeclEnd(src, at)
		d := p.decl(src[at:declEnd])
		decl := &p.doc.Decls[d]
		indent := f.indent + 2
		switch {
		case decl.Object && decl.Count == ast.CountNone:
			p.nodes[id].Decl = d
			p.blanks(ast.InvalidFieldDeclaration, id, at+1, at+decl.FieldsEnd-1, 0)
			p.junkAfter(id, declEnd, l.e)
			p.push(frame{kind: frameObject, node: id, indent: indent, decl: ast.NoDecl, fields: ast.NoDecl})
		case decl.Inline:
			p.inlineArray(id, at, declEnd, l.e)
		default:
			if p.brokenDecl(id, at, declEnd, l.e) {
				p.push(frame{kind: frameBroken, node: id, indent: indent, decl: ast.NoDecl, fields: ast.NoDecl})
				return
			}
			p.open(id, at, declEnd, indent, false, false)
		}
	default:
		p.invalid(ast.InvalidLine, id, at, l.e)
	}
}

// surplusItem handles an item beyond the declared count: reported once, at the
// item, and read as one more.
func (p *parser) surplusItem(f *frame, l line) bool {
	if l.indent < f.indent {
		return false
	}
	if !f.quiet {
		decl := &p.doc.Decls[f.decl]
		pr := p.problem(ast.CountMismatch, ast.NodeID(len(p.nodes)), l.i, l.e)
		pr.Cause = ast.CauseSurplus
		pr.Have, pr.Want = clip(f.count+1), clip(decl.N)
		pr.RelStart, pr.RelEnd = uint32(f.at+decl.CountStart), uint32(f.at+decl.CountEnd)
		f.quiet = true
	}
	return true
}

// isMember reports whether a line reads as a member of an object.
func (p *parser) isMember(l line) bool {
	text := p.src[l.i:l.e]
	key := ast.KeyEnd(text, 0, "=[ \t|:")
	if key == 0 || key >= len(text) || text[0] != '"' && !ast.IsBareKey(text[:key]) {
		return false
	}
	rest := strings.TrimLeft(text[key:], " \t")
	return rest != "" && (rest[0] == '=' || rest[0] == '[' && strings.Contains(rest, "]:"))
}
