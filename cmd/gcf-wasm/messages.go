//go:build js && wasm

package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"syscall/js"
)

// queue is the input of a session: messages in frames. Who puts one in does
// not wait, for JavaScript cannot.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	bytes  bytes.Buffer
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(message string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	fmt.Fprintf(&q.bytes, "Content-Length: %d\r\n\r\n%s", len(message), message)
	q.filled.Signal()
}

func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes.Len() == 0 {
		q.filled.Wait()
	}
	return q.bytes.Read(p)
}

// sender is the output of a session. The server writes a frame in one piece.
type sender struct{ send js.Value }

func (s sender) Write(frame []byte) (int, error) {
	_, message, ok := bytes.Cut(frame, []byte("\r\n\r\n"))
	if !ok {
		return 0, io.ErrShortWrite
	}
	s.send.Invoke(string(message))
	return len(frame), nil
}
