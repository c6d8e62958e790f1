package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/lenses"
)

func announceCodeLenses(_ *client, server *protocol.ServerCapabilities) {
	yes := true
	server.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: &yes}
}

// lensData is what a lens carries until its text is asked for.
type lensData struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
	Line    int    `json:"line"` // from 0
}

// CodeLens answers textDocument/codeLens. The texts are made when they come
// into view.
func (s *server) CodeLens(ctx context.Context, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !doc.settings.codeLens {
		return nil, nil
	}
	found := lenses.Of(doc.tree())
	all := make([]protocol.CodeLens, 0, len(found))
	for _, l := range found {
		start, end := doc.tree().Span(l.Line)
		lens := protocol.CodeLens{Range: doc.span(start, end)}
		if l.Kind == lenses.Delta {
			lens.Command = commandOf("Apply and verify", commandApplyDelta, doc.uri)
		} else if lens.Data, err = protocol.Marshal(lensData{string(doc.uri), doc.number, int(l.Line) - 1}); err != nil {
			return nil, err
		}
		all = append(all, lens)
	}
	return all, nil
}

// CodeLensResolve answers codeLens/resolve. A lens of an older version gets
// what stands there now: the client asks for new lenses anyway.
func (s *server) CodeLensResolve(ctx context.Context, lens *protocol.CodeLens) (*protocol.CodeLens, error) {
	data := parseLoosely(lens.Data)
	line, ok := integer(data, "line")
	if !ok {
		return lens, nil
	}
	doc, err := document(ctx, documentKey(text(data, "uri")))
	if err != nil {
		return nil, err
	}
	tree, id := doc.tree(), ast.NodeID(line+1)
	if id <= 0 || int(id) >= len(tree.Nodes) {
		return lens, nil
	}
	// A command without a name is a text that does nothing.
	lens.Command = protocol.Command{Title: withBudget(doc, id, lenses.Text(tree, id))}
	return lens, nil
}

// refreshLenses has the client ask again, because the settings are others.
func (s *server) refreshLenses() {
	if w := s.now.Load().client.can.Workspace; w == nil || w.CodeLens == nil || !is(w.CodeLens.RefreshSupport) {
		return
	}
	s.task(func(ctx context.Context) {
		if err := s.editor.CodeLensRefresh(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("the client does not refresh code lenses", "err", err)
		}
	})
}
