package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/outline"
)

func announceFolding(_ *client, server *protocol.ServerCapabilities) {
	server.FoldingRangeProvider = protocol.Boolean(true)
}

// defaultFoldLimit is how many folds are told to a client without a limit of
// its own; editors take no more.
const defaultFoldLimit = 5000

// FoldingRanges answers textDocument/foldingRange. Whole lines are folded, in
// every client.
func (s *server) FoldingRanges(ctx context.Context, params *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	limit := defaultFoldLimit
	if t := viewFrom(ctx).client.can.TextDocument; t != nil && t.FoldingRange != nil && t.FoldingRange.RangeLimit != nil {
		limit = int(*t.FoldingRange.RangeLimit)
	}
	tree := doc.tree()
	folds := outline.Folds(tree, limit)
	all := make([]protocol.FoldingRange, 0, len(folds))
	for _, f := range folds {
		fold := protocol.FoldingRange{
			StartLine: doc.position(int(tree.Node(f.First).Start)).Line,
			EndLine:   doc.position(int(tree.Node(f.Last).End)).Line,
			Kind:      protocol.FoldingRangeKindRegion,
		}
		if f.Comment {
			fold.Kind = protocol.FoldingRangeKindComment
		}
		all = append(all, fold)
	}
	return all, nil
}
