// Package lsp is the language server. Enter at [Serve].
//
// What a feature does is in one file named after it, and always the same:
// take the snapshot of the document, call a pure function, convert. Around the
// features:
//
//   - stream.go and dispatch.go read messages in wire order. Notifications are
//     handled on the read loop, one after the other. A request takes the
//     [view] of all documents and settings before the next message is read and
//     then runs on its own, cancellable.
//   - lifecycle.go, client.go and notifications.go read what clients say
//     leniently: whatever is odd is left out, and never ends the connection.
//   - documents.go and snapshot.go hold the open documents. A snapshot is one
//     version of a document and never changes; it is parsed when something
//     first asks and at most once.
//   - publish.go sends diagnostics to clients that do not ask for them.
//
// Byte offsets become LSP positions in snapshot.go and nowhere else.
package lsp

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// The exit status of a session, as LSP's `exit` notification defines it.
const (
	ExitOK         = 0 // shutdown was requested
	ExitNoShutdown = 1 // the session ended without it
)

// RulePagesURL is where the rule pages are hosted, to be set at build time with
// -ldflags "-X gcf-lsp/lsp.RulePagesURL=https://…". The page of a code is
// `<code>.md` below it. While it is empty, pages are written to the user's
// cache folder.
var RulePagesURL string

// Options are what a caller of [Serve] may set. The zero value is fine.
type Options struct {
	// Version of the program, told to the client.
	Version string
	// Log takes what the server logs; nil for nothing. The client is told
	// apart from it, with window/logMessage. See [NewLogger].
	Log *slog.Logger
	// ClientProcess is the process that the session ends with, as the command
	// line names it; 0 for none.
	ClientProcess int
	// CacheDir is the folder for rule pages; empty for the user's.
	CacheDir string

	// The following are for tests.
	analysis *analysis
	alive    func(pid int) bool
}

// Serve talks LSP over in and out until the client says exit, in ends, ctx is
// done or the client's process is gone. Nothing but frames is written to out.
// The error says why the connection broke, if it did.
//
// Where in is an io.Closer it is closed at the end. A read from in and a write
// to out that cannot be interrupted may outlast Serve.
func Serve(ctx context.Context, in io.Reader, out io.Writer, options Options) (exitCode int, err error) {
	return newServer(ctx, options).serve(in, out)
}

func (s *server) serve(in io.Reader, out io.Writer) (exitCode int, err error) {
	defer s.stop()
	// What is in progress when the input ends gets some time; a write that
	// nobody takes must not keep the session alive.
	stream := newStream(in, out, s.log, func() { time.AfterFunc(drainTime, s.stop) })
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.stream, s.conn, s.editor = stream, conn, protocol.ClientDispatcher(conn)
	s.outbox.start(s)
	if pid := s.options.ClientProcess; pid > 0 {
		s.task(func(ctx context.Context) { s.watchParent(ctx, pid) })
	}
	conn.Go(s.ctx, s.handler())

	select {
	case <-conn.Done():
	case <-s.ctx.Done():
	}
	s.stop()
	stream.Close()
	s.drain()

	if err = conn.Err(); err != nil {
		s.log.Error("the connection broke", "err", err)
	}
	if s.phase.Load() == phaseShutDown {
		return ExitOK, err
	}
	return ExitNoShutdown, err
}

// drain waits for all that is still in progress, but not for ever: a read that
// cannot be interrupted and a write that nobody takes must not keep the server
// alive.
func (s *server) drain() {
	drained := make(chan struct{})
	go func() {
		<-s.conn.Done()
		s.tasks.Wait()
		close(drained)
	}()
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	select {
	case <-drained:
	case <-timer.C:
	}
}

// drainTime is how long the end of a session waits for what is in progress.
const drainTime = 2 * time.Second

// codec encodes the payloads of messages with the union types of LSP.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append((*raw)[:0:0], data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// cacheDir returns the folder for rule pages, or "" where the user has none.
func (o *Options) cacheDir() string {
	if o.CacheDir != "" {
		return o.CacheDir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "gcf-lsp")
}
