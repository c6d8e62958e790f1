package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/navigate"
)

func announceReferences(_ *client, server *protocol.ServerCapabilities) {
	server.ReferencesProvider = protocol.Boolean(true)
	server.DocumentHighlightProvider = protocol.Boolean(true)
}

const (
	maxReferences = 5000
	maxHighlights = 2000
)

// References answers textDocument/references. Where there are more than
// maxReferences the first are told, and the log says so.
func (s *server) References(ctx context.Context, params *protocol.ReferenceParams) ([]protocol.Location, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := doc.offset(params.Position)
	if places, ok := s.rootReferences(ctx, doc, offset, params.Context.IncludeDeclaration); ok {
		return places, nil
	}
	spans, more := navigate.References(doc.tree(), doc.edges(), offset,
		params.Context.IncludeDeclaration, maxReferences)
	if more {
		s.log.Info("there are more references than are told", "told", len(spans))
	}
	all := make([]protocol.Location, 0, len(spans))
	for _, span := range spans {
		all = append(all, protocol.Location{URI: doc.uri, Range: doc.span(span.Start, span.End)})
	}
	return all, nil
}
