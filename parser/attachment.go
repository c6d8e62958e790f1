package parser

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
)

// attachment reads a `.field …` line of the current row (spec 7.4.4, 7.4.5.3).
func (p *parser) attachment(f *frame, l line) {
	t := &f.t
	src := p.src[:l.e]
	keyEnd := ast.KeyEnd(src, l.i+1, "=[{ \t")
	at := skipBlanks(src, keyEnd)
	id := p.add(t.row, ast.KindAttachment, l.start, l.end, 0)
	p.nodes[t.row].Next = id + 1
	name := p.keyName(id, l.i+1, keyEnd)
	m := p.attachTo(f, id, name, l.i, keyEnd)
	shared := p.sharedSchema(f, id, name)

	body := frame{node: id, indent: f.indent + 4, inRow: true, decl: ast.NoDecl, fields: ast.NoDecl}
	switch {
	case at >= l.e:
		p.countlessAttachment(m, shared, id, l.i, keyEnd, body)
		return
	case at == keyEnd:
		pr := p.invalid(ast.InvalidLine, id, keyEnd, min(at+1, l.e))
		pr.Cause = ast.CauseSpaceMissing
	default:
		p.blanks(ast.InvalidLine, id, keyEnd, at, 1)
	}
	switch src[at] {
	case '=':
		p.scalar(id, at+1, l.e, inValue)
	case '{', '[':
		declEnd := ast.DeclEnd(src, at)
		d := p.decl(src[at:declEnd])
		decl := &p.doc.Decls[d]
		switch {
		case decl.Object && decl.Count == ast.CountNone:
			p.nodes[id].Decl = d
			p.blanks(ast.InvalidFieldDeclaration, id, at+1, at+decl.FieldsEnd-1, 0)
			p.junkAfter(id, declEnd, l.e)
			body.kind = frameObject
			p.push(body)
		case decl.Inline:
			p.inlineArray(id, at, declEnd, l.e)
		default:
			if p.brokenDecl(id, at, declEnd, l.e) {
				body.kind = frameBroken
				p.push(body)
				return
			}
			p.openAttachment(f, shared, id, at, declEnd)
		}
	default:
		p.invalid(ast.InvalidLine, id, at, l.e)
	}
}

// openAttachment opens the body of an array attachment. One without a field
// list takes the list that an earlier row's attachment of the field has
// established; else its body is expanded.
func (p *parser) openAttachment(f *frame, shared *ast.DeclID, id ast.NodeID, at, declEnd int) {
	indent, own := f.indent+4, p.decl(p.src[at:declEnd])
	decl := &p.doc.Decls[own]
	hasFields, keyed, reuse := decl.HasFields, decl.Keyed, *shared
	if hasFields && !keyed && f.count == 1 {
		*shared = own // the first row's attachment establishes it
	}
	p.open(id, at, declEnd, indent, false, true)
	if !hasFields && !keyed && reuse != ast.NoDecl {
		p.share(id, reuse)
	}
}

// unshare makes a table that was to take its field list from the first row's
// attachment an expanded array, where its first line is an expanded item. The
// encoder may write one there: an array that is not tabular has no other form
// (spec 7.4.5.3), and only its items tell.
func (p *parser) unshare(f *frame, l line) bool {
	text := p.src[l.i:l.e]
	at := ast.RowIDEnd(text, 0)
	if f.count > 0 || p.nodes[f.node].Flags&ast.FlagShared == 0 || at == 0 || at == len(text) || strings.IndexByte("={[", text[at]) < 0 {
		return false
	}
	f.kind, f.fields = frameExpanded, ast.NoDecl
	p.nodes[f.node].Flags &^= ast.FlagShared
	return true
}

// sharedSchema returns the place that holds the shared array schema of a field
// (spec 7.4.5.3): by column, or by name for an attachment without one.
func (p *parser) sharedSchema(f *frame, id ast.NodeID, name string) *ast.DeclID {
	t := &f.t
	if column := p.nodes[id].Index; column != ast.NoColumn {
		if t.shared == nil {
			t.shared = noSchemas(len(p.doc.Decls[f.fields].Fields))
		}
		return &t.shared[column]
	}
	d := t.sharedNamed[name]
	if d == nil {
		if t.sharedNamed == nil {
			t.sharedNamed = map[string]*ast.DeclID{}
		}
		d = new(ast.DeclID)
		*d = ast.NoDecl
		t.sharedNamed[name] = d
	}
	return d
}

