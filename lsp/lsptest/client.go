// Package lsptest is a small LSP client for tests. It speaks the wire format
// itself rather than with the server's libraries: what it sees is what an
// editor sees. Enter at [Start].
package lsptest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Serve is the server under test, on a connection.
type Serve func(ctx context.Context, in io.Reader, out io.Writer) (exitCode int, err error)

// patience is how long the client waits before a test fails.
const patience = 2 * time.Minute

// Message is a JSON-RPC message as it stands on the wire.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Error is the error of a response.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Client is an editor. It fails its test on every stray byte.
type Client struct {
	t    testing.TB
	in   *io.PipeWriter
	out  *io.PipeReader
	over chan struct{} // closed when the server has returned
	code int
	err  error

	writing sync.Mutex

	mu       sync.Mutex
	changed  *sync.Cond
	lastID   int
	pending  map[string]chan Message
	received []Message // notifications and responses without an id, in order
	answers  map[string]func(params json.RawMessage) any
	asked    []Message // requests of the server
}

// Start runs a server and returns a client of it. Both end with the test.
func Start(t testing.TB, serve Serve) *Client {
	t.Helper()
	serverIn, in := io.Pipe()
	out, serverOut := io.Pipe()
	c := &Client{
		t: t, in: in, out: out, over: make(chan struct{}),
		pending: map[string]chan Message{},
		answers: map[string]func(json.RawMessage) any{},
	}
	c.changed = sync.NewCond(&c.mu)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(c.over)
		c.code, c.err = serve(ctx, serverIn, serverOut)
		serverOut.Close()
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		c.read(bufio.NewReader(out))
	}()
	t.Cleanup(func() {
		in.Close()
		cancel()
		<-c.over
		<-read
	})
	return c
}

// Answer sets what the client answers to a request of the server. Without an
// answer it answers null.
func (c *Client) Answer(method string, answer func(params json.RawMessage) any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers[method] = answer
}

// Initialize says initialize and initialized. The capabilities are those of
// the client; nil for none.
func (c *Client) Initialize(capabilities any) json.RawMessage {
	c.t.Helper()
	if capabilities == nil {
		capabilities = map[string]any{}
	}
	return c.InitializeWith(map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities})
}

// InitializeWith says initialize with these params, and initialized.
func (c *Client) InitializeWith(params any) json.RawMessage {
	c.t.Helper()
	var result json.RawMessage
	if err := c.Call("initialize", params, &result); err != nil {
		c.t.Fatalf("initialize: %v", err)
	}
	c.Notify("initialized", map[string]any{})
	return result
}

// Open says textDocument/didOpen.
func (c *Client) Open(uri string, version int, text string) {
	c.t.Helper()
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "gcf", "version": version, "text": text}})
}

// Change says textDocument/didChange with these content changes.
func (c *Client) Change(uri string, version int, changes ...any) {
	c.t.Helper()
	c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": changes})
}

// Edit is a content change that replaces a range.
func Edit(startLine, startColumn, endLine, endColumn int, text string) any {
	return map[string]any{"text": text, "range": map[string]any{
		"start": map[string]any{"line": startLine, "character": startColumn},
		"end":   map[string]any{"line": endLine, "character": endColumn}}}
}

