package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/navigate"
)

// Declaration answers textDocument/declaration. It differs from the definition
// for a `^`, whose declaration is its column.
func (s *server) Declaration(ctx context.Context, params *protocol.DeclarationParams) (protocol.DeclarationResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := doc.offset(params.Position)
	targets, origin := navigate.Declaration(doc.tree(), doc.edges(), offset)
	if t := viewFrom(ctx).client.can.TextDocument; t == nil || t.Declaration == nil || !is(t.Declaration.LinkSupport) {
		return locations(doc, targets), nil
	}
	all := make(protocol.DeclarationLinkSlice, 0, len(targets))
	for _, t := range targets {
		all = append(all, protocol.DeclarationLink(link(doc, t, origin, offset)))
	}
	return all, nil
}
