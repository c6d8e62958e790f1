package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// codeAction is an action of an answer.
type codeAction struct {
	Title       string               `json:"title"`
	Kind        string               `json:"kind"`
	Diagnostics []lsptest.Diagnostic `json:"diagnostics,omitempty"`
	IsPreferred bool                 `json:"isPreferred,omitempty"`
	Disabled    *struct {
		Reason string `json:"reason"`
	} `json:"disabled,omitempty"`
	Edit    *workspaceEditAnswer `json:"edit,omitempty"`
	Command json.RawMessage      `json:"command,omitempty"`
	Data    json.RawMessage      `json:"data,omitempty"`
}

type workspaceEditAnswer struct {
	Changes         map[string][]change `json:"changes,omitempty"`
	DocumentChanges []struct {
		Edits []change `json:"edits"`
	} `json:"documentChanges,omitempty"`
}

func (e *workspaceEditAnswer) of(uri string) []change {
	if e.Changes != nil {
		return e.Changes[uri]
	}
	if len(e.DocumentChanges) != 1 {
		return nil
	}
	return e.DocumentChanges[0].Edits
}

func codeActions(t testing.TB, c *lsptest.Client, uri string, at lsptest.Range, only ...string) []codeAction {
	t.Helper()
	params := textDocument(uri)
	params["range"] = at
	context := map[string]any{"diagnostics": []any{}}
	if only != nil {
		context["only"] = only
	}
	params["context"] = context
	var all []codeAction
	if err := c.Call("textDocument/codeAction", params, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// resolved returns an action with its edit.
func resolved(t testing.TB, c *lsptest.Client, a codeAction) (codeAction, error) {
	t.Helper()
	if a.Edit != nil || a.Data == nil {
		return a, nil
	}
	err := c.Call("codeAction/resolve", a, &a)
	return a, err
}

func TestMarkerCodeActions(t *testing.T) {
	list := func(m *marker) string {
		var b strings.Builder
		for _, a := range codeActions(m.t, m.Client, m.uri, m.at) {
			fmt.Fprintf(&b, "%s: %s", a.Kind, a.Title)
			if a.IsPreferred {
				b.WriteString(" (preferred)")
			}
			if a.Disabled != nil {
				fmt.Fprintf(&b, " (not here: %s)", a.Disabled.Reason)
			}
			for _, d := range a.Diagnostics {
				fmt.Fprintf(&b, " [%s %s]", d.Code, m.show(d.Range))
			}
			if a.Command != nil {
				fmt.Fprintf(&b, " %s", a.Command)
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	apply := func(m *marker) string {
		title := strings.Join(m.args, " ")
		for _, a := range codeActions(m.t, m.Client, m.uri, m.at) {
			if !strings.HasPrefix(a.Title, title) || a.Disabled != nil {
				continue
			}
			a, err := resolved(m.t, m.Client, a)
			if err != nil {
				return "error: " + err.Error()
			}
			return applyEdits(m.document, m.encoding, a.Edit.of(m.uri))
		}
		return "no such action"
	}
	runMarkers(t, "codeaction", map[string]ask{"actions": list, "apply": apply})
}

// What check --fix does, the editor does.
func TestFixAllTakesRounds(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	const uri = "file:///a.gcf"
	text := "GCF tool=x profile=generic\nmy-key=1.0  \nyour-key=2\n## rows[2]{id,name}\n1|Ann\n2 |Bob  \n"
	c.Open(uri, 1, text)
	all := codeActions(t, c, uri, lsptest.Range{}, "source.fixAll")
	if len(all) != 1 || all[0].Kind != "source.fixAll.gcf" {
		t.Fatalf("%+v", all)
	}
	a, err := resolved(t, c, all[0])
	if err != nil {
		t.Fatal(err)
	}
	got := applyEdits(text, ast.UTF16, a.Edit.of(uri))
	want := "GCF profile=generic tool=x\n\"my-key\"=1\n\"your-key\"=2\n## rows [2]{id,name}\n1|Ann\n2|Bob\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	c.Change(uri, 2, map[string]any{"text": got})
	if all := codeActions(t, c, uri, lsptest.Range{}, "source.fixAll.gcf"); len(all) != 0 {
		t.Errorf("after that there is %+v", all)
	}
	if _, err := resolved(t, c, codeAction{Title: a.Title, Kind: a.Kind, Data: all[0].Data}); err == nil {
		t.Error("an action of an old version is resolved")
	} else {
		wantCode(t, "an old version", err, -32801)
	}
}

func TestCodeActionsOfPlainClients(t *testing.T) {
	literals := map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}}}
	for _, test := range []struct {
		name string
		can  any
		want bool // announced
	}{
		{"without code actions", nil, false},
		{"without literals", map[string]any{}, true},
		{"without resolve", literals, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, Options{})
			announced := c.Initialize(map[string]any{"textDocument": map[string]any{"codeAction": test.can}})
			if got := strings.Contains(string(announced), "codeActionProvider"); got != test.want {
				t.Errorf("announced: %t", got)
			}
			const uri = "file:///a.gcf"
			text := "GCF profile=generic\nx=\"1\"\n"
			c.Open(uri, 1, text)
			for _, a := range codeActions(t, c, uri, lsptest.Range{Start: lsptest.Position{Line: 1, Character: 3}, End: lsptest.Position{Line: 1, Character: 3}}) {
				if a.Disabled != nil || a.Data != nil || a.Edit == nil {
					t.Errorf("%+v", a)
				}
			}
		})
	}
}

