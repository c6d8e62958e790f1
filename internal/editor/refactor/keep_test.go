package refactor

import (
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

func TestCountsAndIDsAreKept(t *testing.T) {
	const head = "GCF profile=generic\n"
	for _, tt := range []struct{ name, edited, want string }{
		{"a row more", head + "## t [2]{a,b}\n1|2\n3|4\n5|6\n", head + "## t [3]{a,b}\n1|2\n3|4\n5|6\n"},
		{"a row less", head + "## t [2]{a,b}\n1|2\n", head + "## t [1]{a,b}\n1|2\n"},
		{"no row left", head + "## t [2]{a,b}\nx=1\n", head + "## t [0]{a,b}\nx=1\n"},
		{"a row less in the middle", head + "## t [2]{a,b}\n1|2\n## u [1]{a}\n1\n", head + "## t [1]{a,b}\n1|2\n## u [1]{a}\n1\n"},
		{"a row between rows with ids", head + "## t [2]{a,b}\n@0 1|^\n.b {}\n    x=1\n@0 7|^\n.b {}\n    x=1\n@1 2|^\n.b {}\n    x=2\n",
			head + "## t [3]{a,b}\n@0 1|^\n.b {}\n    x=1\n@1 7|^\n.b {}\n    x=1\n@2 2|^\n.b {}\n    x=2\n"},
		{"the first row deleted", head + "## t [2]{a,b}\n@1 2|^\n.b {}\n    x=2\n", head + "## t [1]{a,b}\n@0 2|^\n.b {}\n    x=2\n"},
		{"a stream", head + "## t [?]{a}\n1\n2\n##! summary counts=1\n", head + "## t [?]{a}\n1\n2\n##! summary counts=2\n"},
		{"a shorter stream", head + "## t [?]{a}\n1\n##! summary counts=2\n", head + "## t [?]{a}\n1\n##! summary counts=1\n"},
		{"a value more", head + "t[1]: a,b\n", head + "t[2]: a,b\n"},
		{"a value less in an attachment", head + "## t [1]{a}\n@0 ^\n.a [3]: 1,2\n", head + "## t [1]{a}\n@0 ^\n.a [2]: 1,2\n"},
		{"a graph", "GCF profile=graph symbols=2 edges=1\n## targets\n@0 fn a.A 0.50 x\n@1 fn a.B 0.50 x\n@2 fn a.C 0.50 x\n## edges [1]\n@0<@1 calls\n@2<@1 calls\n",
			"GCF profile=graph symbols=3 edges=2\n## targets\n@0 fn a.A 0.50 x\n@1 fn a.B 0.50 x\n@2 fn a.C 0.50 x\n## edges [2]\n@0<@1 calls\n@2<@1 calls\n"},
		{"something else is wrong", head + "## t [1]{a,b}\n1|2\n3|4|5\n", ""},
		{"nothing is wrong", head + "## t [1]{a}\n1\n", ""},
	} {
		check := func(doc *ast.Document) []diagnostics.Diagnostic {
			return diagnostics.Check(doc, diagnostics.Options{})
		}
		got, _ := Keep(parser.Parse(tt.edited), check)
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
