package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
)

// What changes or shows a document answers for every document and every
// beginning of it, and what it changes makes no new error.
func TestEveryDocumentIsChangedAndShown(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	version := 0
	const uri = "untitled:a"
	c.Open(uri, version, "")
	for _, text := range testdocs.Small {
		step := 1
		if testing.Short() {
			step = 4
		}
		for end := 0; end <= len(text); end += step {
			version++
			src := text[:end]
			c.Change(uri, version, map[string]any{"text": src})
			src = strings.ToValidUTF8(src, "\uFFFD") // as JSON carries it
			ask := func(method string, params, answer any) {
				err := c.Call(method, params, answer)
				if e, ok := err.(*lsptest.Error); ok && e.Code != -32803 {
					t.Errorf("%s of %q: %v", method, src, err)
				}
			}
			formatted := applyEdits(src, ast.UTF16, formatting(t, c, uri))
			if !diagnostics.HasErrors(parser.Parse(src)) && diagnostics.HasErrors(parser.Parse(formatted)) {
				t.Errorf("formatting %q makes %q", src, formatted)
			}
			window := textDocument(uri)
			window["count"], window["sort"] = 10, map[string]any{"column": end % 3}
			ask("gcf/table", window, nil)
			ask("gcf/decoded", textDocument(uri), nil)
			var lenses []json.RawMessage
			ask("textDocument/codeLens", textDocument(uri), &lenses)
			for _, l := range lenses {
				ask("codeLens/resolve", l, nil)
			}
			for _, command := range commandNames {
				ask("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{map[string]any{"uri": uri, "text": "{}"}}}, nil)
			}
			if end%5 == 0 || end == len(text) {
				place := positionOf(src, len(src)/2)
				for _, a := range codeActions(t, c, uri, lsptest.Range{Start: place, End: place}) {
					ask("codeAction/resolve", a, nil)
				}
			}
		}
	}
}

// Each fix of each rule comes as an action with its finding, and makes the
// document that the rule means.
func TestEveryFixIsAnAction(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	fixes := 0
	for i, rule := range diagnostics.Rules() {
		src := rule.Page.Bad
		if !utf8.ValidString(src) {
			continue // an editor's texts are Unicode
		}
		uri := fmt.Sprintf("untitled:%d", i)
		c.Open(uri, 1, src)
		var all []codeAction
		for line := range strings.Count(src, "\n") + 1 {
			place := lsptest.Range{Start: lsptest.Position{Line: line}, End: lsptest.Position{Line: line, Character: 1 << 20}}
			all = append(all, codeActions(t, c, uri, place, "quickfix")...)
		}
		for _, f := range check.Document(parser.Parse(src), check.Context{}) {
			for _, fix := range f.Fixes {
				fixes++
				var edits []format.Edit
				for _, e := range fix.Edits {
					edits = append(edits, format.Edit(e))
				}
				want := format.Apply(src, edits)
				if !slices.ContainsFunc(all, func(a codeAction) bool {
					if a.Title != fix.Title || len(a.Diagnostics) != 1 || a.Diagnostics[0].Code != f.Code.String() {
						return false
					}
					a, err := resolved(t, c, a)
					return err == nil && applyEdits(src, ast.UTF16, a.Edit.of(uri)) == want
				}) {
					t.Errorf("%s: no action %q that makes\n%s", f.Code, fix.Title, want)
				}
			}
		}
		c.CloseDocument(uri)
	}
	if fixes < 40 {
		t.Errorf("only %d fixes were looked at", fixes)
	}
}
