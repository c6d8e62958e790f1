package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// messages reads the lines of a client and keeps from the SDK what is no message,
// which would end the session: it is answered with an error, as JSON-RPC has it.
type messages struct {
	in   *bufio.Reader
	end  io.Closer
	out  io.Writer
	rest []byte // of a line that was not read in full
}

func newMessages(in io.ReadCloser, out io.Writer) *messages {
	return &messages{in: bufio.NewReaderSize(in, 1<<16), end: in, out: out}
}

func (m *messages) Close() error { return m.end.Close() }

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, tooLong, err := m.line()
		trimmed := bytes.TrimSpace(line)
		switch {
		case tooLong:
			m.refuse(-32600, fmt.Sprintf("a message has more than %d bytes", maxMessage))
		case len(trimmed) == 0:
		default:
			if !isMessage(trimmed) {
				m.refuse(-32700, "a line is no message of JSON-RPC")
			} else {
				m.rest = append(trimmed, '\n')
			}
		}
		if err != nil && len(m.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// isMessage reports whether a line is a message, or a batch of them.
func isMessage(line []byte) bool {
	all := []json.RawMessage{line}
	if line[0] == '[' && (json.Unmarshal(line, &all) != nil || len(all) == 0) {
		return false
	}
	return !slices.ContainsFunc(all, func(m json.RawMessage) bool {
		_, err := jsonrpc.DecodeMessage(m)
		return err != nil
	})
}

// line reads a line. Of one that is too long nothing is kept.
func (m *messages) line() (line []byte, tooLong bool, err error) {
	for {
		part, err := m.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxMessage; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

func (m *messages) refuse(code int, message string) {
	// Where this cannot be written no answer can, and the SDK finds that out.
	fmt.Fprintf(m.out, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":%q}}\n", code, message)
}

// lockedWriter is a writer that several write whole lines to.
type lockedWriter struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}
