package lsp

import (
	"context"
	"errors"
	"maps"

	"go.lsp.dev/uri"
)

// view is everything that a request may look at, as it was when the request
// was read. A view is never changed, only replaced by the next one; documents
// that no view and no request holds any more are collected.
type view struct {
	client    *client
	settings  *settings
	folders   []string              // paths of the workspace folders that are files
	documents map[uri.URI]*snapshot // open documents by canonical URI
	foreign   map[uri.URI]*snapshot // those that are not GCF, by canonical URI
	typing    *version              // the document that is being typed in at the moment, or nil
}

type viewKey struct{}

func withView(ctx context.Context, v *view) context.Context {
	return context.WithValue(ctx, viewKey{}, v)
}

// viewFrom returns the view that a request took.
func viewFrom(ctx context.Context) *view { return ctx.Value(viewKey{}).(*view) }

// errNotOpen says that a request is about a document that is not open, or no
// GCF. Its answer is that there is nothing: editors ask about `git:` and
// `untitled:` documents and about closed ones, and show errors to people.
var errNotOpen = errors.New("the document is not open")

// document returns the snapshot that a request is about, or [errNotOpen].
func document(ctx context.Context, u uri.URI) (*snapshot, error) {
	if doc := viewFrom(ctx).documents[documentKey(string(u))]; doc != nil {
		return doc, nil
	}
	return nil, errNotOpen
}

// change makes the next view from a copy of the current one.
func (s *server) change(edit func(*view)) *view {
	s.changing.Lock()
	defer s.changing.Unlock()
	next := *s.now.Load()
	next.documents, next.foreign = maps.Clone(next.documents), maps.Clone(next.foreign)
	if next.documents == nil {
		next.documents, next.foreign = map[uri.URI]*snapshot{}, map[uri.URI]*snapshot{}
	}
	edit(&next)
	s.now.Store(&next)
	return &next
}
