package parser_test

import (
	"strings"
	"testing"
	"unsafe"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// TestFloodOfProblems bounds the memory of documents in which every other byte
// is wrong, and keeps an error that stands behind a flood of hints.
func TestFloodOfProblems(t *testing.T) {
	bars := strings.Repeat("|", 400_000)
	d := parser.Parse("GCF profile=generic\n## a [1]{x}\n" + bars + "\n=~\n")
	size := len(d.Problems)*int(unsafe.Sizeof(ast.Problem{})) + len(d.Nodes)*int(unsafe.Sizeof(ast.Node{}))
	if size > 4*len(d.Source) {
		t.Errorf("%d bytes of tree for %d bytes of source", size, len(d.Source))
	}
	if d.Unlisted == 0 || !diagnostics.HasErrors(d) {
		t.Errorf("%d problems, %d unlisted, errors: %v", len(d.Problems), d.Unlisted, diagnostics.HasErrors(d))
	}
	found := diagnostics.Check(d, diagnostics.Options{})
	if last := found[len(found)-1]; last.Code != ast.TooManyProblems {
		t.Errorf("the last of %d diagnostics is %v", len(found), last.Code)
	}
	late := parser.Parse("GCF profile=generic\na[1]: " + strings.Repeat(",", 400_000) + "\nb=~\n")
	if first := firstError(late); first == "" {
		t.Error("an error behind many hints is lost")
	}
}
