package refactor

import (
	"cmp"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/check/fix"
	"gcf-lsp/parser"
)

// Check says what is wrong with a document.
type Check func(doc *ast.Document) []diagnostics.Diagnostic

// FixAll applies the safe fixes to a document that help, or with a code those of
// one rule, until none is left, as `check --fix` does. Where two touch the same
// place one of them waits for the next round. Found is what is wrong with the
// document.
func FixAll(doc *ast.Document, found []diagnostics.Diagnostic, check Check, only ast.Code) []format.Edit {
	repaired := fix.Repair(doc.Source, problems(found, only), func(text string) []fix.Problem {
		return problems(check(parser.Parse(text)), only)
	}, false)
	switch repaired.Rounds {
	case 0:
		return nil
	case 1:
		return together(repaired.Applied)
	}
	return Changed(doc.Source, repaired.Text)
}

// together returns the edits of fixes that are applied at once, each once.
func together(fixes []fix.Applied) []format.Edit {
	var all []format.Edit
	for i := range fixes {
		for _, e := range fixes[i].Edits {
			all = append(all, format.Edit(e))
		}
	}
	slices.SortStableFunc(all, func(a, b format.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return slices.Compact(all)
}

// problems are diagnostics with the fixes that may be applied.
func problems(found []diagnostics.Diagnostic, only ast.Code) []fix.Problem {
	all := make([]fix.Problem, len(found))
	for i := range found {
		d := &found[i]
		all[i] = fix.Problem{Code: d.Code.String(), Severity: d.Severity, Start: d.Start, End: d.End}
		if !d.Suppressed && (only == ast.NoCode || d.Code == only) {
			all[i].Fixes = d.Fixes
		}
	}
	return all
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
