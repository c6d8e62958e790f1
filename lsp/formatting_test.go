package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
)

// change is an edit of an answer.
type change struct {
	Range   lsptest.Range `json:"range"`
	NewText string        `json:"newText"`
}

// showEdits shows edits with the text that they make.
func (m *marker) showEdits(edits []change) string {
	var b strings.Builder
	for _, e := range edits {
		fmt.Fprintf(&b, "%s -> %q\n", m.show(e.Range), e.NewText)
	}
	if len(edits) == 0 {
		return "nothing\n"
	}
	return b.String() + "----\n" + applyEdits(m.document, m.encoding, edits)
}

// applyEdits applies the edits of an answer as an editor does.
func applyEdits(text string, encoding ast.Encoding, edits []change) string {
	lines := ast.NewLineTable(text, ast.AnyLineEnd)
	offset := func(p lsptest.Position) int {
		return lines.Offset(place(p), encoding)
	}
	all := make([]format.Edit, 0, len(edits))
	for _, e := range edits {
		all = append(all, format.Edit{Start: offset(e.Range.Start), End: offset(e.Range.End), Text: e.NewText})
	}
	return format.Apply(text, all)
}

var formattingOptions = map[string]any{"tabSize": 4, "insertSpaces": true}

func TestMarkerFormatting(t *testing.T) {
	request := func(method string, more func(m *marker, params map[string]any)) ask {
		return func(m *marker) string {
			params := textDocument(m.uri)
			params["options"] = formattingOptions
			more(m, params)
			var edits []change
			if failure := m.call(method, params, &edits); failure != "" {
				return failure
			}
			return m.showEdits(edits)
		}
	}
	runMarkers(t, "formatting", map[string]ask{
		"format": request("textDocument/formatting", func(*marker, map[string]any) {}),
		"range":  request("textDocument/rangeFormatting", func(m *marker, p map[string]any) { p["range"] = m.at }),
		"ranges": request("textDocument/rangesFormatting", func(m *marker, p map[string]any) {
			top := lsptest.Range{Start: lsptest.Position{Line: 1}, End: lsptest.Position{Line: 1, Character: 1}}
			p["ranges"] = []lsptest.Range{top, m.at}
		}),
	})
}

// format asks for the edits of a document.
func formatting(t testing.TB, c *lsptest.Client, uri string) []change {
	t.Helper()
	var edits []change
	params := textDocument(uri)
	params["options"] = formattingOptions
	if err := c.Call("textDocument/formatting", params, &edits); err != nil {
		t.Fatalf("formatting %s: %v", uri, err)
	}
	return edits
}

// The server, like the command line, gives what package format gives.
func TestFormattingGivesTheBytesOfTheFormatter(t *testing.T) {
	var paths []string
	root := material.Dir(t, "corpus")
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".gcf" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("no documents in %s: %v", root, err)
	}
	c := start(t, Options{})
	c.Initialize(nil)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc := parser.Parse(string(src))
		if diagnostics.HasErrors(doc) {
			continue
		}
		want, err := format.Document(doc, format.DocumentOptions{KeepStreaming: true})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		c.Open("file:///doc.gcf", 1, string(src))
		got := applyEdits(string(src), ast.UTF16, formatting(t, c, "file:///doc.gcf"))
		c.CloseDocument("file:///doc.gcf")
		if got != want.Text {
			t.Errorf("%s: the server gives other bytes", path)
		}
	}
}