// Odd ranges and contexts get an answer.
func TestCodeActionsWithOddParams(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	c.Open("file:///a.gcf", 1, "GCF profile=generic\nx=1.0\n")
	for _, params := range []string{
		`{"textDocument":{"uri":"file:///a.gcf"},"range":{"start":{"line":99,"character":99},"end":{"line":999,"character":0}},"context":{"diagnostics":[]}}`,
		`{"textDocument":{"uri":"file:///a.gcf"},"range":{"start":{"line":1,"character":3},"end":{"line":0,"character":0}},"context":{"diagnostics":[{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":5}},"message":"x"}]}}`,
		`{"textDocument":{"uri":"file:///a.gcf"},"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":5}},"context":{"diagnostics":[{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":5}},"message":"x","code":1,"data":[1]}],"only":[""]}}`,
	} {
		if err := c.Call("textDocument/codeAction", json.RawMessage(params), nil); err != nil {
			t.Errorf("%s: %v", params, err)
		}
	}
	for _, action := range []string{`{"title":"x"}`, `{"title":"x","data":{"uri":"file:///a.gcf","version":1}}`, `{"title":"x","data":{"uri":"file:///a.gcf","version":1,"refactoring":"none","start":-5}}`} {
		if err := c.Call("codeAction/resolve", json.RawMessage(action), nil); err != nil {
			t.Errorf("%s: %v", action, err)
		}
	}
}

// A long table costs no more than a look at the place.
func TestCodeActionsOfALongTable(t *testing.T) {
	text, _ := gendata.Table(20_000)
	c := start(t, Options{})
	c.Initialize(editor())
	const uri = "file:///a.gcf"
	c.Open(uri, 1, text)
	place := lsptest.Position{Line: 10_000, Character: 8}
	all := codeActions(t, c, uri, lsptest.Range{Start: place, End: place})
	i := slices.IndexFunc(all, func(a codeAction) bool { return strings.HasPrefix(a.Title, "Remove the column") })
	if i < 0 {
		t.Fatalf("%+v", all)
	}
	a, err := resolved(t, c, all[i])
	if err != nil {
		t.Fatal(err)
	}
	got := applyEdits(text, ast.UTF16, a.Edit.of(uri))
	if !strings.Contains(got, "{id,department,email,salary,rating,active}") || strings.Count(got, "|") != strings.Count(text, "|")-20_000 {
		t.Errorf("%.200s", got)
	}
}

