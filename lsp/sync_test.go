package lsp

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/textmodel"
	"gcf-lsp/lsp/lsptest"
)

// 10,000 random changes, up to 20 in a notification, leave the server with the
// text of the model, in each position encoding.
func TestRandomEdits(t *testing.T) {
	for enc, name := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t, Options{analysis: echo})
			c.Initialize(capabilities(name, true))
			r := rand.New(rand.NewPCG(7, uint64(enc)))
			const uri = "untitled:random"
			text := "GCF profile=generic\r\nname=\"😀\"\n"
			c.Open(uri, 0, text)
			for done, version := 0, 1; done < 10_000; version++ {
				var changes []any
				for range 1 + r.IntN(20) {
					change := textmodel.Random(r, text)
					// Only valid UTF-8 comes through JSON.
					if change.Text == "\xff" || change.Text == "\xe2\x82" {
						change.Text = "é"
					}
					change.Text = string([]rune(change.Text))
					text = textmodel.Apply(text, change, ast.Encoding(enc))
					if change.Range == nil {
						changes = append(changes, map[string]any{"text": change.Text})
					} else {
						changes = append(changes, lsptest.Edit(change.Range.Start.Line, change.Range.Start.Column,
							change.Range.End.Line, change.Range.End.Column, change.Text))
					}
					done++
				}
				c.Change(uri, version, changes...)
				if got := serverText(t, c, uri); got != text {
					t.Fatalf("after %d changes the server has %q, want %q", done, got, text)
				}
				if len(text) > 4000 {
					text = ""
					c.Change(uri, version, map[string]any{"text": ""})
				}
			}
		})
	}
}

// 2,000 changes sent without a pause and then one request: the answer is for
// the last text.
func TestPipelinedChanges(t *testing.T) {
	c := start(t, Options{analysis: echo})
	c.Initialize(pulling)
	const uri = "file:///a.gcf"
	c.Open(uri, 0, "")
	want := ""
	for i := range 2000 {
		digit := fmt.Sprint(i % 10)
		c.Change(uri, i+1, lsptest.Edit(0, i, 0, i, digit))
		want += digit
	}
	if got := serverText(t, c, uri); got != want {
		t.Errorf("the server has %q, want %q", got, want)
	}
}

// Each request is answered for the text at its place in the stream, whatever
// comes behind it.
func TestRequestsSeeTheirText(t *testing.T) {
	c := start(t, Options{analysis: echo})
	c.Initialize(pulling)
	const uri = "file:///a.gcf"
	c.Open(uri, 0, "")
	var asked []*lsptest.Pending
	for i := range 300 {
		c.Change(uri, i+1, map[string]any{"text": fmt.Sprint("text ", i)})
		asked = append(asked, c.Request("textDocument/diagnostic", textDocument(uri)))
	}
	for i, p := range asked {
		var got pulled
		if err := p.Wait(&got); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint("text ", i); got.Items[0].Message != want {
			t.Fatalf("request %d is answered for %q, want %q", i, got.Items[0].Message, want)
		}
	}
}

// 200 requests mixed with cancels and changes are all answered.
func TestCancelledRequestsAreAnswered(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(pulling)
	const uri = "file:///a.gcf"
	c.Open(uri, 0, "GCF profile=generic\na=1\n")
	var asked []*lsptest.Pending
	for i := range 200 {
		p := c.Request("textDocument/diagnostic", textDocument(uri))
		asked = append(asked, p)
		if i%2 == 0 {
			p.Cancel()
		}
		c.Change(uri, i+1, lsptest.Edit(1, 2, 1, 2, "7"))
	}
	cancelled := 0
	for _, p := range asked {
		if err := p.Wait(nil); err != nil {
			wantCode(t, "a cancelled request", err, requestCancelled)
			cancelled++
		}
	}
	if cancelled > 100 {
		t.Errorf("%d requests were cancelled, only 100 should be", cancelled)
	}
	if code := c.Exit(); code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
}

