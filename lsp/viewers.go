package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/uri"
)

// viewers are those who look at the data of open documents, with gcf/decoded
// or gcf/table. They hear of it when a document that they asked about has
// changed: once for changes that follow each other closely.
type viewers struct {
	once sync.Once
	wake chan struct{} // holds one wish to tell

	mu      sync.Mutex
	watched map[uri.URI]bool // true where there is news
}

func newViewers() *viewers {
	return &viewers{wake: make(chan struct{}, 1), watched: map[uri.URI]bool{}}
}

// watch takes note of somebody who looks at a document.
func (w *viewers) watch(s *server, key uri.URI) {
	w.mu.Lock()
	if _, known := w.watched[key]; !known {
		w.watched[key] = false
	}
	w.mu.Unlock()
	w.once.Do(func() { s.task(func(ctx context.Context) { w.run(ctx, s) }) })
}

// changed takes note of a change. It does not wait.
func (w *viewers) changed(key uri.URI) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, watching := w.watched[key]; !watching {
		return
	}
	w.watched[key] = true
	select {
	case w.wake <- struct{}{}:
	default: // it will be told anyway
	}
}

// closed forgets a document.
func (w *viewers) closed(key uri.URI) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.watched, key)
}

// decodedChanged are the params of gcf/decodedChanged.
type decodedChanged struct {
	URI     uri.URI `json:"uri"`
	Version *int32  `json:"version"`
}

func (w *viewers) run(ctx context.Context, s *server) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		}
		if !rest(ctx, s.now.Load().settings.debounce) {
			return
		}
		for _, key := range w.take() {
			doc := s.now.Load().documents[key]
			if doc == nil {
				continue
			}
			if s.conn.Notify(ctx, methodDecodedChanged, &decodedChanged{doc.uri, doc.number}) != nil {
				return // the connection is gone
			}
		}
	}
}

// take returns the documents with news.
func (w *viewers) take() (news []uri.URI) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, has := range w.watched {
		if has {
			news = append(news, key)
			w.watched[key] = false
		}
	}
	return news
}

// rest waits, and reports whether ctx goes on.
func rest(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
