package lsp

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"golang.org/x/sync/semaphore"
)

// longWork is the work that may take long on a large document: formatting it,
// decoding it, fixing all of it. Only so much of it runs at a time that nobody
// can pile it up; a request that is cancelled does not wait for its work,
// which ends by itself and is thrown away.
type longWork struct {
	slots *semaphore.Weighted
	last  atomic.Int64 // number of the last progress token

	mu    sync.Mutex
	shown map[protocol.ProgressToken]context.CancelFunc // cancels what is shown under a token
}

func newLongWork() *longWork {
	return &longWork{
		slots: semaphore.NewWeighted(int64(2 + runtime.GOMAXPROCS(0))),
		shown: map[protocol.ProgressToken]context.CancelFunc{},
	}
}

// showAfter is how long a request runs before the client is told that it does.
const showAfter = 500 * time.Millisecond

// long does work for a request and returns its result, or an error when the
// request or the progress shown for it is cancelled. Work that takes longer
// than a moment is shown as progress under the token of the request or, where
// it has none, a new one.
func long[T any](ctx context.Context, s *server, token protocol.ProgressToken, title string, work func() (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var none T
	if err := s.long.slots.Acquire(ctx, 1); err != nil {
		return none, protocol.ErrRequestCancelled
	}
	// Not the results of this function: it may have returned by then.
	result, err := new(T), new(error)
	done := make(chan struct{})
	working, worked := context.WithCancel(ctx)
	s.task(func(context.Context) {
		defer s.long.slots.Release(1)
		defer worked()
		defer close(done)
		defer s.recover(title, err)
		*result, *err = work()
	})
	timer := time.NewTimer(showAfter)
	defer timer.Stop()
	select {
	case <-done:
		return *result, *err
	case <-ctx.Done():
		return none, protocol.ErrRequestCancelled
	case <-timer.C:
	}
	end := s.showWork(working, cancel, token, title)
	defer end()
	select {
	case <-done:
		return *result, *err
	case <-ctx.Done():
		return none, protocol.ErrRequestCancelled
	}
}

// showWork shows work as progress, where the client shows any, and returns
// what takes it from the screen. It does not wait for the client longer than
// the work lasts, which is over when ctx is.
func (s *server) showWork(ctx context.Context, cancel context.CancelFunc, token protocol.ProgressToken, title string) (end func()) {
	if token == nil {
		if can := s.now.Load().client.can.Window; can == nil || !is(can.WorkDoneProgress) {
			return func() {}
		}
		token = protocol.String("gcf-lsp/work/" + strconv.FormatInt(s.long.last.Add(1), 10))
		wait, stop := context.WithTimeout(ctx, progressPatience)
		defer stop()
		if err := s.editor.WorkDoneProgressCreate(wait, &protocol.WorkDoneProgressCreateParams{Token: token}); err != nil {
			s.log.Debug("the client shows no progress", "err", err)
			return func() {}
		}
	}
	s.long.mu.Lock()
	s.long.shown[token] = cancel
	s.long.mu.Unlock()
	yes := true
	p := &progress{server: s, token: token}
	p.tell(s.ctx, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: unlinked(title), Cancellable: &yes})
	return func() {
		s.long.mu.Lock()
		delete(s.long.shown, token)
		s.long.mu.Unlock()
		p.end(s.ctx) // also after a cancel
	}
}

// cancelWork cancels what is shown under a token.
func (s *server) cancelWork(params any) {
	var token protocol.ProgressToken
	switch t := member(params, "token").(type) {
	case string:
		token = protocol.String(t)
	case float64:
		token = protocol.Integer(t)
	default:
		return
	}
	s.long.mu.Lock()
	defer s.long.mu.Unlock()
	if cancel := s.long.shown[token]; cancel != nil {
		cancel()
	}
}
