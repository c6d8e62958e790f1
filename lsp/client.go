package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
)

// client is what the client said about itself at initialize. It does not
// change.
type client struct {
	name, version string
	encoding      ast.Encoding
	can           protocol.ClientCapabilities
}

// readClient reads the params of initialize.
func readClient(params any) *client {
	capabilities := member(params, "capabilities")
	c := &client{
		name:     text(params, "clientInfo", "name"),
		version:  text(params, "clientInfo", "version"),
		encoding: ast.UTF16,
		can:      decodeWhatFits[protocol.ClientCapabilities](capabilities),
	}
	// The first encoding of the client's that is one of ours: they are in
	// the order of its preference.
	for _, offered := range list(capabilities, "general", "positionEncodings") {
		if i := slices.Index(encodingKinds[:], protocol.PositionEncodingKind(text(offered))); i >= 0 {
			c.encoding = ast.Encoding(i)
			break
		}
	}
	return c
}

// encodingKinds are the names of the encodings in LSP.
var encodingKinds = [...]protocol.PositionEncodingKind{
	ast.UTF8:  protocol.PositionEncodingKindUTF8,
	ast.UTF16: protocol.PositionEncodingKindUTF16,
	ast.UTF32: protocol.PositionEncodingKindUTF32,
}

func (c *client) encodingKind() protocol.PositionEncodingKind { return encodingKinds[c.encoding] }

func announceEncoding(c *client, server *protocol.ServerCapabilities) {
	server.PositionEncoding = c.encodingKind()
}

// pulls says whether the client asks for diagnostics. Such a client gets none
// without asking.
func (c *client) pulls() bool {
	return c.can.TextDocument != nil && c.can.TextDocument.Diagnostic != nil
}

// diagnostics returns what the client can show of a diagnostic. LSP 3.17 has it
// at publishDiagnostics only, 3.18 at the pulled ones too: what either of the
// two says counts.
func (c *client) diagnostics() protocol.DiagnosticsCapabilities {
	var can protocol.DiagnosticsCapabilities
	add := func(more *protocol.DiagnosticsCapabilities) {
		yes := true
		if is(more.RelatedInformation) {
			can.RelatedInformation = &yes
		}
		if is(more.CodeDescriptionSupport) {
			can.CodeDescriptionSupport = &yes
		}
	}
	if t := c.can.TextDocument; t != nil {
		if t.PublishDiagnostics != nil {
			add(&t.PublishDiagnostics.DiagnosticsCapabilities)
		}
		if t.Diagnostic != nil {
			add(&t.Diagnostic.DiagnosticsCapabilities)
		}
	}
	return can
}

// refreshesDiagnostics says whether the client can be told to ask again.
func (c *client) refreshesDiagnostics() bool {
	w := c.can.Workspace
	return c.pulls() && w != nil && w.Diagnostics != nil && is(w.Diagnostics.RefreshSupport)
}

// hasConfiguration says whether the client answers workspace/configuration.
func (c *client) hasConfiguration() bool {
	return c.can.Workspace != nil && is(c.can.Workspace.Configuration)
}

// hoverMarkup returns the markup that the client prefers in a hover.
func (c *client) hoverMarkup() protocol.MarkupKind {
	if c.can.TextDocument == nil || c.can.TextDocument.Hover == nil {
		return protocol.MarkupKindPlainText
	}
	return preferred(c.can.TextDocument.Hover.ContentFormat)
}

// preferred returns the first format of a client's that is one of ours.
func preferred(formats []protocol.MarkupKind) protocol.MarkupKind {
	for _, format := range formats {
		if format == protocol.MarkupKindMarkdown || format == protocol.MarkupKindPlainText {
			return format
		}
	}
	return protocol.MarkupKindPlainText
}

// is reads an optional capability.
func is(b *bool) bool { return b != nil && *b }

// dynamicRegistrations returns what is registered after initialize, because
// there is no other way to ask for it.
func dynamicRegistrations(c *client) []protocol.Registration {
	var all []protocol.Registration
	w := c.can.Workspace
	if w == nil {
		return nil
	}
	if w.DidChangeConfiguration != nil && is(w.DidChangeConfiguration.DynamicRegistration) {
		all = append(all, registration(protocol.MethodWorkspaceDidChangeConfiguration,
			&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(settingsSection)}))
	}
	if w.DidChangeWatchedFiles != nil && is(w.DidChangeWatchedFiles.DynamicRegistration) {
		all = append(all, registration(protocol.MethodWorkspaceDidChangeWatchedFiles,
			&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers}))
	}
	return all
}

func registration(method string, options any) protocol.Registration {
	raw, err := protocol.Marshal(options)
	if err != nil {
		raw = nil // the options are ours and encode
	}
	return protocol.Registration{ID: method, Method: method, RegisterOptions: raw}
}
