package lsp

import (
	"context"
	"errors"
	"io"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// stream frames messages with Content-Length headers. What is no JSON-RPC
// message is answered with an error and the next frame is read; only a broken
// frame ends the session, for nothing says where the next one begins.
type stream struct {
	jsonrpc2.Stream
	log   *zap.Logger
	ended func() // called when there is nothing more to read
}

func newStream(in io.Reader, out io.Writer, log *zap.Logger, ended func()) *stream {
	return &stream{jsonrpc2.NewHeaderStream(pipe{in, out}), log, ended}
}

// Read returns the next message. Absent and null params become an empty
// object: decoders that want one then find one, whatever the method.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		message, n, err := s.Stream.Read(ctx)
		if invalid := (*jsonrpc2.Error)(nil); errors.As(err, &invalid) {
			s.log.Warn("a message that is not JSON-RPC", zap.Error(err))
			if _, err := s.Stream.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, invalid)); err != nil {
				return nil, 0, err
			}
			continue
		}
		if err != nil {
			s.ended()
		}
		switch m := message.(type) {
		case *jsonrpc2.Call:
			s.log.Debug("request", zap.String("method", m.Method()), zap.Int64("bytes", n))
			switch {
			case m.Params() == nil:
				message = jsonrpc2.NewCall(m.ID(), m.Method(), noParams)
			case m.Method() == protocol.MethodTextDocumentSignatureHelp:
				message = jsonrpc2.NewCall(m.ID(), m.Method(), withoutShownHelp(m.Params()))
			}
		case *jsonrpc2.Notification:
			s.log.Debug("notification", zap.String("method", m.Method()), zap.Int64("bytes", n))
			if m.Params() == nil {
				message = jsonrpc2.NewNotification(m.Method(), noParams)
			}
		}
		return message, n, err
	}
}

var noParams = jsonrpc2.RawMessage("{}")

// pipe makes one connection of a reader and a writer.
type pipe struct {
	io.Reader
	io.Writer
}

// Close closes what can be closed. Standard output is left to its owner.
func (p pipe) Close() error {
	if c, ok := p.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
