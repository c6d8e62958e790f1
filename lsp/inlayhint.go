package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/hints"
	"gcf-lsp/internal/editor/navigate"
	"gcf-lsp/internal/text/printable"
)

func announceInlayHints(_ *client, server *protocol.ServerCapabilities) {
	server.InlayHintProvider = protocol.Boolean(true)
}

// defaultHints are the hints that are shown where the user has said nothing.
// Columns are not among them: they are many.
var defaultHints = hints.Options{Names: true, Counts: true, Wide: 6}

const (
	maxHints    = 2000
	maxHintText = 40 // characters
)

// InlayHint answers textDocument/inlayHint.
func (s *server) InlayHint(ctx context.Context, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	tree := doc.tree()
	start, end := doc.offset(params.Range.Start), doc.offset(params.Range.End)
	first := tree.Line(start)
	if first == 0 {
		return nil, nil // at the end of the text
	}
	var all []protocol.InlayHint
	for _, h := range hints.In(tree, first, max(tree.Line(end), tree.Line(end-1)), doc.settings.hints, maxHints) {
		if h.Offset < start || h.Offset > end {
			continue
		}
		all = append(all, inlayHint(doc, h))
	}
	return append(all, frameHints(doc, first, max(tree.Line(end), tree.Line(end-1)))...), nil
}

func inlayHint(doc *snapshot, h hints.Hint) protocol.InlayHint {
	hint := protocol.InlayHint{Position: doc.position(h.Offset)}
	yes := true
	switch h.Kind {
	case hints.Column:
		hint.Label = protocol.String(printable.Name(h.Text, maxHintText) + ":")
		hint.Kind = protocol.InlayHintKindParameter
		hint.PaddingRight = &yes
	case hints.Count:
		hint.Label = protocol.String(h.Text)
		hint.PaddingLeft = &yes
	case hints.Name:
		_, name := navigate.SymbolSpan(doc.tree(), h.Symbol)
		part := protocol.InlayHintLabelPart{
			Value:    shortName(h.Text),
			Location: protocol.Location{URI: doc.uri, Range: doc.span(name.Start, name.End)},
		}
		if printable.Name(h.Text, maxHintText) != part.Value {
			part.Tooltip = protocol.String(printable.Text(h.Text, maxItemName))
		}
		hint.Label = protocol.InlayHintLabelPartSlice{part}
		hint.PaddingLeft = &yes
	}
	return hint
}

// shortName is the end of a qualified name, which tells most: what follows its
// last slash.
func shortName(name string) string {
	for i := len(name) - 2; i >= 0; i-- {
		if name[i] == '/' {
			name = name[i+1:]
			break
		}
	}
	return printable.Name(name, maxHintText)
}

// refreshHints has the client ask again, because the settings are others.
func (s *server) refreshHints() {
	if w := s.now.Load().client.can.Workspace; w == nil || w.InlayHint == nil || !is(w.InlayHint.RefreshSupport) {
		return
	}
	s.task(func(ctx context.Context) {
		if err := s.editor.InlayHintRefresh(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("the client does not refresh inlay hints", "err", err)
		}
	})
}
