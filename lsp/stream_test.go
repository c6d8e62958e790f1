package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gcf-lsp/ast"
	"gcf-lsp/lsp/lsptest"
)

// Headers may come in any order and case, with a Content-Type or without.
func TestHeaders(t *testing.T) {
	for _, headers := range []string{
		"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
		"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: %d\r\n\r\n",
		"content-length: %d\r\n\r\n",
		"CONTENT-LENGTH:%d\r\ncontent-type: application/vscode-jsonrpc\r\n\r\n",
		"Content-Length:   %d  \r\nX-Other: 1\r\n\r\n",
		"Content-Length: %d\n\n",
	} {
		t.Run(headers, func(t *testing.T) {
			c := start(t, Options{analysis: echo})
			c.Initialize(nil)
			body := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///é.gcf","version":1,"text":"😀"}}}`
			c.Write(fmt.Sprintf(headers, len(body)) + body)
			if d := c.AwaitDiagnostics("file:///é.gcf", 1); d.Diagnostics[0].Message != "😀" {
				t.Errorf("the text is %q", d.Diagnostics[0].Message)
			}
		})
	}
}

// A frame that is no message is answered with an error; the session goes on.
func TestBodiesThatAreNoMessages(t *testing.T) {
	const parseError, invalidRequest = -32700, -32600
	for _, tt := range []struct {
		name, body string
		code       int
	}{
		{"no JSON", "hello", parseError},
		{"JSON cut off", `{"jsonrpc":"2.0","method":"x"`, parseError},
		{"two values", `{"jsonrpc":"2.0","method":"x"}{}`, parseError},
		{"binary", "\x00\xff\xfe", parseError},
		{"no version", `{"id":1,"method":"shutdown"}`, invalidRequest},
		{"another version", `{"jsonrpc":"1.0","id":1,"method":"shutdown"}`, invalidRequest},
		{"an id of 1.5", `{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, invalidRequest},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"shutdown"}`, invalidRequest},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`, invalidRequest},
		{"an empty object", `{}`, invalidRequest},
		{"a number", `7`, parseError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, Options{})
			c.Initialize(nil)
			c.Send(tt.body)
			m := c.Await("an error", func(m lsptest.Message) bool { return m.Error != nil })
			if m.Error.Code != tt.code {
				t.Errorf("the error is %v, want code %d", m.Error, tt.code)
			}
			if code := c.Exit(); code != ExitOK {
				t.Errorf("exit status %d, want 0", code)
			}
		})
	}
}

// Where the frames cannot be told apart any more the session ends, and says
// why.
func TestBrokenFrames(t *testing.T) {
	for _, raw := range []string{
		"hello\r\n\r\n",
		"Content-Length: -1\r\n\r\n",
		"Content-Length: many\r\n\r\n",
		"Content-Length: 99999999999999999999\r\n\r\n",
		"Content-Length: 0\r\n\r\n",
		"Content-Type: x\r\n\r\n",
		"\r\n",
	} {
		t.Run(raw, func(t *testing.T) {
			c := start(t, Options{})
			c.Initialize(nil)
			c.Write(raw)
			if code, err := c.Over(); code != ExitNoShutdown || err == nil {
				t.Errorf("Serve returned %d, %v; want 1 and an error", code, err)
			}
		})
	}
	t.Run("cut off", func(t *testing.T) {
		c := start(t, Options{})
		c.Initialize(nil)
		c.Write("Content-Length: 100\r\n\r\n{")
		c.CloseInput()
		if code, err := c.Over(); code != ExitNoShutdown || err == nil {
			t.Errorf("Serve returned %d, %v; want 1 and an error", code, err)
		}
	})
}

// Ids are strings or numbers and come back as they were; the answer to a
// string id is cancelled by it.
func TestIDs(t *testing.T) {
	var out bytes.Buffer
	in := frame(`{"jsonrpc":"2.0","id":"a\"b","method":"initialize","params":{}}`) +
		frame(`{"jsonrpc":"2.0","id":9007199254740993,"method":"gcf/none"}`) +
		frame(`{"jsonrpc":"2.0","id":-1,"method":"gcf/none"}`) +
		frame(`{"jsonrpc":"2.0","id":"","method":"shutdown"}`)
	in += frame(`{"jsonrpc":"2.0","method":"exit"}`)
	code, err := Serve(context.Background(), strings.NewReader(in), &out, Options{CacheDir: t.TempDir()})
	if code != ExitOK || err != nil {
		t.Fatalf("Serve returned %d, %v", code, err)
	}
	for _, id := range []string{`"id":"a\"b"`, `"id":9007199254740993`, `"id":-1`, `"id":""`} {
		if !strings.Contains(out.String(), id) {
			t.Errorf("no answer with %s in %s", id, out.String())
		}
	}
}

// The server writes nothing but frames, also while it logs all it can. The
// client fails the test on any other byte.
func TestOnlyFramesAreWritten(t *testing.T) {
	var stderr bytes.Buffer
	log, err := NewLogger(&stderr, "debug")
	if err != nil {
		t.Fatal(err)
	}
	c := start(t, Options{Log: log, Version: "1.2.3"})
	c.InitializeWith(map[string]any{"trace": "verbose", "capabilities": map[string]any{}})
	c.Open("file:///a.gcf", 1, "GCF profile=nothing\n")
	c.AwaitDiagnostics("file:///a.gcf", 1)
	c.Change("file:///b.gcf", 1)
	_ = c.Call("gcf/none", nil, nil)
	if code := c.Exit(); code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
	if !strings.Contains(stderr.String(), "session begins") || !strings.Contains(stderr.String(), "DEBUG") {
		t.Errorf("the log is %q", stderr.String())
	}
}

func TestLogLevels(t *testing.T) {
	for _, level := range []string{"debug", "info", "warn", "error"} {
		if _, err := NewLogger(io.Discard, level); err != nil {
			t.Errorf("%s: %v", level, err)
		}
	}
	for _, level := range []string{"loud", "fatal", "panic"} {
		if _, err := NewLogger(io.Discard, level); err == nil {
			t.Errorf("%q is taken for a level", level)
		}
	}
	// By default nothing is written in a good session.
	var stderr bytes.Buffer
	log, _ := NewLogger(&stderr, "error")
	c := start(t, Options{Log: log})
	c.Initialize(nil)
	c.Exit()
	if stderr.Len() > 0 {
		t.Errorf("a quiet session logs %q", stderr.String())
	}
}

func TestTrace(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	_ = c.Call("gcf/none", nil, nil)
	c.Notify("$/setTrace", map[string]any{"value": "messages"})
	_ = c.Call("gcf/messages", nil, nil)
	m := decode[struct{ Message, Verbose string }](t, c.Await("a trace", func(m lsptest.Message) bool {
		return m.Method == "$/logTrace" && bytes.Contains(m.Params, []byte("gcf/messages"))
	}).Params)
	if m.Verbose != "" {
		t.Errorf("the trace says %+v", m)
	}
	c.Notify("$/setTrace", map[string]any{"value": "verbose"})
	_ = c.Call("gcf/verbose", map[string]any{"a": 1}, nil)
	m = decode[struct{ Message, Verbose string }](t, c.Await("a trace", func(m lsptest.Message) bool {
		return m.Method == "$/logTrace" && bytes.Contains(m.Params, []byte("gcf/verbose"))
	}).Params)
	if m.Verbose != `{"a":1}` {
		t.Errorf("the trace says %+v", m)
	}
	c.Notify("$/setTrace", map[string]any{"value": "off"})
	_ = c.Call("gcf/off", nil, nil)
	c.Exit()
	for _, m := range c.Received("$/logTrace") {
		if bytes.Contains(m.Params, []byte("gcf/none")) || bytes.Contains(m.Params, []byte("gcf/off")) {
			t.Errorf("traced while it was off: %s", m.Params)
		}
	}
}

// A client that writes without reading does not stop the server from reading.
func TestClientThatDoesNotRead(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	over := make(chan int)
	go func() {
		code, _ := Serve(context.Background(), in, out, Options{CacheDir: t.TempDir()})
		over <- code
	}()
	frames := chunks(t, fromServer)
	send := func(body string) { fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(body), body) }
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"trace":"verbose","capabilities":{}}}`)
	<-frames // the answer, or a log line; from now on nothing is read
	done := make(chan bool)
	go func() {
		send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.gcf","version":0,"text":""}}}`)
		for i := range 1000 {
			send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.gcf","version":%d},"contentChanges":[{"text":"%d"}]}}`, i, i))
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the server stopped reading")
	}
	go func() {
		for range frames {
		}
	}()
	send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	if code := <-over; code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
	out.Close()
}

// chunks does one readof the output for each value that is taken.
func chunks(t *testing.T, r io.Reader) <-chan []byte {
	t.Helper()
	frames := make(chan []byte)
	go func() {
		defer close(frames)
		buf := make([]byte, 1<<20)
		for {
			n, err := r.Read(buf)
			if err != nil {
				return
			}
			frames <- bytes.Clone(buf[:n])
		}
	}()
	return frames
}

// A client that is gone, but whose pipes somebody holds open without reading,
// does not keep the server alive.
func TestEndWhileNobodyReads(t *testing.T) {
	t.Parallel() // it waits most of its time
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	defer fromServer.Close() // lets go of the write that is in progress
	ctx, gone := context.WithCancel(context.Background())
	over := make(chan int, 1)
	go func() {
		code, _ := Serve(ctx, in, out, Options{CacheDir: t.TempDir()})
		over <- code
	}()
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(body), body)
	gone()
	awaitEnd(t, over)
}