// Notifications about documents that are odd do not end the session and leave
// the text as it was, or as a client would expect.
func TestOddSync(t *testing.T) {
	const open = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.gcf","languageId":"gcf","version":1,"text":"one\ntwo"}}}`
	change := func(document, changes string) string {
		return `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":` + document + `,"contentChanges":` + changes + `}}`
	}
	const doc = `{"uri":"file:///a.gcf","version":2}`
	insert := `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"x"}`
	tests := []struct {
		name string
		send string
		want string
	}{
		{"version null", change(`{"uri":"file:///a.gcf","version":null}`, "["+insert+"]"), "xone\ntwo"},
		{"version 2.0", change(`{"uri":"file:///a.gcf","version":2.0}`, "["+insert+"]"), "xone\ntwo"},
		{"version a string", change(`{"uri":"file:///a.gcf","version":"2"}`, "["+insert+"]"), "xone\ntwo"},
		{"no version", change(`{"uri":"file:///a.gcf"}`, "["+insert+"]"), "xone\ntwo"},
		{"a version that is not newer", change(`{"uri":"file:///a.gcf","version":1}`, "["+insert+"]"), "xone\ntwo"},
		{"columns as 0.0", change(doc, `[{"range":{"start":{"line":0.0,"character":1.0},"end":{"line":0,"character":2.0}},"text":"x"}]`), "oxe\ntwo"},
		{"a line of -1", change(doc, `[{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":1}},"text":"x"}]`), "xne\ntwo"},
		{"past the end", change(doc, `[{"range":{"start":{"line":5,"character":0},"end":{"line":2147483647,"character":2147483647}},"text":"x"}]`), "one\ntwox"},
		{"to the end, in the largest numbers", change(doc, `[{"range":{"start":{"line":0,"character":3},"end":{"line":4294967295,"character":9007199254740991}},"text":"x"}]`), "onex"},
		{"end before start", change(doc, `[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":1}},"text":"x"}]`), "oxe\ntwo"},
		{"range null", change(doc, `[{"range":null,"text":"new"}]`), "new"},
		{"no range", change(doc, `[{"text":"new"}]`), "new"},
		{"rangeLength and more", change(doc, `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"rangeLength":1,"text":"x","more":[]}]`), "xne\ntwo"},
		{"a range that is none", change(doc, `[{"range":7,"text":"new"}]`), "one\ntwo"},
		{"a range without its end", change(doc, `[{"range":{"start":{"line":0,"character":0}},"text":"new"}]`), "one\ntwo"},
		{"a range with strings", change(doc, `[{"range":{"start":{"line":"0","character":0},"end":{"line":0,"character":0}},"text":"new"}]`), "one\ntwo"},
		{"a range without columns", change(doc, `[{"range":{"start":{"line":0},"end":{"line":0}},"text":"new"}]`), "one\ntwo"},
		{"a change without text", change(doc, `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}]`), "one\ntwo"},
		{"a change that is null", change(doc, `[null,`+insert+`]`), "xone\ntwo"},
		{"no changes", change(doc, `[]`), "one\ntwo"},
		{"changes null", change(doc, `null`), "one\ntwo"},
		{"no document", change(`null`, "["+insert+"]"), "one\ntwo"},
		{"another document", change(`{"uri":"file:///b.gcf","version":2}`, "["+insert+"]"), "one\ntwo"},
		{"params null", `{"jsonrpc":"2.0","method":"textDocument/didChange","params":null}`, "one\ntwo"},
		{"params an array", `{"jsonrpc":"2.0","method":"textDocument/didChange","params":[1,2]}`, "one\ntwo"},
		{"no params", `{"jsonrpc":"2.0","method":"textDocument/didChange"}`, "one\ntwo"},
		{"opened again", `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.gcf","version":null,"text":"again"}}}`, "again"},
		{"opened without anything", `{"jsonrpc":"2.0","method":"textDocument/didOpen"}`, "one\ntwo"},
		{"another closed", `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///b.gcf"}}}`, "one\ntwo"},
		{"nothing closed", `{"jsonrpc":"2.0","method":"textDocument/didClose"}`, "one\ntwo"},
		{"saved", `{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a.gcf"},"text":"saved"}}`, "one\ntwo"},
		{"a lone surrogate", change(doc, `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"text":"\ud83d"}]`), "\ufffd\ntwo"},
		{"an unknown notification", `{"jsonrpc":"2.0","method":"$/foo","params":{}}`, "one\ntwo"},
		{"an unknown notification without params", `{"jsonrpc":"2.0","method":"gcf/foo"}`, "one\ntwo"},
		{"a cancel of nothing", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}`, "one\ntwo"},
		{"a cancel of null", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}`, "one\ntwo"},
		{"a cancel without params", `{"jsonrpc":"2.0","method":"$/cancelRequest"}`, "one\ntwo"},
		{"initialized without params", `{"jsonrpc":"2.0","method":"initialized"}`, "one\ntwo"},
		{"initialized with null", `{"jsonrpc":"2.0","method":"initialized","params":null}`, "one\ntwo"},
		{"trace null", `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":null}}`, "one\ntwo"},
		{"settings null", `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":null}}`, "one\ntwo"},
		{"no settings", `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration"}`, "one\ntwo"},
		{"watched files null", `{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":null}}`, "one\ntwo"},
		{"folders null", `{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":null,"removed":[null]}}}`, "one\ntwo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, Options{analysis: echo})
			c.Initialize(pulling)
			c.Send(open)
			c.Send(tt.send)
			if got := serverText(t, c, "file:///a.gcf"); got != tt.want {
				t.Errorf("the text is %q, want %q", got, tt.want)
			}
			if code := c.Exit(); code != ExitOK {
				t.Errorf("exit status %d, want 0", code)
			}
		})
	}
}

