package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/fuzzy"
	"gcf-lsp/internal/outline"
)

func announceWorkspaceSymbols(_ *client, server *protocol.ServerCapabilities) {
	server.WorkspaceSymbolProvider = protocol.Boolean(true)
}

// maxWorkspaceSymbols is how many symbols answer a query.
const maxWorkspaceSymbols = 256

// Symbols answers workspace/symbol: the graph nodes, sections and arrays whose
// names the query fits, the best first.
func (s *server) Symbols(ctx context.Context, params *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	v := viewFrom(ctx)
	best := ranking{limit: maxWorkspaceSymbols}
	for _, key := range slices.Sorted(maps.Keys(v.documents)) {
		doc := v.documents[key]
		for symbol, container := range outline.Names(doc.tree()) {
			if score, fits := fuzzy.Score(params.Query, symbol.Name); fits {
				best.add(candidate{doc: doc, symbol: symbol, container: container, score: score})
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	all := make(protocol.SymbolInformationSlice, 0, maxWorkspaceSymbols)
	for _, c := range best.sorted() {
		info := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: c.symbol.Name, Kind: v.client.symbolKind(symbolKind(&c.symbol))},
			Location:              protocol.Location{URI: c.doc.uri, Range: c.doc.span(c.symbol.NameSpan.Start, c.symbol.NameSpan.End)},
		}
		if c.container != "" {
			info.ContainerName = &c.container
		}
		all = append(all, info)
	}
	return all, nil
}

// candidate is a symbol that a query fits.
type candidate struct {
	doc       *snapshot
	symbol    outline.Symbol
	container string
	score     int
	order     int // in which it was found
}

// ranking keeps the best candidates, and never many more than its limit.
type ranking struct {
	limit int
	all   []candidate
	found int
}

func (r *ranking) add(c candidate) {
	c.order = r.found
	r.found++
	if r.all = append(r.all, c); len(r.all) >= 4*r.limit {
		r.all = r.sorted()
	}
}

// sorted returns the best ones; those that are as good in the order of their
// places.
func (r *ranking) sorted() []candidate {
	slices.SortFunc(r.all, func(a, b candidate) int {
		return cmp.Or(b.score-a.score, a.order-b.order)
	})
	return r.all[:min(len(r.all), r.limit)]
}
