package lsp

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/cli/config"
	"gcf-lsp/lsp/lsptest"
)

// openAs opens a document in a language.
func openAs(c *lsptest.Client, uri, language, text string) {
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": language, "version": 1, "text": text}})
}

// markdown has a payload with one error in its fifth line.
const markdown = "# Notes\n\n```gcf\nGCF profile=generic\n## t [2]{a}\n1\n```\n\ntext  \n"

// What is not GCF has the diagnostics of its payloads where the configuration
// includes it, and nothing that could change it.
func TestForeignDocumentsAreOnlyChecked(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, config.FileName), "include = [\"**/*.gcf\", \"docs/**/*.md\", \"*.json\"]\n")
	for _, pulls := range []bool{true, false} {
		c := start(t, Options{})
		can := editor()
		if pulls {
			can["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
		}
		c.InitializeWith(map[string]any{"capabilities": can, "rootUri": uri.File(root)})
		for name, tt := range map[string]struct {
			language, text string
			lines          []int // of the diagnostics
		}{
			"docs/a.md":  {"markdown", markdown, []int{4}},
			"other.md":   {"markdown", markdown, nil},
			"a.json":     {"json", `{"x": "GCF profile=generic\n## t [2]{a}\n1\n"}`, []int{0}},
			"notes.txt":  {"plaintext", "hello  \n", nil},
			"a.txt":      {"gcf", "GCF profile=generic\n## t [2]{a}\n1\n", []int{1}},
			"docs/b.gcf": {"markdown", "GCF profile=generic\n## t [2]{a}\n1\n", []int{1}},
		} {
			at := string(uri.File(filepath.Join(root, filepath.FromSlash(name))))
			openAs(c, at, tt.language, tt.text)
			var items []lsptest.Diagnostic
			if pulls {
				items = pull(t, c, at).Items
			} else {
				items = c.AwaitDiagnostics(at, 1).Diagnostics
			}
			var lines []int
			for _, d := range items {
				lines = append(lines, d.Range.Start.Line)
			}
			if !slices.Equal(lines, tt.lines) {
				t.Errorf("%s: diagnostics in lines %v, want %v", name, lines, tt.lines)
			}
			foreign := tt.language != "gcf" && !strings.HasSuffix(name, ".gcf")
			params := map[string]any{
				"textDocument": map[string]any{"uri": at}, "position": lsptest.Position{},
				"range":   lsptest.Range{End: lsptest.Position{Line: 100}},
				"context": map[string]any{"diagnostics": []any{}}, "options": map[string]any{"tabSize": 2},
			}
			for _, method := range []string{"formatting", "rangeFormatting", "codeAction", "hover", "completion", "documentSymbol", "semanticTokens/full"} {
				var answer json.RawMessage
				if err := c.Call("textDocument/"+method, params, &answer); err != nil {
					t.Errorf("%s: %s: %v", name, method, err)
				} else if foreign && string(answer) != "null" {
					t.Errorf("%s: %s answers %s", name, method, answer)
				}
			}
			if foreign {
				wantCode(t, name, c.Call("gcf/decoded", textDocument(at), nil), invalidParams)
			}
			c.Change(at, 2, lsptest.Edit(0, 0, 0, 0, "x"))
			c.CloseDocument(at)
		}
	}
}

// Files with payloads are checked with the workspace, like on the command line.
func TestForeignFilesOfTheWorkspace(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, config.FileName), "include = [\"*.gcf\", \"*.md\"]\n")
	writeFile(t, filepath.Join(root, "a.md"), markdown)
	writeFile(t, filepath.Join(root, "a.json"), `"GCF profile=x"`)
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": pulling, "rootUri": uri.File(root)})
	reports := pullWorkspace(t, c, nil)
	if len(reports) != 1 || !strings.HasSuffix(reports[0].URI, "/a.md") || len(reports[0].Items) != 1 || reports[0].Items[0].Range.Start.Line != 4 {
		t.Errorf("%+v", reports)
	}
}

// What the configuration includes is watched, also when it changes.
func TestIncludedFilesAreWatched(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, config.FileName)
	c := start(t, Options{})
	asked := make(chan string, 10)
	for _, method := range []string{"client/registerCapability", "client/unregisterCapability"} {
		c.Answer(method, func(params json.RawMessage) any {
			if strings.Contains(string(params), watchedIncludedID) {
				var patterns []string
				for _, m := range regexp.MustCompile(`"globPattern":"(.*?)"`).FindAllStringSubmatch(string(params), -1) {
					patterns = append(patterns, m[1])
				}
				asked <- strings.Join(append([]string{method}, patterns...), " ")
			}
			return nil
		})
	}
	want := func(want string) {
		t.Helper()
		select {
		case got := <-asked:
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("nothing, want %s", want)
		}
	}
	changed := func(text string) {
		writeFile(t, file, text)
		c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri.File(file), "type": 2}}})
	}
	c.InitializeWith(map[string]any{"capabilities": configurable, "rootUri": uri.File(root)})
	changed("include = [\"*.gcf\", \"docs/**/*.md\", \"/top.json\"]\n")
	want("client/registerCapability **/docs/**/*.md **/top.json")
	changed("include = [\"*.gcf\", \"*.log\"]\n")
	want("client/unregisterCapability")
	want("client/registerCapability **/*.log")
	changed("")
	want("client/unregisterCapability")
}
