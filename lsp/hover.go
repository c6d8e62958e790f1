package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/text/markup"
)

func announceHover(_ *client, server *protocol.ServerCapabilities) {
	server.HoverProvider = protocol.Boolean(true)
}

// Hover answers textDocument/hover.
func (s *server) Hover(ctx context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !doc.settings.hover {
		return nil, nil
	}
	offset := doc.offset(params.Position)
	d, ok := describe.At(doc.source(), offset)
	for _, also := range [...]func(*snapshot, int) (markup.Text, ast.Span){s.rootHover, s.sizeHover, s.meaningHover} {
		text, span := also(doc, offset)
		if text.Empty() {
			continue
		}
		if !ok {
			d.Span, ok = span, true
		}
		d.Text.Append(text)
	}
	if !ok {
		return nil, nil
	}
	span := doc.span(d.Span.Start, d.Span.End)
	return &protocol.Hover{
		Contents: markupContent(&d.Text, viewFrom(ctx).client.hoverMarkup()),
		Range:    &span,
	}, nil
}

// source is the document as package describe wants it.
func (v *version) source() describe.Source {
	return describe.Source{Document: v.tree(), Edges: v.edges}
}

// markupContent is a text in the form that the client shows.
func markupContent(text *markup.Text, kind protocol.MarkupKind) *protocol.MarkupContent {
	if kind == protocol.MarkupKindMarkdown {
		return &protocol.MarkupContent{Kind: kind, Value: text.Markdown()}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: text.Plain()}
}
