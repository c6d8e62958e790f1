package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/edits"
	"gcf-lsp/lsp/lsptest"
)

var editCount = flag.Int("edits", 150, "edits of TestEdits in all encodings")

// What an editor sees of a document after any edits is what it sees of the same
// text opened anew: diagnostics, symbols, tokens, what can be folded.
//
//	go test ./lsp -run TestEdits -edits 100000 -timeout 5h
func TestEdits(t *testing.T) {
	count := *editCount / 3
	if testing.Short() {
		count /= 4
	}
	for i, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, uint64(i)))
			can := editor()
			can["general"] = map[string]any{"positionEncodings": []string{encoding}}
			can["textDocument"].(map[string]any)["diagnostic"] = map[string]any{"relatedInformation": true}
			c := start(t, Options{})
			c.Initialize(can)
			enc := ast.Encoding(i)
			for done, version := 0, 0; done < count; {
				text := edits.Document(r)
				if !utf8.ValidString(text) {
					continue
				}
				c.Open("untitled:a.gcf", version, text)
				for range 15 {
					next, change := edits.Edit(r, text)
					lines := ast.NewLineTable(text, ast.AnyLineEnd)
					from, to := lines.Position(change.Start, enc), lines.Position(change.End, enc)
					if !utf8.ValidString(next) || lines.Offset(from, enc) != change.Start || lines.Offset(to, enc) != change.End {
						continue // no client can say it
					}
					version++
					// Two changes are nothing that somebody types.
					c.Change("untitled:a.gcf", version,
						lsptest.Edit(from.Line, from.Column, to.Line, to.Column, next[change.Start:change.NewEnd]), lsptest.Edit(0, 0, 0, 0, ""))
					if r.IntN(3) > 0 { // some versions are never looked at
						c.Open("untitled:b.gcf", version, next)
						compareViews(t, c, change, text, next)
						c.CloseDocument("untitled:b.gcf")
					}
					text = next
					done++
				}
				c.CloseDocument("untitled:a.gcf")
			}
		})
	}
}

// compareViews compares what is answered about two documents with one text.
func compareViews(t *testing.T, c *lsptest.Client, change ast.Splice, before, text string) {
	t.Helper()
	for _, method := range []string{"diagnostic", "documentSymbol", "semanticTokens/full", "foldingRange"} {
		var answers [2]string
		for i, uri := range []string{"untitled:a.gcf", "untitled:b.gcf"} {
			var answer any
			if err := c.Call("textDocument/"+method, textDocument(uri), &answer); err != nil {
				t.Fatal(err)
			}
			if fields, ok := answer.(map[string]any); ok {
				delete(fields, "resultId")
			}
			encoded, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			answers[i] = strings.ReplaceAll(string(encoded), uri, "")
		}
		if answers[0] != answers[1] {
			t.Fatalf("%s after the change %+v of\n%q\nto\n%q\nis\n%s\nand of the text opened anew\n%s", method, change, before, text, answers[0], answers[1])
		}
	}
}

// A document is edited in versions that nobody looks at: none of them is kept.
func TestBasisIsNoChain(t *testing.T) {
	s := newServer(t.Context(), Options{analysis: realAnalysis, CacheDir: t.TempDir()})
	v := &version{text: "GCF profile=generic\na=1\n"}
	v.complete(t.Context(), ast.UTF8, s.analysis)
	v.tree()
	first := v
	for i := range 5 {
		next := &version{text: fmt.Sprintf("GCF profile=generic\na=%d1\n", i)}
		change := ast.Splice{Start: 22, End: 23, NewEnd: 23}
		if i == 0 {
			change.End = 22
		}
		next.from.Store(v.basis(change))
		next.complete(t.Context(), ast.UTF8, s.analysis)
		v = next
	}
	from := v.from.Load()
	if from == nil || from.version != first || from.change != (ast.Splice{Start: 22, End: 22, NewEnd: 23}) {
		t.Fatalf("the basis is %+v", from)
	}
	if got := v.tree().Source; got != v.text || v.from.Load() != nil {
		t.Errorf("the tree is of %q, of %q; the basis is kept: %t", got, v.text, v.from.Load() != nil)
	}
}
