package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// All methods of LSP that are not served are listed here, rather than embedded
// from protocol.UnimplementedServer: when an upgrade of the library brings new
// ones, this does not compile until somebody has decided about them. A request
// gets MethodNotFound, a notification is left alone.
var _ protocol.Server = (*server)(nil)

func (*server) notServed(method string) error {
	return jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "%s is not served", method)
}

// Requests.

func (s *server) TypeDefinition(context.Context, *protocol.TypeDefinitionParams) (protocol.DefinitionResult, error) {
	return nil, s.notServed(protocol.MethodTextDocumentTypeDefinition)
}

func (s *server) Implementation(context.Context, *protocol.ImplementationParams) (protocol.DefinitionResult, error) {
	return nil, s.notServed(protocol.MethodTextDocumentImplementation)
}

func (s *server) DocumentLinkResolve(context.Context, *protocol.DocumentLink) (*protocol.DocumentLink, error) {
	return nil, s.notServed(protocol.MethodDocumentLinkResolve)
}

func (s *server) InlineValue(context.Context, *protocol.InlineValueParams) ([]protocol.InlineValue, error) {
	return nil, s.notServed(protocol.MethodTextDocumentInlineValue)
}

func (s *server) InlayHintResolve(context.Context, *protocol.InlayHint) (*protocol.InlayHint, error) {
	return nil, s.notServed(protocol.MethodInlayHintResolve)
}

func (s *server) Moniker(context.Context, *protocol.MonikerParams) ([]protocol.Moniker, error) {
	return nil, s.notServed(protocol.MethodTextDocumentMoniker)
}

func (s *server) DocumentColor(context.Context, *protocol.DocumentColorParams) ([]protocol.ColorInformation, error) {
	return nil, s.notServed(protocol.MethodTextDocumentDocumentColor)
}

func (s *server) ColorPresentation(context.Context, *protocol.ColorPresentationParams) ([]protocol.ColorPresentation, error) {
	return nil, s.notServed(protocol.MethodTextDocumentColorPresentation)
}

func (s *server) OnTypeFormatting(context.Context, *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	return nil, s.notServed(protocol.MethodTextDocumentOnTypeFormatting)
}

func (s *server) InlineCompletion(context.Context, *protocol.InlineCompletionParams) (protocol.InlineCompletionResult, error) {
	return nil, s.notServed(protocol.MethodTextDocumentInlineCompletion)
}

func (s *server) WorkspaceSymbolResolve(context.Context, *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	return nil, s.notServed(protocol.MethodWorkspaceSymbolResolve)
}

func (s *server) WillCreateFiles(context.Context, *protocol.CreateFilesParams) (*protocol.WorkspaceEdit, error) {
	return nil, s.notServed(protocol.MethodWorkspaceWillCreateFiles)
}

func (s *server) WillDeleteFiles(context.Context, *protocol.DeleteFilesParams) (*protocol.WorkspaceEdit, error) {
	return nil, s.notServed(protocol.MethodWorkspaceWillDeleteFiles)
}

func (s *server) TextDocumentContent(context.Context, *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	return nil, s.notServed(protocol.MethodWorkspaceTextDocumentContent)
}

// Notifications.

func (*server) Progress(context.Context, *protocol.ProgressParams) error { return nil }
func (*server) WorkDoneProgressCancel(context.Context, *protocol.WorkDoneProgressCancelParams) error {
	return nil
}
func (*server) WillSave(context.Context, *protocol.WillSaveTextDocumentParams) error { return nil }
func (*server) DidSave(context.Context, *protocol.DidSaveTextDocumentParams) error   { return nil }
func (*server) DidOpenNotebookDocument(context.Context, *protocol.DidOpenNotebookDocumentParams) error {
	return nil
}
func (*server) DidChangeNotebookDocument(context.Context, *protocol.DidChangeNotebookDocumentParams) error {
	return nil
}
func (*server) DidSaveNotebookDocument(context.Context, *protocol.DidSaveNotebookDocumentParams) error {
	return nil
}
func (*server) DidCloseNotebookDocument(context.Context, *protocol.DidCloseNotebookDocumentParams) error {
	return nil
}
func (*server) DidCreateFiles(context.Context, *protocol.CreateFilesParams) error { return nil }
func (*server) DidRenameFiles(context.Context, *protocol.RenameFilesParams) error { return nil }
func (*server) DidDeleteFiles(context.Context, *protocol.DeleteFilesParams) error { return nil }

// What is read elsewhere, and more leniently than these types allow, never
// comes here: see lifecycle.go and notifications.go.

func (s *server) Initialize(context.Context, *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	return nil, s.notServed(protocol.MethodInitialize)
}

func (s *server) Shutdown(context.Context) error { return s.notServed(protocol.MethodShutdown) }

func (*server) Initialized(context.Context, *protocol.InitializedParams) error         { return nil }
func (*server) Exit(context.Context) error                                             { return nil }
func (*server) SetTrace(context.Context, *protocol.SetTraceParams) error               { return nil }
func (*server) DidOpen(context.Context, *protocol.DidOpenTextDocumentParams) error     { return nil }
func (*server) DidChange(context.Context, *protocol.DidChangeTextDocumentParams) error { return nil }
func (*server) DidClose(context.Context, *protocol.DidCloseTextDocumentParams) error   { return nil }
func (*server) DidChangeConfiguration(context.Context, *protocol.DidChangeConfigurationParams) error {
	return nil
}
func (*server) DidChangeWorkspaceFolders(context.Context, *protocol.DidChangeWorkspaceFoldersParams) error {
	return nil
}
func (*server) DidChangeWatchedFiles(context.Context, *protocol.DidChangeWatchedFilesParams) error {
	return nil
}
