package lsp

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"testing"
	"testing/synctest"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/lsp/lsptest"
)

// bubble runs a test with a clock of its own. The JSON-RPC library keeps the
// channels of calls for reuse; one that was made outside the bubble would hold
// its clock, one from inside must not be used outside. Collecting garbage
// twice throws them away.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	forget := func() {
		runtime.GC()
		runtime.GC()
	}
	forget()
	defer forget()
	synctest.Test(t, f)
}

// start runs a server with a client.
func start(t testing.TB, options Options) *lsptest.Client {
	t.Helper()
	if options.CacheDir == "" {
		options.CacheDir = t.TempDir()
	}
	return lsptest.Start(t, func(ctx context.Context, in io.Reader, out io.Writer) (int, error) {
		return Serve(ctx, in, out, options)
	})
}

// echo is an analysis that reports the text of the document as a diagnostic:
// with it, a test sees what the server takes for the text.
var echo = &analysis{
	parse: func(src string) *ast.Document { return &ast.Document{Source: src, Nodes: []ast.Node{{}}} },
	check: func(subject *check.Subject) []diagnostics.Diagnostic {
		return []diagnostics.Diagnostic{{Code: ast.InvalidLine, Severity: diagnostics.Error, Message: subject.Doc.Source}}
	},
}

// pulling are the capabilities of a client that asks for diagnostics.
var pulling = map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}}}

// capabilities makes the capabilities of a client from its position encoding
// and whether it pulls.
func capabilities(encoding string, pulls bool) map[string]any {
	c := map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}}}
	if pulls {
		c["textDocument"] = pulling["textDocument"]
	}
	return c
}

func textDocument(uri string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}}
}

// pulled is the answer to textDocument/diagnostic.
type pulled struct {
	Kind     string               `json:"kind"`
	ResultID string               `json:"resultId"`
	Items    []lsptest.Diagnostic `json:"items"`
}

// pull asks for diagnostics.
func pull(t testing.TB, c *lsptest.Client, uri string) pulled {
	t.Helper()
	var p pulled
	if err := c.Call("textDocument/diagnostic", textDocument(uri), &p); err != nil {
		t.Fatalf("diagnostics of %s: %v", uri, err)
	}
	return p
}

// serverText returns the text that a server with the echo analysis has.
func serverText(t testing.TB, c *lsptest.Client, uri string) string {
	t.Helper()
	p := pull(t, c, uri)
	if len(p.Items) != 1 {
		t.Fatalf("%d diagnostics of %s, want the one with its text", len(p.Items), uri)
	}
	return p.Items[0].Message
}

func wantCode(t testing.TB, what string, err error, code int) {
	t.Helper()
	e, ok := err.(*lsptest.Error)
	if !ok || e.Code != code {
		t.Errorf("%s: got %v, want an error with code %d", what, err, code)
	}
}

func decode[T any](t testing.TB, raw json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}