// Nor does one whose end of the input is closed while nobody reads the output.
func TestEndOfInputWhileNobodyReads(t *testing.T) {
	t.Parallel() // it waits most of its time
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	defer fromServer.Close()
	over := make(chan int, 1)
	go func() {
		code, _ := Serve(context.Background(), in, out, Options{CacheDir: t.TempDir()})
		over <- code
	}()
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}`
	fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(body), body)
	toServer.Close()
	awaitEnd(t, over)
}

func awaitEnd(t *testing.T, over <-chan int) {
	t.Helper()
	select {
	case code := <-over:
		if code != ExitNoShutdown {
			t.Errorf("exit status %d, want 1", code)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not end")
	}
}

// frame is a message as it stands on the wire.
func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// What was asked before the end is answered, also where the work is done only
// after it. Nothing is read after `exit`: a client may keep its end of the pipe
// open, and a read of standard input would wait for it.
func TestAllThatWasAskedIsAnswered(t *testing.T) {
	asked := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.gcf","version":1,"text":"GCF profile=generic\n"}}}`)
	for id := 2; id < 7; id++ {
		asked += frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.gcf"}}}`, id))
	}
	shutdown := frame(`{"jsonrpc":"2.0","id":7,"method":"shutdown"}`)
	for _, tt := range []struct {
		name, in string
		answers  int
		code     int
	}{
		{"exit", asked + shutdown + frame(`{"jsonrpc":"2.0","method":"exit"}`), 7, ExitOK},
		{"exit without shutdown", asked + frame(`{"jsonrpc":"2.0","method":"exit"}`), 6, ExitNoShutdown},
		{"end of input", asked, 6, ExitNoShutdown},
		{"end of input after shutdown", asked + shutdown, 7, ExitOK},
		{"broken frame", asked + "Content-Length: -1\r\n\r\n", 6, ExitNoShutdown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s *server
			broken := make(chan struct{}) // closed when the input ended
			exits := strings.Contains(tt.in, `"exit"`)
			in := io.MultiReader(strings.NewReader(tt.in), readerFunc(func([]byte) (int, error) {
				if exits {
					t.Error("a read after exit")
				}
				close(broken)
				return 0, io.EOF
			}))
			late := &analysis{check: realAnalysis.check, parse: func(src string) *ast.Document {
				for exits && !s.stream.exit.Load() {
					time.Sleep(time.Millisecond)
				}
				if strings.HasPrefix(tt.name, "end") {
					<-broken
				}
				time.Sleep(50 * time.Millisecond) // the connection has seen the end by now
				return realAnalysis.parse(src)
			}}
			var out bytes.Buffer
			s = newServer(t.Context(), Options{CacheDir: t.TempDir(), analysis: late})
			if code, _ := s.serve(in, &out); code != tt.code {
				t.Errorf("exit status %d, want %d", code, tt.code)
			}
			for id := 1; id <= tt.answers; id++ {
				if !strings.Contains(out.String(), fmt.Sprintf(`"id":%d,"result":`, id)) {
					t.Errorf("no answer to %d in %s", id, out.String())
				}
			}
		})
	}
}

// A request that does not end keeps no session alive.
func TestExitWaitsForNobodyForEver(t *testing.T) {
	t.Parallel() // it waits most of its time
	hang := make(chan struct{})
	defer close(hang)
	stuck := &analysis{check: realAnalysis.check, parse: func(src string) *ast.Document {
		<-hang
		return realAnalysis.parse(src)
	}}
	over := make(chan int, 1)
	in := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.gcf","version":1,"text":""}}}`) +
		frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.gcf"}}}`) +
		frame(`{"jsonrpc":"2.0","method":"exit"}`)
	go func() {
		code, _ := Serve(context.Background(), strings.NewReader(in), io.Discard, Options{CacheDir: t.TempDir(), analysis: stuck})
		over <- code
	}()
	awaitEnd(t, over)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
