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
	// reparse reads a text that was made from that of a document; nil parses it.
	reparse func(before *ast.Document, src string, change ast.Splice) *ast.Document
	check   func(subject *check.Subject) []diagnostics.Diagnostic
}

var realAnalysis = &analysis{parse: parser.Parse, reparse: parser.Reparse, check: (*check.Subject).Findings}
