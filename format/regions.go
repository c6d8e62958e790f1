package format

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
	"gcf-lsp/spec"
)

// unformatted returns the parts of a document that a comment keeps as they are:
// from `# gcf-lsp: fmt off` to `# gcf-lsp: fmt on`, or to the end.
func unformatted(doc *ast.Document) []ast.Span {
	if !strings.Contains(doc.Source, spec.DirectivePrefix) {
		return nil
	}
	var all []ast.Span
	open := -1
	for id := range doc.Outside {
		if doc.Nodes[id].Kind != ast.KindComment {
			continue
		}
		text, _, ok := spec.DirectiveText(doc.Text(id))
		if text, _, _ = strings.Cut(text, "--"); !ok {
			continue
		}
		switch strings.Join(strings.Fields(text), " ") {
		case "fmt off":
			if open < 0 {
				open = int(doc.Nodes[id].Start)
			}
		case "fmt on":
			if open >= 0 {
				all = append(all, ast.Span{Start: open, End: lineEnd(doc, id)})
			}
			open = -1
		}
	}
	if open >= 0 {
		all = append(all, ast.Span{Start: open, End: len(doc.Source)})
	}
	return all
}

// sparing returns the edits that leave the unformatted parts of a document as they
// are. Where the others make no sense without those that are left out, the whole
// of what a part belongs to stays; at worst all does.
func (out *layout) sparing(doc *ast.Document, edits []Edit) []Edit {
	parts := unformatted(doc)
	if len(parts) == 0 {
		return edits
	}
	for range 2 {
		kept := slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool {
			_, in := slices.BinarySearchFunc(parts, e, func(p ast.Span, e Edit) int {
				if p.End <= e.Start && (e.Start < e.End || p.End < e.Start) {
					return -1
				}
				if p.Start >= e.End && (e.Start < e.End || p.Start > e.Start) {
					return 1
				}
				return 0
			})
			return in
		})
		if len(kept) == len(edits) || len(kept) == 0 || out.verify(parser.Parse(Apply(doc.Source, kept))) == nil {
			return kept
		}
		parts = around(doc, parts)
	}
	return nil
}

// around widens parts to the subtrees at the top that they reach into.
func around(doc *ast.Document, parts []ast.Span) []ast.Span {
	var all []ast.Span
	for _, p := range parts {
		from, to := doc.Line(p.Start), doc.Line(max(p.Start, p.End-1))
		for doc.Nodes[from].Parent != 0 {
			from = doc.Nodes[from].Parent
		}
		for doc.Nodes[to].Parent != 0 {
			to = doc.Nodes[to].Parent
		}
		wide := ast.Span{Start: int(doc.Nodes[from].Start), End: max(p.End, doc.SubtreeEnd(to))}
		if n := len(all); n > 0 && all[n-1].End >= wide.Start {
			all[n-1].End = max(all[n-1].End, wide.End)
			continue
		}
		all = append(all, wide)
	}
	return all
}
