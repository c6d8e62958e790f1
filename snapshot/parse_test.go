package snapshot

import (
	"testing"

	"gcf-lsp/parser"
)

func parseDelta(t testing.TB, wire string) Delta {
	t.Helper()
	d, err := DeltaFromDocument(parser.Parse(wire))
	if err != nil {
		t.Fatal(err)
	}
	return d
}
