package refactor

import (
	"cmp"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/fix"
	"gcf-lsp/parser"
)

// Check says what is wrong with a document.
type Check func(doc *ast.Document) []diagnostics.Diagnostic

// maxRounds bounds how often a text is fixed again: the fixes of one round make
// room for others, but not for long.
const maxRounds = 64

// FixAll applies all safe fixes to a document, or with a code those of one
// rule, until none is left, as `check --fix` does. Where two touch the same
// place one of them waits for the next round. Found is what is wrong with the
// document.
func FixAll(doc *ast.Document, found []diagnostics.Diagnostic, check Check, only ast.Code) []format.Edit {
	text, seen := doc.Source, map[string]bool{doc.Source: true}
	var edits []format.Edit // of the first round
	rounds := 0
	for range maxRounds {
		fixes := safeFixes(found, only)
		next, applied := fix.Apply(text, fixes)
		if len(applied) == 0 || seen[next] {
			break
		}
		if rounds++; rounds == 1 {
			edits = together(fixes, applied)
		}
		seen[next] = true
		text = next
		found = check(parser.Parse(text))
	}
	if rounds <= 1 {
		return edits
	}
	edits = nil
	for _, e := range udiff.Lines(doc.Source, text) {
		edits = append(edits, format.Edit{Start: e.Start, End: e.End, Text: e.New})
	}
	return edits
}

// together returns the edits of the fixes that were applied at once, each once.
func together(fixes []diagnostics.Fix, applied []int) []format.Edit {
	var all []format.Edit
	for _, i := range applied {
		for _, e := range fixes[i].Edits {
			all = append(all, format.Edit(e))
		}
	}
	slices.SortStableFunc(all, func(a, b format.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return slices.Compact(all)
}

func safeFixes(found []diagnostics.Diagnostic, only ast.Code) []diagnostics.Fix {
	var fixes []diagnostics.Fix
	for i := range found {
		if f := SafeFix(&found[i]); f != nil && (only == ast.NoCode || found[i].Code == only) {
			fixes = append(fixes, *f)
		}
	}
	return fixes
}

// SafeFix returns the first safe fix of a diagnostic, or nil.
func SafeFix(d *diagnostics.Diagnostic) *diagnostics.Fix {
	for i := range d.Fixes {
		if d.Fixes[i].Safe && !d.Suppressed {
			return &d.Fixes[i]
		}
	}
	return nil
}
