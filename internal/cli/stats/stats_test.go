package stats

import (
	"path/filepath"
	"testing"

	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
)

// The parts of a document are all of it.
func TestSectionsTileTheDocument(t *testing.T) {
	for path, text := range material.Payloads(t) {
		sum := 0
		for _, s := range Of(parser.Parse(text)).Sections {
			sum += s.Bytes
		}
		if sum != len(text) {
			t.Errorf("%s: the parts have %d bytes of %d", filepath.Base(path), sum, len(text))
		}
	}
}

func TestBudgetTokensAreRoundedUp(t *testing.T) {
	for bytes, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 8: 2} {
		if got := BudgetTokens(bytes); got != want {
			t.Errorf("BudgetTokens(%d) = %d, want %d", bytes, got, want)
		}
	}
}

func TestCounterCountsOffline(t *testing.T) {
	for _, name := range Tokenizers() {
		count, err := Counter(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := count("GCF profile=generic\n"); n < 3 || n > 8 {
			t.Errorf("%s: %d tokens", name, n)
		}
	}
	if _, err := Counter("other"); err == nil {
		t.Error("an unknown tokenizer is no error")
	}
}
