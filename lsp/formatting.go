package lsp

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/editor/refactor"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
)

// formatters is what the server keeps about formatting.
type formatters struct {
	registering sync.Mutex // held while the client is told
	registered  bool       // with the client, after initialize

	mu   sync.Mutex
	told map[uri.URI]ast.Code // the error for which a document was not formatted, as the user was told
}

// announceFormatting announces formatting. A client with which it can be
// registered gets it later, when the settings are known: with format.enable
// off there is no formatter.
func announceFormatting(c *client, settings *settings, server *protocol.ServerCapabilities) {
	if c.registersFormatting() || !settings.base.Format.Enable {
		return
	}
	server.DocumentFormattingProvider = protocol.Boolean(true)
	server.DocumentRangeFormattingProvider = rangeFormatting()
}

func rangeFormatting() *protocol.DocumentRangeFormattingOptions {
	yes := true
	return &protocol.DocumentRangeFormattingOptions{RangesSupport: &yes}
}

func (c *client) registersFormatting() bool {
	t := c.can.TextDocument
	return t != nil && t.Formatting != nil && is(t.Formatting.DynamicRegistration) &&
		t.RangeFormatting != nil && is(t.RangeFormatting.DynamicRegistration)
}

// registerFormatting has the client know whether documents can be formatted,
// under the settings as they are now.
func (s *server) registerFormatting(ctx context.Context) {
	f := &s.formatters
	f.registering.Lock()
	defer f.registering.Unlock()
	v := s.now.Load()
	wanted := v.settings.base.Format.Enable
	if !v.client.registersFormatting() || f.registered == wanted {
		return
	}
	methods := []string{protocol.MethodTextDocumentFormatting, protocol.MethodTextDocumentRangeFormatting}
	var err error
	if wanted {
		// Without a selector of ours, for the documents of the client's own.
		err = s.editor.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
			registration(methods[0], &protocol.DocumentFormattingRegistrationOptions{}),
			registration(methods[1], &protocol.DocumentRangeFormattingRegistrationOptions{DocumentRangeFormattingOptions: *rangeFormatting()}),
		}})
	} else {
		var gone []protocol.Unregistration
		for _, method := range methods {
			gone = append(gone, protocol.Unregistration{ID: method, Method: method})
		}
		err = s.editor.UnregisterCapability(ctx, &protocol.UnregistrationParams{Unregisterations: gone})
	}
	switch {
	case err == nil:
		f.registered = wanted
	case ctx.Err() == nil:
		s.log.Warn("the client refused the registration of formatting", "err", err)
	}
}

// Formatting answers textDocument/formatting. The options of the request do
// not matter: GCF has one canonical form, and the line ends are the editor's.
func (s *server) Formatting(ctx context.Context, params *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	return s.format(ctx, params.TextDocument.URI, params.WorkDoneToken, func(doc *ast.Document, o format.DocumentOptions) ([]format.Edit, error) {
		result, err := format.Document(doc, o)
		return result.Edits, err
	}, nil)
}

// RangeFormatting answers textDocument/rangeFormatting.
func (s *server) RangeFormatting(ctx context.Context, params *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	return s.formatRanges(ctx, params.TextDocument.URI, params.WorkDoneToken, []protocol.Range{params.Range})
}

// RangesFormatting answers textDocument/rangesFormatting.
func (s *server) RangesFormatting(ctx context.Context, params *protocol.DocumentRangesFormattingParams) ([]protocol.TextEdit, error) {
	return s.formatRanges(ctx, params.TextDocument.URI, params.WorkDoneToken, params.Ranges)
}

func (s *server) formatRanges(ctx context.Context, u uri.URI, token protocol.ProgressToken, ranges []protocol.Range) ([]protocol.TextEdit, error) {
	doc, err := document(ctx, u)
	if err != nil {
		return nil, err
	}
	spans := make([]ast.Span, 0, len(ranges))
	for _, r := range ranges {
		spans = append(spans, ast.Span{Start: doc.offset(r.Start), End: doc.offset(r.End)})
	}
	if len(spans) == 0 {
		return nil, nil
	}
	return s.format(ctx, u, token, func(doc *ast.Document, o format.DocumentOptions) ([]format.Edit, error) {
		return refactor.FormatSpans(doc, o, spans)
	}, spans)
}

