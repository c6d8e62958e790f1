package lsp

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"gcf-lsp/lsp/lsptest"
)

// askWorkspaceSymbols asks for the word after the feature.
func askWorkspaceSymbols(m *marker) string {
	var all []struct {
		Name, ContainerName string
		Kind                int
		Location            lsptest.Location
	}
	if failure := m.call("workspace/symbol", map[string]any{"query": strings.Join(m.args, " ")}, &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, s := range all {
		place := fmt.Sprintf("line %d", s.Location.Range.Start.Line+1)
		if s.Location.URI == m.uri {
			place = m.show(s.Location.Range)
		}
		fmt.Fprintf(&b, "%d %s in %q, %s %s\n", s.Kind, s.Name, s.ContainerName, strings.TrimPrefix(s.Location.URI, "file:///"), place)
	}
	return b.String()
}

func TestWorkspaceSymbolMarkers(t *testing.T) {
	runMarkers(t, "workspacesymbol", map[string]ask{"find": askWorkspaceSymbols})
}

func TestARankingKeepsTheBestInOrder(t *testing.T) {
	r := ranking{limit: 3}
	for i := range 100 {
		r.add(candidate{score: i % 10})
	}
	var got []int
	for _, c := range r.sorted() {
		got = append(got, c.score, c.order)
	}
	if fmt.Sprint(got) != "[9 9 9 19 9 29]" {
		t.Error(got)
	}
}

func TestWorkspaceSymbolsOfFilesThatAreNotOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return string(uri.File(path))
	}
	a := write("a.gcf", "GCF profile=generic\n## needles [1]{id}\n1\n")
	write("b.gcf", "GCF profile=graph\n## targets\n@0 fn pkg.😀Needle 0.50 x\n")
	write("c.gcf", "binary\x00\xffneedle\n")
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []any{map[string]any{"uri": string(uri.File(dir)), "name": "w"}}})
	find := func() string {
		var all []struct {
			Name     string
			Location lsptest.Location
		}
		if err := c.Call("workspace/symbol", map[string]any{"query": "needle"}, &all); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, s := range all {
			fmt.Fprintf(&b, "%s:%d:%d %s\n", path.Base(s.Location.URI), s.Location.Range.Start.Line, s.Location.Range.Start.Character, s.Name)
		}
		return b.String()
	}
	if got, want := find(), "a.gcf:1:3 needles\nb.gcf:2:6 pkg.😀Needle\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// What is open counts, not what is on disk.
	c.Open(a, 1, "GCF profile=generic\n## pins [0]\n")
	if got, want := find(), "b.gcf:2:6 pkg.😀Needle\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	c.CloseDocument(a)
	write("a.gcf", "GCF profile=generic\n\n## knitting_needles [1]{id}\n1\n")
	if got, want := find(), "b.gcf:2:6 pkg.😀Needle\na.gcf:2:3 knitting_needles\n"; got != want {
		t.Errorf("after the file changed: got\n%swant\n%s", got, want)
	}
}
