package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
	gcf "gcf-lsp/snapshot"
)

// world is what the findings of documents depend on, as a client and the disk
// have it.
type world struct {
	t        *testing.T
	dir      string
	r        *rand.Rand
	folders  []string          // of the workspace
	settings map[string]any    // of the editor
	open     map[string]string // texts by path
	version  int
}

func (w *world) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func uriOf(path string) string { return "file://" + filepath.ToSlash(path) }

// write puts a text into a file; nothing for "" takes the file away.
func (w *world) write(name, text string) string {
	path := w.path(name)
	if text == "" {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
		return path
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
	// Files are known by time and size: no two are written at one time here.
	at := time.Unix(1_700_000_000+int64(w.version), 0)
	if err := os.Chtimes(path, at, at); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func folderParams(folders []string) []any {
	all := []any{}
	for _, f := range folders {
		all = append(all, map[string]any{"uri": uriOf(f), "name": filepath.Base(f)})
	}
	return all
}

// watchingClient tells of changes on disk, so nothing is searched from time to
// time.
func watchingClient(pulls bool) map[string]any {
	can := map[string]any{"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}}}
	if pulls {
		can["textDocument"] = pulling["textDocument"]
	}
	return can
}

func (w *world) start(pulls bool) *lsptest.Client {
	c := start(w.t, Options{})
	c.InitializeWith(map[string]any{
		"capabilities": watchingClient(pulls), "workspaceFolders": folderParams(w.folders), "initializationOptions": w.settings,
	})
	for path, text := range w.open {
		c.Open(uriOf(path), w.version, text)
	}
	return c
}

// fresh returns what a server says that is started on the state of now.
func (w *world) fresh() map[string]string {
	c := w.start(true)
	defer c.Exit()
	all := map[string]string{}
	for path := range w.open {
		// Twice: the first may come before the folders were searched.
		pull(w.t, c, uriOf(path))
		all[path] = said(pull(w.t, c, uriOf(path)).Items)
	}
	return all
}

func said(found []lsptest.Diagnostic) string {
	var lines []string
	for _, d := range found {
		lines = append(lines, fmt.Sprintf("%v %s %d %s", d.Range, d.Code, d.Severity, d.Message))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// base is a full payload of some rows, other is a delta on one of n rows.
func base(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "GCF profile=generic key=id\n## r [%d]{@id,a}\n", n)
	for i := range n {
		fmt.Fprintf(&b, "%d|x\n", i)
	}
	return b.String()
}

func deltaOn(t *testing.T, n int, named string) string {
	s, err := gcf.FromDocument(parser.Parse(base(n)))
	if err != nil {
		t.Fatal(err)
	}
	comment := ""
	if named != "" {
		comment = "# gcf-lsp: base=" + named + "\n"
	}
	return "GCF profile=generic delta=true base_root=" + s.Root() + " new_root=sha256:" + strings.Repeat("0", 64) + " key=id\n" +
		comment + "## changed [1]{@id,a}\n1|y\n"
}

// TestPublishedIsWhatAFreshServerSays changes folders, configuration, settings,
// base documents and schemas in random order. After each step what is published
// is what a server says that is started on the same state.
func TestPublishedIsWhatAFreshServerSays(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { followWorld(t, seed) })
	}
}

func followWorld(t *testing.T, seed uint64) {
	w := &world{t: t, dir: t.TempDir(), r: rand.New(rand.NewPCG(seed, 5)), version: 1}
	if real, err := filepath.EvalSymlinks(w.dir); err == nil {
		w.dir = real
	}
	w.settings = map[string]any{"diagnostics": map[string]any{"debounce": 0}}
	a, b, lib := w.path("a"), w.path("b"), w.path("lib")
	w.write("a/base.gcf", base(2))
	w.write("b/base.gcf", base(3))
	w.write("lib/s.json", `{"properties": {"a": {"type": "string"}}}`)
	w.folders = []string{a}
	w.open = map[string]string{
		w.path("a/on2.gcf"):    deltaOn(t, 2, ""),
		w.path("a/on3.gcf"):    deltaOn(t, 3, ""),
		w.path("b/named.gcf"):  deltaOn(t, 2, "./base.gcf"),
		w.path("a/schema.gcf"): "GCF profile=generic\n# gcf-lsp: schema=../lib/s.json\na=1\nb=1.0\n",
		w.path("b/plain.gcf"):  "GCF profile=generic\na=1\na=2.0\n",
	}
	live := w.start(false)
	watched := func(paths ...string) {
		changes := []any{}
		for _, path := range paths {
			kind := 2
			if _, err := os.Stat(path); err != nil {
				kind = 3
			}
			changes = append(changes, map[string]any{"uri": uriOf(path), "type": kind})
		}
		live.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
	}
	steps := []struct {
		name string
		do   func()
	}{
		{"folders", func() {
			all := [][]string{{a}, {b}, {a, b}, {a, lib}, {a, b, lib}, {}}
			next := all[w.r.IntN(len(all))]
			event := map[string]any{"added": folderParams(without(next, w.folders)), "removed": folderParams(without(w.folders, next))}
			w.folders = next
			live.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": event})
		}},
		{"configuration file", func() {
			texts := []string{"", "[rules]\nnot_canonical = \"error\"\n", "[rules]\nduplicate_key = \"off\"\nroot_mismatch = \"hint\"\n", "[lint]\nenable = false\n"}
			watched(w.write([]string{"a/.gcf-lsp.toml", "b/.gcf-lsp.toml"}[w.r.IntN(2)], texts[w.r.IntN(len(texts))]))
		}},
		{"settings", func() {
			w.settings = map[string]any{"diagnostics": map[string]any{"debounce": 0}}
			if w.r.IntN(2) == 0 {
				w.settings["rules"] = map[string]any{"not_canonical": "warning", "unresolved_base_root": "off"}
			}
			live.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": w.settings}})
		}},
		{"base on disk", func() {
			texts := []string{"", base(2), base(3), base(4)}
			watched(w.write([]string{"a/base.gcf", "b/base.gcf", "a/sub/base.gcf"}[w.r.IntN(3)], texts[w.r.IntN(len(texts))]))
		}},
		{"base in the editor", func() {
			path := w.path([]string{"a/base.gcf", "b/base.gcf"}[w.r.IntN(2)])
			text := base(2 + w.r.IntN(3))
			if _, open := w.open[path]; !open {
				w.open[path] = text
				live.Open(uriOf(path), w.version, text)
			} else if w.r.IntN(2) == 0 {
				delete(w.open, path)
				live.Notify("textDocument/didClose", textDocument(uriOf(path)))
			} else {
				w.open[path] = text
				live.Change(uriOf(path), w.version, map[string]any{"text": text})
			}
		}},
		{"schema", func() {
			texts := []string{"", `{"properties": {"a": {"type": "string"}}}`, `{"properties": {"a": {"type": "integer"}}}`, `{"required": ["z"]}`, `{`}
			watched(w.write("lib/s.json", texts[w.r.IntN(len(texts))]))
		}},
	}
	states := map[string]bool{}
	for step := range 25 {
		w.version++
		s := steps[w.r.IntN(len(steps))]
		s.do()
		want := w.fresh()
		states[fmt.Sprint(want)] = true
		var got map[string]string
		for range 400 {
			got = map[string]string{}
			for path := range w.open {
				got[path] = said(shownOf(t, live, uriOf(path)))
			}
			if same(got, want) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		for path := range w.open {
			if got[path] != want[path] {
				t.Fatalf("step %d, %s: folders %q, settings %v\n%s has\n%s\nand a fresh server says\n%s", step, s.name, w.folders, w.settings, path, got[path], want[path])
			}
		}
	}
	if len(states) < 5 {
		t.Errorf("%d states in 25 steps: little was tried", len(states))
	}
}

func without(all, some []string) (rest []string) {
	for _, s := range all {
		if !slices.Contains(some, s) {
			rest = append(rest, s)
		}
	}
	return rest
}

func same(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return true
}
