package check

import (
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// Typing a right document key by key shows an error at few keys, whatever
// explains errors, and leaving the line holds nothing back.
func TestTyping(t *testing.T) {
	const text = `GCF profile=generic
title=Orders of "May"
total=2
## orders [2]{id,name,ok,tags,to}
@0 1|Ada Lovelace|true|^|^
.tags [2]: a,b
.to {}
    city=London
@1 2|"a|b"|false|~|~
## days [1:]{day,n}
mo|3
`
	wrong := 0
	for i := range text {
		doc := parser.Parse(text[:i+1])
		in := func(t *diagnostics.Typing) Context { return Context{Options: diagnostics.Options{Typing: t}} }
		for _, d := range Document(doc, in(&diagnostics.Typing{At: i + 1})) {
			if d.Severity == diagnostics.Error {
				t.Logf("%q: %s %s", text[max(0, i-20):i+1], d.Code, d.Message)
				wrong++
				break
			}
		}
		all, left := Document(doc, in(nil)), Document(doc, in(&diagnostics.Typing{At: -1}))
		if len(all) != len(left) {
			t.Errorf("%q: %d findings, %d when the line was left", text[:i+1], len(all), len(left))
		}
	}
	if 183*wrong > 15*len(text) {
		t.Errorf("%d of %d keys show an error", wrong, len(text))
	}
}
