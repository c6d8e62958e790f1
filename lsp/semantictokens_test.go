package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/tokens"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/lsp/lsptest"
)

func TestSemanticTokenMarkers(t *testing.T) {
	runMarkers(t, "semantictokens", map[string]ask{
		"full":  func(m *marker) string { return askTokens(m, "full", textDocument(m.uri)) },
		"range": func(m *marker) string { return askTokens(m, "range", rangeOf(m)) },
	})
}

// rangeOf are the params of a request about the lines of a marker's range.
func rangeOf(m *marker) map[string]any {
	params := textDocument(m.uri)
	params["range"] = m.at
	return params
}

// askTokens answers with each token in its own line.
func askTokens(m *marker, what string, params map[string]any) string {
	var result struct{ Data []int }
	if failure := m.call("textDocument/semanticTokens/"+what, params, &result); failure != "" {
		return failure
	}
	var b strings.Builder
	line, column := 0, 0
	for t := range slices.Chunk(result.Data, tokenSize) {
		if line += t[0]; t[0] > 0 {
			column = 0
		}
		column += t[1]
		at := lsptest.Range{Start: lsptest.Position{Line: line, Character: column}, End: lsptest.Position{Line: line, Character: column + t[2]}}
		fmt.Fprintf(&b, "%s %s", m.show(at), tokens.TypeNames[t[3]])
		for bit, name := range tokens.ModifierNames {
			if t[4]&(1<<bit) != 0 {
				b.WriteString(" " + name)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Tokens are in order, inside their lines, without line ends, and the range of
// all lines is the whole.
func TestSemanticTokensAreInsideTheirLines(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, tree *ast.Document) {
		for _, encoding := range []ast.Encoding{ast.UTF8, ast.UTF16, ast.UTF32} {
			v := &version{text: tree.Source}
			v.complete(t.Context(), encoding, realAnalysis)
			doc := &snapshot{version: v}
			data, err := encodeTokens(context.Background(), doc, nil, 1, ast.NodeID(len(tree.Nodes)))
			if err != nil {
				t.Fatal(err)
			}
			line, column, end := 0, 0, 0
			for tok := range slices.Chunk(data, tokenSize) {
				if line += int(tok[0]); tok[0] > 0 {
					column, end = 0, 0
				}
				column += int(tok[1])
				start, stop := doc.lines().Line(line)
				length := ast.Columns(tree.Source[start:stop], encoding)
				if column < end || tok[2] == 0 || column+int(tok[2]) > length || line >= doc.lines().Lines() {
					t.Fatalf("token %v at %d:%d of %q in %v", tok, line, column, tree.Source, encoding)
				}
				end = column + int(tok[2])
				from := doc.lines().Offset(ast.Position{Line: line, Column: column}, encoding)
				to := doc.lines().Offset(ast.Position{Line: line, Column: end}, encoding)
				if strings.ContainsAny(tree.Source[from:to], "\r\n") {
					t.Fatalf("token %v of %q holds a line end", tok, tree.Source)
				}
			}
		}
	})
}

func TestSemanticTokenDeltasGiveTheNewTokens(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	const uri = "untitled:a"
	c.Open(uri, 1, "GCF profile=generic\n## r [3]{id,n}\n1|a\n2|b\n3|c\n")
	type full struct {
		ResultID string
		Data     []uint32
	}
	var have full
	if err := c.Call("textDocument/semanticTokens/full", textDocument(uri), &have); err != nil {
		t.Fatal(err)
	}
	for version, edit := range []any{
		lsptest.Edit(3, 2, 3, 3, "true"),
		lsptest.Edit(2, 0, 2, 0, "9|x\n"),
		lsptest.Edit(2, 0, 4, 0, ""),
		lsptest.Edit(0, 0, 9, 0, ""),
		lsptest.Edit(0, 0, 0, 0, "GCF profile=graph\n## targets\n@0 fn a 0.50 b\n"),
		lsptest.Edit(9, 0, 9, 0, "@1 fn a 0.50 b\n"),
		lsptest.Edit(9, 0, 9, 0, ""),
	} {
		c.Change(uri, version+2, edit)
		params := textDocument(uri)
		params["previousResultId"] = have.ResultID
		var raw json.RawMessage
		if err := c.Call("textDocument/semanticTokens/full/delta", params, &raw); err != nil {
			t.Fatal(err)
		}
		delta := decode[struct {
			ResultID string
			Edits    []struct {
				Start, DeleteCount int
				Data               []uint32
			}
		}](t, raw)
		if !strings.Contains(string(raw), `"edits"`) {
			t.Fatalf("no delta but %s", raw)
		}
		for _, e := range delta.Edits {
			have.Data = slices.Replace(have.Data, e.Start, e.Start+e.DeleteCount, e.Data...)
		}
		have.ResultID = delta.ResultID
		var want full
		if err := c.Call("textDocument/semanticTokens/range", map[string]any{
			"textDocument": map[string]any{"uri": uri},
			"range":        map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 99, "character": 0}},
		}, &want); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(have.Data, want.Data) {
			t.Fatalf("after edit %d: %v, want %v", version, have.Data, want.Data)
		}
	}
	// A result that is not the last one is answered with all tokens.
	params := textDocument(uri)
	params["previousResultId"] = "1"
	var whole full
	if err := c.Call("textDocument/semanticTokens/full/delta", params, &whole); err != nil || !slices.Equal(whole.Data, have.Data) {
		t.Errorf("%v: %v, want %v", err, whole.Data, have.Data)
	}
}