func TestFormattingABrokenDocumentTellsWhyOnce(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	const uri = "file:///orders.gcf"
	broken := "GCF profile=generic\n## a [1]{x,y}\n1|2|3\nname=x  \n"
	c.Open(uri, 1, broken)
	for _, spelled := range []string{uri, "file://localhost/orders.gcf", "file:///x/../orders.gcf", uri} {
		formatting(t, c, spelled)
	}
	shown := func(want int) lsptest.Message {
		t.Helper()
		var all []lsptest.Message
		for deadline := time.Now().Add(10 * time.Second); len(all) < want && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			all = c.Received("window/showMessage")
		}
		if len(all) != want {
			t.Fatalf("%d messages, want %d", len(all), want)
		}
		return all[want-1]
	}
	m := decode[struct {
		Type    int
		Message string
	}](t, shown(1).Params)
	if m.Type != 2 || !strings.Contains(m.Message, "orders.gcf") || !strings.Contains(m.Message, "line 3") || !strings.Contains(m.Message, "row_width_mismatch") {
		t.Errorf("the message is %d %q", m.Type, m.Message)
	}
	// Another error is news; so is the same one after the document was right.
	c.Change(uri, 2, map[string]any{"text": "GCF profile=generic\nprose\n"})
	formatting(t, c, uri)
	shown(2)
	c.Change(uri, 3, map[string]any{"text": "GCF profile=generic\nx=1\n"})
	formatting(t, c, uri)
	c.Change(uri, 4, map[string]any{"text": "GCF profile=generic\nprose\n"})
	formatting(t, c, uri)
	formatting(t, c, uri)
	shown(3)
}

