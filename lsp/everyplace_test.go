package lsp

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/lsp/lsptest"
)

// What is asked about whatever place of whatever document is answered: with
// nothing or with a reason, but without a failure of the server.
func TestEveryPlaceOfEveryDocumentIsAnswered(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	for i, text := range testdocs.Small {
		uri := fmt.Sprintf("untitled:%d", i)
		c.Open(uri, 1, text)
		ask := func(method string, params map[string]any, place any) {
			err := c.Call(method, params, nil)
			if e, ok := err.(*lsptest.Error); ok && e.Code != -32803 {
				t.Errorf("%s at %+v of %q: %v", method, place, text, err)
			}
		}
		for _, method := range []string{"documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"} {
			ask("textDocument/"+method, textDocument(uri), "all")
		}
		lines := strings.Split(text, "\n")
		for l := 0; l <= len(lines); l++ {
			length := 0
			if l < len(lines) {
				length = len(lines[l])
			}
			for column := 0; column <= length+1; column += 1 + length/12 {
				place := lsptest.Position{Line: l, Character: column}
				at := func(more ...any) map[string]any {
					params := textDocument(uri)
					params["position"] = place
					for k := 0; k < len(more); k += 2 {
						params[more[k].(string)] = more[k+1]
					}
					return params
				}
				for _, method := range []string{"definition", "declaration", "documentHighlight", "prepareRename",
					"linkedEditingRange", "prepareCallHierarchy", "prepareTypeHierarchy"} {
					ask("textDocument/"+method, at(), place)
				}
				ask("textDocument/references", at("context", map[string]any{"includeDeclaration": true}), place)
				ask("textDocument/rename", at("newName", "é |😀"), place)
				ask("textDocument/selectionRange", at("positions", []any{place}), place)
				whole := lsptest.Range{Start: place, End: lsptest.Position{Line: l + 2, Character: 1 << 30}}
				ask("textDocument/semanticTokens/range", at("range", whole), place)
				ask("textDocument/inlayHint", at("range", whole), place)
			}
		}
	}
}
