package lsp

import (
	"context"
	"sort"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
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
	for _, also := range [...]func(*snapshot, int) (markup.Text, ast.Span){mistakeHover, s.rootHover, sizeHover, s.meaningHover} {
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

// sizeHover says what a document takes in other forms, where its header speaks
// of its size.
func sizeHover(doc *snapshot, offset int) (markup.Text, ast.Span) {
	return stats.At(doc.tree(), offset)
}

// maxCorrected is how many lines a hover shows in place of one.
const maxCorrected = 10

// mistakeHover shows what a line with a mistake should be, where a fix of its
// first finding says so.
func mistakeHover(doc *snapshot, offset int) (text markup.Text, span ast.Span) {
	id := doc.tree().Line(offset)
	if id == 0 {
		return text, span
	}
	n := doc.tree().Node(id)
	span = ast.Span{Start: int(n.Start), End: int(n.End)}
	for _, f := range doc.findings() {
		if f.Severity != diagnostics.Error || len(f.Fixes) == 0 || !concerns(&f, span) {
			continue
		}
		var edits []format.Edit
		for _, e := range f.Fixes[0].Edits {
			if e.Start >= span.Start && e.End <= span.End {
				edits = append(edits, format.Edit{Start: e.Start - span.Start, End: e.End - span.Start, Text: e.Text})
			}
		}
		if right := format.Apply(doc.tree().Text(id), edits); len(edits) > 0 && right != doc.tree().Text(id) {
			lines := strings.SplitN(right, "\n", maxCorrected+1)
			for i := range lines {
				lines[i] = printable.Text(strings.TrimRight(lines[i], "\r"), 200)
			}
			text.Line(markup.Plain("Probably meant:"))
			text.Source("gcf", strings.Join(lines[:min(len(lines), maxCorrected)], "\n"))
			return text, span
		}
	}
	return text, span
}

// concerns reports whether a finding is about a line: begins on it, or has it
// among its places.
func concerns(f *diagnostics.Diagnostic, line ast.Span) bool {
	at := func(start int) bool { return line.Start <= start && start <= line.End }
	if at(f.Start) || f.Mistake == nil {
		return at(f.Start)
	}
	i := sort.Search(len(f.Mistake.Places), func(i int) bool { return f.Mistake.Places[i].Start >= line.Start })
	return i < len(f.Mistake.Places) && at(f.Mistake.Places[i].Start)
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
