package parser

import (
	"strings"

	"gcf-lsp/ast"
)

// deltaState is what a delta payload or a keyed row set needs across sections
// (spec 10, 10a).
type deltaState struct {
	on         bool
	seen       keySet        // the sections so far
	identities []identityRef // `@field` columns of top-level tables
	nested     bool          // a nested `@field` was reported
}

// identityRef is an `@field` in a field list.
type identityRef struct {
	node       ast.NodeID
	name       string
	start, end int
}

// deltaSection checks the name of a delta section, and that it comes once.
func (p *parser) deltaSection(id ast.NodeID, name string, start, end int, valid bool) {
	if !valid {
		p.problem(ast.MalformedDelta, id, start, end).Cause = ast.CauseDeltaSection
		return
	}
	if first, dup := p.delta.seen.add(name, start, end); dup {
		pr := p.problem(ast.MalformedDelta, id, start, end)
		pr.Cause = ast.CauseDeltaRepeated
		pr.RelStart, pr.RelEnd = uint32(first.start), uint32(first.end)
	}
}

// deltaMember checks a line at the top of a generic delta: only the three
// sections may stand there (spec 10a.2). It returns true where the line was
// taken.
func (p *parser) deltaMember(f *frame, l line) bool {
	src := p.src[:l.e]
	if !strings.HasPrefix(src[l.i:], "##") {
		if table := p.tableBefore(f); table != 0 && (strings.IndexByte(src[l.i:], '|') >= 0 ||
			len(p.fieldsOf(table)) == 1 && !strings.ContainsAny(src[l.i:], "=[")) {
			return false // a surplus row: the object's rule says so
		}
		p.badLine(f, l, ast.MalformedDelta).Cause = ast.CauseDeltaLine
		return true
	}
	start := ast.SectionKeyStart(src, l.i)
	if start == l.i+2 && start < l.e && src[start] == '!' {
		return false
	}
	end := ast.KeyEnd(src, start, "[{")
	name := src[start:end]
	next := ast.NodeID(len(p.nodes))
	valid := name == "added" || name == "changed" || name == "removed"
	p.deltaSection(next, name, start, max(end, min(start+1, l.e)), valid)
	if !valid {
		return false
	}
	// The same section twice is a malformed delta, not a duplicate key.
	for i := range f.keys.entries {
		if f.keys.entries[i].name == name {
			f.keys.entries[i].name = ""
		}
	}
	at := skipBlanks(src, end)
	if at >= l.e {
		p.problem(ast.MalformedDelta, next, start, end).Cause = ast.CauseDeltaIdentity
		return false
	}
	decl := &p.doc.Decls[p.decl(src[at:ast.DeclEnd(src, at)])]
	switch {
	case decl.Identity < 0:
		pr := p.problem(ast.MalformedDelta, next, at, at+len(decl.Text))
		pr.Cause = ast.CauseDeltaIdentity
	case name == "removed" && len(decl.Fields) > 1:
		pr := p.problem(ast.MalformedDelta, next, at+decl.FieldsStart, at+decl.FieldsEnd)
		pr.Cause = ast.CauseDeltaLine
	}
	return false
}

// checkIdentity notes the `@field` of a table: it is valid only in a
// top-level one (spec 10a.1).
func (p *parser) checkIdentity(id ast.NodeID, decl *ast.Decl, at int, top bool) {
	if decl.Identity < 0 {
		return
	}
	f := &decl.Fields[decl.Identity]
	if !top {
		if !p.delta.nested {
			p.delta.nested = true
			p.problem(ast.IdentityMismatch, id, at+f.Start, at+f.End).Cause = ast.CauseManyIdentities
		}
		return
	}
	p.delta.identities = append(p.delta.identities, identityRef{id, f.Name, at + f.Start, at + f.End})
}

// checkIdentities compares `key=` with the `@field` columns (spec 10a.1).
func (p *parser) checkIdentities() {
	if p.mode == modeGraph {
		return
	}
	key := p.doc.Header.Field("key")
	ids := p.delta.identities
	if key == nil && len(ids) == 0 {
		return
	}
	report := func(ref identityRef, cause ast.Cause) {
		pr := p.problem(ast.IdentityMismatch, ref.node, ref.start, ref.end)
		pr.Cause = cause
		if key != nil {
			pr.RelStart, pr.RelEnd = uint32(key.KeyStart), uint32(key.End())
		}
	}
	switch {
	case key == nil:
		report(ids[0], ast.CauseFieldWithoutKey)
	case len(ids) == 0:
		if !p.doc.Header.Is("unchanged") && !(p.delta.on && len(p.delta.seen.entries) == 0) {
			p.problem(ast.IdentityMismatch, p.doc.Header.Node, key.KeyStart, key.End()).Cause = ast.CauseKeyWithoutField
		}
	default:
		for _, ref := range ids {
			if ref.name != headerKeyName(key.Value) {
				report(ref, ast.CauseKeyDiffers)
				break
			}
		}
	}
	if !p.delta.on && len(ids) > 1 {
		report(ids[1], ast.CauseManyIdentities)
	}
	if key != nil && !p.delta.on && len(ids) > 0 && p.doc.Header.Field("pack_root") == nil {
		p.problem(ast.MissingPackRoot, p.doc.Header.Node, key.KeyStart, key.End())
	}
}

// headerKeyName decodes the value of `key=`, which may be a quoted key.
func headerKeyName(v string) string {
	if len(v) > 1 && v[0] == '"' {
		s, _ := ast.Unquote(v)
		return s
	}
	return v
}
