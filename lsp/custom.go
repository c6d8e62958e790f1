package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// The methods that are ours, beside those of LSP. docs/lsp.md describes them.
const (
	methodDecoded        = "gcf/decoded"
	methodDecodedChanged = "gcf/decodedChanged"
	methodTable          = "gcf/table"
	methodColumns        = "gcf/columns"
	methodPlace          = "gcf/place"
	methodMove           = "gcf/move"
	methodTake           = "gcf/take"
	methodEdit           = "gcf/edit"
	methodSteps          = "gcf/steps"
)

// Request answers methods that LSP does not know.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	raw, _ := params.(protocol.LSPAny)
	switch method {
	case methodDecoded:
		return s.decoded(ctx, parseLoosely(raw))
	case methodTable:
		return s.table(ctx, parseLoosely(raw))
	case methodColumns:
		return s.columns(ctx, parseLoosely(raw))
	case methodPlace:
		return s.place(ctx, parseLoosely(raw))
	case methodMove:
		return s.move(ctx, parseLoosely(raw))
	case methodTake:
		return s.take(ctx, parseLoosely(raw))
	case methodEdit:
		return s.edit(ctx, parseLoosely(raw))
	case methodSteps:
		return s.steps(ctx, parseLoosely(raw))
	}
	return nil, s.notServed(method)
}
