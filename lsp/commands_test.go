package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// execute runs a command and returns its answer as JSON, or the error.
func execute(c *lsptest.Client, command string, argument any) (string, error) {
	var answer json.RawMessage
	err := c.Call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{argument}}, &answer)
	return string(answer), err
}

func TestCommandsAnswer(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open("file:///a.gcf", 1, "GCF profile=generic\n## rows [2]{id,n}\n1|9007199254740993\n2|x\n")
	c.Open("file:///graph.gcf", 1, "GCF profile=graph symbols=1\n## targets\n@0 fn a.B 0.50 lsp\n")
	c.Open("file:///broken.gcf", 1, "GCF profile=generic\n## rows [2]{id,n}\n1|2|3\n")
	for _, test := range []struct{ command, argument, want string }{
		{"gcf.decode", `{"uri":"file:///a.gcf","indent":0}`, `{"json":"{\"rows\":[{\"id\":1,\"n\":9007199254740993},{\"id\":2,\"n\":\"x\"}]}"}`},
		{"gcf.decode", `{"uri":"file:///broken.gcf"}`, `error: broken.gcf has errors: line 2: `},
		{"gcf.decode", `{"uri":"file:///none.gcf"}`, `error: file:///none.gcf is not open and cannot be read`},
		{"gcf.decode", `{}`, `error: the command needs the URI of a document as "uri"`},
		{"gcf.encode", `{"text":"[{\"a\":1}]"}`, `{"text":"GCF profile=generic\n## [1]{a}\n1\n"}`},
		{"gcf.encode", `{"text":"{\"tool\":\"t\",\"tokenBudget\":0,\"tokensUsed\":0,\"packRoot\":\"\",\"symbols\":[{\"qualifiedName\":\"a.B\",\"kind\":\"function\",\"score\":0.5,\"provenance\":\"lsp\",\"distance\":0}],\"edges\":[]}"}`, `{"text":"GCF profile=graph`},
		{"gcf.encode", `{"text":"[1,"}`, `error: line 1: `},
		{"gcf.encode", `{"text":"1","profile":"x"}`, `error: there is no profile "x"`},
		{"gcf.stats", `{"uri":"file:///a.gcf"}`, `{"profile":"generic","rows":2,"nodes":0,"edges":0,"bytes":61}`},
		{"gcf.stats", `{"uri":"file:///graph.gcf"}`, `{"profile":"graph","rows":0,"nodes":1,"edges":0,"bytes":58}`},
		{"gcf.root", `{"uri":"file:///graph.gcf"}`, `{"root":"sha256:`},
		{"gcf.root", `{"uri":"file:///a.gcf"}`, `error: a.gcf has no pack root: `},
		{"gcf.applyDelta", `{"uri":"file:///a.gcf"}`, `error: a.gcf is no delta`},
		{"gcf.other", `{}`, `error: there is no command "gcf.other"`},
	} {
		got, err := execute(c, test.command, json.RawMessage(test.argument))
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s %s: %s, want %s…", test.command, test.argument, got, test.want)
		}
	}
	var failed json.RawMessage
	for _, params := range []string{`{"command":"gcf.stats"}`, `{"command":"gcf.stats","arguments":[null]}`, `{"command":"gcf.stats","arguments":[[1]]}`} {
		if err := c.Call("workspace/executeCommand", json.RawMessage(params), &failed); err == nil {
			t.Errorf("%s is answered", params)
		}
	}
}

// stockDelta are a full payload, a delta on it and its result, with right roots.
func stockDelta(t *testing.T, c *lsptest.Client) (full, delta, result string) {
	t.Helper()
	rootOf := func(body string) string {
		c.Open("untitled:root", 1, "GCF profile=generic key=id\n"+body)
		defer c.CloseDocument("untitled:root")
		answer, err := execute(c, "gcf.root", map[string]any{"uri": "untitled:root"})
		if err != nil {
			t.Fatal(err)
		}
		return decode[struct{ Root string }](t, json.RawMessage(answer)).Root
	}
	before, after := "## stock [2]{@id,qty}\na|1\nb|2\n", "## stock [2]{@id,qty}\na|5\nc|3\n"
	r1, r2 := rootOf(before), rootOf(after)
	full = fmt.Sprintf("GCF profile=generic pack_root=%s key=id\n%s", r1, before)
	delta = fmt.Sprintf("GCF profile=generic delta=true base_root=%s new_root=%s key=id\n## added [1]{@id,qty}\nc|3\n## changed [1]{@id,qty}\na|5\n## removed [1]{@id}\nb\n", r1, r2)
	result = fmt.Sprintf("GCF profile=generic pack_root=%s key=id\n%s", r2, after)
	return full, delta, result
}

