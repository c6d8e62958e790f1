package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/navigate"
)

// DocumentHighlight answers textDocument/documentHighlight.
func (s *server) DocumentHighlight(ctx context.Context, params *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	highlights := navigate.Highlights(doc.tree(), doc.edges(), doc.offset(params.Position), maxHighlights)
	all := make([]protocol.DocumentHighlight, 0, len(highlights))
	for _, h := range highlights {
		kind := protocol.DocumentHighlightKindRead
		if h.Declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		all = append(all, protocol.DocumentHighlight{Range: doc.span(h.Span.Start, h.Span.End), Kind: kind})
	}
	return all, nil
}
