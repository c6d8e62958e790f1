package check

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/snapshot"
)

// Contradictions returns what is wrong with the operations of a delta document
// whatever its base is: a consumer validates all of a delta before it applies
// any (spec 10.4 steps 2 and 3, 10a.5). Documents with errors are left alone.
func Contradictions(doc *ast.Document) []diagnostics.Diagnostic {
	if !doc.Header.Is("delta") || diagnostics.HasErrors(doc) {
		return nil
	}
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return []diagnostics.Diagnostic{unreadable(doc, err)}
	}
	if invalid := snapshot.Contradictions(delta); len(invalid) > 0 {
		return operations(doc, invalid, "the base")
	}
	return impossible(doc, delta)
}

// applied reports whether a finding is one of [Delta], which says all that
// [Contradictions] says.
func applied(d diagnostics.Diagnostic) bool {
	return d.Code == ast.DeltaInvalid || d.Code == ast.RootMismatch || d.Code == ast.MalformedDelta
}

// impossible says that no base gives a delta's new root: where nothing changes
// the root stays, and where rows, symbols or edges come or go it does not. A
// row or symbol that is replaced may be the same afterwards.
func impossible(doc *ast.Document, delta snapshot.Delta) []diagnostics.Diagnostic {
	base, next := doc.Header.Field("base_root"), doc.Header.Field("new_root")
	if base == nil || next == nil || !snapshot.KnownAlgorithm(base.Value) || !snapshot.KnownAlgorithm(next.Value) {
		return nil
	}
	c := delta.Counts()
	d := diagnostics.Diagnostic{
		Code: ast.RootMismatch, Severity: diagnostics.Error,
		Start: next.ValueStart, End: next.ValueEnd,
		Related: []diagnostics.Related{{Message: "`base_root=` is here", Start: base.ValueStart, End: base.ValueEnd}},
	}
	switch {
	case c.Empty() && base.Value != next.Value:
		d.Message = "this delta changes nothing, so its result has the root of its base, and new_root is another"
	case c.Added+c.Removed+c.AddedEdges+c.RemovedEdges > 0 && base.Value == next.Value:
		d.Message = "new_root is the base_root, but what this delta adds or removes gives another root"
	default:
		return nil
	}
	return []diagnostics.Diagnostic{d}
}

// MissingRoots says which roots a reply must carry and does not: a delta that
// of its base and that of its result (spec 10.3, 10a.2), and what says that
// nothing changed the root that is still right (10.3, 10a.4).
func MissingRoots(doc *ast.Document) []diagnostics.Diagnostic {
	header := &doc.Header
	missing := func(mark, message string) []diagnostics.Diagnostic {
		f := header.Field(mark)
		return []diagnostics.Diagnostic{{
			Code: ast.MissingPackRoot, Severity: diagnostics.Warning, Message: message,
			Start: f.KeyStart, End: f.ValueEnd,
		}}
	}
	switch {
	case header.Is("delta"):
		base, next := header.Field("base_root") == nil, header.Field("new_root") == nil
		switch {
		case base && next:
			return missing("delta", "the header has `delta=true` but no `base_root=` and no `new_root=`: no consumer can tell what it applies to, nor verify the result")
		case base:
			return missing("delta", "the header has `delta=true` but no `base_root=`: no consumer can tell what it applies to")
		case next:
			return missing("delta", "the header has `delta=true` but no `new_root=`: no consumer can verify the result")
		}
	case header.Is("unchanged") && header.Field("pack_root") == nil:
		return missing("unchanged", "the header has `unchanged=true` but no `pack_root=`: it does not say which snapshot is still right")
	}
	return nil
}

// algorithms says of the roots of a delta what the parser says of pack_root:
// that their algorithm is not known (spec 10.2).
func algorithms(doc *ast.Document) []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	for _, key := range [...]string{"base_root", "new_root"} {
		f := doc.Header.Field(key)
		if f == nil || f.Value == "" || snapshot.KnownAlgorithm(f.Value) {
			continue
		}
		found = append(found, diagnostics.Diagnostic{
			Code: ast.UnknownPackRootAlgorithm, Severity: diagnostics.Information,
			Message: fmt.Sprintf("`%s` does not begin with `%s`, the only algorithm of the spec: consumers treat it as an unknown root", shown(f.Value), snapshot.Algorithm),
			Start:   f.ValueStart, End: f.ValueEnd,
		})
	}
	return found
}