// share makes the container that was just opened a table with the field list
// of an earlier one.
func (p *parser) share(id ast.NodeID, shared ast.DeclID) {
	f := p.top()
	f.kind = frameTable
	f.fields = shared
	f.t.identity = -1
	p.nodes[id].Flags |= ast.FlagShared
}

// countlessAttachment reads `.items` alone: the count is missing. Where an
// attachment header in the row's cell holds it, that mistake was reported.
func (p *parser) countlessAttachment(m *marker, shared *ast.DeclID, id ast.NodeID, start, keyEnd int, body frame) {
	if m == nil || m.inCell == ast.NoDecl {
		p.invalid(ast.InvalidCount, id, start, keyEnd).Cause = ast.CauseCountMissing
	}
	d := p.decl("")
	p.nodes[id].Decl = d
	body.kind, body.decl, body.at, body.quiet = frameExpanded, d, keyEnd, true
	body.t.identity = -1
	reuse := *shared
	p.push(body)
	if reuse != ast.NoDecl {
		p.share(id, reuse)
	}
}

// attachTo finds the marker that an attachment fills and reports an attachment
// that fills none.
func (p *parser) attachTo(f *frame, id ast.NodeID, name string, start, keyEnd int) *marker {
	t := &f.t
	p.nodes[id].Index = ast.NoColumn
	var m *marker
	if !t.loose {
		m = p.named(f, name)
	}
	if m != nil && m.inCell != ast.NoDecl && t.headers {
		p.headersInCells(f)
	}
	if m == nil {
		p.noMarker(f, id, name, start, keyEnd)
		return nil
	}
	p.nodes[id].Index = uint32(m.column)
	if m.body != 0 {
		first := &p.nodes[m.body]
		pr := p.invalid(ast.DuplicateAttachment, id, start, keyEnd)
		pr.RelStart, pr.RelEnd = first.Start, first.End
		return m
	}
	m.body = id
	t.open--
	if m.declared {
		// `^{…}` asks for a positional body.
		pr := p.invalid(ast.OrphanAttachment, id, start, keyEnd)
		pr.RelStart, pr.RelEnd = uint32(m.start), uint32(m.end)
	}
	return m
}

// noMarker handles an attachment whose name has no `^` in the row.
func (p *parser) noMarker(f *frame, id ast.NodeID, name string, start, keyEnd int) {
	t := &f.t
	if strings.IndexByte(name, '>') >= 0 && !t.loose {
		// A field whose name has a `>` is never a column (spec 7.4.6.1).
		if first, dup := t.extra.add(name, start, keyEnd); dup {
			pr := p.invalid(ast.DuplicateAttachment, id, start, keyEnd)
			pr.RelStart, pr.RelEnd = uint32(first.start), uint32(first.end)
		}
		return
	}
	row := &p.nodes[t.row]
	t.strays++
	o := t.orphans[name]
	if o == nil {
		column := p.column(f, name)
		if column >= 0 {
			p.nodes[id].Index = uint32(column)
		}
		if t.loose && column >= 0 {
			return // the row's cells do not tell which columns they are
		}
		pr := p.invalid(ast.OrphanAttachment, id, start, keyEnd)
		pr.RelStart, pr.RelEnd = row.Start, row.End
		if column >= 0 {
			return // one row's mistake: the table has the column
		}
		if t.orphans == nil {
			t.orphans = map[string]*orphan{}
		}
		rest := strings.TrimLeft(p.src[keyEnd:p.nodes[id].End], " \t")
		t.orphans[name] = &orphan{count: 1, problem: p.indexOf(pr),
			block: rest != "" && (rest[0] == '[' || rest[0] == '{')}
		return
	}
	o.count++
	p.nodes[id].Flags |= ast.FlagInvalid
}

