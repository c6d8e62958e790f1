package lsp

import (
	"cmp"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/editor/outline"
	"gcf-lsp/internal/text/fuzzy"
)

func announceWorkspaceSymbols(_ *client, server *protocol.ServerCapabilities) {
	server.WorkspaceSymbolProvider = protocol.Boolean(true)
}

const (
	// maxWorkspaceSymbols is how many symbols answer a query.
	maxWorkspaceSymbols = 256
	// maxFileSymbols and maxCachedSymbols bound what is kept of the files that
	// are not open: of one, and of all.
	maxFileSymbols   = 5000
	maxCachedSymbols = 200_000
)

// Symbols answers workspace/symbol: the graph nodes, sections and arrays of the
// open documents and of the files of the workspace whose names the query fits,
// the best first.
func (s *server) Symbols(ctx context.Context, params *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	v := viewFrom(ctx)
	best := ranking{limit: maxWorkspaceSymbols}
	for _, key := range slices.Sorted(maps.Keys(v.documents)) {
		doc := v.documents[key]
		_ = s.contain("symbols", func() error { // it is in the log
			for symbol, container := range outline.Names(doc.tree()) {
				if score, fits := fuzzy.Score(params.Query, symbol.Name); fits {
					best.add(candidate{score: score, info: func() protocol.SymbolInformation {
						return workspaceSymbol(v.client, doc.version, symbol, container)
					}})
				}
			}
			return nil
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if len(v.folders) > 0 {
		s.index.catchUp(ctx)
	}
	for _, path := range s.index.known.Paths() {
		if v.documents[uri.File(path)] != nil {
			continue
		}
		for _, info := range s.names.of(path, func() []protocol.SymbolInformation { return s.readSymbols(v.client, path) }) {
			if score, fits := fuzzy.Score(params.Query, info.Name); fits {
				best.add(candidate{score: score, info: func() protocol.SymbolInformation { return info }})
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	all := make(protocol.SymbolInformationSlice, 0, maxWorkspaceSymbols)
	for _, c := range best.sorted() {
		all = append(all, c.info())
	}
	return all, nil
}

func workspaceSymbol(c *client, doc *version, symbol outline.Symbol, container string) protocol.SymbolInformation {
	info := protocol.SymbolInformation{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: symbol.Name, Kind: c.symbolKind(symbolKind(&symbol))},
		Location:              protocol.Location{URI: doc.uri, Range: doc.span(symbol.NameSpan.Start, symbol.NameSpan.End)},
	}
	if container != "" {
		info.ContainerName = &container
	}
	return info
}

// readSymbols returns the symbols of a file. They do not hold its text.
func (s *server) readSymbols(c *client, path string) []protocol.SymbolInformation {
	doc := s.index.version(path)
	if doc == nil {
		return nil
	}
	var all []protocol.SymbolInformation
	_ = s.contain("symbols", func() error { // it is in the log
		for symbol, container := range outline.Names(doc.tree()) {
			symbol.Name = strings.Clone(symbol.Name)
			all = append(all, workspaceSymbol(c, doc, symbol, strings.Clone(container)))
			if len(all) == maxFileSymbols {
				break
			}
		}
		return nil
	})
	return all
}

// fileSymbols keeps the symbols of files that are not open, as long as the
// files stay as they are.
type fileSymbols struct {
	mu    sync.Mutex
	files map[string]symbolsOfFile
	total int
}

type symbolsOfFile struct {
	stamp   stamp
	symbols []protocol.SymbolInformation
}

// of returns the symbols of a file, read anew where the file has changed.
// Beyond maxCachedSymbols nothing more is read.
func (f *fileSymbols) of(path string, read func() []protocol.SymbolInformation) []protocol.SymbolInformation {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.files[path]
	info, err := os.Stat(path)
	if err != nil {
		f.total -= len(known.symbols)
		delete(f.files, path)
		return nil
	}
	if now := (stamp{info.ModTime(), info.Size()}); !ok || known.stamp != now {
		f.total -= len(known.symbols)
		delete(f.files, path)
		if f.total >= maxCachedSymbols {
			return nil
		}
		if f.files == nil {
			f.files = map[string]symbolsOfFile{}
		}
		known = symbolsOfFile{now, read()}
		f.files[path] = known
		f.total += len(known.symbols)
	}
	return known.symbols
}

// candidate is a symbol that a query fits.
type candidate struct {
	info  func() protocol.SymbolInformation
	score int
	order int // in which it was found
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