// format formats a document, or parts of it. One with errors is only tidied,
// inside the spans where there are any, and the user is told why.
func (s *server) format(ctx context.Context, u uri.URI, token protocol.ProgressToken, run func(*ast.Document, format.DocumentOptions) ([]format.Edit, error), spans []ast.Span) ([]protocol.TextEdit, error) {
	doc, err := document(ctx, u)
	if err != nil {
		return nil, err
	}
	config, key := doc.settings.config(doc.path), documentKey(string(u))
	if !config.Format.Enable {
		return nil, nil
	}
	return long(ctx, s, token, "Formatting "+doc.name(), func() ([]protocol.TextEdit, error) {
		tree := doc.tree()
		o := format.DocumentOptions{
			Options:       format.Options{NoFlatten: !config.Format.Flatten},
			KeepStreaming: config.Format.Streaming == "keep",
		}
		if kept, changed := s.kept(doc); changed && spans == nil {
			s.forgetUnformatted(key)
			if formatted, err := format.Document(parser.Parse(kept), o); err == nil {
				kept = formatted.Text
			}
			return doc.edits(refactor.Changed(doc.text, kept)), nil
		}
		if diagnostics.HasErrors(tree) {
			s.tellUnformatted(key, doc)
			return doc.edits(refactor.Within(format.Trivia(tree, format.KeepLineEnds), spans)), nil
		}
		s.forgetUnformatted(key)
		edits, err := run(tree, o)
		if err != nil {
			return nil, refused(fmt.Errorf("%s was not formatted: %w", doc.name(), err))
		}
		return doc.edits(edits), nil
	})
}

// kept returns the text of a document with its counts, summaries and ids
// corrected, where it had no errors before and has no others now.
func (s *server) kept(doc *snapshot) (text string, changed bool) {
	if !doc.settings.keepCounts || doc.right == nil || !doc.right.Load() {
		return "", false
	}
	return refactor.Keep(doc.tree(), func(tree *ast.Document) []diagnostics.Diagnostic {
		return diagnostics.Check(tree, diagnostics.Options{})
	})
}

// WillSaveWaitUntil answers textDocument/willSaveWaitUntil: see kept.
func (s *server) WillSaveWaitUntil(ctx context.Context, params *protocol.WillSaveTextDocumentParams) ([]protocol.TextEdit, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	kept, changed := s.kept(doc)
	if !changed {
		return nil, nil
	}
	return doc.edits(refactor.Changed(doc.text, kept)), nil
}

// edits turns edits into those of LSP. They are in order and apart.
func (v *version) edits(edits []format.Edit) []protocol.TextEdit {
	all := make([]protocol.TextEdit, 0, len(edits))
	for _, e := range edits {
		all = append(all, protocol.TextEdit{Range: v.span(e.Start, e.End), NewText: e.Text})
	}
	return all
}

// name is what messages call a document.
func (v *version) name() string {
	name := path.Base(strings.TrimSuffix(string(v.uri), "/"))
	if v.path != "" {
		name = path.Base(strings.ReplaceAll(v.path, `\`, "/"))
	}
	return printable.Text(name, 80)
}

// tellUnformatted says which error stops the formatter, once: an editor that
// formats on save asks again and again.
func (s *server) tellUnformatted(key uri.URI, doc *snapshot) {
	if strings.TrimSpace(doc.text) == "" {
		return // an empty document lacks everything, which needs no message
	}
	first := doc.firstErrorFound()
	if first == nil {
		return
	}
	s.formatters.mu.Lock()
	defer s.formatters.mu.Unlock()
	open := s.now.Load().documents
	for key := range s.formatters.told {
		if open[key] == nil {
			delete(s.formatters.told, key)
		}
	}
	if s.formatters.told[key] == first.Code {
		return
	}
	if s.formatters.told == nil {
		s.formatters.told = map[uri.URI]ast.Code{}
	}
	s.formatters.told[key] = first.Code
	s.show(protocol.MessageTypeWarning, fmt.Sprintf("%s has errors, so it was only tidied, not formatted: %v", doc.name(), doc.inWords(first)))
}

func (s *server) forgetUnformatted(key uri.URI) {
	s.formatters.mu.Lock()
	defer s.formatters.mu.Unlock()
	delete(s.formatters.told, key)
}
