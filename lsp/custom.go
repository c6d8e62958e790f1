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
)

// Request answers methods that LSP does not know.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	raw, _ := params.(protocol.LSPAny)
	switch method {
	case methodDecoded:
		return s.decoded(ctx, parseLoosely(raw))
	case methodTable:
		return s.table(ctx, parseLoosely(raw))
	}
	return nil, s.notServed(method)
}
