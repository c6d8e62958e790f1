package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/lsp/lsptest"
)

func TestMarkerCodeLenses(t *testing.T) {
	runMarkers(t, "codelens", map[string]ask{"lenses": func(m *marker) string {
		var all []struct {
			Range   lsptest.Range    `json:"range"`
			Command *json.RawMessage `json:"command,omitempty"`
			Data    json.RawMessage  `json:"data,omitempty"`
		}
		if failure := m.call("textDocument/codeLens", textDocument(m.uri), &all); failure != "" {
			return failure
		}
		var b strings.Builder
		for _, l := range all {
			if l.Command == nil {
				if failure := m.call("codeLens/resolve", l, &l); failure != "" {
					return failure
				}
			}
			fmt.Fprintf(&b, "%s %s\n", m.show(l.Range), *l.Command)
		}
		return b.String()
	}})
}

// Odd lenses come back as they are.
func TestCodeLensResolveWithOddParams(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	c.Open("file:///a.gcf", 1, "GCF profile=generic\nx=1\n")
	for _, lens := range []string{`{}`, `"data":null`, `"data":{"uri":"file:///a.gcf","line":-5}`, `"data":{"uri":"file:///a.gcf","line":99}`, `"data":{"uri":"file:///a.gcf","line":1}`} {
		params := `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}`
		if lens != `{}` {
			params += "," + lens
		}
		if err := c.Call("codeLens/resolve", json.RawMessage(params+"}"), nil); err != nil {
			t.Errorf("%s: %v", lens, err)
		}
	}
}

func TestCodeLensesAreAskedForAgainUnderOtherSettings(t *testing.T) {
	c := start(t, Options{})
	again := make(chan bool, 1)
	c.Answer("workspace/codeLens/refresh", func(json.RawMessage) any { again <- true; return nil })
	c.Initialize(map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}})
	const uri = "file:///a.gcf"
	c.Open(uri, 1, "GCF profile=generic\n## a [1]{id}\n1\n")
	lenses := func() (all []any) {
		t.Helper()
		if err := c.Call("textDocument/codeLens", textDocument(uri), &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if n := len(lenses()); n != 1 {
		t.Errorf("%d lenses", n)
	}
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": map[string]any{"codeLens.enable": false}}})
	<-again
	if n := len(lenses()); n != 0 {
		t.Errorf("%d lenses though they are off", n)
	}
}