// CloseDocument says textDocument/didClose.
func (c *Client) CloseDocument(uri string) {
	c.t.Helper()
	c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// Call sends a request and waits for its result. The error of a response is an
// *[Error].
func (c *Client) Call(method string, params, result any) error {
	c.t.Helper()
	return c.Request(method, params).Wait(result)
}

// Pending is a request that is not answered yet.
type Pending struct {
	c      *Client
	ID     int
	method string
	answer chan Message
}

// Request sends a request.
func (c *Client) Request(method string, params any) *Pending {
	c.t.Helper()
	c.mu.Lock()
	c.lastID++
	p := &Pending{c: c, ID: c.lastID, method: method, answer: make(chan Message, 1)}
	c.pending[strconv.Itoa(p.ID)] = p.answer
	c.mu.Unlock()
	message := map[string]any{"jsonrpc": "2.0", "id": p.ID, "method": method}
	if params != nil {
		message["params"] = params
	}
	c.SendJSON(message)
	return p
}

// Wait waits for the answer.
func (p *Pending) Wait(result any) error {
	p.c.t.Helper()
	select {
	case m := <-p.answer:
		if m.Error != nil {
			return m.Error
		}
		if result == nil {
			return nil
		}
		if err := json.Unmarshal(m.Result, result); err != nil {
			p.c.t.Fatalf("%s: %v in %s", p.method, err, m.Result)
		}
		return nil
	case <-time.After(patience):
		p.c.t.Fatalf("%s (%d): no answer", p.method, p.ID)
	}
	return nil
}

// Cancel says $/cancelRequest for the request.
func (p *Pending) Cancel() {
	p.c.t.Helper()
	p.c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	message := map[string]any{"jsonrpc": "2.0", "method": method}
	if params != nil {
		message["params"] = params
	}
	c.SendJSON(message)
}

// SendJSON sends a value as one message.
func (c *Client) SendJSON(message any) {
	c.t.Helper()
	body, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	c.Send(string(body))
}

// Send sends a text as the body of one message, whatever it is.
func (c *Client) Send(body string) {
	c.t.Helper()
	c.Write(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// Write sends bytes without a frame. A server that has gone does not matter.
func (c *Client) Write(raw string) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, _ = io.WriteString(c.in, raw)
}

// CloseInput ends the server's input.
func (c *Client) CloseInput() { c.in.Close() }

// Exit says shutdown and exit and returns the exit status.
func (c *Client) Exit() int {
	c.t.Helper()
	if err := c.Call("shutdown", nil, nil); err != nil {
		c.t.Errorf("shutdown: %v", err)
	}
	c.Notify("exit", nil)
	code, err := c.Over()
	if err != nil {
		c.t.Errorf("the server ended with %v", err)
	}
	return code
}

// Over waits until the server has returned, and says what it returned.
func (c *Client) Over() (exitCode int, err error) {
	c.t.Helper()
	select {
	case <-c.over:
	case <-time.After(patience):
		c.t.Fatal("the server does not end")
	}
	return c.code, c.err
}

// Await waits for the first notification that fits, also among those that came
// before, and forgets it and the fitting ones of its method before it.
func (c *Client) Await(what string, fits func(Message) bool) Message {
	c.t.Helper()
	found := make(chan Message, 1)
	stop := false
	go func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for !stop {
			for i, m := range c.received {
				if fits(m) {
					c.received = append(c.received[:i:i], c.received[i+1:]...)
					found <- m
					return
				}
			}
			c.changed.Wait()
		}
	}()
	select {
	case m := <-found:
		return m
	case <-time.After(patience):
		c.mu.Lock()
		stop = true
		received := c.summary()
		c.mu.Unlock()
		c.changed.Broadcast()
		c.t.Fatalf("%s did not come; there is %s", what, received)
	}
	return Message{}
}

// AwaitMethod waits for a notification of a method.
func (c *Client) AwaitMethod(method string) Message {
	c.t.Helper()
	return c.Await(method, func(m Message) bool { return m.Method == method })
}

// Diagnostics are the params of textDocument/publishDiagnostics.
type Diagnostics struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is one of them.
type Diagnostic struct {
	Range              Range            `json:"range"`
	Severity           int              `json:"severity"`
	Code               string           `json:"code"`
	CodeDescription    *CodeDescription `json:"codeDescription"`
	Source             string           `json:"source"`
	Message            string           `json:"message"`
	RelatedInformation []Related        `json:"relatedInformation"`
}

// CodeDescription is where a code is described.
type CodeDescription struct {
	Href string `json:"href"`
}

// Related is a place that helps to understand a diagnostic.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// Location is a place in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Range is a part of a document.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Position is a line and a column.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// AwaitDiagnostics waits for the diagnostics of a version of a document.
// Version -1 is any.
func (c *Client) AwaitDiagnostics(uri string, version int) Diagnostics {
	c.t.Helper()
	var d Diagnostics
	c.Await(fmt.Sprintf("diagnostics of %s %d", uri, version), func(m Message) bool {
		d = Diagnostics{}
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &d) == nil &&
			d.URI == uri && (version == -1 || d.Version != nil && *d.Version == version)
	})
	return d
}

// Received returns the notifications of a method that nobody has awaited.
func (c *Client) Received(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []Message
	for _, m := range c.received {
		if m.Method == method {
			all = append(all, m)
		}
	}
	return all
}

// Asked returns the requests of the server of a method.
func (c *Client) Asked(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []Message
	for _, m := range c.asked {
		if m.Method == method {
			all = append(all, m)
		}
	}
	return all
}

// Drain returns the notifications that nobody has awaited, and forgets them and
// what the server has asked.
func (c *Client) Drain() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.received
	c.received, c.asked = nil, nil
	return all
}

func (c *Client) summary() string {
	counts := map[string]int{}
	for _, m := range c.received {
		counts[m.Method]++
	}
	return fmt.Sprint(counts)
}

// read takes what the server writes. Everything must be frames.
func (c *Client) read(r *bufio.Reader) {
	for {
		body, err := readFrame(r)
		if err == io.EOF {
			return
		}
		if err != nil {
			c.t.Errorf("on the server's output: %v", err)
			_, _ = io.Copy(io.Discard, r)
			return
		}
		var m Message
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("the server wrote %q: %v", body, err)
			continue
		}
		c.take(m)
	}
}

func readFrame(r *bufio.Reader) ([]byte, error) {
	length := -1
	for first := true; ; first = false {
		line, err := r.ReadString('\n')
		if err == io.EOF && first && line == "" {
			return nil, io.EOF
		}
		if err != nil {
			return nil, fmt.Errorf("%w after %q", err, line)
		}
		if line == "\r\n" {
			break
		}
		value, ok := strings.CutPrefix(line, "Content-Length: ")
		if !ok {
			return nil, fmt.Errorf("stray bytes %q", line)
		}
		if length, err = strconv.Atoi(strings.TrimSuffix(value, "\r\n")); err != nil {
			return nil, err
		}
	}
	if length < 0 {
		return nil, fmt.Errorf("a frame without a length")
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}

func (c *Client) take(m Message) {
	isResponse := m.Method == ""
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case isResponse && !bytes.Equal(m.ID, []byte("null")):
		answer, ok := c.pending[string(m.ID)]
		if !ok {
			c.t.Errorf("an answer to nothing: %s", m.ID)
			return
		}
		delete(c.pending, string(m.ID))
		answer <- m
	case isResponse || len(m.ID) == 0:
		c.received = append(c.received, m)
		c.changed.Broadcast()
	default:
		c.asked = append(c.asked, m)
		answer := c.answers[m.Method]
		go c.answer(m, answer)
	}
}

func (c *Client) answer(m Message, answer func(json.RawMessage) any) {
	var result any
	if answer != nil {
		result = answer(m.Params)
	}
	message := map[string]any{"jsonrpc": "2.0", "id": m.ID}
	if err, ok := result.(*Error); ok {
		message["error"] = err
	} else {
		message["result"] = result
	}
	body, err := json.Marshal(message)
	if err != nil {
		panic(err) // the answer is the test's own
	}
	c.Write(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}
