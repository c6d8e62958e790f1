package lsp

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
)

// slowly returns an analysis whose parser waits to be released, once for each
// document that says so.
func slowly(release <-chan struct{}) *analysis {
	a := *realAnalysis
	a.reparse = nil
	a.parse = func(src string) *ast.Document {
		if strings.Contains(src, "slow") {
			<-release
		}
		return parser.Parse(src)
	}
	return &a
}

// slowDocument is a document whose parsing waits, in a session with a client
// that shows progress.
func slowDocument(t *testing.T) (c *lsptest.Client, release func()) {
	waiting := make(chan struct{})
	release = sync.OnceFunc(func() { close(waiting) })
	c = start(t, Options{analysis: slowly(waiting)})
	t.Cleanup(release) // before the client's own
	c.Initialize(map[string]any{
		"window":       map[string]any{"workDoneProgress": true},
		"textDocument": map[string]any{"diagnostic": map[string]any{}}, // nobody else parses
	})
	c.Open("untitled:slow", 1, "GCF profile=generic\nslow = 1\n")
	return c, release
}

type progressOf struct {
	Token any
	Value struct {
		Kind, Title string
		Cancellable bool
	}
}

func awaitProgress(t *testing.T, c *lsptest.Client, kind string) progressOf {
	t.Helper()
	return decode[progressOf](t, c.Await("progress "+kind, func(m lsptest.Message) bool {
		return m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"`+kind+`"`)
	}).Params)
}

func formattingParams(more map[string]any) map[string]any {
	params := textDocument("untitled:slow")
	params["options"] = formattingOptions
	for k, v := range more {
		params[k] = v
	}
	return params
}

func TestLongWorkIsShown(t *testing.T) {
	c, release := slowDocument(t)
	created := make(chan json.RawMessage, 1)
	c.Answer("window/workDoneProgress/create", func(params json.RawMessage) any { created <- params; return nil })
	request := c.Request("textDocument/formatting", formattingParams(nil))
	begin := awaitProgress(t, c, "begin")
	if token := decode[struct{ Token any }](t, <-created).Token; token != begin.Token || !begin.Value.Cancellable || !strings.Contains(begin.Value.Title, "Formatting") {
		t.Errorf("token %v: %+v", token, begin)
	}
	release()
	if end := awaitProgress(t, c, "end"); end.Token != begin.Token {
		t.Errorf("ended %v, began %v", end.Token, begin.Token)
	}
	var edits []change
	if err := request.Wait(&edits); err != nil || len(edits) == 0 {
		t.Errorf("%v %v", edits, err)
	}
}

func TestLongWorkIsCancelled(t *testing.T) {
	c, _ := slowDocument(t)
	t.Run("in its progress", func(t *testing.T) {
		request := c.Request("textDocument/formatting", formattingParams(map[string]any{"workDoneToken": 7}))
		if begin := awaitProgress(t, c, "begin"); begin.Token != 7.0 {
			t.Errorf("the token is %v", begin.Token)
		}
		c.Notify("window/workDoneProgress/cancel", map[string]any{"token": "other"})
		c.Notify("window/workDoneProgress/cancel", map[string]any{"token": 7})
		wantCode(t, "cancelled", request.Wait(nil), -32800)
		awaitProgress(t, c, "end")
	})
	t.Run("by request", func(t *testing.T) {
		var all []*lsptest.Pending
		for range 5 { // more than there are slots for work
			all = append(all, c.Request("textDocument/formatting", formattingParams(nil)))
		}
		for _, request := range all {
			request.Cancel()
			wantCode(t, "cancelled", request.Wait(nil), -32800)
		}
	})
}
