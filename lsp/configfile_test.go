package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/cli/config"
	"gcf-lsp/lsp/lsptest"
)

// faulty is a configuration with a mistake in its second line.
const faulty = "[rules]\nno_such_rule = \"off\"\n"

// What is wrong with the configuration is told in its file and once in the
// log, until it is mended, on disk or in the editor.
func TestConfigurationProblemsArePublished(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, config.FileName)
	at := string(uri.File(path))
	writeFile(t, path, faulty)
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": map[string]any{}, "rootUri": uri.File(root)})
	changed := func() {
		c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": at, "type": 2}}})
	}
	await := func(version, want int) {
		t.Helper()
		d := c.AwaitDiagnostics(at, version)
		if len(d.Diagnostics) != want {
			t.Fatalf("%+v, want %d", d, want)
		}
		if want > 0 && (d.Diagnostics[0].Range.Start.Line != 1 || d.Diagnostics[0].Code != "configuration" || !strings.Contains(d.Diagnostics[0].Message, "no_such_rule")) {
			t.Errorf("%+v", d)
		}
	}
	await(-1, 1)
	writeFile(t, path, "")
	changed()
	await(-1, 0)
	writeFile(t, path, "x = [\n")
	changed()
	if d := c.AwaitDiagnostics(at, -1); len(d.Diagnostics) != 1 {
		t.Errorf("%+v", d)
	}
	openAs(c, at, "toml", faulty)
	await(1, 1)
	c.Change(at, 2, map[string]any{"text": ""})
	await(2, 0)
	writeFile(t, path, faulty)
	c.CloseDocument(at)
	changed()
	await(-1, 1)
	changed()
	c.Exit()
	told := 0
	for _, m := range c.Received("window/logMessage") {
		if strings.Contains(decode[struct{ Message string }](t, m.Params).Message, "no_such_rule") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// A client that tells of no changes on disk sees them all the same.
func TestConfigurationOfAClientThatWatchesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		root := t.TempDir()
		path := filepath.Join(root, config.FileName)
		at := string(uri.File(path))
		c := start(t, Options{})
		c.InitializeWith(map[string]any{"capabilities": map[string]any{}, "rootUri": uri.File(root)})
		time.Sleep(2 * pollInterval)
		writeFile(t, path, faulty)
		time.Sleep(2 * pollInterval)
		if d := c.AwaitDiagnostics(at, -1); len(d.Diagnostics) != 1 {
			t.Errorf("%+v", d)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * pollInterval)
		if d := c.AwaitDiagnostics(at, -1); len(d.Diagnostics) != 0 {
			t.Errorf("%+v", d)
		}
	})
}

// A saved configuration counts at once, and while it is no TOML the one before it
// does.
func TestABrokenConfigurationKeepsTheLastGoodOne(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, config.FileName)
	at, doc := string(uri.File(path)), string(uri.File(filepath.Join(root, "a.gcf")))
	good := "\ufeff[rules]\nduplicate_key = \"off\"\n"
	writeFile(t, path, good)
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	c.Open(doc, 1, "GCF profile=generic\na=1\na=2\n")
	openAs(c, at, "toml", good)
	for _, step := range []struct {
		text string
		want int
	}{{good, 0}, {"[rules\n", 0}, {"", 1}, {"[rules\n", 1}, {good, 0}} {
		writeFile(t, path, step.text)
		c.Notify("textDocument/didSave", textDocument(at))
		if got := pull(t, c, doc).Items; len(got) != step.want {
			t.Errorf("with %q: %+v, want %d", step.text, got, step.want)
		}
	}
}

func TestConfigurationProblemsArePulled(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "sub", config.FileName)
	at := string(uri.File(path))
	writeFile(t, path, faulty)
	writeFile(t, filepath.Join(root, "sub", "a.gcf"), "GCF profile=generic\n")
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	found := func() []lsptest.Diagnostic {
		t.Helper()
		for _, r := range pullWorkspace(t, c, nil) {
			if r.URI == at {
				return r.Items
			}
		}
		return nil
	}
	if got := found(); len(got) != 1 || got[0].Range.Start.Line != 1 {
		t.Errorf("%+v", got)
	}
	if got := pull(t, c, at).Items; len(got) != 1 {
		t.Errorf("closed: %+v", got)
	}
	openAs(c, at, "toml", "")
	if got := found(); len(got) != 0 {
		t.Errorf("mended in the editor: %+v", got)
	}
	c.Change(at, 2, map[string]any{"text": faulty + "\nx = 1\n"})
	if got := pull(t, c, at).Items; len(got) != 2 {
		t.Errorf("open: %+v", got)
	}
}
