package lsp

import (
	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/roots"
	"gcf-lsp/parser"
)

// analysis is what the server knows of GCF. Tests put slow and broken ones in
// its place.
type analysis struct {
	parse func(src string) *ast.Document
	check func(doc *ast.Document, options diagnostics.Options) []diagnostics.Diagnostic
	// found returns what other documents tell about one.
	found func(v *version) []diagnostics.Diagnostic
	// meanings returns what is wrong with the data of one.
	meanings func(doc *snapshot) []diagnostics.Diagnostic
}

var realAnalysis = &analysis{parse: parser.Parse, check: roots.Check}

// withFindings returns the analysis with what other documents tell, and what
// the data do.
func (a analysis) withFindings(found func(v *version) []diagnostics.Diagnostic, meanings func(doc *snapshot) []diagnostics.Diagnostic) *analysis {
	a.found, a.meanings = found, meanings
	return &a
}
