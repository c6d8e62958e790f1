package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/navigate"
)

// LinkedEditingRange answers textDocument/linkedEditingRange.
func (s *server) LinkedEditingRange(ctx context.Context, params *protocol.LinkedEditingRangeParams) (*protocol.LinkedEditingRanges, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	spans, isNumber := navigate.Linked(doc.tree(), doc.offset(params.Position))
	if len(spans) == 0 {
		return nil, nil
	}
	// What is typed must stay a name that needs no quotes.
	pattern := "[A-Za-z_][A-Za-z0-9_]*"
	if isNumber {
		pattern = "[0-9]+"
	}
	result := &protocol.LinkedEditingRanges{WordPattern: &pattern}
	for _, span := range spans {
		result.Ranges = append(result.Ranges, doc.span(span.Start, span.End))
	}
	return result, nil
}
