package format_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/edits"
	"gcf-lsp/parser"
)

func TestRegionsAreLeftAlone(t *testing.T) {
	for src, want := range map[string]string{
		"GCF profile=generic\na = 1\n# gcf-lsp: fmt off\nb = 2\n# gcf-lsp: fmt on\nc = 3\n": "GCF profile=generic\na=1\n# gcf-lsp: fmt off\nb = 2\n# gcf-lsp: fmt on\nc=3\n",
		"GCF profile=generic\na = 1\n#  gcf-lsp:  fmt  off -- why\nb = 2\n":                 "GCF profile=generic\na=1\n#  gcf-lsp:  fmt  off -- why\nb = 2\n",
		"GCF profile=generic\n# gcf-lsp: fmt on\na = 1\n":                                   "GCF profile=generic\n# gcf-lsp: fmt on\na=1\n",
		// The columns of a table become paths in all rows or in none.
		"GCF profile=generic\nx = 1\n## t [2]{a,b}\n@0 1|^\n.b {}\n    c=2.50\n# gcf-lsp: fmt off\n@1 2|^\n.b {}\n    c=2.50\n": "GCF profile=generic\nx=1\n## t [2]{a,b}\n@0 1|^\n.b {}\n    c=2.50\n# gcf-lsp: fmt off\n@1 2|^\n.b {}\n    c=2.50\n",
	} {
		got, err := format.Document(parser.Parse(src), format.DocumentOptions{})
		if err != nil || got.Text != want {
			t.Errorf("%q becomes %q, %v", src, got.Text, err)
		}
		part, err := format.Range(parser.Parse(src), format.DocumentOptions{}, 0, len(src))
		if err != nil || format.Apply(src, part) != want {
			t.Errorf("the range of %q becomes %q, %v", src, format.Apply(src, part), err)
		}
	}
}

// What is between the comments is in the result, byte by byte, wherever they stand.
func TestPropertyRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	regions := 0
	for range 9000 {
		lines := strings.SplitAfter(edits.Document(r), "\n")
		if len(lines) < 4 {
			continue
		}
		from := 1 + r.IntN(len(lines)-1)
		to := from + r.IntN(len(lines)-from)
		region := "# gcf-lsp: fmt off\n" + strings.Join(lines[from:to], "") + "# gcf-lsp: fmt on\n"
		src := strings.Join(lines[:from], "") + region + strings.Join(lines[to:], "")
		got, err := format.Document(parser.Parse(src), format.DocumentOptions{KeepStreaming: true})
		if err != nil {
			continue // errors are refused
		}
		regions++
		if !strings.Contains(got.Text, region) {
			t.Fatalf("%q\nbecomes\n%q\nwithout\n%q", src, got.Text, region)
		}
	}
	if regions < 300 {
		t.Errorf("%d regions only", regions)
	}
}
