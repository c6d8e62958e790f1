package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// publishers push diagnostics to a client that does not pull them. Each open
// document has one, and all that is published for the document comes from its
// one goroutine: so nothing overtakes anything, and nothing comes after the
// diagnostics were cleared.
type publishers struct {
	server *server

	mu   sync.Mutex
	open map[uri.URI]*publisher
	last map[uri.URI]*publisher // the ones that still clear a closed document
}

// publisher publishes the diagnostics of one document while it is open.
type publisher struct {
	server *server
	key    uri.URI
	wake   chan struct{} // holds one wish to look at the document again
	closed chan struct{} // closed by didClose
	done   chan struct{} // closed at the end

	mu     sync.Mutex
	cancel context.CancelFunc // of the run in progress
}

// wake has the publisher of a document look at it again, soon. The first call
// starts it.
func (ps *publishers) wake(key, spelled uri.URI) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.open[key]
	if p == nil {
		p = &publisher{
			server: ps.server,
			key:    key,
			wake:   make(chan struct{}, 1),
			closed: make(chan struct{}),
			done:   make(chan struct{}),
		}
		before := ps.last[key]
		ps.open[key] = p
		ps.server.task(func(ctx context.Context) {
			defer close(p.done)
			if before != nil {
				<-before.done
			}
			p.run(ctx, spelled)
		})
	}
	p.lookAgain()
}

// wakeOpen has the publisher of a document, if there is one, look at it again.
func (ps *publishers) wakeOpen(key uri.URI) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if p := ps.open[key]; p != nil {
		p.lookAgain()
	}
}

// wakeAll has all publishers look at their documents again.
func (ps *publishers) wakeAll() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.open {
		p.lookAgain()
	}
}

func (p *publisher) lookAgain() {
	p.interrupt()
	select {
	case p.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// close has the publisher of a document clear its diagnostics and end.
func (ps *publishers) close(key uri.URI) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.open[key]
	if p == nil {
		return
	}
	delete(ps.open, key)
	ps.last[key] = p
	ps.server.task(func(context.Context) {
		<-p.done
		ps.mu.Lock()
		defer ps.mu.Unlock()
		if ps.last[key] == p {
			delete(ps.last, key)
		}
	})
	close(p.closed)
	p.interrupt()
}

// interrupt ends the run in progress: what it would publish is out of date.
func (p *publisher) interrupt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
}

// run publishes until the document is closed. Its URI is spelled as the client
// spells it.
func (p *publisher) run(ctx context.Context, spelled uri.URI) {
	var (
		began     time.Time // the last run
		published string    // the result id of what the client has
	)
	p.server.awaitSettings(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.closed:
			p.server.publish(ctx, &protocol.PublishDiagnosticsParams{URI: spelled})
			return
		case <-p.wake:
		}
		if !p.settle(ctx, began) {
			continue
		}
		began = time.Now()
		run, cancel := context.WithCancel(ctx)
		p.mu.Lock()
		p.cancel = cancel
		p.mu.Unlock()

		// Only now: whatever changes from here on cancels the run. A document
		// that was closed may be open again, for another publisher.
		doc := p.server.now.Load().open(p.key)
		if doc == nil || p.isClosed() {
			cancel()
			continue
		}
		spelled = doc.uri
		r := p.report(run, doc)
		if r != nil && run.Err() == nil && r.resultID != published {
			message := &protocol.PublishDiagnosticsParams{URI: doc.uri, Diagnostics: r.items}
			if doc.number != nil {
				message.Version = protocol.NewOptional(*doc.number)
			}
			p.server.publish(ctx, message)
			published = r.resultID
		}
		cancel()
	}
}

func (p *publisher) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

// settle waits until the document rests. The first change after a rest is
// looked at at once; while more follow, not before they stop for the time that
// the settings say. It returns false where there is nothing to do any more.
func (p *publisher) settle(ctx context.Context, began time.Time) bool {
	rest := p.server.now.Load().settings.debounce
	if time.Since(began) >= rest {
		return true
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-p.closed:
			return false
		case <-p.wake:
			timer.Reset(rest)
		case <-timer.C:
			return true
		}
	}
}

// report makes the report of a document; nil where that failed or ctx ended
// before.
func (p *publisher) report(ctx context.Context, doc *snapshot) *report {
	r, err := p.server.containedReport(func() (*report, error) { return p.server.report(ctx, doc) })
	if err != nil {
		return nil
	}
	return r
}

func (s *server) publish(ctx context.Context, message *protocol.PublishDiagnosticsParams) {
	if err := s.editor.PublishDiagnostics(ctx, message); err != nil && ctx.Err() == nil {
		s.log.Warn("diagnostics could not be sent", "err", err)
	}
}
