package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/roots"
	"gcf-lsp/internal/text/markup"
)

// rootDefinition returns where a root's snapshot, a named base or a session's
// symbol is. It returns false where the place is none of these.
func (s *server) rootDefinition(ctx context.Context, doc *snapshot, offset int) (to []protocol.Location, ok bool) {
	place, ok := roots.At(doc.tree(), offset)
	if !ok {
		return nil, false
	}
	w := s.index
	w.catchUp(ctx)
	e := w.known.Summarise(doc.path, doc.tree())
	switch {
	case place.Named:
		if _, known := w.known.Entry(e.Named); known {
			to = w.appendPlace(to, e.Named, nil)
		}
	case place.Reference:
		if earlier, _ := w.known.Earlier(e, w.read); earlier != nil {
			if d, declared := earlier.Symbols[place.ID]; declared {
				to = w.appendPlace(to, d.Path, func(doc *ast.Document) (int, int) { return doc.Span(d.Node) })
			}
		}
	case place.Field == "base_root" && e.Named != "":
		to = w.appendPlace(to, e.Named, nil)
	default:
		for _, holder := range w.known.Holding(place.Root) {
			to = w.appendPlace(to, holder.Path, headerPlace("pack_root", "new_root"))
			if place.Field == "base_root" {
				break // the one that is used
			}
		}
	}
	return to, true
}

// rootReferences returns the documents that use the snapshot with the root at
// an offset: the deltas on it and, where wanted, those that hold it.
func (s *server) rootReferences(ctx context.Context, doc *snapshot, offset int, declaration bool) (to []protocol.Location, ok bool) {
	place, ok := roots.At(doc.tree(), offset)
	if !ok || place.Root == "" {
		return nil, false
	}
	w := s.index
	w.catchUp(ctx)
	if declaration {
		for _, holder := range w.known.Holding(place.Root) {
			to = w.appendPlace(to, holder.Path, headerPlace("pack_root", "new_root"))
		}
	}
	for _, delta := range w.known.DeltasOn(place.Root) {
		to = w.appendPlace(to, delta.Path, headerPlace("base_root"))
	}
	return to, true
}

// headerPlace finds the first of some header fields.
func headerPlace(names ...string) func(doc *ast.Document) (int, int) {
	return func(doc *ast.Document) (int, int) {
		for _, name := range names {
			if f := doc.Header.Field(name); f != nil {
				return f.ValueStart, f.ValueEnd
			}
		}
		return doc.Span(doc.Header.Node)
	}
}

// appendPlace appends a place in a document of the index: its start where find
// is nil.
func (w *workspaceIndex) appendPlace(to []protocol.Location, path string, find func(doc *ast.Document) (start, end int)) []protocol.Location {
	v := w.version(path)
	if v == nil {
		return to
	}
	start, end := 0, 0
	if find != nil {
		start, end = find(v.tree())
	}
	return append(to, protocol.Location{URI: v.uri, Range: v.span(start, end)})
}

// rootHover returns what there is to say about the place at an offset, with its
// range, or nothing.
func (s *server) rootHover(doc *snapshot, offset int) (text markup.Text, span ast.Span) {
	place, ok := roots.At(doc.tree(), offset)
	if !ok {
		return text, span
	}
	known := roots.Known{Index: s.index.known, Read: s.index.read}
	return known.Describe(doc.path, doc.tree(), place), place.Span
}