// What cannot work for a client or a document is not offered as if it could.
func TestActionsThatCannotWork(t *testing.T) {
	const good, broken = "GCF profile=graph\n## targets\n@0 fn a 0.50 y\n@1 fn b 0.60 y\n## edges [0]\n", "GCF profile=graph\n## targets\n@0 fn a 0.50 y\nx y\n## edges [0]\n"
	titles := func(t *testing.T, can map[string]any, text string, line int) string {
		t.Helper()
		c := start(t, Options{})
		c.Initialize(can)
		c.Open("untitled:a", 1, text)
		place := lsptest.Position{Line: line}
		var all []string
		for _, a := range codeActions(t, c, "untitled:a", lsptest.Range{Start: place, End: place}) {
			if a.Kind == "quickfix" {
				continue
			}
			if a.Disabled != nil {
				a.Title += " (" + a.Disabled.Reason + ")"
			}
			if a.Kind == "" && len(a.Command) > 0 {
				a.Title = "command " + a.Title
			}
			all = append(all, a.Title)
		}
		return strings.Join(all, "\n")
	}
	without := func(path ...string) map[string]any {
		can := editor()
		in := can
		for _, name := range path[:len(path)-1] {
			in = in[name].(map[string]any)
		}
		delete(in, path[len(path)-1])
		return can
	}
	const decode, root = "Show the data as JSON", "Show the pack root"
	const sort, deferred = "Sort the nodes by group and score, the edges by their ends", "Defer the count: `[?]`, and the number in a summary"
	const reason = " (the document has errors; correct them first)"
	for _, tt := range []struct {
		name string
		can  map[string]any
		text string
		line int
		want string
	}{
		{"all", editor(), good, 0, decode + "\n" + root},
		{"a client that shows no documents", without("window"), good, 0, root},
		{"a client that takes commands only", without("textDocument", "codeAction", "codeActionLiteralSupport"), good, 0, "command " + decode + "\ncommand " + root},
		{"one that takes commands only, at a node", without("textDocument", "codeAction", "codeActionLiteralSupport"), good, 2, ""},
		{"errors", editor(), broken, 0, decode + reason + "\n" + root + reason},
		{"errors, nothing is shown as disabled", without("textDocument", "codeAction", "disabledSupport"), broken, 0, ""},
		{"sort", editor(), good, 2, sort},
		{"sort with errors", editor(), broken, 2, sort + reason},
		{"defer", editor(), good, 4, sort + "\n" + deferred},
		{"defer with errors", editor(), broken, 4, sort + reason + "\n" + deferred + reason},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := titles(t, tt.can, tt.text, tt.line); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// What is offered on good documents can be done, and the document has no more
// errors afterwards than before, by all rules that it is checked by.
func TestRefactoringsOfTheExamplesMakeNoErrors(t *testing.T) {
	paths, err := filepath.Glob("../examples/*.gcf")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	c := start(t, Options{})
	can := editor()
	maps.Copy(can["textDocument"].(map[string]any), pulling["textDocument"].(map[string]any))
	c.Initialize(can)
	errorsOf := func(uri string) (n int) {
		for _, d := range pull(t, c, uri).Items {
			if d.Severity == 1 {
				n++
			}
		}
		return n
	}
	const before, after = "untitled:before", "untitled:after"
	c.Open(before, 1, "")
	c.Open(after, 1, "")
	for n, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		if len(text) > 8<<10 {
			continue
		}
		c.Change(before, 2+n, map[string]any{"text": text})
		had := errorsOf(before)
		tried := map[string]bool{}
		for offset := 0; offset < len(text); offset += 7 {
			place := positionOf(text, offset)
			for _, a := range codeActions(t, c, before, lsptest.Range{Start: place, End: place}, "refactor") {
				if a.Disabled != nil || tried[a.Title] {
					continue
				}
				tried[a.Title] = true
				a, err := resolved(t, c, a)
				if err != nil {
					t.Errorf("%s: %s: %v", path, a.Title, err)
					continue
				}
				got := applyEdits(text, ast.UTF16, a.Edit.of(before))
				if got == text {
					t.Errorf("%s: %s changes nothing", path, a.Title)
				}
				c.Change(after, 2, map[string]any{"text": got})
				if has := errorsOf(after); has > had {
					t.Errorf("%s: %s makes %d errors of %d in\n%s", path, a.Title, has, had, got)
				}
			}
		}
		if len(tried) == 0 && strings.Contains(text, "[") {
			t.Errorf("%s: nothing is offered", path)
		}
	}
}
