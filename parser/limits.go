package parser

import (
	"math"

	"gcf-lsp/ast"
)

// Limits are what a document may have at most; see [ast.Limits].
type Limits = ast.Limits

// DefaultLimits are met by no honest document: they bound the work and the
// memory that a hostile one takes. All of them are above the minima of the spec.
var DefaultLimits = Limits{Depth: 10_000, Columns: 100_000, Members: math.MaxInt32, Size: math.MaxUint32 - 1}

// orDefault returns limits with the defaults in place of zeros.
func orDefault(l Limits) Limits {
	set := func(n *int, initial int) {
		if *n <= 0 {
			*n = initial
		}
	}
	set(&l.Depth, DefaultLimits.Depth)
	set(&l.Columns, DefaultLimits.Columns)
	set(&l.Members, DefaultLimits.Members)
	set(&l.Size, DefaultLimits.Size)
	l.Size = min(l.Size, DefaultLimits.Size)
	return l
}

// Exceeds reports a limit that a document exceeds, once for each kind: what
// follows is the same mistake.
func (p *parser) exceeds(said *bool, which ast.Cause, node ast.NodeID, start, end int, have, limit int) {
	if *said {
		return
	}
	*said = true
	pr := p.problem(ast.LimitExceeded, node, start, end)
	pr.Cause = which
	pr.Have, pr.Want = clip(uint64(have)), clip(uint64(limit))
}

// exceeded says which limits a document was found to exceed.
type exceeded struct{ depth, columns, members, paths bool }

// checkLimits checks a declaration, which stands at `at`, against the limits, and
// counts the levels that its path columns lead through.
func (p *parser) checkLimits(id ast.NodeID, d ast.DeclID, at int) {
	decl, levels := &p.doc.Decls[d], 0
	if n := len(decl.Fields); n > p.limits.Columns {
		p.exceeds(&p.exceeded.columns, ast.CauseColumns, id, at+decl.FieldsStart, at+decl.FieldsEnd, n, p.limits.Columns)
	}
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if depth := len(p.stack) - 1 + f.Depth(); f.Depth() > 1 && depth > p.limits.Depth {
			p.exceeds(&p.exceeded.depth, ast.CauseDepth, id, at+f.Start, at+f.End, depth, p.limits.Depth)
		}
		if f.Path != nil {
			levels += len(f.Path) - 1
		}
	}
	if levels > 0 {
		if p.declLevels == nil {
			p.declLevels = map[ast.DeclID]int{}
		}
		p.declLevels[d] = levels
	}
}

// countPaths counts what the path columns of a row stand for: one byte of a row
// may be an object in an object in an object. What they make in all is bounded by
// the size of the document.
func (p *parser) countPaths(f *frame) {
	p.levels += f.t.levels
	if budget := ast.PathBudget(len(p.src)); p.levels > budget && !p.exceeded.paths {
		decl := &p.doc.Decls[f.fields]
		p.exceeds(&p.exceeded.paths, ast.CausePaths, f.node, f.at+decl.FieldsStart, f.at+decl.FieldsEnd, p.levels, budget)
	}
}
