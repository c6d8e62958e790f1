package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/navigate"
)

func announceDefinition(_ *client, server *protocol.ServerCapabilities) {
	server.DefinitionProvider = protocol.Boolean(true)
	server.DeclarationProvider = protocol.Boolean(true)
}

// Definition answers textDocument/definition, with links where the client
// shows them.
func (s *server) Definition(ctx context.Context, params *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := doc.offset(params.Position)
	if places, ok := s.rootDefinition(ctx, doc, offset); ok {
		return protocol.LocationSlice(places), nil
	}
	if places := s.meaningDefinition(ctx, doc, offset); len(places) > 0 {
		return protocol.LocationSlice(places), nil
	}
	targets, origin := navigate.Definition(doc.tree(), doc.edges(), offset)
	if t := viewFrom(ctx).client.can.TextDocument; t == nil || t.Definition == nil || !is(t.Definition.LinkSupport) {
		return locations(doc, targets), nil
	}
	all := make(protocol.DefinitionLinkSlice, 0, len(targets))
	for _, t := range targets {
		all = append(all, protocol.DefinitionLink(link(doc, t, origin, offset)))
	}
	return all, nil
}

func locations(doc *snapshot, targets []navigate.Target) protocol.LocationSlice {
	all := make(protocol.LocationSlice, 0, len(targets))
	for _, t := range targets {
		all = append(all, protocol.Location{URI: doc.uri, Range: doc.span(t.Name.Start, t.Name.End)})
	}
	return all
}

// link is a target with what leads to it: the origin, where the cursor is in
// it; else the editor takes the word under the cursor.
func link(doc *snapshot, t navigate.Target, origin ast.Span, offset int) protocol.LocationLink {
	l := protocol.LocationLink{
		TargetURI:            doc.uri,
		TargetRange:          doc.span(t.Span.Start, t.Span.End),
		TargetSelectionRange: doc.span(t.Name.Start, t.Name.End),
	}
	if origin.Start <= offset && offset <= origin.End {
		span := doc.span(origin.Start, origin.End)
		l.OriginSelectionRange = &span
	}
	return l
}