// A document is one document however its URI is spelled, and is spoken of as
// the client spelled it when it was opened.
func TestSpellingsOfURIs(t *testing.T) {
	tests := []struct{ opened, asked string }{
		{"file:///C:/w/a.gcf", "file:///c%3A/w/a.gcf"},
		{"file:///c%3A/w/a.gcf", "file:///C:/w/a.gcf"},
		{"file:///c%3a/w/a.gcf", "file:///c:/w/a.gcf"},
		{"file:///w/with%20blank.gcf", "file:///w/with blank.gcf"},
		{"file:///w/%E2%82%AC.gcf", "file:///w/€.gcf"},
		{"file://localhost/w/a.gcf", "file:///w/a.gcf"},
		{"file:///w/a.gcf", "file://localhost/w/a.gcf"},
		{"untitled:Untitled-1", "untitled:Untitled-1"},
		{"vscode-remote://ssh-remote%2Bh/w/a.gcf", "vscode-remote://ssh-remote%2bh/w/a.gcf"},
		{"git:/w/a.gcf?%7B%22ref%22%3A%22~%22%7D", `git:/w/a.gcf?{"ref":"~"}`},
		{"vsls:/a.gcf", "vsls:/a.gcf"},
	}
	for _, tt := range tests {
		t.Run(tt.opened, func(t *testing.T) {
			c := start(t, Options{analysis: echo})
			c.Initialize(nil)
			c.Open(tt.opened, 1, "one")
			if d := c.AwaitDiagnostics(tt.opened, 1); d.Diagnostics[0].Message != "one" {
				t.Errorf("the text is %q", d.Diagnostics[0].Message)
			}
			c.Change(tt.asked, 2, lsptest.Edit(0, 0, 0, 0, "2"))
			if d := c.AwaitDiagnostics(tt.opened, 2); d.Diagnostics[0].Message != "2one" {
				t.Errorf("the text is %q", d.Diagnostics[0].Message)
			}
			if err := c.Call("textDocument/hover", map[string]any{
				"textDocument": map[string]any{"uri": tt.asked}, "position": map[string]any{"line": 0, "character": 0}}, nil); err != nil {
				t.Errorf("hover: %v", err)
			}
			c.CloseDocument(tt.asked)
			if d := c.AwaitDiagnostics(tt.opened, -1); len(d.Diagnostics) != 0 {
				t.Errorf("after close there are %d diagnostics", len(d.Diagnostics))
			}
		})
	}
}

