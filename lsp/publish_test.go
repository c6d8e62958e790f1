package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/lsp/lsptest"
)

// published returns what was pushed, in order, as "uri@version: text".
func published(t *testing.T, c *lsptest.Client) []string {
	t.Helper()
	var all []string
	for _, m := range c.Received("textDocument/publishDiagnostics") {
		d := decode[lsptest.Diagnostics](t, m.Params)
		version, text := "", "nothing"
		if d.Version != nil {
			version = fmt.Sprintf("@%d", *d.Version)
		}
		if len(d.Diagnostics) > 0 {
			text = d.Diagnostics[0].Message
		}
		all = append(all, strings.TrimPrefix(d.URI, "file:///")+version+": "+text)
	}
	return all
}

func wantPublished(t *testing.T, c *lsptest.Client, want ...string) {
	t.Helper()
	if got := published(t, c); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("published were\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The first change after a rest is looked at at once; while typing goes on
// nothing is published, and at its end one version.
func TestPublishWhileTyping(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{analysis: echo})
		c.Initialize(nil)
		const uri = "file:///a"
		c.Open(uri, 1, "one")
		synctest.Wait()
		wantPublished(t, c, "a@1: one")

		time.Sleep(time.Second)
		for i := range 20 {
			c.Change(uri, 2+i, map[string]any{"text": fmt.Sprint("typed ", i)})
			time.Sleep(defaultDebounce / 2)
		}
		synctest.Wait()
		wantPublished(t, c, "a@1: one", "a@2: typed 0")
		time.Sleep(defaultDebounce)
		synctest.Wait()
		wantPublished(t, c, "a@1: one", "a@2: typed 0", "a@21: typed 19")
		time.Sleep(time.Hour)
		wantPublished(t, c, "a@1: one", "a@2: typed 0", "a@21: typed 19")
	})
}

// The rest that is waited for is a setting; with 0 nothing is waited for.
func TestDebounceSetting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{analysis: echo})
		c.InitializeWith(map[string]any{"capabilities": map[string]any{},
			"initializationOptions": map[string]any{"diagnostics.debounce": 0}})
		c.Open("file:///a", 1, "one")
		synctest.Wait()
		c.Change("file:///a", 2, map[string]any{"text": "two"})
		synctest.Wait()
		wantPublished(t, c, "a@1: one", "a@2: two")

		c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{
			"gcf": map[string]any{"diagnostics": map[string]any{"debounce": 60_000}}}})
		c.Change("file:///a", 3, map[string]any{"text": "three"})
		synctest.Wait()
		time.Sleep(59 * time.Second)
		wantPublished(t, c, "a@1: one", "a@2: two")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		wantPublished(t, c, "a@1: one", "a@2: two", "a@3: three")
	})
}

// A version that is out of date before it is looked at is not published, and
// the same diagnostics are not published twice.
func TestPublishSkipsWhatIsOld(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{analysis: &analysis{
			parse: func(src string) *ast.Document {
				time.Sleep(10 * time.Second)
				return echo.parse(src)
			},
			check: func(subject *check.Subject) []diagnostics.Diagnostic {
				if subject.Doc.Source == "clean" || subject.Doc.Source == "clean too" {
					return nil
				}
				return echo.check(subject)
			},
		}})
		c.Initialize(nil)
		const uri = "file:///a"
		c.Open(uri, 1, "one")
		time.Sleep(time.Second)
		c.Change(uri, 2, map[string]any{"text": "two"})
		time.Sleep(time.Minute)
		synctest.Wait()
		wantPublished(t, c, "a@2: two")
		c.Change(uri, 3, map[string]any{"text": "clean"})
		time.Sleep(time.Minute)
		c.Change(uri, 4, map[string]any{"text": "clean too"})
		time.Sleep(time.Minute)
		wantPublished(t, c, "a@2: two", "a@3: nothing")
	})
}

