package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
)

// Requests about documents that are not open are answered with nothing: editors
// show errors to people.
func TestDocumentsThatAreNotOpen(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open("file:///closed.gcf", 1, "GCF profile=generic\na=1\n")
	c.Notify("textDocument/didClose", textDocument("file:///closed.gcf"))
	place := map[string]any{"line": 0, "character": 1}
	span := map[string]any{"start": place, "end": place}
	for _, uri := range []string{"file:///closed.gcf", "file:///never.gcf", "git:/a.gcf?x", "untitled:Untitled-1"} {
		for _, method := range requestsAbout {
			item := map[string]any{"name": "a", "kind": 1, "uri": uri, "range": span, "selectionRange": span}
			params := map[string]any{
				"textDocument": map[string]any{"uri": uri}, "position": place, "positions": []any{place}, "range": span,
				"ch": "|", "newName": "b", "previousResultId": "1", "item": item,
				"context": map[string]any{"diagnostics": []any{}, "includeDeclaration": true},
				"options": map[string]any{"tabSize": 2, "insertSpaces": true},
			}
			var answer json.RawMessage
			if err := c.Call(method, params, &answer); err != nil {
				t.Errorf("%s about %s: %v", method, uri, err)
			} else if s := string(answer); s != "null" && s != "[]" && s != "{}" {
				t.Errorf("%s about %s: %s", method, uri, s)
			}
		}
	}
}

// requestsAbout are the requests about a document.
var requestsAbout = []string{
	"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/definition",
	"textDocument/declaration", "textDocument/references", "textDocument/documentHighlight",
	"textDocument/documentSymbol", "textDocument/codeAction", "textDocument/codeLens", "textDocument/documentLink",
	"textDocument/formatting", "textDocument/rangeFormatting",
	"textDocument/prepareRename", "textDocument/rename", "textDocument/foldingRange", "textDocument/selectionRange",
	"textDocument/linkedEditingRange", "textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls",
	"callHierarchy/outgoingCalls", "textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes",
	"typeHierarchy/subtypes", "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta",
	"textDocument/semanticTokens/range", "textDocument/inlayHint",
}

// A file whose analysis panics costs no other file its diagnostics or symbols.
func TestOneFilePanics(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.gcf": "GCF profile=generic\n## first [2]{x}\n1\n", "bad.gcf": "GCF profile=graph boom\n",
		"open.gcf": "", "z.gcf": "GCF profile=generic\n## last [2]{x}\n1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, Options{analysis: &analysis{check: realAnalysis.check, parse: func(src string) *ast.Document {
		if strings.Contains(src, "boom") {
			panic("boom")
		}
		return parser.Parse(src)
	}}})
	c.InitializeWith(map[string]any{"capabilities": pulling, "workspaceFolders": []any{map[string]any{"uri": "file://" + dir, "name": "x"}}})
	c.Open("file://"+dir+"/open.gcf", 1, "GCF boom\n")
	var report struct{ Items []struct{ URI string } }
	if err := c.Call("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Items) != 2 {
		t.Errorf("%+v", report.Items)
	}
	for _, query := range []string{"first", "last"} {
		var symbols []struct{ Name string }
		if err := c.Call("workspace/symbol", map[string]any{"query": query}, &symbols); err != nil || len(symbols) != 1 {
			t.Errorf("%s: %v, %v", query, symbols, err)
		}
	}
}

// The root of the file system and a home folder are not searched, others only
// so far, and it is said once.
func TestSearchesEnd(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	project := filepath.Join(home, "project")
	if err := os.Mkdir(project, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.gcf", "b.gcf", "c.gcf"} {
		if err := os.WriteFile(filepath.Join(project, name), []byte("GCF profile=generic\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		folder, said string
		most, found  int
	}{
		{"/", "is not searched", maxSearchedFiles, 0},
		{home, "is not searched", maxSearchedFiles, 0},
		{project, "", maxSearchedFiles, 3},
		{project, "too large", 1, 1},
	} {
		s := newServer(t.Context(), Options{CacheDir: t.TempDir()})
		var said []string
		s.workspace.most = tt.most
		s.workspace.say = func(message string) { said = append(said, message) }
		found := s.workspace.included(t.Context(), &view{client: &client{}, settings: s.initial, folders: []string{tt.folder}})
		if len(found) > tt.found || tt.most > 1 && len(found) != tt.found {
			t.Errorf("%s: %q", tt.folder, found)
		}
		if all := strings.Join(said, " "); !strings.Contains(all, tt.said) || tt.said == "" && all != "" {
			t.Errorf("%s: said %q", tt.folder, said)
		}
	}
}

// vsCodeLinks is what VS Code makes links of in a notification.
var vsCodeLinks = regexp.MustCompile("(?i)\\[([^\\]]+)\\]\\(((?:https?://|command:|file:)[^\\)\\s]+)(?: ([\"'])(.+?)([\"']))?\\)")

// No text of a document becomes a link, of a command above all, in a message.
func TestMessagesHoldNoLinks(t *testing.T) {
	const link = `[Fix](command:workbench.extensions.installExtension?"e.x")`
	for _, text := range []string{link, "[" + link + "](https://e.x)", "[a]](command:b)", "[a](file:///b)"} {
		if !vsCodeLinks.MatchString(text) && text != "[a]](command:b)" {
			t.Errorf("%s is no link to begin with", text)
		}
		if got := unlinked(text); vsCodeLinks.MatchString(got) {
			t.Errorf("%s became %s", text, got)
		}
	}
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open("file:///"+strings.ReplaceAll("[a](command:b).gcf", " ", "%20"), 1, "GCF profile=generic\n"+link+"\n")
	var edits json.RawMessage
	params := map[string]any{"textDocument": map[string]any{"uri": "file:///[a](command:b).gcf"}, "options": map[string]any{"tabSize": 2, "insertSpaces": true}}
	if err := c.Call("textDocument/formatting", params, &edits); err != nil {
		t.Fatal(err)
	}
	m := c.Await("a message", func(m lsptest.Message) bool { return m.Method == "window/showMessage" })
	var shown struct{ Message string }
	if err := json.Unmarshal(m.Params, &shown); err != nil || strings.Contains(shown.Message, "](") || !strings.Contains(shown.Message, "Fix") {
		t.Errorf("%v, %q", err, shown.Message)
	}
}
