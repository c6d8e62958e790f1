package lsp

import (
	"testing"

	"gcf-lsp/ast"
)

// A count that no longer fits is corrected on save and when formatting, where
// the document had no error before it was edited, and only there.
func TestSavingKeepsTheCounts(t *testing.T) {
	const (
		uri    = "file:///t.gcf"
		right  = "GCF profile=generic\n## t [2]{a,b}\n1|2\n3|4\n"
		longer = "GCF profile=generic\n## t [2]{a,b}\n1|2\n3|4\n5|6\n"
		kept   = "GCF profile=generic\n## t [3]{a,b}\n1|2\n3|4\n5|6\n"
	)
	for _, tt := range []struct {
		name, opened string
		settings     map[string]any
		want         string
	}{
		{"right before", right, nil, kept},
		{"empty before", "", nil, kept},
		{"wrong before", "GCF profile=generic\n## t [2]{a,b}\n1|2\n", nil, longer},
		{"off", right, map[string]any{"gcf": map[string]any{"counts": map[string]any{"keep": false}}}, longer},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, Options{})
			c.InitializeWith(map[string]any{"capabilities": pulling, "initializationOptions": tt.settings})
			c.Open(uri, 1, tt.opened)
			pull(t, c, uri)
			c.Change(uri, 2, map[string]any{"text": longer})
			pull(t, c, uri)
			var edits []change
			params := textDocument(uri)
			params["reason"] = 1
			if err := c.Call("textDocument/willSaveWaitUntil", params, &edits); err != nil {
				t.Fatal(err)
			}
			if got := applyEdits(longer, ast.UTF16, edits); got != tt.want {
				t.Errorf("saved as\n%s", got)
			}
			if got := applyEdits(longer, ast.UTF16, formatting(t, c, uri)); got != tt.want {
				t.Errorf("formatted as\n%s", got)
			}
		})
	}
}