// No file is looked for behind a URI that is none.
func TestPathsOfURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///w/a.gcf":                    "/w/a.gcf",
		"untitled:/w/a.gcf":                  "",
		"untitled:Untitled-1":                "",
		"vscode-remote://ssh-remote%2Bh/w/a": "",
		"git:/w/a.gcf?x":                     "",
		"vscode-notebook-cell:/w/a.ipynb#X":  "",
		"no uri at all: \x00":                "",
	} {
		if got := filePath(documentKey(uri)); got != want {
			t.Errorf("the path of %q is %q, want %q", uri, got, want)
		}
	}
}

// A text that is kept must not keep the message that it came in.
func TestTextIsNotPartOfTheMessage(t *testing.T) {
	raw := []byte(`{"textDocument":{"uri":"file:///a.gcf","text":"plain, without escapes"}}`)
	v := parseLoosely(raw)
	got := text(v, "textDocument", "text")
	for i := range raw {
		raw[i] = '!'
	}
	if got != "plain, without escapes" {
		t.Errorf("the text is %q: it is a part of the message", got)
	}
}

// Old versions of a document are collected when nobody looks at them any more.
func TestOldVersionsAreCollected(t *testing.T) {
	c := start(t, Options{analysis: &analysis{parse: echo.parse, check: func(subject *check.Subject) []diagnostics.Diagnostic {
		return nil
	}}})
	c.Initialize(pulling)
	const uri, size = "file:///a.gcf", 1 << 20
	line := strings.Repeat("x", 1023) + "\n"
	c.Open(uri, 0, strings.Repeat(line, size/len(line)))
	heap := func() uint64 {
		_ = pull(t, c, uri)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for i := range 20 {
		c.Change(uri, i, lsptest.Edit(i, 0, i, 1, "y"))
	}
	before := heap()
	for i := range 200 {
		c.Change(uri, i+20, lsptest.Edit(i, 0, i, 1, "z"))
		_ = pull(t, c, uri)
	}
	if after := heap(); after > before+20*size {
		t.Errorf("200 versions of %d bytes later the heap has grown from %d to %d bytes", size, before, after)
	}
}

// A document is the same however its path is spelled.
func TestPathsAreCleaned(t *testing.T) {
	for spelled, want := range map[string]string{
		"file:///d/x/../a.gcf": "file:///d/a.gcf", "file:///d/./a.gcf": "file:///d/a.gcf", "file:///d//a.gcf": "file:///d/a.gcf",
		"file:///d/a.gcf": "file:///d/a.gcf", "file:///d/": "file:///d/", "file:///": "file:///", "file:///C:/x/../a.gcf": "file:///c%3A/a.gcf",
		"untitled:a/../b": "untitled:a/../b", "file://h/s/../a.gcf": "file://h/a.gcf",
		"file://localhost/w/a.gcf": "file:///w/a.gcf", "file://LOCALHOST/C:/x/../a.gcf": "file:///c%3A/a.gcf", "file://localhost.example/w/a.gcf": "file://localhost.example/w/a.gcf",
		"vscode-remote://localhost/w/a.gcf": "vscode-remote://localhost/w/a.gcf",
	} {
		if got := string(documentKey(spelled)); got != want {
			t.Errorf("%s is %s, want %s", spelled, got, want)
		}
	}
	c := start(t, Options{analysis: echo})
	c.Initialize(pulling)
	c.Open("file:///d/x/../a.gcf", 1, "one")
	c.Change("file:///d/a.gcf", 2, map[string]any{"text": "two"})
	for _, uri := range []string{"file:///d/x/../a.gcf", "file:///d/a.gcf", "file:///d//a.gcf", "file://localhost/d/a.gcf"} {
		if got := serverText(t, c, uri); got != "two" {
			t.Errorf("%s is %q", uri, got)
		}
	}
}
