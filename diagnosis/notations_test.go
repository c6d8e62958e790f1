package diagnosis

import (
	"strings"
	"testing"
)

// Lines as other notations write them, and what a repair makes of them: "" where it
// needs a decision, since another reading is as good.
func TestNotations(t *testing.T) {
	const (
		edges   = "GCF profile=graph symbols=2 edges=1\n## targets\n@0 fn a.B 0.90 lsp_resolved\n@1 fn a.C 0.80 lsp_resolved\n## edges [1]\n%\n"
		symbols = "GCF profile=graph symbols=2\n## targets\n%\n@1 fn a.C 0.80 lsp_resolved\n"
		heading = "GCF profile=generic\n## users %{id,name}\n1|Alice\n2|Bob\n"
		two     = "GCF profile=generic\n## users [2]{id,name,active}\n%\n"
		rows    = "GCF profile=generic\n## users [1]{id,name,active}\n%\n"
	)
	for _, test := range []struct{ frame, line, want string }{
		{edges, `0 -> 1 [label="calls"];`, "@1<@0 calls"},
		{edges, "@0 --calls--> @1", "@1<@0 calls"},
		{edges, "@0 -->|calls| @1", "@1<@0 calls"},
		{edges, "(@0)-[:calls]->(@1)", "@1<@0 calls"},
		{edges, "calls: @0 -> @1", "@1<@0 calls"},
		{edges, "a.B -> a.C [calls]", "@1<@0 calls"},
		{edges, `{"source":0,"target":1,"type":"calls"}`, "@1<@0 calls"},
		{edges, "from=0 to=1 type=calls", "@1<@0 calls"},
		{edges, "@0 calls @1", ""},
		{edges, "@0,@1,calls", ""},
		{edges, "@0<@1", ""},
		{symbols, "@0 fn a.B lsp_resolved 0.90", "@0 fn a.B 0.90 lsp_resolved"},
		{symbols, "@0 kind=fn name=a.B score=0.90 provenance=lsp", "@0 fn a.B 0.90 lsp"},
		{symbols, "@0 fn a.B 90% lsp_resolved", "@0 fn a.B 0.90 lsp_resolved"},
		{symbols, "@0 fn a.B [0.90] lsp_resolved", "@0 fn a.B 0.90 lsp_resolved"},
		{symbols, "@0 fn a.B 0.90 lsp_resolved # main", "# main\n@0 fn a.B 0.90 lsp_resolved"},
		{symbols, "@0 fn a.B 90 lsp_resolved", ""},
		{symbols, "@0 a.B 0.90 lsp_resolved", ""},
		{heading, "[]", "[2]"},
		{heading, "[N]", "[2]"},
		{heading, "[{{count}}]", "[2]"},
		{heading, "[2 rows]", "[2]"},
		{heading, "[ 2 ]", "[2]"},
		{heading, "<2>", "[2]"},
		{heading, "{2}", "[2]"},
		{heading, "[02]", "[2]"},
		{heading, "[2]:", ""},
		{heading, "[3 rows]", ""},
		{two, "1 => Alice => true\n2 => Bob => false", "1|Alice|true\n2|Bob|false"},
		{two, "1   Alice   true\n2   Bob     false", "1|Alice|true\n2|Bob|false"},
		{rows, "1 => Alice => true", ""}, // one row alone may be damaged
		{rows, "<tr><td>1</td><td>Alice</td><td>true</td></tr>", "1|Alice|true"},
		{rows, `{id:1,name:"Alice",active:true}`, `1|"Alice"|true`},
		{rows, `1|Al\|ice|true`, `1|"Al|ice"|true`},
		{rows, "1|Alice|true|x", ""},
	} {
		text := strings.Replace(test.frame, "%", test.line, 1)
		r := Explain(text).Repair(Safe)
		if test.want == "" {
			if r.Decodes || r.Text != text {
				t.Errorf("%s: it is repaired:\n%s", test.line, r.Text)
			}
			continue
		}
		if want := strings.Replace(test.frame, "%", test.want, 1); r.Text != want && !sameData(want, r.Text) || !r.Decodes {
			d := Explain(text)
			t.Errorf("%s: %v\n%s", test.line, d.Level, r.Text)
		}
	}
}
