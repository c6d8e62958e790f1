package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/outline"
)

func announceSelectionRanges(_ *client, server *protocol.ServerCapabilities) {
	server.SelectionRangeProvider = protocol.Boolean(true)
}

// maxSelections is how many positions of one request are looked at; the others
// get the whole document.
const maxSelections = 1000

// SelectionRange answers textDocument/selectionRange, with one chain of ranges
// for each position.
func (s *server) SelectionRange(ctx context.Context, params *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	all := make([]protocol.SelectionRange, len(params.Positions))
	whole := protocol.SelectionRange{Range: doc.span(0, len(doc.text))}
	for i, p := range params.Positions {
		if i >= maxSelections {
			all[i] = whole
			continue
		}
		all[i] = selectionRange(doc, doc.offset(p))
	}
	return all, nil
}

func selectionRange(doc *snapshot, offset int) protocol.SelectionRange {
	spans := outline.Selections(doc.tree(), offset)
	var outer *protocol.SelectionRange
	for i := len(spans) - 1; i >= 0; i-- {
		r := doc.span(spans[i].Start, spans[i].End)
		if outer != nil && outer.Range == r {
			continue // the difference is inside a line end
		}
		outer = &protocol.SelectionRange{Range: r, Parent: outer}
	}
	if outer == nil {
		outer = &protocol.SelectionRange{} // an empty document
	}
	return *outer
}
