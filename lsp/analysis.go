package lsp

import (
	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// analysis is what the server knows of GCF. Tests put slow and broken ones in
// its place.
type analysis struct {
	parse func(src string) *ast.Document
	check func(subject *check.Subject) []diagnostics.Diagnostic
}

var realAnalysis = &analysis{parse: parser.Parse, check: (*check.Subject).Findings}
