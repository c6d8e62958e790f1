package diagnostics

import (
	"strings"
	"testing"

	"gcf-lsp/parser"
)

// typedDocument is a document as somebody types it, with all kinds of lines.
const typedDocument = `GCF profile=generic
title=Orders of "May"
total=2
## orders [2]{id,name,ok,tags,to}
@0 1|Ada Lovelace|true|^|^
.tags [2]: a,b
.to {}
    city=London
@1 2|"a|b"|false|~|~
## counts [2:]{day,n}
`

func count(found []Diagnostic, least Severity) (n int) {
	for i := range found {
		if found[i].Severity <= least {
			n++
		}
	}
	return n
}

// Typing a right document key by key shows hardly any error, and leaving the
// line holds nothing back.
func TestTyping(t *testing.T) {
	for name, text := range map[string]string{"generic": typedDocument + "mo|3\ntu|4\n", "graph": typedGraph} {
		keys, wrong, without := 0, 0, 0
		for i := range text {
			doc := parser.Parse(text[:i+1])
			keys++
			found := Check(doc, Options{Typing: &Typing{At: i + 1}})
			if count(found, Error) > 0 {
				wrong++
				t.Logf("%s: %q: %s %s", name, text[max(0, i-20):i+1], found[0].Code, found[0].Message)
			}
			for _, d := range found {
				if strings.Contains(d.Message, "truncated") {
					t.Errorf("%q: %s", text[:i+1], d.Message)
				}
			}
			if count(Check(doc, Options{}), Error) > 0 {
				without++
			}
			all, left := Check(doc, Options{}), Check(doc, Options{Typing: &Typing{At: -1}})
			if len(all) != len(left) {
				t.Errorf("%q: %d findings, %d when the line was left", text[:i+1], len(all), len(left))
			}
		}
		t.Logf("%s: %d of %d keys show an error, %d without holding back", name, wrong, keys, without)
		if 183*wrong > 15*keys {
			t.Errorf("%s: %d of %d keys show an error", name, wrong, keys)
		}
	}
}

const typedGraph = `GCF profile=graph tool=find symbols=2 edges=1
## targets
@0 fn pkg.First 0.90 lsp_resolved
## related
@1 fn pkg.Second 0.70 lsp_resolved
## edges [1]
@1<@0 calls
`

// What is wrong wherever the line goes on, or on another line, shows at once.
func TestTypingHidesNoMistake(t *testing.T) {
	for _, text := range []string{
		"GCF profile=generic\na=1\na=2",
		"GCF profile=generic\n## t [1]{a,b}\n1|2|3",
		"GCF profile=generic\na=\"\\q\" ",
		"GCF profile=generic\n## t [2]{a,b}\n1\n2|3\n",
		"GCF profile=generic\n## t [3]{a,b}\n2|3\n\nb=1\nc=2",
	} {
		if found := Check(parser.Parse(text), Options{Typing: &Typing{At: len(text)}}); count(found, Error) == 0 {
			t.Errorf("%q: nothing", text)
		}
	}
}
