package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// NewLogger returns a logger that writes lines for people to w. The level is
// debug, info, warn or error; any other word is an error.
func NewLogger(w io.Writer, level string) (*zap.Logger, error) {
	l, err := zapcore.ParseLevel(level)
	if err != nil || l > zapcore.ErrorLevel {
		return nil, fmt.Errorf("log level %q: must be debug, info, warn or error", level)
	}
	encoding := zap.NewDevelopmentEncoderConfig()
	encoding.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
	encoding.CallerKey = zapcore.OmitKey
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(encoding), zapcore.Lock(zapcore.AddSync(w)), l)), nil
}

// newServerLog returns a logger that writes to the caller's and tells the
// client what it should know.
func newServerLog(own *zap.Logger, out *outbox) *zap.Logger {
	if own == nil {
		own = zap.NewNop()
	}
	encoder := zapcore.NewConsoleEncoder(zapcore.EncoderConfig{MessageKey: "message", EncodeDuration: zapcore.StringDurationEncoder})
	return zap.New(zapcore.NewTee(own.Core(), &clientCore{zapcore.InfoLevel, encoder, out}))
}

// clientCore sends log entries as window/logMessage.
type clientCore struct {
	zapcore.LevelEnabler
	encoder zapcore.Encoder
	outbox  *outbox
}

func (c *clientCore) With(fields []zapcore.Field) zapcore.Core {
	next := *c
	next.encoder = c.encoder.Clone()
	for _, f := range fields {
		f.AddTo(next.encoder)
	}
	return &next
}

func (c *clientCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return checked.AddCore(e, c)
	}
	return checked
}

func (c *clientCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	line, err := c.encoder.EncodeEntry(e, fields)
	if err != nil {
		return err
	}
	defer line.Free()
	kind := protocol.MessageTypeError
	switch e.Level {
	case zapcore.InfoLevel:
		kind = protocol.MessageTypeInfo
	case zapcore.WarnLevel:
		kind = protocol.MessageTypeWarning
	}
	c.outbox.put(outgoing{protocol.MethodWindowLogMessage, &protocol.LogMessageParams{
		Type:    kind,
		Message: strings.ReplaceAll(strings.TrimSpace(line.String()), "\t", " "),
	}})
	return nil
}

func (c *clientCore) Sync() error { return nil }

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
					s.log.Warn("messages for the client were dropped", zap.Int64("messages", n))
				}
				if err := s.conn.Notify(ctx, m.method, m.params); err != nil {
					return // the connection is gone
				}
			}
		}
	})
}
