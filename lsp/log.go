package lsp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"
)

// NewLogger returns a logger that writes lines for people to w. The level is
// debug, info, warn or error; any other word is an error.
func NewLogger(w io.Writer, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil || !strings.EqualFold(l.String(), level) {
		return nil, fmt.Errorf("log level %q: must be debug, info, warn or error", level)
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			a.Value = slog.StringValue(a.Value.Time().Format("15:04:05.000"))
		}
		return a
	}})), nil
}

// newServerLog returns a logger that writes to the caller's and tells the
// client what it should know.
func newServerLog(own *slog.Logger, out *outbox) *slog.Logger {
	if own == nil {
		own = slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewMultiHandler(own.Handler(), clientLog{outbox: out}))
}

// clientLog sends log entries as window/logMessage, without groups.
type clientLog struct {
	outbox *outbox
	attrs  []slog.Attr
}

func (l clientLog) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

func (l clientLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	l.attrs = slices.Concat(l.attrs, attrs)
	return l
}

func (l clientLog) WithGroup(string) slog.Handler { return l }

func (l clientLog) Handle(_ context.Context, r slog.Record) error {
	var text strings.Builder
	text.WriteString(r.Message)
	add := func(a slog.Attr) bool {
		fmt.Fprintf(&text, " %s=%v", a.Key, a.Value)
		return true
	}
	for _, a := range l.attrs {
		add(a)
	}
	r.Attrs(add)
	kind := protocol.MessageTypeError
	switch {
	case r.Level < slog.LevelWarn:
		kind = protocol.MessageTypeInfo
	case r.Level < slog.LevelError:
		kind = protocol.MessageTypeWarning
	}
	l.outbox.put(outgoing{protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: kind, Message: text.String()}})
	return nil
}

// outbox holds notifications for the client that may be late or lost. The
// read loop must not write itself: a client that writes without reading would
// wait for it, and it for the client.
type outbox struct {
	queue   chan outgoing
	dropped atomic.Int64
}

// outgoing is a notification for the client.
type outgoing struct {
	method string
	params any
}

func newOutbox() *outbox { return &outbox{queue: make(chan outgoing, 256)} }

func (o *outbox) put(m outgoing) {
	select {
	case o.queue <- m:
	default:
		o.dropped.Add(1)
	}
}

// start sends what is put from now on, and what was put before.
func (o *outbox) start(s *server) {
	s.task(func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-o.queue:
				if n := o.dropped.Swap(0); n > 0 {
					s.log.Warn("messages for the client were dropped", "messages", n)
				}
				if err := s.conn.Notify(ctx, m.method, m.params); err != nil {
					return // the connection is gone
				}
			}
		}
	})
}
