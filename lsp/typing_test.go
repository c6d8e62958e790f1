package lsp

import (
	"testing"
	"time"

	"gcf-lsp/lsp/lsptest"
)

// What is only unfinished in the line that is typed shows when it is left: after
// a while, when the document is saved, when somebody types elsewhere. What is
// wrong anyway shows at once.
func TestTypingHoldsBack(t *testing.T) {
	const uri, other = "file:///a.gcf", "file:///b.gcf"
	for name, leave := range map[string]func(c *lsptest.Client){
		"rest":     func(*lsptest.Client) {},
		"saved":    func(c *lsptest.Client) { c.Notify("textDocument/didSave", textDocument(uri)) },
		"line":     func(c *lsptest.Client) { c.Change(uri, 3, lsptest.Edit(1, 3, 1, 3, "x")) },
		"document": func(c *lsptest.Client) { c.Change(other, 2, lsptest.Edit(1, 0, 1, 0, "b")) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := start(t, Options{})
				c.Initialize(nil)
				c.Open(other, 1, "GCF profile=generic\n=1\n")
				c.Open(uri, 1, "GCF profile=generic\n# c\n## t [1]{a,b}\n1|2\n\nb=1\n")
				c.AwaitDiagnostics(uri, 1)
				c.Change(uri, 2, lsptest.Edit(3, 1, 3, 3, ""))
				time.Sleep(typingRest / 2)
				if d := shownOf(t, c, uri); len(d) > 0 {
					t.Errorf("shown while it is typed: %v", d)
				}
				leave(c)
				time.Sleep(time.Second)
				shown := len(shownOf(t, c, uri)) > 0
				if shown != (name != "rest") {
					t.Errorf("after a second: %v", shownOf(t, c, uri))
				}
				time.Sleep(typingRest)
				if d := shownOf(t, c, uri); len(d) == 0 {
					t.Error("lost")
				}
				c.Change(uri, 4, lsptest.Edit(5, 0, 5, 3, "b=1\nb=2"))
				time.Sleep(time.Second)
				if d := shownOf(t, c, uri); len(d) < 2 {
					t.Errorf("a key that is there twice does not show at once: %v", d)
				}
			})
		})
	}
}

// shownOf returns what a client was last told about a document.
func shownOf(t *testing.T, c *lsptest.Client, uri string) (last []lsptest.Diagnostic) {
	t.Helper()
	for _, m := range c.Received("textDocument/publishDiagnostics") {
		if d := decode[lsptest.Diagnostics](t, m.Params); d.URI == uri {
			last = d.Diagnostics
		}
	}
	return last
}
