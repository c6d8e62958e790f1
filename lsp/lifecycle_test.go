package lsp

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gcf-lsp/lsp/lsptest"
)

const (
	serverNotInitialized = -32002
	invalidRequest       = -32600
	methodNotFound       = -32601
	invalidParams        = -32602
	internalError        = -32603
	requestCancelled     = -32800
)

func TestExitStatus(t *testing.T) {
	tests := []struct {
		name string
		says func(c *lsptest.Client)
		want int
	}{
		{"shutdown without params", func(c *lsptest.Client) {
			c.Initialize(nil)
			c.Send(`{"jsonrpc":"2.0","id":null,"method":"$/nothing"}`)
			_ = c.Call("shutdown", nil, nil)
			c.Notify("exit", nil)
		}, ExitOK},
		{"shutdown with null", func(c *lsptest.Client) {
			c.Initialize(nil)
			_ = c.Call("shutdown", json.RawMessage("null"), nil)
			c.Notify("exit", json.RawMessage("null"))
		}, ExitOK},
		{"shutdown with an empty object", func(c *lsptest.Client) {
			c.Initialize(nil)
			_ = c.Call("shutdown", map[string]any{}, nil)
			c.Notify("exit", map[string]any{})
		}, ExitOK},
		{"shutdown, then the end of input", func(c *lsptest.Client) {
			c.Initialize(nil)
			_ = c.Call("shutdown", nil, nil)
			c.CloseInput()
		}, ExitOK},
		{"exit without shutdown", func(c *lsptest.Client) {
			c.Initialize(nil)
			c.Notify("exit", nil)
		}, ExitNoShutdown},
		{"exit before initialize", func(c *lsptest.Client) { c.Notify("exit", nil) }, ExitNoShutdown},
		{"end of input at once", func(c *lsptest.Client) { c.CloseInput() }, ExitNoShutdown},
		{"end of input", func(c *lsptest.Client) {
			c.Initialize(nil)
			c.Open("file:///a.gcf", 1, "GCF profile=generic\n")
			c.CloseInput()
		}, ExitNoShutdown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, Options{})
			tt.says(c)
			code, err := c.Over()
			if code != tt.want || err != nil {
				t.Errorf("Serve returned %d, %v; want %d and no error", code, err, tt.want)
			}
		})
	}
}

func TestShutdownAnswersNull(t *testing.T) {
	for _, params := range []any{nil, json.RawMessage("null"), map[string]any{}} {
		c := start(t, Options{})
		c.Initialize(nil)
		result := json.RawMessage("unset")
		if err := c.Call("shutdown", params, &result); err != nil || string(result) != "null" {
			t.Errorf("shutdown with %v: got %s, %v; want null", params, result, err)
		}
	}
}

func TestRequestsOutsideTheSession(t *testing.T) {
	c := start(t, Options{})
	wantCode(t, "hover before initialize", c.Call("textDocument/hover", textDocument("file:///a.gcf"), nil), serverNotInitialized)
	wantCode(t, "shutdown before initialize", c.Call("shutdown", nil, nil), serverNotInitialized)
	wantCode(t, "an unknown request before initialize", c.Call("gcf/nothing", nil, nil), serverNotInitialized)
	c.Open("file:///early.gcf", 1, "GCF profile=generic\n") // left alone

	c.Initialize(pulling)
	wantCode(t, "a second initialize", c.Call("initialize", map[string]any{"capabilities": map[string]any{}}, nil), invalidRequest)
	var early json.RawMessage
	if err := c.Call("textDocument/documentSymbol", textDocument("file:///early.gcf"), &early); err != nil || string(early) != "null" {
		t.Errorf("a document opened before initialize: %s, %v", early, err)
	}

	if err := c.Call("shutdown", nil, nil); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "hover after shutdown", c.Call("textDocument/hover", textDocument("file:///a.gcf"), nil), invalidRequest)
	wantCode(t, "a second shutdown", c.Call("shutdown", nil, nil), invalidRequest)
	wantCode(t, "initialize after shutdown", c.Call("initialize", map[string]any{}, nil), invalidRequest)
	c.Notify("exit", nil)
	if code, err := c.Over(); code != ExitOK || err != nil {
		t.Errorf("Serve returned %d, %v; want 0", code, err)
	}
}

