package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

func announceHover(_ *client, server *protocol.ServerCapabilities) {
	server.HoverProvider = protocol.Boolean(true)
}

// Hover answers textDocument/hover.
func (s *server) Hover(ctx context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	code, start, end := codeAt(doc.tree(), doc.offset(params.Position))
	rule := diagnostics.ByCode(code)
	if rule == nil {
		return nil, nil
	}
	span := doc.span(start, end)
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{
			Kind:  viewFrom(ctx).client.hoverMarkup(),
			Value: shortPage(rule),
		},
		Range: &span,
	}, nil
}

// codeAt returns the diagnostic code that a comment names at an offset, with
// its place, or NoCode.
func codeAt(doc *ast.Document, offset int) (code ast.Code, start, end int) {
	line := doc.Line(offset)
	if line == 0 || doc.Node(line).Kind != ast.KindComment {
		return ast.NoCode, 0, 0
	}
	first, last := doc.Span(line)
	start, end = min(offset, last), min(offset, last)
	for start > first && isCodeByte(doc.Source[start-1]) {
		start--
	}
	for end < last && isCodeByte(doc.Source[end]) {
		end++
	}
	return ast.CodeByName(doc.Source[start:end]), start, end
}

func isCodeByte(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// shortPage is the part of a rule's page that fits a hover. It reads as plain
// text too.
func shortPage(rule *diagnostics.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s` (%s): %s.\n\n%s\n\n%s", rule.Code, rule.Severity, rule.Summary, rule.Page.What, rule.Page.Fix)
	return b.String()
}
