package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"
)

func TestRenamesAreFollowed(t *testing.T) {
	dir := t.TempDir()
	delta := filepath.Join(dir, "stock.delta.gcf")
	for path, text := range map[string]string{
		filepath.Join(dir, "stock.gcf"): "GCF profile=generic key=id\n## stock [1]{@id}\na\n",
		delta: "GCF profile=generic delta=true base_root=sha256:00 new_root=sha256:01 key=id\n# 😀 è\n" +
			"# gcf-lsp: base=./stock.gcf\n## removed [1]{@id}\na\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, Options{})
	folder := string(uri.File(dir))
	announced := c.InitializeWith(map[string]any{"workspaceFolders": []any{map[string]any{"uri": folder, "name": "w"}},
		"capabilities": map[string]any{"workspace": map[string]any{
			"workspaceEdit":  map[string]any{"documentChanges": true},
			"fileOperations": map[string]any{"willRename": true, "didRename": true, "didDelete": true, "didCreate": true}}}})
	for _, name := range []string{"willRename", "didRename", "didCreate", "didDelete"} {
		if !strings.Contains(string(announced), `"`+name+`":{"filters"`) {
			t.Errorf("%s is not announced in %s", name, announced)
		}
	}
	files := map[string]any{"files": []any{map[string]any{"oldUri": folder + "/stock.gcf", "newUri": folder + "/old/stock.gcf"}}}
	var edit string
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var raw json.RawMessage
		if err := c.Call("workspace/willRenameFiles", files, &raw); err != nil {
			t.Fatal(err)
		}
		if edit = string(raw); edit != "null" { // the index has seen the files
			break
		}
	}
	want := `"edits":[{"range":{"start":{"line":2,"character":16},"end":{"line":2,"character":27}},"newText":"./old/stock.gcf"}]`
	if !strings.Contains(edit, want) || !strings.Contains(edit, "stock.delta.gcf") {
		t.Errorf("the edit is %s", edit)
	}
	// What is done to the files is looked at.
	if err := os.Rename(delta, filepath.Join(dir, "new.gcf")); err != nil {
		t.Fatal(err)
	}
	c.Notify("workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": string(uri.File(delta)), "newUri": folder + "/new.gcf"}}})
	c.Notify("workspace/didDeleteFiles", map[string]any{"files": []any{nil, map[string]any{"uri": 1}}})
	c.Notify("workspace/didCreateFiles", nil)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		var raw json.RawMessage
		if err := c.Call("workspace/willRenameFiles", files, &raw); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), "new.gcf") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the renamed file is not known: %s", raw)
		}
	}
}
