package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/editor/navigate"
)

func announceRename(c *client, server *protocol.ServerCapabilities) {
	server.RenameProvider = protocol.Boolean(true)
	if t := c.can.TextDocument; t != nil && t.Rename != nil && is(t.Rename.PrepareSupport) {
		yes := true
		server.RenameProvider = &protocol.RenameOptions{PrepareProvider: &yes}
	}
	server.LinkedEditingRangeProvider = protocol.Boolean(true)
}

// refused is the error for what cannot be done, with the reason for the user.
func refused(reason error) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), reason.Error())
}

// PrepareRename answers textDocument/prepareRename.
func (s *server) PrepareRename(ctx context.Context, params *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	span, name, err := navigate.Renamable(doc.tree(), doc.offset(params.Position))
	if err != nil {
		return nil, refused(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: doc.span(span.Start, span.End), Placeholder: name}, nil
}

// Rename answers textDocument/rename.
func (s *server) Rename(ctx context.Context, params *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	edits, err := navigate.Rename(doc.tree(), doc.offset(params.Position), params.NewName)
	if err != nil {
		return nil, refused(err)
	}
	changes := make([]protocol.TextEdit, 0, len(edits))
	for _, e := range edits {
		changes = append(changes, protocol.TextEdit{Range: doc.span(e.Span.Start, e.Span.End), NewText: e.Text})
	}
	return workspaceEdit(viewFrom(ctx).client, doc, changes), nil
}

// workspaceEdit puts the edits of one document, which must not overlap, into
// one change, with its version where the client can say that the document has
// changed since.
func workspaceEdit(c *client, doc *snapshot, edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	if w := c.can.Workspace; w == nil || w.WorkspaceEdit == nil || !is(w.WorkspaceEdit.DocumentChanges) {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{doc.uri: edits}}
	}
	change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: doc.uri}, Version: doc.number,
	}}
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}
