package textsync_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/textmodel"
	. "gcf-lsp/internal/text/textsync"
)

func span(startLine, startColumn, endLine, endColumn int) *Range {
	return &Range{ast.Position{Line: startLine, Column: startColumn}, ast.Position{Line: endLine, Column: endColumn}}
}

func TestApply(t *testing.T) {
	tests := []struct {
		name    string
		text    string
		changes []Change // columns in UTF-16
		want    string
	}{
		{"insert", "ab", []Change{{span(0, 1, 0, 1), "x"}}, "axb"},
		{"delete", "abc", []Change{{span(0, 1, 0, 2), ""}}, "ac"},
		{"whole text", "abc\n", []Change{{nil, "new"}}, "new"},
		{"each change on the result of the one before", "one\ntwo\n", []Change{
			{span(0, 0, 0, 3), "1\n1"}, {span(1, 1, 2, 0), "-"}, {span(1, 0, 1, 2), ""},
		}, "1\ntwo\n"},
		{"three changes on overlapping lines", "a|b\nc|d\n", []Change{
			{span(0, 2, 1, 1), "B\nC"}, {span(1, 0, 1, 1), "CC"}, {span(0, 0, 1, 2), "all"},
		}, "all|d\n"},
		{"after an emoji", "😀x", []Change{{span(0, 2, 0, 3), "y"}}, "😀y"},
		{"inside an emoji", "😀x", []Change{{span(0, 1, 0, 2), ""}}, "x"},
		{"combining mark", "e\u0301x", []Change{{span(0, 1, 0, 2), ""}}, "ex"},
		{"column past the end keeps the line end", "ab\r\ncd", []Change{{span(0, 1, 0, 99), ""}}, "a\r\ncd"},
		{"line past the end", "ab\n", []Change{{span(7, 3, 9, 0), "c"}}, "ab\nc"},
		{"insert after deleting everything", "ab\ncd\n", []Change{
			{span(0, 0, 2, 0), ""}, {span(1, 0, 1, 0), "new"},
		}, "new"},
		{"negative", "ab", []Change{{span(-1, -1, 0, -3), "x"}}, "xab"},
		{"end before start", "abc", []Change{{span(0, 2, 0, 1), "x"}}, "axc"},
		{"CRLF typed in two steps", "ab", []Change{
			{span(0, 1, 0, 1), "\r"}, {span(1, 0, 1, 0), "\n"}, {span(1, 0, 1, 0), "c"},
		}, "a\r\ncb"},
		{"CRLF cut in two", "a\r\nb", []Change{{span(0, 1, 1, 0), "\r"}, {span(1, 0, 1, 0), "x"}}, "a\rxb"},
		{"LF before LF", "a\r\n\nb", []Change{{span(0, 1, 2, 0), ""}, {span(0, 1, 0, 1), "\n\r"}, {span(2, 0, 2, 1), "c"}}, "a\n\rc"},
		{"lone CR ends a line", "a\rb\rc", []Change{{span(2, 0, 2, 1), "d"}}, "a\rb\rd"},
		{"empty text", "", []Change{{span(0, 0, 0, 0), "GCF\n"}, {span(1, 0, 1, 0), "x"}}, "GCF\nx"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := New(tt.text, ast.UTF16)
			model := tt.text
			for _, c := range tt.changes {
				b.Apply(c)
				model = textmodel.Apply(model, c, ast.UTF16)
			}
			if got := b.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if model != tt.want {
				t.Errorf("the model says %q, want %q", model, tt.want)
			}
		})
	}
}

// 10,000 random changes, several before each look, give the text that the
// model gives, in each encoding.
func TestApplyRandomly(t *testing.T) {
	for _, enc := range []ast.Encoding{ast.UTF8, ast.UTF16, ast.UTF32} {
		r := rand.New(rand.NewPCG(1, uint64(enc)))
		text := "GCF profile=generic\r\nname=\"😀\"\n"
		b := New(text, enc)
		for done := 0; done < 10_000; {
			var changes []Change
			for range 1 + r.IntN(20) {
				c := textmodel.Random(r, text)
				changes = append(changes, c)
				b.Apply(c)
				text = textmodel.Apply(text, c, enc)
				done++
			}
			if got := b.String(); got != text {
				t.Fatalf("encoding %d, after %d changes: got %q, want %q; the last were %+v", enc, done, got, text, changes)
			}
			if len(text) > 4000 {
				b, text = New("", enc), ""
			}
		}
	}
}

// Any text and any changes give the text that the model gives.
func FuzzSync(f *testing.F) {
	f.Add("a\r\nb😀\rc", []byte("\x00\x01\x02\x00\x05\x03\x00\x01\x01\x01\x04"))
	f.Add("", []byte("\x00\x00\x00\x00\x0c"))
	f.Add("GCF profile=generic\n## rows [1]{a}\n1\n", []byte("\x01\x00\x02\x00\x09\x01\x00\x00\x02\x00"))
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		if len(text) > 1<<12 || len(script) > 1<<9 {
			return
		}
		for _, enc := range []ast.Encoding{ast.UTF8, ast.UTF16, ast.UTF32} {
			b, model := New(text, enc), text
			// Five bytes of the script are one change.
			for s := script; len(s) >= 5; s = s[5:] {
				c := Change{
					Range: span(int(int8(s[0])), int(int8(s[1])), int(int8(s[2])), int(int8(s[3]))),
					Text:  textmodel.Pieces[int(s[4])%len(textmodel.Pieces)],
				}
				b.Apply(c)
				model = textmodel.Apply(model, c, enc)
				if got := b.String(); got != model {
					t.Fatalf("encoding %d, change %+v: got %q, want %q", enc, c, got, model)
				}
			}
		}
	})
}

func BenchmarkApply(b *testing.B) {
	text := strings.Repeat(strings.Repeat("x", 59)+"\n", 100_000)
	b.Run("one keystroke", func(b *testing.B) {
		buffer := New(text, ast.UTF16)
		for b.Loop() {
			buffer.Apply(Change{span(50_000, 10, 50_000, 10), "y"})
			_ = buffer.String()
		}
	})
	b.Run("10,000 cursors", func(b *testing.B) {
		buffer := New(text, ast.UTF16)
		for b.Loop() {
			for line := range 10_000 {
				buffer.Apply(Change{span(line*10, 10, line*10, 11), "y"})
			}
			_ = buffer.String()
		}
	})
}
