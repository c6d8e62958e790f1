package lsp

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/cli/config"
	"gcf-lsp/lsp/lsptest"
)

func TestPullDiagnostics(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(pulling)
	const uri = "file:///a.gcf"
	c.Open(uri, 1, "GCF profile=nothing\n")
	first := pull(t, c, uri)
	if first.Kind != "full" || len(first.Items) == 0 || first.ResultID == "" {
		t.Fatalf("the report is %+v", first)
	}

	again := func() (p pulled) {
		params := textDocument(uri)
		params["previousResultId"] = first.ResultID
		if err := c.Call("textDocument/diagnostic", params, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := again(); p.Kind != "unchanged" || p.ResultID != first.ResultID || p.Items != nil {
		t.Errorf("the report of the same text is %+v", p)
	}
	c.Change(uri, 2, lsptest.Edit(1, 0, 1, 0, "# a comment\n"))
	if p := again(); p.Kind != "unchanged" {
		t.Errorf("the report of a text with the same diagnostics is %+v", p)
	}
	c.Change(uri, 3, lsptest.Edit(0, 0, 1, 0, "GCF profile=generic\n"))
	if p := again(); p.Kind != "full" || p.Items == nil || len(p.Items) != 0 || p.ResultID == first.ResultID {
		t.Errorf("the report of the mended text is %+v", p)
	}

	c.CloseDocument(uri)
	if p := again(); p.Kind != "full" || p.Items == nil || len(p.Items) != 0 {
		t.Errorf("the report of a document that is closed and no file is %+v", p)
	}
	wantCode(t, "no document", c.Call("textDocument/diagnostic", nil, nil), invalidParams)
}

// workspaceReport is one item of the answer to workspace/diagnostic.
type workspaceReport struct {
	pulled
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

func pullWorkspace(t *testing.T, c *lsptest.Client, before []workspaceReport) []workspaceReport {
	t.Helper()
	known := []any{}
	for _, r := range before {
		known = append(known, map[string]any{"uri": r.URI, "value": r.ResultID})
	}
	var result struct{ Items []workspaceReport }
	if err := c.Call("workspace/diagnostic", map[string]any{"previousResultIds": known}, &result); err != nil {
		t.Fatal(err)
	}
	return result.Items
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A document that is not open has the report of its file.
func TestPullOfAFile(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "bad.gcf"), "GCF profile=nothing\n")
	writeFile(t, filepath.Join(root, "bad.txt"), "GCF profile=nothing\n")
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	for name, want := range map[string]int{"bad.gcf": 1, "bad.txt": 0, "gone.gcf": 0} {
		if p := pull(t, c, string(uri.File(filepath.Join(root, name)))); p.Kind != "full" || len(p.Items) != want {
			t.Errorf("the report of %s is %+v", name, p)
		}
	}
}

func TestPullWorkspaceDiagnostics(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return string(uri.File(filepath.Join(root, name))) }
	const bad, good = "GCF profile=nothing\n", "GCF profile=generic\n"
	writeFile(t, filepath.Join(root, "bad.gcf"), bad)
	writeFile(t, filepath.Join(root, "sub", "good.gcf"), good)
	writeFile(t, filepath.Join(root, "open.gcf"), good)
	writeFile(t, filepath.Join(root, "other.txt"), bad)
	writeFile(t, filepath.Join(root, "ignored.gcf"), bad)
	writeFile(t, filepath.Join(root, ".gitignore"), "ignored.gcf\n")

	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "workspaceFolders": []any{
		map[string]any{"uri": uri.File(root), "name": "root"},
		map[string]any{"uri": "vscode-remote://h" + root, "name": "not a file"},
	}})
	c.Open(at("open.gcf"), 5, bad)
	c.Open("untitled:new", 6, bad)

	first := pullWorkspace(t, c, nil)
	want := map[string]int{at("bad.gcf"): 1, at("sub/good.gcf"): 0, at("open.gcf"): 1, "untitled:new": 1}
	for _, r := range first {
		n, ok := want[r.URI]
		if !ok || len(r.Items) != n || r.Kind != "full" {
			t.Errorf("%s: %s with %d diagnostics, want %d", r.URI, r.Kind, len(r.Items), n)
		}
		if isOpen := r.URI == at("open.gcf") || r.URI == "untitled:new"; isOpen != (r.Version != nil) {
			t.Errorf("%s: version %v", r.URI, r.Version)
		}
		delete(want, r.URI)
	}
	if len(want) > 0 {
		t.Errorf("no report of %v", want)
	}

	for _, r := range pullWorkspace(t, c, first) {
		if r.Kind != "unchanged" {
			t.Errorf("%s: %s though nothing has changed", r.URI, r.Kind)
		}
	}

	// A client may spell them in its own way.
	var spelled []workspaceReport
	for _, r := range first {
		r.URI = strings.Replace(r.URI, "file:///", "file://localhost/", 1)
		spelled = append(spelled, r)
	}
	for _, r := range pullWorkspace(t, c, spelled) {
		if r.Kind != "unchanged" {
			t.Errorf("%s: %s though only the spelling has changed", r.URI, r.Kind)
		}
	}

	// Mended on disk, another one gone: both are told at the next pull.
	later := time.Now().Add(time.Hour)
	writeFile(t, filepath.Join(root, "bad.gcf"), good)
	if err := os.Chtimes(filepath.Join(root, "bad.gcf"), later, later); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "sub", "good.gcf")); err != nil {
		t.Fatal(err)
	}
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": at("bad.gcf"), "type": 2}}})
	changed := map[string]bool{}
	for _, r := range pullWorkspace(t, c, first) {
		if r.Kind == "full" {
			changed[r.URI] = true
			if len(r.Items) != 0 {
				t.Errorf("%s: %d diagnostics", r.URI, len(r.Items))
			}
		}
	}
	if len(changed) != 2 || !changed[at("bad.gcf")] || !changed[at("sub/good.gcf")] {
		t.Errorf("changed are %v", changed)
	}

	c.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": uri.File(root), "name": "root"}}}})
	for _, r := range pullWorkspace(t, c, nil) {
		if r.Version == nil {
			t.Errorf("%s is reported though its folder was removed", r.URI)
		}
	}
}