// Closing clears, and what was in progress is not published afterwards.
func TestPublishAfterClose(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{analysis: &analysis{
			parse: func(src string) *ast.Document {
				time.Sleep(10 * time.Second)
				return echo.parse(src)
			},
			check: echo.check,
		}})
		c.Initialize(nil)
		c.Open("file:///a", 1, "one")
		time.Sleep(time.Minute)
		c.Change("file:///a", 2, map[string]any{"text": "two"})
		time.Sleep(time.Second)
		c.CloseDocument("file:///a")
		time.Sleep(time.Hour)
		wantPublished(t, c, "a@1: one", "a: nothing")
		all := c.Received("textDocument/publishDiagnostics")
		if last := string(all[len(all)-1].Params); last != `{"uri":"file:///a","diagnostics":[]}` {
			t.Errorf("cleared with %s", last)
		}
	})
}

// Opened, changed, closed and opened again without a pause: the diagnostics of
// the last text are published once, at the end.
func TestPublishAfterReopening(t *testing.T) {
	for range 20 {
		c := start(t, Options{analysis: echo})
		c.Initialize(nil)
		const uri = "file:///a"
		c.Open(uri, 1, "first")
		for i := range 100 {
			c.Change(uri, i+2, map[string]any{"text": fmt.Sprint("change ", i)})
		}
		c.CloseDocument(uri)
		c.Open(uri, 1, "last")
		c.Await("the last diagnostics", func(m lsptest.Message) bool {
			return strings.Contains(string(m.Params), `"last"`)
		})
		c.Exit()
		all := published(t, c) // all but those awaited
		for i, p := range all {
			if p == "a@1: last" || p == "a: nothing" && i != len(all)-1 {
				t.Fatalf("published before the last diagnostics: %q", all)
			}
		}
	}
}

// A client that pulls gets nothing pushed; one that does not is not offered to.
func TestPushOrPull(t *testing.T) {
	for _, pulls := range []bool{true, false} {
		t.Run(fmt.Sprint(pulls), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := start(t, Options{analysis: echo})
				result := c.Initialize(capabilities("utf-16", pulls))
				if offered := strings.Contains(string(result), "diagnosticProvider"); offered != pulls {
					t.Errorf("diagnostics to be pulled are offered: %t, want %t", offered, pulls)
				}
				c.Open("file:///a", 1, "one")
				c.Change("file:///a", 2, map[string]any{"text": "two"})
				c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}})
				time.Sleep(time.Minute)
				c.CloseDocument("file:///a")
				time.Sleep(time.Minute)
				if got := len(published(t, c)) > 0; got == pulls {
					t.Errorf("diagnostics were pushed: %t, want %t", got, !pulls)
				}
			})
		})
	}
}

// What a diagnostic looks like for a client that can show everything, and for
// one that can show little.
func TestDiagnostic(t *testing.T) {
	all := map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "versionSupport": true}
	// The row is one cell too long; its first cell is an emoji.
	const text = "GCF profile=generic\n## rows [2]{a,b,c}\n1|2|3\n\"😀\"|5|6|extra\n"
	for _, tt := range []struct {
		encoding   string
		start, end int // of `extra`
	}{{"utf-8", 11, 16}, {"utf-16", 9, 14}, {"utf-32", 8, 13}} {
		t.Run(tt.encoding, func(t *testing.T) {
			cache := t.TempDir()
			c := start(t, Options{CacheDir: cache})
			can := capabilities(tt.encoding, false)
			can["textDocument"] = map[string]any{"publishDiagnostics": all}
			c.Initialize(can)
			c.Open("file:///C:/a.gcf", 3, text)
			d := c.AwaitDiagnostics("file:///C:/a.gcf", 3)
			if len(d.Diagnostics) != 1 {
				t.Fatalf("%d diagnostics, want 1: %+v", len(d.Diagnostics), d)
			}
			got := d.Diagnostics[0]
			if got.Code != "row_width_mismatch" || got.Severity != 1 || got.Source != "gcf" || !strings.Contains(got.Message, "extra") {
				t.Errorf("the diagnostic is %+v", got)
			}
			if r := got.Range; r.Start != (lsptest.Position{Line: 3, Character: tt.start}) || r.End != (lsptest.Position{Line: 3, Character: tt.end}) {
				t.Errorf("the range is %+v, want columns %d to %d", r, tt.start, tt.end)
			}
			if len(got.RelatedInformation) == 0 || got.RelatedInformation[0].Location.URI != "file:///C:/a.gcf" {
				t.Errorf("related information is %+v", got.RelatedInformation)
			}
			if got.CodeDescription == nil {
				t.Fatal("no link to the rule's page")
			}
			page, err := os.ReadFile(filePath(documentKey(got.CodeDescription.Href)))
			if err != nil || !strings.HasPrefix(string(page), "# row_width_mismatch\n") {
				t.Errorf("the page is %q, %v", page, err)
			}
			if _, err := os.Stat(filepath.Join(cache, "rules", "missing_header.md")); err == nil {
				t.Error("a page that is not linked was written")
			}
		})
	}
	t.Run("client without capabilities", func(t *testing.T) {
		c := start(t, Options{})
		c.Initialize(nil)
		c.Open("untitled:a", 1, text)
		got := c.AwaitDiagnostics("untitled:a", 1).Diagnostics[0]
		if got.RelatedInformation != nil || got.CodeDescription != nil {
			t.Errorf("the diagnostic is %+v", got)
		}
	})
}

