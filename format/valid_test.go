package format_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// pieces are what documents are changed with: what the grammar is made of, and
// what no encoder writes.
var pieces = []string{
	" ", "  ", "    ", "\t", "\r", "\n", "\r\n", "\x00", "\x7f", "\u0085", "\u00a0", "\u2028", "\ufeff", "é", "😀",
	"|", ",", "=", ":", "@", "#", "# ", "## ", "^", "^{a,b,c}", "~", "-", "->", "<", ">", ".", "{}", "{a,b}", "{@id}", "[0]", "[1]", "[?]", "[2]:", "[1:]", "[?:]",
	"\"", "\"\"", "\"a\"", "\"a>b\"", "\"\\u0000\"", "a", "b", "id", "key", "_key", "true", "0", "-0", "1", "1.0", "01", "1e-400", "9007199254740993", "0.10",
	" session=true", " delta=true", " unchanged=true", " key=id", " pack_root=x", " tool=", "@0 ", "@1 ", ".a ", "## a", "## edges", "##! summary counts=1", "# gcf-lsp: off", "fn",
}

// seeds are the documents of testdata/document.
func seeds(t *testing.T) (all []string) {
	t.Helper()
	for _, archive := range golden.Archives(t, filepath.Join("testdata", "document", "*.txtar")) {
		for _, f := range archive.Files {
			all = append(all, string(f.Data))
		}
	}
	return all
}

// TestPropertyValidIsFormatted changes documents at random: each that is still
// valid can be formatted, in every way, and nothing of it is lost.
func TestPropertyValidIsFormatted(t *testing.T) {
	documents := seeds(t)
	valid, tried := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		src := rapid.SampledFrom(documents).Draw(t, "document")
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			src = change(t, src, documents)
		}
		doc := parser.Parse(src)
		if value.FirstError(doc) != nil {
			return
		}
		valid++
		o := format.DocumentOptions{
			KeepStreaming: rapid.Bool().Draw(t, "keep streaming"),
			LineEnds:      rapid.SampledFrom([]format.LineEnds{format.KeepLineEnds, format.KeepLineEnds, format.LF, format.CRLF}).Draw(t, "line ends"),
		}
		o.NoFlatten = rapid.Bool().Draw(t, "no flatten")
		formatted(t, src, o)
	})
	if valid < tried/10 {
		t.Errorf("only %d of %d documents are valid", valid, tried)
	}
}

// change changes a document a little.
func change(t *rapid.T, src string, documents []string) string {
	line := func(text, label string) (from, to int) {
		lines := strings.SplitAfter(text, "\n")
		i := rapid.IntRange(0, len(lines)-1).Draw(t, label)
		from = len(strings.Join(lines[:i], ""))
		return from, from + len(lines[i])
	}
	switch at := rapid.IntRange(0, len(src)).Draw(t, "at"); rapid.IntRange(0, 5).Draw(t, "change") {
	case 0, 1: // put a piece in
		return src[:at] + rapid.SampledFrom(pieces).Draw(t, "piece") + src[at:]
	case 2: // put a piece in place of something
		to := min(at+rapid.IntRange(0, 3).Draw(t, "length"), len(src))
		return src[:at] + rapid.SampledFrom(pieces).Draw(t, "piece") + src[to:]
	case 3: // repeat a line elsewhere
		from, to := line(src, "line")
		at, _ := line(src, "place")
		return src[:at] + src[from:to] + src[at:]
	case 4: // take a line out
		from, to := line(src, "line")
		return src[:from] + src[to:]
	default: // a line of another document
		other := rapid.SampledFrom(documents).Draw(t, "other document")
		from, to := line(other, "line")
		at, _ := line(src, "place")
		return src[:at] + other[from:to] + src[at:]
	}
}