func TestTokenResultsAreDroppedOnClose(t *testing.T) {
	var r tokenResults
	id := r.put("a", []uint32{1})
	if _, known := r.get("a", id); !known {
		t.Error("a result is not kept")
	}
	r.forget("a")
	if _, known := r.get("a", id); known || len(r.last) > 0 {
		t.Error("a result is kept")
	}
}

// While a header is typed its rows keep their colours; after any one key tokens
// change only on the line of the header.
func TestRowsKeepTheirColours(t *testing.T) {
	const uri = "file:///a.gcf"
	lines := []string{"GCF profile=generic", "## e [3]{a,b}", "1|x", "2|y", "3|z", "## f [1]{c}", "true", ""}
	c := start(t, Options{})
	c.Initialize(nil)
	tokensOf := func() map[uint32]string {
		var answer struct{ Data []uint32 }
		if err := c.Call("textDocument/semanticTokens/full", textDocument(uri), &answer); err != nil {
			t.Fatal(err)
		}
		byLine, line, column := map[uint32]string{}, uint32(0), uint32(0)
		for i := 0; i+4 < len(answer.Data); i += 5 {
			if line += answer.Data[i]; answer.Data[i] > 0 {
				column = 0
			}
			column += answer.Data[i+1]
			byLine[line] += fmt.Sprintln(column, answer.Data[i+2:i+5])
		}
		return byLine
	}
	c.Open(uri, 1, strings.Join(lines, "\n"))
	want := tokensOf()
	version := 1
	for _, header := range []string{
		"## e [3]{a,b", "## e [3]{a,", "## e [3]{a", "## e [3]{", "## e [3]", "## e [3", "## e [", "## e ", "## e [", "## e [3",
		"## e [3]", "## e [3]{", "## e [3]{a", "## e [3]{a,", "## e [3]{a,b", "## e [3]{a,b}", "## e [{a,b}", "## e [2{a,b}",
	} {
		version++
		before := lines[1]
		common := 0
		for common < min(len(before), len(header)) && before[common] == header[common] {
			common++
		}
		c.Change(uri, version, lsptest.Edit(1, common, 1, len(before), header[common:]))
		lines[1] = header
		got := tokensOf()
		for line, tokens := range want {
			if line != 1 && tokens != got[line] {
				t.Errorf("%s: line %d has %q, want %q", header, line, got[line], tokens)
			}
		}
	}
}

// A large document has tokens in ranges only.
func TestManyTokens(t *testing.T) {
	const uri = "file:///a.gcf"
	c := start(t, Options{})
	c.Initialize(nil)
	rows := mostTokens / 2
	c.Open(uri, 1, fmt.Sprintf("GCF profile=generic\n## t [%d]{a,b,c}\n", rows)+strings.Repeat("1|2|3\n", rows))
	var answer *struct{ Data []uint32 }
	for _, method := range []string{"full", "full/delta"} {
		params := map[string]any{"textDocument": map[string]any{"uri": uri}, "previousResultId": "1"}
		if err := c.Call("textDocument/semanticTokens/"+method, params, &answer); err != nil || answer != nil {
			t.Errorf("%s: %v, %v", method, answer, err)
		}
	}
	params := map[string]any{"textDocument": map[string]any{"uri": uri}, "range": map[string]any{
		"start": map[string]any{"line": 100, "character": 0}, "end": map[string]any{"line": 109, "character": 9}}}
	if err := c.Call("textDocument/semanticTokens/range", params, &answer); err != nil || answer == nil || len(answer.Data) != 10*3*tokenSize {
		t.Errorf("a range: %v, %v", answer, err)
	}
}