func TestFormattingOddTexts(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	for text, want := range map[string]string{
		"":                                  "",
		"\n":                                "\n",
		"\r\n":                              "\r\n",
		"\ufeff":                            "\ufeff",
		"GCF":                               "GCF",
		"GCF profile=generic\nx=1":          "GCF profile=generic\nx=1\n",
		"GCF profile=generic\nx=1\n\n\n":    "GCF profile=generic\nx=1\n",
		"GCF profile=generic\r\nx=1\r\n":    "GCF profile=generic\r\nx=1\r\n",
		"GCF profile=generic\r\nx = 1\r\n":  "GCF profile=generic\r\nx=1\r\n",
		"GCF profile=generic\r\nx=1":        "GCF profile=generic\r\nx=1\r\n",
		"GCF profile=generic\n# a\n\nx=1\n": "GCF profile=generic\n# a\nx=1\n",
	} {
		c.Open("untitled:Untitled-1", 1, text)
		edits := formatting(t, c, "untitled:Untitled-1")
		c.CloseDocument("untitled:Untitled-1")
		if got := applyEdits(text, ast.UTF16, edits); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// One bad line in a long document gives an edit of that line.
func TestFormattingEditsAreMinimal(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	var b strings.Builder
	b.WriteString("GCF profile=generic\n## rows [5000]{id,name}\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "%d|n%d\n", i, i)
	}
	text := strings.Replace(b.String(), "\n3000|n3000\n", "\n3000 | \"n3000\"\n", 1)
	c.Open("file:///a.gcf", 1, text)
	edits := formatting(t, c, "file:///a.gcf")
	for _, e := range edits {
		if e.Range.Start.Line != 3002 || e.Range.End.Line != 3002 {
			t.Errorf("an edit of lines %d to %d", e.Range.Start.Line, e.Range.End.Line)
		}
	}
	if got := applyEdits(text, ast.UTF16, edits); got != b.String() {
		t.Error("the result is not canonical")
	}
}

// A client with which it can be registered sees formatting come and go with
// the setting; another one never gets it where it is off from the start.
func TestFormattingCanBeTurnedOff(t *testing.T) {
	can := map[string]any{"textDocument": map[string]any{
		"formatting":      map[string]any{"dynamicRegistration": true},
		"rangeFormatting": map[string]any{"dynamicRegistration": true},
	}}
	c := start(t, Options{})
	told := make(chan string, 10)
	note := func(params json.RawMessage) any { told <- string(params); return nil }
	c.Answer("client/registerCapability", note)
	c.Answer("client/unregisterCapability", note)
	initialized := string(c.Initialize(can))
	if strings.Contains(initialized, "documentFormattingProvider") {
		t.Error("announced and registered")
	}
	want := func(word string) {
		t.Helper()
		if got := <-told; !strings.Contains(got, word) || !strings.Contains(got, "textDocument/rangeFormatting") {
			t.Errorf("got %s, want %s", got, word)
		}
	}
	want("registrations")
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": map[string]any{"format": map[string]any{"enable": false}}}})
	want("unregisterations")
	c.Open("file:///a.gcf", 1, "GCF profile=generic\nx = 1\n")
	if edits := formatting(t, c, "file:///a.gcf"); len(edits) > 0 {
		t.Errorf("edits though it is off: %v", edits)
	}
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": map[string]any{"format.enable": true}}})
	want("registrations")

	for _, enable := range []bool{true, false} {
		c := start(t, Options{})
		result := string(c.InitializeWith(map[string]any{"capabilities": map[string]any{},
			"initializationOptions": map[string]any{"format.enable": enable}}))
		if strings.Contains(result, "documentFormattingProvider") != enable || strings.Contains(result, "documentRangeFormattingProvider") != enable {
			t.Errorf("format.enable=%t: %s", enable, result)
		}
	}
}

// Requests, cancels and changes in any order: each request is answered.
func TestFormattingUnderCancels(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	const uri = "file:///a.gcf"
	c.Open(uri, 0, "GCF profile=generic\nx = 0\n")
	var all []*lsptest.Pending
	for i := range 200 {
		params := textDocument(uri)
		params["options"] = formattingOptions
		p := c.Request("textDocument/formatting", params)
		all = append(all, p)
		if i%3 == 0 {
			p.Cancel()
		}
		c.Change(uri, i+1, map[string]any{"text": fmt.Sprintf("GCF profile=generic\nx = %d\n", i+1)})
	}
	for _, p := range all {
		if err := p.Wait(nil); err != nil {
			wantCode(t, "a cancelled request", err, -32800)
		}
	}
	if edits := formatting(t, c, uri); len(edits) == 0 {
		t.Error("no edits at the end")
	}
}

// The editor owns the line ends: no edit changes one, and lines that are new
// have those of the document.
func TestFormattingLeavesLineEndsAlone(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	for i, text := range testdocs.Small {
		text = strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\r\n", "\n"), "\r", "")
		for _, end := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(text, "\n", end)
			uri := fmt.Sprintf("untitled:%d%q", i, end)
			c.Open(uri, 1, src)
			edits := formatting(t, c, uri)
			c.CloseDocument(uri)
			lines := ast.NewLineTable(src, ast.AnyLineEnd)
			for _, e := range edits {
				start := lines.Offset(place(e.Range.Start), ast.UTF16)
				old := src[start:lines.Offset(place(e.Range.End), ast.UTF16)]
				if old != "" && strings.ReplaceAll(old, "\r", "") == strings.ReplaceAll(e.NewText, "\r", "") || strings.Trim(e.NewText, "\r") == "" && e.NewText != "" {
					t.Errorf("an edit of %q to %q in %q", old, e.NewText, src)
				}
			}
			got := applyEdits(src, ast.UTF16, edits)
			if strings.Contains(src, end) && strings.Count(got, "\n") != strings.Count(got, end) {
				t.Errorf("%q becomes %q", src, got)
			}
			if strings.ReplaceAll(got, "\r", "") != applyEdits(text, ast.UTF16, formattingOf(t, c, text)) {
				t.Errorf("%q becomes %q, and with other line ends something else", src, got)
			}
		}
	}
}

func place(p lsptest.Position) ast.Position {
	return ast.Position{Line: p.Line, Column: p.Character}
}

// formattingOf asks for the edits of a text.
func formattingOf(t testing.TB, c *lsptest.Client, text string) []change {
	c.Open("untitled:other", 1, text)
	defer c.CloseDocument("untitled:other")
	return formatting(t, c, "untitled:other")
}