func TestApplyDeltaFindsItsBase(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	full, delta, result := stockDelta(t, c)
	c.Open("file:///stock.delta.gcf", 1, delta)
	got, err := execute(c, "gcf.applyDelta", map[string]any{"uri": "file:///stock.delta.gcf"})
	if err != nil || !strings.Contains(got, `"baseMissing":true`) {
		t.Errorf("without a base: %s %v", got, err)
	}
	c.Open("file:///other.gcf", 1, strings.Replace(full, "b|2", "b|3", 1))
	if _, err := execute(c, "gcf.applyDelta", map[string]any{"uri": "file:///stock.delta.gcf", "base": "file:///other.gcf"}); err == nil ||
		!strings.Contains(err.Error(), "does not apply to other.gcf") {
		t.Errorf("on another base: %v", err)
	}
	c.CloseDocument("file:///other.gcf")
	c.Open("file:///stock.gcf", 1, full)
	for _, argument := range []map[string]any{
		{"uri": "file:///stock.delta.gcf", "base": "file:///stock.gcf"},
		{"uri": "file:///stock.delta.gcf"}, // the workspace has it
	} {
		var answer struct{ Text string }
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); { // until the index has seen the document
			got, err = execute(c, "gcf.applyDelta", argument)
			if err != nil {
				t.Fatal(err)
			}
			if answer = decode[struct{ Text string }](t, json.RawMessage(got)); answer.Text != "" {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if answer.Text != result {
			t.Errorf("%v gives %s, want\n%s", argument, got, result)
		}
	}
}

// Without anybody who takes the answer, the result comes as a document.
func TestResultsAreShown(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gcf")
	if err := os.WriteFile(filepath.Join(dir, "a.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	document := string(uri.File(path))
	makes := map[string]any{"workspace": map[string]any{"applyEdit": true,
		"workspaceEdit": map[string]any{"documentChanges": true, "resourceOperations": []string{"create"}}}}
	shows := map[string]any{"window": map[string]any{"showDocument": map[string]any{"support": true}}}

	t.Run("as an edit", func(t *testing.T) {
		c := start(t, Options{})
		c.Answer("workspace/applyEdit", func(json.RawMessage) any { return map[string]any{"applied": true} })
		c.Initialize(makes)
		c.Open(document, 1, "GCF profile=generic\nx=1\n")
		if _, err := execute(c, "gcf.decode", map[string]any{"uri": document, "show": true}); err != nil {
			t.Fatal(err)
		}
		asked := c.Asked("workspace/applyEdit")
		if len(asked) != 1 || !strings.Contains(string(asked[0].Params), "a-2.json") || !strings.Contains(string(asked[0].Params), `{\n  \"x\": 1\n}\n`) {
			t.Errorf("asked %s", asked)
		}
	})
	t.Run("as a document", func(t *testing.T) {
		c := start(t, Options{})
		c.Answer("window/showDocument", func(json.RawMessage) any { return map[string]any{"success": true} })
		c.Initialize(shows)
		c.Open(document, 1, "GCF profile=generic\nx=1\n")
		if _, err := execute(c, "gcf.decode", map[string]any{"uri": document, "show": true}); err != nil {
			t.Fatal(err)
		}
		asked := c.Asked("window/showDocument")
		if len(asked) != 1 {
			t.Fatalf("asked %s", asked)
		}
		shown := decode[struct{ URI uri.URI }](t, asked[0].Params).URI
		if text, err := os.ReadFile(shown.FsPath()); err != nil || string(text) != "{\n  \"x\": 1\n}\n" {
			t.Errorf("%s has %q, %v", shown, text, err)
		}
	})
	t.Run("by nobody", func(t *testing.T) {
		c := start(t, Options{})
		c.Initialize(nil)
		c.Open(document, 1, "GCF profile=generic\nx=1\n")
		if _, err := execute(c, "gcf.decode", map[string]any{"uri": document, "show": true}); err == nil || !strings.Contains(err.Error(), "this editor") {
			t.Errorf("the error is %v", err)
		}
		if _, err := execute(c, "gcf.stats", map[string]any{"uri": document, "show": true}); err != nil {
			t.Error(err)
		}
		c.AwaitMethod("window/showMessage")
	})
}

func TestAnAppliedDeltaIsOffered(t *testing.T) {
	dir := t.TempDir()
	delta := string(uri.File(filepath.Join(dir, "stock.delta.gcf")))
	c := start(t, Options{})
	edited := make(chan string, 1)
	c.Answer("window/showMessageRequest", func(params json.RawMessage) any {
		if !strings.Contains(string(params), "applies to stock.gcf (+1 −1 ~1 rows)") {
			t.Errorf("asked %s", params)
		}
		return map[string]any{"title": "Show the result"}
	})
	c.Answer("workspace/applyEdit", func(params json.RawMessage) any {
		edited <- string(params)
		return map[string]any{"applied": true}
	})
	c.Initialize(map[string]any{"workspace": map[string]any{"applyEdit": true,
		"workspaceEdit": map[string]any{"documentChanges": true, "resourceOperations": []string{"create"}}}})
	full, text, _ := stockDelta(t, c)
	c.Open("file:///stock.gcf", 1, full)
	c.Open(delta, 1, text)
	if _, err := execute(c, "gcf.applyDelta", map[string]any{"uri": delta, "base": "file:///stock.gcf", "show": true}); err != nil {
		t.Fatal(err)
	}
	if got := <-edited; !strings.Contains(got, "stock.delta.full.gcf") || !strings.Contains(got, `a|5\nc|3`) {
		t.Errorf("the edit is %s", got)
	}
}

func TestDecodedFollowsTheDocument(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	type answer struct {
		Version int
		JSON    *string
		Error   string
	}
	ask := func(indent int) (a answer) {
		t.Helper()
		params := textDocument("file:///a.gcf")
		params["indent"] = indent
		if err := c.Call("gcf/decoded", params, &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	changed := func() int {
		m := c.AwaitMethod("gcf/decodedChanged")
		return decode[struct{ Version int }](t, m.Params).Version
	}
	c.Open("file:///a.gcf", 1, "GCF profile=generic\nx=1\n")
	c.Change("file:///a.gcf", 2, lsptest.Edit(1, 2, 1, 3, "[1]: 2")) // nobody looks yet
	c.Change("file:///a.gcf", 3, map[string]any{"text": "GCF profile=generic\nx=1\n"})
	if a := ask(2); a.Version != 3 || a.JSON == nil || *a.JSON != "{\n  \"x\": 1\n}" {
		t.Errorf("%+v", a)
	}
	c.Change("file:///a.gcf", 4, lsptest.Edit(1, 2, 1, 3, "2"))
	if v := changed(); v != 4 {
		t.Errorf("told of version %d", v)
	}
	if a := ask(0); *a.JSON != `{"x":2}` {
		t.Errorf("%+v", a)
	}
	c.Change("file:///a.gcf", 5, map[string]any{"text": "GCF profile=generic\nprose\n"})
	changed()
	if a := ask(0); a.JSON != nil || !strings.HasPrefix(a.Error, "line 2: ") || !strings.Contains(a.Error, "invalid_line") {
		t.Errorf("%+v", a)
	}
	// However many changes there are, the last one is told.
	for v := 6; v <= 500; v++ {
		c.Change("file:///a.gcf", v, map[string]any{"text": "GCF profile=generic\nx=1\n"})
	}
	for changed() != 500 {
	}
	c.CloseDocument("file:///a.gcf")
	wantCode(t, "a closed document", c.Call("gcf/decoded", textDocument("file:///a.gcf"), nil), -32602)
}

func TestTableWindows(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	text, _ := gendata.Table(1000)
	c.Open("file:///a.gcf", 1, text)
	c.Open("file:///b.gcf", 1, "GCF profile=generic\n## rows [2]{id,v}\n@0 9007199254740993|^\n.v {}\n    a=1\n1|~\n")
	var w struct {
		Version int
		Tables  []struct {
			Name    string
			Rows    int
			Columns []string
			Line    int
		}
		Columns []struct {
			Name  string
			Types []string
		}
		Total, Start int
		Rows         []struct {
			Line, Index int
			Cells       []json.RawMessage
		}
	}
	ask := func(params string) string {
		t.Helper()
		w.Tables, w.Columns, w.Rows = nil, nil, nil
		if err := c.Call("gcf/table", json.RawMessage(params), &w); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%d tables, %d of %d rows from %d", len(w.Tables), len(w.Rows), w.Total, w.Start)
		for _, r := range w.Rows {
			fmt.Fprintf(&b, "; %d/%d %s", r.Line, r.Index, r.Cells)
		}
		return b.String()
	}
	if got := ask(`{"textDocument":{"uri":"file:///b.gcf"},"start":0,"count":10}`); got !=
		`1 tables, 2 of 2 rows from 0; 2/0 [{"json":"9007199254740993"} {"json":{"a":1}}]; 5/1 [1 {"absent":true}]` {
		t.Error(got)
	}
	if w.Tables[0].Name != "rows" || w.Tables[0].Line != 1 || fmt.Sprint(w.Columns) != "[{id [number]} {v [nested absent]}]" {
		t.Errorf("%+v", w)
	}
	ask(`{"textDocument":{"uri":"file:///a.gcf"},"table":0,"start":10,"count":5,"sort":{"column":0,"descending":true}}`)
	if w.Total != 1000 || len(w.Rows) != 5 || w.Rows[0].Index != 989 || w.Rows[0].Line != 991 || string(w.Rows[0].Cells[0]) != "989" {
		t.Errorf("%+v", w.Rows)
	}
	ask(`{"textDocument":{"uri":"file:///a.gcf"},"start":0,"count":5,"filter":"rossi"}`)
	if w.Total == 0 || w.Total == 1000 || !strings.Contains(string(w.Rows[0].Cells[1]), "Rossi") {
		t.Errorf("%d rows: %v", w.Total, w.Rows)
	}
	for _, column := range []int{-1, 7, 99} {
		ask(fmt.Sprintf(`{"textDocument":{"uri":"file:///a.gcf"},"start":10,"count":5,"sort":{"column":%d}}`, column))
		if w.Total != 1000 || len(w.Rows) != 5 || w.Rows[0].Index != 10 {
			t.Errorf("sorted by column %d: %d rows, %+v", column, w.Total, w.Rows)
		}
	}
	if got := ask(`{"textDocument":{"uri":"file:///a.gcf"},"table":7,"start":0,"count":5}`); got != "1 tables, 0 of 0 rows from 0" {
		t.Error(got)
	}
}