// Whatever a client says at the start, it gets a session. Each case says what
// is odd; the session must open a document and answer about it.
func TestInitializeIsLenient(t *testing.T) {
	for name, params := range map[string]string{
		"nothing":                     `null`,
		"an empty object":             `{}`,
		"an array":                    `[1]`,
		"trace null":                  `{"trace":null,"capabilities":{}}`,
		"trace of another type":       `{"trace":7,"capabilities":{}}`,
		"processId 1.0":               `{"processId":1.0,"capabilities":{}}`,
		"processId of another type":   `{"processId":"me","capabilities":{}}`,
		"processId negative":          `{"processId":-1,"capabilities":{}}`,
		"everything null":             `{"processId":null,"clientInfo":null,"locale":null,"rootPath":null,"rootUri":null,"initializationOptions":null,"capabilities":null,"trace":null,"workspaceFolders":null}`,
		"capability objects null":     `{"capabilities":{"workspace":null,"textDocument":null,"window":null,"general":null,"notebookDocument":null,"experimental":null}}`,
		"capability objects boolean":  `{"capabilities":{"workspace":true,"textDocument":{"completion":true,"hover":false,"synchronization":1},"general":true}}`,
		"options a string":            `{"initializationOptions":"x","capabilities":{}}`,
		"options an array":            `{"initializationOptions":[1,2],"capabilities":{}}`,
		"options nonsense":            `{"initializationOptions":{"gcf":{"rules":7,"nonsense":{"a":[]},"diagnostics":{"debounce":"fast"}}},"capabilities":{}}`,
		"other schemes":               `{"rootUri":"vscode-remote://ssh-remote%2Bh/x","workspaceFolders":[{"uri":"vsls:/","name":"x"},{"uri":"git:/y","name":"y"},null,7],"capabilities":{}}`,
		"a root that is no URI":       `{"rootUri":"C:\\work","rootPath":"C:\\work","capabilities":{}}`,
		"unknown fields":              `{"more":{"a":1},"capabilities":{"future":{"x":true},"textDocument":{"future":{}}}}`,
		"encodings null":              `{"capabilities":{"general":{"positionEncodings":null}}}`,
		"encodings of all types":      `{"capabilities":{"general":{"positionEncodings":[null,7,"utf-7",{}]}}}`,
		"deeply nested options":       `{"initializationOptions":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`,
		"a capability in odd numbers": `{"capabilities":{"textDocument":{"completion":{"completionItemKind":{"valueSet":[1.0,2.0,"x"]}}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, Options{})
			result := decode[struct {
				Capabilities struct{ PositionEncoding string }
				ServerInfo   struct{ Name string }
			}](t, c.InitializeWith(json.RawMessage(params)))
			if result.Capabilities.PositionEncoding != "utf-16" || result.ServerInfo.Name != "gcf-lsp" {
				t.Errorf("initialize answers %+v", result)
			}
			c.Open("file:///a.gcf", 1, "GCF profile=nothing\n")
			if d := c.AwaitDiagnostics("file:///a.gcf", 1); len(d.Diagnostics) == 0 {
				t.Error("no diagnostics of a broken document")
			}
			if code := c.Exit(); code != ExitOK {
				t.Errorf("exit status %d, want 0", code)
			}
		})
	}
}

// What does fit of odd capabilities counts.
func TestInitializeKeepsWhatFits(t *testing.T) {
	params := parseLoosely([]byte(`{"clientInfo":{"name":"vi","version":3},"capabilities":{
		"workspace":{"configuration":true,"symbol":true,"diagnostics":{"refreshSupport":true}},
		"textDocument":{"hover":{"contentFormat":["markdown"],"dynamicRegistration":"no"},"completion":true,
			"diagnostic":{"relatedInformation":true,"tagSupport":false}},
		"general":{"positionEncodings":["utf-9","utf-32","utf-8"],"markdown":7}}}`))
	c := readClient(params)
	if c.name != "vi" || c.version != "" {
		t.Errorf("the client is %q %q", c.name, c.version)
	}
	if c.encodingKind() != "utf-32" {
		t.Errorf("encoding %s, want the first one known, utf-32", c.encodingKind())
	}
	if !c.hasConfiguration() || !c.pulls() || !c.refreshesDiagnostics() {
		t.Error("what fits beside something odd was dropped")
	}
	if c.hoverMarkup() != "markdown" {
		t.Errorf("markup %s, want markdown", c.hoverMarkup())
	}
	if !is(c.diagnostics().RelatedInformation) {
		t.Error("related information was dropped")
	}
}

func TestPositionEncoding(t *testing.T) {
	for _, tt := range []struct {
		offered string // JSON
		want    string
	}{
		{`["utf-8"]`, "utf-8"},
		{`["utf-16"]`, "utf-16"},
		{`["utf-32","utf-16"]`, "utf-32"},
		{`["utf-16","utf-8"]`, "utf-16"},
		{`["utf-7","utf-8"]`, "utf-8"},
		{`[]`, "utf-16"},
	} {
		t.Run(tt.offered, func(t *testing.T) {
			c := start(t, Options{})
			result := decode[struct {
				Capabilities struct{ PositionEncoding string }
			}](t,
				c.Initialize(map[string]any{"general": map[string]any{"positionEncodings": json.RawMessage(tt.offered)}}))
			if got := result.Capabilities.PositionEncoding; got != tt.want {
				t.Errorf("the server uses %s, want %s", got, tt.want)
			}
		})
	}
}

// The session ends soon after the client's process, also while its input
// stays open.
func TestParentProcessGone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		gone := time.Now().Add(time.Minute)
		var asked atomic.Int32
		c := start(t, Options{alive: func(pid int) bool {
			asked.Store(int32(pid))
			return time.Now().Before(gone)
		}})
		c.InitializeWith(map[string]any{"processId": 4711, "capabilities": map[string]any{}})
		time.Sleep(time.Minute - time.Second)
		synctest.Wait()
		if got := asked.Load(); got != 4711 {
			t.Errorf("the server watches process %d, want 4711", got)
		}
		if err := c.Call("textDocument/hover", textDocument("file:///a.gcf"), nil); err != nil {
			t.Errorf("no answer while the client is there: %v", err)
		}
		if code, _ := c.Over(); code != ExitNoShutdown {
			t.Errorf("exit status %d, want 1", code)
		}
		if late := time.Since(gone); late < 0 || late > 10*time.Second {
			t.Errorf("the server ended %s after the client", late)
		}
	})
}

// A process that cannot be seen, as from inside a container, is not waited
// for.
func TestParentProcessNeverSeen(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{alive: func(int) bool { return false }})
		c.InitializeWith(map[string]any{"processId": 4711, "capabilities": map[string]any{}})
		time.Sleep(time.Hour)
		if code := c.Exit(); code != ExitOK {
			t.Errorf("exit status %d, want 0", code)
		}
	})
}

func TestProcessAlive(t *testing.T) {
	if !processAlive(1) {
		t.Error("process 1 is not alive")
	}
	if processAlive(1 << 22) { // above the largest process id
		t.Error("a process that cannot be is alive")
	}
}
