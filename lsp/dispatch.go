package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/check/schema"
)

// server is one session with one client.
type server struct {
	options  Options
	analysis *analysis
	log      *slog.Logger
	outbox   *outbox
	stream   *stream
	conn     jsonrpc2.Conn
	editor   protocol.Client // calls the client

	ctx   context.Context // done when the session is over
	stop  context.CancelFunc
	tasks sync.WaitGroup // all goroutines but those of the connection

	phase   atomic.Int32 // of the session; written on the read loop
	tracing atomic.Int32 // what $/setTrace asked for

	changing sync.Mutex // held while the next view is made
	now      atomic.Pointer[view]
	docs     documents // on the read loop only
	lives    lives     // on the read loop only
	greeted  bool      // by initialized; on the read loop only

	publishers publishers
	workspace  workspaceFiles
	index      *workspaceIndex
	schemas    schema.Store
	pages      *rulePages
	complaints complaints
	tokens     tokenResults // the last semantic tokens of each document
	names      fileSymbols  // of files that are not open
	long       *longWork
	formatters formatters
	configured *configurationReports
	watched    watch
	viewers    *viewers

	typed         chan struct{} // holds one word that somebody types
	initial       *settings     // those of initialize
	askAgain      chan struct{} // holds one wish to ask for the settings
	settingsAsked chan struct{} // closed once the client had its first chance
	settingsKnown sync.Once     // closes it
}

func newServer(ctx context.Context, options Options) *server {
	s := &server{
		options:       options,
		analysis:      options.analysis,
		outbox:        newOutbox(),
		docs:          documents{},
		lives:         lives{},
		long:          newLongWork(),
		viewers:       newViewers(),
		configured:    newConfigurationReports(),
		initial:       defaultSettings(),
		askAgain:      make(chan struct{}, 1),
		typed:         make(chan struct{}, 1),
		settingsAsked: make(chan struct{}),
	}
	if s.analysis == nil {
		s.analysis = realAnalysis
	}
	s.workspace.most, s.workspace.say = maxSearchedFiles, s.warnOnce
	s.index = newWorkspaceIndex(s)
	if s.options.alive == nil {
		s.options.alive = processAlive
	}
	s.log = newServerLog(options.Log, s.outbox)
	s.ctx, s.stop = context.WithCancel(ctx)
	s.pages = newRulePages(RulePagesURL, options.cacheDir(), s.log)
	s.publishers = publishers{server: s, open: map[uri.URI]*publisher{}, last: map[uri.URI]*publisher{}}
	s.complaints.told = map[string]bool{}
	s.now.Store(&view{client: &client{}, settings: s.initial})
	return s
}

// contain calls f, which is about one document of many, and returns its error,
// also where it panics: that costs no other document its answer.
func (s *server) contain(what string, f func() error) (err error) {
	defer s.recover(what, &err)
	return f()
}

// task runs f on a goroutine that [Serve] waits for. f ends when the session
// does.
func (s *server) task(f func(ctx context.Context)) {
	s.tasks.Go(func() {
		defer s.recover("task", nil)
		f(s.ctx)
	})
}

// handler returns what the connection calls for each message, on the read
// loop. It never panics, and it never returns an error for a notification:
// either would close the connection.
func (s *server) handler() jsonrpc2.Handler {
	calls, cancel := jsonrpc2.CancelHandler(s.call)
	return func(ctx context.Context, r *jsonrpc2.Request) (result any, err error) {
		switch {
		case !r.IsCall():
			s.notification(r, cancel)
			return nil, nil
		case r.Method() == protocol.MethodInitialize, r.Method() == protocol.MethodShutdown:
			// On the read loop but for the answer: what follows sees the new
			// phase, and no write keeps the end of the input from being read.
			defer jsonrpc2.Async(ctx)
			defer s.recover(r.Method(), &err)
			return s.lifecycle(r)
		}
		return calls(ctx, r)
	}
}

// call handles one request. What comes before Async happens on the read loop:
// no later message is read before. A request must call Async, also to be
// refused, because its context has a child by now and the connection would
// use it again for another request.
func (s *server) call(ctx context.Context, r *jsonrpc2.Request) (result any, err error) {
	v, phase, began := s.now.Load(), s.phase.Load(), time.Now()
	jsonrpc2.Async(ctx)

	method := r.Method()
	defer func() {
		s.trace(r, time.Since(began), err)
	}()
	defer s.recover(method, &err)
	if err := refusal(phase); err != nil {
		return nil, err
	}
	result, err = s.dispatch(withView(ctx, v), r)
	switch {
	case errors.Is(err, errNotOpen) && mayBeNull(method):
		return nil, nil
	case errors.Is(err, errNotOpen):
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
	case err != nil && ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case errors.Is(err, jsonrpc2.ErrParse):
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
	case err != nil && !errors.As(err, new(*jsonrpc2.Error)):
		s.log.Error("request failed", "method", method, "err", err)
		return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: %v", method, err)
	}
	return result, err
}

// mayBeNull reports whether the answer to a request may be null: not that of
// resolving something, nor of our own requests.
func mayBeNull(method string) bool {
	return !strings.HasSuffix(strings.ToLower(method), "resolve") && !strings.HasPrefix(method, "gcf/")
}

func (s *server) dispatch(ctx context.Context, r *jsonrpc2.Request) (any, error) {
	if viewFrom(ctx).isAboutForeign(r) {
		return nil, nil
	}
	return protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)(ctx, r)
}

// notification handles one notification, on the read loop. Unknown ones are
// left alone.
func (s *server) notification(r *jsonrpc2.Request, cancel func(jsonrpc2.ID)) {
	method := r.Method()
	defer s.recover(method, nil)
	switch method {
	case protocol.MethodExit:
		s.stream.exit.Store(true) // the session ends when all is answered
		return
	case protocol.MethodCancelRequest:
		if id, ok := requestID(parseLoosely(r.Params())); ok {
			cancel(id)
		}
		return
	}
	handle, ok := notifications[method]
	if !ok || s.phase.Load() != phaseRunning {
		s.log.Debug("notification ignored", "method", method)
		return
	}
	began := time.Now()
	handle(s, parseLoosely(r.Params()))
	s.trace(r, time.Since(began), nil)
}

// requestID reads the id of a $/cancelRequest.
func requestID(params any) (jsonrpc2.ID, bool) {
	switch id := member(params, "id").(type) {
	case string:
		return jsonrpc2.NewStringID(id), true
	case float64:
		return jsonrpc2.NewNumberID(int64(id)), true
	}
	return jsonrpc2.ID{}, false
}

// recover turns a panic into a log line and, where err is given, the failure
// of one request. It is to be deferred.
func (s *server) recover(what string, err *error) {
	p := recover()
	if p == nil {
		return
	}
	s.log.Error("panic", "in", what, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if err != nil {
		*err = jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: internal error: %v", what, p)
	}
}