// The nearest configuration file above a file counts, also when it changes.
func TestConfigurationFile(t *testing.T) {
	root := t.TempDir()
	file := string(uri.File(filepath.Join(root, "sub", "a.gcf")))
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	severity := func() int {
		t.Helper()
		items := pull(t, c, file).Items
		if len(items) == 0 {
			return 0
		}
		return items[0].Severity
	}
	c.Open(file, 1, "GCF profile=generic unheard=1\n")
	if got := severity(); got != 2 {
		t.Errorf("severity %d, want the rule's own, 2", got)
	}
	for _, tt := range []struct {
		rule string
		want int
	}{{"hint", 4}, {"off", 0}, {"error", 1}} {
		path := filepath.Join(root, config.FileName)
		writeFile(t, path, "[rules]\nunknown_header_field = \""+tt.rule+"\"\n")
		c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri.File(path), "type": 2}}})
		if got := severity(); got != tt.want {
			t.Errorf("severity %d, want %d", got, tt.want)
		}
	}
}

// A file that is not read because of its size is named in the log, once.
func TestFilesThatAreTooLarge(t *testing.T) {
	root := t.TempDir()
	large, err := os.Create(filepath.Join(root, "large.gcf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(large.Truncate(maxFileSize+1), large.Close()); err != nil {
		t.Fatal(err)
	}
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	told := func(m lsptest.Message) bool { return strings.Contains(string(m.Params), "large.gcf") }
	for range 3 {
		if reports := pullWorkspace(t, c, nil); len(reports) != 0 {
			t.Errorf("%+v", reports)
		}
	}
	c.Await("a word about the file", told)
	c.Exit()
	if slices.ContainsFunc(c.Received("window/logMessage"), told) {
		t.Error("told twice")
	}
}

// LSP 3.17 knows what a client can show of diagnostics at those that are
// pushed only; a client that pulls says it there.
func TestPulledDiagnosticsOfAClientOf317(t *testing.T) {
	const text = "GCF profile=generic\na=1\na=2\n"
	all := map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": map[string]any{"valueSet": []int{1, 2}}}
	plain := map[string]any{"dynamicRegistration": true, "relatedDocumentSupport": false}
	none := map[string]any{"relatedInformation": false}
	for _, tt := range []struct {
		name         string
		pushed, pull any
		want         bool
	}{
		{"3.17", all, plain, true},
		{"3.18", nil, all, true},
		{"both", all, all, true},
		{"where only one says yes", none, all, true},
		{"neither", none, plain, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, Options{})
			c.Initialize(map[string]any{"textDocument": map[string]any{"publishDiagnostics": tt.pushed, "diagnostic": tt.pull}})
			c.Open("file:///a.gcf", 1, text)
			items := pull(t, c, "file:///a.gcf").Items
			if len(items) != 1 {
				t.Fatalf("%+v", items)
			}
			if got := len(items[0].RelatedInformation) > 0; got != tt.want {
				t.Errorf("related information: %t", got)
			}
			if got := items[0].CodeDescription != nil; got != tt.want {
				t.Errorf("code description: %t", got)
			}
		})
	}
}
