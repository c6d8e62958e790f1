package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"gcf-lsp/lsp/lsptest"
)

// An hour of a person's day, with a whole workspace behind it:
//
//	go test ./lsp -run Soak -soak 1h -timeout 90m -v
var (
	soakTime = flag.Duration("soak", 3*time.Second, "how `long` TestSoak edits and asks")
	soakSeed = flag.Uint64("soak-seed", 1, "the seed of TestSoak")
)

// TestSoak edits 50 documents of a workspace and asks about them, while its files
// change on disk. Now and then all that is said of a document is asked, the
// document is closed, opened as it is, and asked about again: what a server says
// does not depend on how a text came about. At the end it holds no more memory
// than after a while, and no goroutine more.
func TestSoak(t *testing.T) {
	files := 200
	if *soakTime >= time.Minute {
		files = 20_000
	}
	goroutines := runtime.NumGoroutine()
	c, parsed, logged := startLogged(t)
	can := editor()
	can["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
	can["workspace"].(map[string]any)["didChangeWatchedFiles"] = map[string]any{"dynamicRegistration": true}
	w := &soakWorkspace{dir: t.TempDir(), versions: make([]int, files)}
	for i := range files {
		w.write(t, i)
	}
	c.InitializeWith(map[string]any{"capabilities": can, "workspaceFolders": folderParams([]string{w.dir})})

	s := &session{t: t, c: c, parsed: parsed, r: rand.New(rand.NewPCG(*soakSeed, 8))}
	texts := sessionTexts()
	for i := range 50 {
		path := filepath.Join(w.dir, "open", fmt.Sprintf("%d.gcf", i))
		s.docs = append(s.docs, &sessionDocument{uri: uriOf(path), original: texts[i%len(texts)]})
	}
	begin := time.Now()
	var after uint64 // what is resident after a twelfth of the time
	var running, steps, compared int
	for warm := false; time.Since(begin) < *soakTime; steps++ {
		s.run(20)
		switch s.r.IntN(4) {
		case 0:
			w.change(s)
		case 1:
			compared += s.compare()
		case 2:
			w.find(s)
		}
		c.Drain()
		parsed.forget()
		if !warm && time.Since(begin) > *soakTime/12 {
			warm = true
			s.finish()
			_, running = settled(goroutines)
			after = resident()
		}
	}
	s.finish()
	_, runningAfter := settled(running)
	end := resident()
	if runningAfter > running {
		t.Errorf("%d goroutines, before there were %d", runningAfter, running)
	}
	// In a short run the caches are still being filled.
	if most := after + after/10 + 16<<20; end > most && after > 0 {
		t.Errorf("%d MB are resident, %d MB were", end>>20, after>>20)
	}
	if code := c.Exit(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if text := logged.String(); text != "" {
		t.Errorf("in the log: %s", text)
	}
	t.Logf("%v: %d changes, %d requests, %d cancelled, %d opens, %d documents asked about twice, %d files of %d changed; %d MB resident, %d MB at the end; %d goroutines",
		time.Since(begin).Round(time.Second), s.changes, s.requests, s.cancelled, s.opens, compared, w.changes, files, after>>20, end>>20, runningAfter)
}

// resident is how many bytes the process holds after all garbage was given back.
func resident() uint64 {
	debug.FreeOSMemory()
	var pages, kept uint64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if _, err := fmt.Sscan(string(text), &pages, &kept); err == nil {
			return kept * uint64(os.Getpagesize())
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// forget keeps no more texts than a run of steps needs.
func (p *parsedTexts) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sums) > 1<<16 {
		clear(p.sums)
	}
}

// soakWorkspace is files with a graph each, whose one symbol has the number of the
// file and of its version.
type soakWorkspace struct {
	dir      string
	versions []int
	changes  int
}

func (w *soakWorkspace) path(i int) string {
	return filepath.Join(w.dir, fmt.Sprint("part", i%100), fmt.Sprintf("file%d.gcf", i))
}

func (w *soakWorkspace) name(i int) string { return fmt.Sprintf("pkg.Soak%dx%dx", i, w.versions[i]) }

func (w *soakWorkspace) write(t *testing.T, i int) {
	path := w.path(i)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("GCF profile=graph symbols=1\n## targets\n@0 fn %s 0.50 lsp\n", w.name(i))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// change writes some files anew and tells of them, as a checkout does.
func (w *soakWorkspace) change(s *session) {
	changes := []any{}
	for range 1 + s.r.IntN(30) {
		i := s.r.IntN(len(w.versions))
		w.versions[i]++
		w.write(s.t, i)
		w.changes++
		changes = append(changes, map[string]any{"uri": uriOf(w.path(i)), "type": 2})
	}
	s.c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
}

// find looks for the symbol that a file has now, and for the one that it had.
func (w *soakWorkspace) find(s *session) {
	i := s.r.IntN(len(w.versions))
	for _, name := range []string{w.name(i), fmt.Sprintf("pkg.Soak%dx%dx", i, w.versions[i]-1)} {
		var found []struct{ Name string }
		if err := s.c.Call("workspace/symbol", map[string]any{"query": name}, &found); err != nil {
			s.t.Errorf("symbols: %v", err)
		}
		is := false
		for _, symbol := range found {
			is = is || symbol.Name == name
		}
		if want := name == w.name(i); is != want {
			s.t.Errorf("%s is found: %t, want %t, after %d changes of files", name, is, want, w.changes)
		}
	}
}

// compare asks all about a document, opens it as it is, and asks again.
func (s *session) compare() int {
	s.t.Helper()
	d := s.docs[s.r.IntN(len(s.docs))]
	if !d.open {
		return 0
	}
	for len(s.pending) > 0 {
		s.answer()
	}
	// What is held back while somebody types is told when he saves.
	s.c.Notify("textDocument/didSave", textDocument(d.uri))
	places := []lsptest.Position{s.place(d), s.place(d), s.place(d)}
	before := s.answers(d, places)
	s.close(d)
	d.open, d.version = true, d.version+1
	s.c.Open(d.uri, d.version, d.text)
	after := s.answers(d, places)
	for what, answer := range before {
		if after[what] != answer {
			s.t.Errorf("%s of the edited document is\n%s\nof the same text opened\n%s\nof\n%s", what, answer, after[what], d.text)
		}
	}
	return 1
}

// answers are what the server says of a document, by what was asked.
func (s *session) answers(d *sessionDocument, places []lsptest.Position) map[string]string {
	all := map[string]string{}
	ask := func(method string, params map[string]any, which any) {
		s.requests++
		var result json.RawMessage
		if err := s.c.Call(method, params, &result); err != nil {
			result = json.RawMessage(err.Error())
		}
		all[fmt.Sprint(method, which)] = withoutIDs(string(result))
	}
	for _, method := range ofDocument {
		ask(method, textDocument(d.uri), "")
	}
	params := textDocument(d.uri)
	params["options"] = formattingOptions
	ask("textDocument/formatting", params, "")
	for _, at := range places {
		for _, method := range atPlace {
			params := textDocument(d.uri)
			params["position"] = at
			params["context"] = map[string]any{"includeDeclaration": true, "triggerKind": 1, "isRetrigger": false}
			ask(method, params, at)
		}
		for _, method := range ofRange {
			params := textDocument(d.uri)
			params["range"] = lsptest.Range{Start: at, End: at}
			params["context"] = map[string]any{"diagnostics": []any{}}
			params["options"] = formattingOptions
			ask(method, params, at)
		}
	}
	return all
}

// withoutIDs leaves out what tells versions apart.
func withoutIDs(answer string) string {
	for _, key := range []string{`"resultId":"`, `"version":`} {
		for from := 0; ; {
			i := strings.Index(answer[from:], key)
			if i < 0 {
				break
			}
			i += from + len(key)
			end := strings.IndexAny(answer[i:], `",}`)
			if end < 0 {
				break
			}
			answer = answer[:i] + answer[i+end:]
			from = i
		}
	}
	return answer
}
