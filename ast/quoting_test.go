package ast_test

import (
	"testing"

	"gcf-lsp/ast"
)

// TestNeedsQuotes has the strings on both sides of spec 2.4 that were once on
// the wrong one.
func TestNeedsQuotes(t *testing.T) {
	for s, want := range map[string]bool{
		"^": true, "^{": false, "^{}": true, "^{a}": true,
		"^[0]": false, "^ [0]": false, "^[?]": false, "^[0]x": false, "^[3:]x": false, "^[2]{a}": false, "^[1]:": true,
		".a [0]": true, "#x": true, "@x": true,
	} {
		if got := ast.NeedsQuotes(s); got != want {
			t.Errorf("%q needs quotes: %t, want %t", s, got, want)
		}
	}
}
