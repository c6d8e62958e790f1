package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/editor/navigate"
)

func announceDocumentLinks(_ *client, server *protocol.ServerCapabilities) {
	server.DocumentLinkProvider = &protocol.DocumentLinkOptions{}
}

const maxLinks = 2000

// DocumentLink answers textDocument/documentLink with the http, https and file
// URIs in a document. The editor shows them; nobody fetches them.
func (s *server) DocumentLink(ctx context.Context, params *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	found := navigate.Links(doc.tree(), maxLinks)
	all := make([]protocol.DocumentLink, 0, len(found))
	for _, l := range found {
		target := uri.URI(l.Target)
		all = append(all, protocol.DocumentLink{Range: doc.span(l.Span.Start, l.Span.End), Target: &target})
	}
	return all, nil
}
