package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// Through the real server, over a pipe: how long an editor waits for an answer
// about the table of 100,000 rows (6 MB) and the graph of 20,000 nodes and
// 60,000 edges. The document has been read before, as it has in an editor.
//
//	go test ./lsp -run '^$' -bench Features -benchtime 200x
//
// reports the median and the worst of 200, until the answer is here as bytes.

func BenchmarkFeatures(b *testing.B) {
	table, _ := gendata.Table(100_000)
	graph := gendata.Graph(20_000, 60_000)
	tableLine, graphEdge := 70_000, strings.Count(graph[:strings.Index(graph, "## edges")], "\n")+40_000
	const rename = "textDocument/rename"
	for _, bench := range []struct {
		name, text, method string
		line, column       int // of the place; whole for none
		more               map[string]any
		atLeast            int // bytes of the answer
		lines              int // of a range that begins at the place
	}{
		{name: "table/definition", text: table, method: "textDocument/definition", line: tableLine, column: 12, atLeast: 100},
		{name: "table/references", text: table, method: "textDocument/references", line: 1, column: 30, more: map[string]any{"context": map[string]any{"includeDeclaration": true}}, atLeast: 1000},
		{name: "table/highlight", text: table, method: "textDocument/documentHighlight", line: tableLine, column: 12, atLeast: 1000},
		{name: "table/rename", text: table, method: rename, line: 1, column: 30, more: map[string]any{"newName": "other"}, atLeast: 50},
		{name: "table/linked", text: table, method: "textDocument/linkedEditingRange", line: 1, column: 30, atLeast: 4},
		{name: "table/selection", text: table, method: "textDocument/selectionRange", line: whole, more: map[string]any{"positions": []any{lsptest.Position{Line: tableLine, Character: 12}}}, atLeast: 100},
		{name: "table/symbols", text: table, method: "textDocument/documentSymbol", line: whole, atLeast: 1000},
		{name: "table/folding", text: table, method: "textDocument/foldingRange", line: whole, atLeast: 10},
		{name: "table/links", text: table, method: "textDocument/documentLink", line: whole, atLeast: 2},
		{name: "table/tokens-full", text: table, method: "textDocument/semanticTokens/full", line: whole, atLeast: 1e6},
		{name: "table/tokens-range", text: table, method: "textDocument/semanticTokens/range", line: tableLine, lines: 100, atLeast: 1000},
		{name: "table/hints", text: table, method: "textDocument/inlayHint", line: tableLine, lines: 100, atLeast: 1000},
		{name: "table/find", text: table, method: "workspace/symbol", line: whole, more: map[string]any{"query": "empl"}, atLeast: 100},
		{name: "graph/definition", text: graph, method: "textDocument/definition", line: graphEdge, column: 1, atLeast: 100},
		{name: "graph/references", text: graph, method: "textDocument/references", line: 2, column: 1, more: map[string]any{"context": map[string]any{"includeDeclaration": true}}, atLeast: 10000},
		{name: "graph/highlight", text: graph, method: "textDocument/documentHighlight", line: 2, column: 1, atLeast: 10000},
		{name: "graph/rename", text: graph, method: rename, line: 2, column: 1, more: map[string]any{"newName": "999999"}, atLeast: 10000},
		{name: "graph/calls", text: graph, method: "textDocument/prepareCallHierarchy", line: graphEdge, column: 1, atLeast: 100},
		{name: "graph/symbols", text: graph, method: "textDocument/documentSymbol", line: whole, atLeast: 1000},
		{name: "graph/folding", text: graph, method: "textDocument/foldingRange", line: whole, atLeast: 10},
		{name: "graph/tokens-full", text: graph, method: "textDocument/semanticTokens/full", line: whole, atLeast: 1e6},
		{name: "graph/tokens-range", text: graph, method: "textDocument/semanticTokens/range", line: graphEdge, lines: 100, atLeast: 1000},
		{name: "graph/hints", text: graph, method: "textDocument/inlayHint", line: graphEdge, lines: 100, atLeast: 1000},
		{name: "graph/find", text: graph, method: "workspace/symbol", line: whole, more: map[string]any{"query": "gatewayopen7"}, atLeast: 1000},
	} {
		b.Run(bench.name, func(b *testing.B) {
			e := startEditor(b)
			e.call("initialize", map[string]any{"capabilities": editor(),
				"initializationOptions": map[string]any{"inlayHints.columns": true, "lint.enable": false}})
			const uri = "file:///a.gcf"
			e.open(uri, bench.text)
			params := textDocument(uri)
			addPlace(params, bench.line, bench.column, bench.lines)
			for k, v := range bench.more {
				params[k] = v
			}
			ask := func() time.Duration {
				began := time.Now()
				answer := e.call(bench.method, params)
				took := time.Since(began)
				if len(answer) < bench.atLeast+len(`{"jsonrpc":"2.0","id":1,"result":}`) {
					b.Fatalf("the answer is %s", answer)
				}
				return took
			}
			ask() // reads the document
			var times []time.Duration
			for b.Loop() {
				times = append(times, ask())
			}
			reportTimes(b, times)
		})
	}
}

// whole is the line of a request that is about a document as a whole.
const whole = -1

// addPlace adds the position of a request, or its range where that has lines.
func addPlace(params map[string]any, line, column, lines int) {
	place := lsptest.Position{Line: line, Character: column}
	switch {
	case lines > 0:
		params["range"] = lsptest.Range{Start: place, End: lsptest.Position{Line: line + lines}}
	case line != whole:
		params["position"] = place
	}
}

// bareEditor is a client that takes answers as bytes: what an editor does with
// them is not ours to measure.
type bareEditor struct {
	b   *testing.B
	in  io.Writer
	out *bufio.Reader
	id  int
}

// open opens a document.
func (e *bareEditor) open(uri, text string) {
	e.send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "gcf", "version": 1, "text": text}}})
}

func startEditor(b *testing.B) *bareEditor {
	serverIn, in := io.Pipe()
	out, serverOut := io.Pipe()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = Serve(context.Background(), serverIn, serverOut, Options{CacheDir: b.TempDir()})
		serverOut.Close()
	}()
	b.Cleanup(func() {
		in.Close()
		out.Close()
		<-over
	})
	return &bareEditor{b: b, in: in, out: bufio.NewReaderSize(out, 1<<16)}
}

func (e *bareEditor) send(message map[string]any) {
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		e.b.Fatal(err)
	}
	if _, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		e.b.Fatal(err)
	}
}

// call sends a request and returns the whole response, and passes over what
// else comes before it.
func (e *bareEditor) call(method string, params map[string]any) []byte {
	e.id++
	e.send(map[string]any{"id": e.id, "method": method, "params": params})
	for {
		length := 0
		for {
			line, err := e.out.ReadString('\n')
			if err != nil {
				e.b.Fatal(err)
			}
			if line == "\r\n" {
				break
			}
			_, _ = fmt.Sscanf(line, "Content-Length: %d", &length)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(e.out, body); err != nil {
			e.b.Fatal(err)
		}
		head := body[:min(len(body), 60)]
		if bytes.Contains(head, fmt.Appendf(nil, `"id":%d,`, e.id)) && !bytes.Contains(head, []byte(`"method"`)) {
			if bytes.Contains(head, []byte(`"error"`)) {
				e.b.Fatalf("%s: %s", method, body)
			}
			return body
		}
	}
}
