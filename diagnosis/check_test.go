package diagnosis

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// One mistake is one diagnostic, however many lines it is on, and nothing false
// follows from it.
func TestOneMistakeIsOneDiagnostic(t *testing.T) {
	var wide, cells strings.Builder
	wide.WriteString("GCF profile=graph tool=t symbols=190 edges=189\n## targets\n")
	for i := range 190 {
		fmt.Fprintf(&wide, "@%d fn a.F%d 0.90 lsp_resolved a%d.go\n", i, i, i)
	}
	wide.WriteString("## edges [189]\n")
	for i := range 189 {
		fmt.Fprintf(&wide, "@%d<@%d calls\n", i, i+1)
	}
	cells.WriteString("GCF profile=generic\n## rows [20000]{id,name}\n")
	for i := range 20000 {
		fmt.Fprintf(&cells, "%d;name %d\n", i, i)
	}
	for name, test := range map[string]struct {
		text string
		most int
		slip string
	}{
		"symbols with a field too many": {wide.String(), 1, "symbol_parts"},
		"20,000 rows with semicolons":   {cells.String(), 1, "cell_separator"},
		"semicolons everywhere":         {"GCF profile=generic\n## rows [2]{id;name}\n1;Ann\n2;Bo\n", 2, "field_list_separator"},
		"items without braces":          {"GCF profile=generic\n## rows [3]\n@0\n  a=1\n@1\n  a=2\n@2\n  a=3\n", 3, ""},
		"an ellipsis":                   {"GCF profile=generic\n## a [5]{x,y}\n1|2\n...\n5|6\n", 1, "rows_left_out"},
		"a symbol without its score":    {"GCF profile=graph tool=t symbols=2 edges=1\n## targets\n@0 fn a.A 0.95 lsp\n@1 fn a.B lsp\n## edges [1]\n@0<@1 calls\n", 1, ""},
	} {
		errors := 0
		var first *diagnostics.Diagnostic
		for _, d := range Check(parser.Parse(test.text), diagnostics.Options{}) {
			if d.Severity == diagnostics.Error {
				if errors++; errors == 1 {
					first = &d
				}
				if errors <= test.most+2 {
					t.Logf("%s: %s", name, d.Message)
				}
			}
		}
		if errors == 0 || errors > test.most {
			t.Errorf("%s: %d errors, want at most %d", name, errors, test.most)
		}
		if test.slip != "" && (first == nil || first.Mistake == nil || first.Mistake.Slip != test.slip) {
			t.Errorf("%s: %+v, want %s", name, first, test.slip)
		}
		if test.slip == "cell_separator" && len(first.Mistake.Places) != 20000 {
			t.Errorf("%s: %d places, want all rows", name, len(first.Mistake.Places))
		}
	}
}