// column returns the index of the column with this name, or -1.
func (p *parser) column(f *frame, name string) int {
	fields := p.doc.Decls[f.fields].Fields
	if len(fields) < manyMarkers {
		return slices.IndexFunc(fields, func(f ast.Field) bool { return f.Name == name })
	}
	columns := p.columns[f.fields]
	if columns == nil {
		columns = make(map[string]int, len(fields))
		for i := range fields {
			columns[fields[i].Name] = i
		}
		if p.columns == nil {
			p.columns = map[ast.DeclID]map[string]int{}
		}
		p.columns[f.fields] = columns
	}
	if i, ok := columns[name]; ok {
		return i
	}
	return -1
}

// inlineBody reads a positional attachment body (spec 7.4.5.1).
func (p *parser) inlineBody(f *frame, l line) {
	t := &f.t
	m := p.nextInline(t)
	id := p.add(t.row, ast.KindInlineBody, l.start, l.end, 0)
	p.nodes[t.row].Next = id + 1
	n := &p.nodes[id]
	n.Decl, n.Index = m.schema, uint32(m.column)
	m.body = id
	t.open--
	count, i := 0, l.i
	width := len(p.doc.Decls[m.schema].Fields)
	extra := l.i
	for {
		if count == width {
			extra = i
		}
		stop := p.token(id, i, l.e, '|', inValue)
		count++
		if stop >= l.e {
			break
		}
		i = stop + 1
	}
	if count != width && !p.openQuote(id) {
		start := extra
		if count < width {
			start = l.i
		}
		pr := p.invalid(ast.InlineWidthMismatch, id, start, l.e)
		pr.Have, pr.Want = uint32(count), uint32(width)
		pr.RelStart, pr.RelEnd = uint32(m.start), uint32(m.end)
	}
}

// betweenLevels reports whether a line's indentation lies between that of a
// container and that of the one around it: it is read as the container's, and
// its indentation is reported.
func (p *parser) betweenLevels(f *frame, l line) bool {
	if len(p.stack) < 2 {
		return false
	}
	outer := &p.stack[len(p.stack)-2]
	if l.indent <= outer.indent || f.kind == frameBroken {
		return false
	}
	if c := p.src[l.i]; f.inRow && l.indent == outer.indent+2 && (c == '.' || p.nextInline(&outer.t) != nil || rowStart(p.src[l.i:l.e])) {
		return false
	}
	if p.indentAt != l.indent {
		p.indentAt = l.indent
		pr := p.problem(ast.InvalidIndent, ast.NodeID(len(p.nodes)), l.start, l.i)
		pr.Have, pr.Want = uint32(l.indent), uint32(f.indent)
	}
	return true
}

// unindentedBody reports whether a line at its row's indentation belongs to
// the attachment table that is open: its writer forgot the four spaces. Said
// once for the enclosing table.
func (p *parser) unindentedBody(f *frame, l line) bool {
	if f.kind != frameTable || !f.inRow || len(p.stack) < 2 {
		return false
	}
	outer := &p.stack[len(p.stack)-2]
	c := p.src[l.i]
	if outer.kind != frameTable || l.indent != outer.indent || c == '#' || c == '.' || rowStart(p.src[l.i:l.e]) {
		return false
	}
	decl := &p.doc.Decls[f.decl]
	if decl.Count == ast.CountExact && f.count >= decl.N || f.count > 0 && !outer.t.bodySaid {
		return false
	}
	width := countCells(p.src[l.i:l.e])
	if width != len(p.doc.Decls[f.fields].Fields) || width == 1 && decl.Count != ast.CountExact {
		return false
	}
	if !outer.t.bodySaid {
		outer.t.bodySaid = true
		pr := p.problem(ast.InvalidIndent, ast.NodeID(len(p.nodes)), l.i, l.e)
		pr.Cause = ast.CauseBodyNotIndented
		pr.Have, pr.Want = uint32(l.indent), uint32(f.indent)
		header := &p.nodes[f.node]
		pr.RelStart, pr.RelEnd = header.Start, header.End
	}
	return true
}