// Messages name lines as the client counts them, which ends them at a CR, too.
func TestMessagesNameTheLinesOfTheClient(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(pulling)
	c.Open("file:///a.gcf", 1, "GCF profile=generic\n# one\r# two\na=1\na=2\n")
	for _, d := range pull(t, c, "file:///a.gcf").Items {
		if d.Code == "duplicate_key" {
			if d.Range.Start.Line != 4 || !strings.Contains(d.Message, "already on line 4:") {
				t.Errorf("%+v", d)
			}
			return
		}
	}
	t.Error("no duplicate key")
}

// Whatever the text, ranges are inside it.
func TestRangesOfTinyDocuments(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(pulling)
	for i, text := range []string{"", "\n", "\r\n", "\r", "#", "GCF", "GCF\r", "\ufeffGCF profile=generic\n", "\x00", "{\"a\": 1}",
		"GCF profile=generic", "GCF profile=generic\r\na\r\n", "GCF profile=generic\n## t [3]{a}\n1", "GCF profile=graph\n@\n\n"} {
		uri := fmt.Sprintf("untitled:%d", i)
		c.Open(uri, 1, text)
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
		for _, d := range pull(t, c, uri).Items {
			for _, p := range []lsptest.Position{d.Range.Start, d.Range.End} {
				if p.Line < 0 || p.Line >= len(lines) || p.Character < 0 || p.Character > len(lines[p.Line]) {
					t.Errorf("%q: %s is at %+v", text, d.Code, d.Range)
				}
			}
		}
	}
}

// A document with more problems than anybody reads is cut off, and says so.
func TestManyProblems(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(pulling)
	c.Open("file:///a.gcf", 1, "GCF profile=generic\n## rows [4000]{a,b}\n"+strings.Repeat("1|2\n1|2|3\n", 2000))
	items := pull(t, c, "file:///a.gcf").Items
	if len(items) != maxDiagnostics+1 {
		t.Fatalf("%d diagnostics, want %d and a last one", len(items), maxDiagnostics)
	}
	if last := items[maxDiagnostics]; last.Code != "too_many_problems" {
		t.Errorf("the last is %+v", last)
	}
}

func TestRulePages(t *testing.T) {
	log := newServerLog(nil, newOutbox())
	t.Run("hosted", func(t *testing.T) {
		p := newRulePages("https://example.com/rules/", t.TempDir(), log)
		if got := p.link(ast.InvalidLine); got != "https://example.com/rules/invalid_line.md" {
			t.Errorf("the link is %s", got)
		}
		if _, err := os.Stat(filepath.Join(p.dir, "invalid_line.md")); err == nil {
			t.Error("a page was written though the pages are hosted")
		}
	})
	t.Run("a page of an older version is replaced", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "rules", "invalid_line.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		newRulePages("", dir, log).link(ast.InvalidLine)
		if page, _ := os.ReadFile(path); !strings.HasPrefix(string(page), "# invalid_line\n") {
			t.Errorf("the page is %q", page)
		}
	})
	t.Run("nowhere to write", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{"", filepath.Join(file, "below")} {
			if got := newRulePages("", dir, log).link(ast.InvalidLine); got != "" {
				t.Errorf("the link is %s", got)
			}
		}
	})
	t.Run("no such code", func(t *testing.T) {
		if got := newRulePages("https://example.com", "", log).link(ast.NoCode); got != "" {
			t.Errorf("the link is %s", got)
		}
	})
}
