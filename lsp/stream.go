package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// stream frames messages with Content-Length headers. What is no JSON-RPC
// message is answered with an error and the next frame is read; only a broken
// frame ends the session, for nothing says where the next one begins.
//
// The connection refuses to answer once a read has failed. So the end, by
// `exit` or of the input, is not read before all that was asked is answered or
// time is up.
type stream struct {
	jsonrpc2.Stream // reads
	log             *slog.Logger
	out             io.Writer
	ended           func()        // called when there is nothing more to read
	exit            atomic.Bool   // the client said `exit`: nothing more is read
	asked           atomic.Int64  // calls that were read and not answered
	answered        chan struct{} // holds one word that a call was answered

	writing sync.Mutex
	buffer  []byte
}

func newStream(in io.Reader, out io.Writer, log *slog.Logger, ended func()) *stream {
	return &stream{
		Stream: jsonrpc2.NewHeaderStream(pipe{in, out}), log: log, out: out, ended: ended,
		answered: make(chan struct{}, 1),
	}
}

// Read returns the next message. Absent and null params become an empty
// object: decoders that want one then find one, whatever the method.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if s.exit.Load() {
			return nil, 0, s.end(io.EOF)
		}
		message, n, err := s.Stream.Read(ctx)
		if invalid := (*jsonrpc2.Error)(nil); errors.As(err, &invalid) {
			s.log.Warn("a message that is not JSON-RPC", "err", err)
			if _, err := s.send(jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, invalid)); err != nil {
				return nil, 0, err
			}
			continue
		}
		if err != nil {
			return nil, n, s.end(err)
		}
		switch m := message.(type) {
		case *jsonrpc2.Call:
			s.asked.Add(1)
			s.log.Debug("request", "method", m.Method(), "bytes", n)
			switch {
			case m.Params() == nil:
				message = jsonrpc2.NewCall(m.ID(), m.Method(), noParams)
			case m.Method() == protocol.MethodTextDocumentSignatureHelp:
				message = jsonrpc2.NewCall(m.ID(), m.Method(), withoutShownHelp(m.Params()))
			}
		case *jsonrpc2.Notification:
			s.log.Debug("notification", "method", m.Method(), "bytes", n)
			if m.Params() == nil {
				message = jsonrpc2.NewNotification(m.Method(), noParams)
			}
		}
		return message, n, nil
	}
}

// end waits until all that was asked is answered, but not for ever, and returns
// why nothing more is read.
func (s *stream) end(why error) error {
	s.ended()
	timer := time.NewTimer(2 * drainTime) // what is cancelled after one of them has the other to say so
	defer timer.Stop()
	for s.asked.Load() > 0 {
		select {
		case <-s.answered:
		case <-timer.C:
			return why
		}
	}
	return why
}

// callPrefix begins what the server says of its own accord, unlike an answer.
var callPrefix = []byte(`{"jsonrpc":"2.0","method":`)

// Write sends a message. An answer is sent also where ctx, that of the request,
// is done: it is asked for all the same.
func (s *stream) Write(ctx context.Context, message jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, message)
	answer := !bytes.HasPrefix(body, callPrefix)
	if err := ctx.Err(); err != nil && !answer {
		return 0, err
	}
	n, err := s.send(body)
	if answer {
		s.asked.Add(-1)
		select {
		case s.answered <- struct{}{}:
		default: // that was said
		}
	}
	return n, err
}

// send writes a frame in one piece.
func (s *stream) send(body []byte) (int64, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.buffer = append(fmt.Appendf(s.buffer[:0], "Content-Length: %d\r\n\r\n", len(body)), body...)
	n, err := s.out.Write(s.buffer)
	if cap(s.buffer) > mostKept {
		s.buffer = nil
	}
	return int64(n), err
}

// mostKept is the size in bytes of a frame whose buffer is used again.
const mostKept = 1 << 20

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
