package ast

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLineTablePositions(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		ends  LineEnds
		at    string // the text that the offset stands before
		utf8  Position
		utf16 Position
		utf32 Position
	}{
		{"ASCII", "ab\ncd\n", LF, "d", Position{1, 1}, Position{1, 1}, Position{1, 1}},
		{"two bytes", "é=x\n", LF, "x", Position{0, 3}, Position{0, 2}, Position{0, 2}},
		{"three bytes", "日本|x", LF, "x", Position{0, 7}, Position{0, 3}, Position{0, 3}},
		{"emoji", "a\n😀|x", LF, "x", Position{1, 5}, Position{1, 3}, Position{1, 2}},
		{"combining mark", "e\u0301x", LF, "x", Position{0, 3}, Position{0, 2}, Position{0, 2}},
		{"family of seven code points", "👨‍👩‍👧‍👦x", LF, "x", Position{0, 25}, Position{0, 11}, Position{0, 7}},
		{"CRLF", "é\r\nx", LF, "x", Position{1, 0}, Position{1, 0}, Position{1, 0}},
		{"lone CR is data", "a\rx", LF, "x", Position{0, 2}, Position{0, 2}, Position{0, 2}},
		{"lone CR ends a line", "a\rx", AnyLineEnd, "x", Position{1, 0}, Position{1, 0}, Position{1, 0}},
		{"CR CR LF are two line ends", "a\r\r\nx", AnyLineEnd, "x", Position{2, 0}, Position{2, 0}, Position{2, 0}},
		{"LF CR are two line ends", "a\n\rx", AnyLineEnd, "x", Position{2, 0}, Position{2, 0}, Position{2, 0}},
		{"invalid UTF-8", "\xff\x80\xe2\x82x", LF, "x", Position{0, 4}, Position{0, 4}, Position{0, 4}},
		{"invalid after valid", "é\x80x", LF, "x", Position{0, 3}, Position{0, 2}, Position{0, 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := NewLineTable(tt.text, tt.ends)
			offset := strings.Index(tt.text, tt.at)
			for enc, want := range []Position{tt.utf8, tt.utf16, tt.utf32} {
				if got := table.Position(offset, Encoding(enc)); got != want {
					t.Errorf("encoding %d: offset %d is at %v, want %v", enc, offset, got, want)
				}
				if got := table.Offset(want, Encoding(enc)); got != offset {
					t.Errorf("encoding %d: %v is offset %d, want %d", enc, want, got, offset)
				}
			}
		})
	}
}

func TestLineTableClamps(t *testing.T) {
	const text = "a😀b\r\ncd"
	tests := []struct {
		name string
		pos  Position
		want int // in UTF-16
	}{
		{"column before the line", Position{0, -1}, 0},
		{"line before the text", Position{-1, 7}, 0},
		{"inside a surrogate pair", Position{0, 2}, 1},
		{"end of line", Position{0, 4}, 6},
		{"past the end of line", Position{0, 5}, 6},
		{"far past the end of line", Position{0, 1 << 40}, 6},
		{"past the last line", Position{2, 0}, 10},
		{"far past the last line", Position{1 << 40, 1 << 40}, 10},
		{"past the end of the last line", Position{1, 9}, 10},
	}
	table := NewLineTable(text, AnyLineEnd)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := table.Offset(tt.pos, UTF16); got != tt.want {
				t.Errorf("%v is offset %d, want %d", tt.pos, got, tt.want)
			}
		})
	}

	offsets := []struct {
		name   string
		offset int
		want   Position
	}{
		{"before the text", -5, Position{0, 0}},
		{"inside a code point", 3, Position{0, 1}},
		{"between CR and LF", 7, Position{0, 4}},
		{"past the text", 99, Position{1, 2}},
	}
	for _, tt := range offsets {
		t.Run(tt.name, func(t *testing.T) {
			if got := table.Position(tt.offset, UTF16); got != tt.want {
				t.Errorf("offset %d is at %v, want %v", tt.offset, got, tt.want)
			}
		})
	}
}

func TestLineTableLines(t *testing.T) {
	tests := []struct {
		name string
		text string
		ends LineEnds
		want []string
	}{
		{"empty", "", LF, []string{""}},
		{"one line end", "\n", LF, []string{"", ""}},
		{"no final line end", "a\nb", LF, []string{"a", "b"}},
		{"CRLF", "a\r\nb\r\n", LF, []string{"a", "b", ""}},
		{"CR kept", "a\rb\nc\r", LF, []string{"a\rb", "c\r"}},
		{"every kind", "a\rb\nc\r\nd\r", AnyLineEnd, []string{"a", "b", "c", "d", ""}},
		{"only CR", "\r\r", AnyLineEnd, []string{"", "", ""}},
		{"CR before CRLF", "a\r\r\n", LF, []string{"a\r", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := NewLineTable(tt.text, tt.ends)
			var got []string
			for i := range table.Lines() {
				start, end := table.Line(i)
				got = append(got, tt.text[start:end])
			}
			if strings.Join(got, "␤") != strings.Join(tt.want, "␤") || len(got) != len(tt.want) {
				t.Errorf("lines of %q are %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

// A long line that is not ASCII is answered from marks; the answers are those
// of counting from its start.
func TestLineTableLongLine(t *testing.T) {
	line := strings.Repeat("a😀é\x80日", 3000)
	text := "é\n" + line + "\nend"
	table := NewLineTable(text, LF)
	table.Position(len(text), UTF16)
	table.Position(5, UTF16)
	if len(table.marks) != 1 {
		t.Fatalf("%d lines have marks, want 1", len(table.marks))
	}
	for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
		column := 0
		for i := 0; i < len(line); {
			_, size := utf8.DecodeRuneInString(line[i:])
			want := Position{1, column}
			if got := table.Position(3+i, enc); got != want {
				t.Fatalf("encoding %d: byte %d of the line is at %v, want %v", enc, i, got, want)
			}
			if got := table.Offset(want, enc); got != 3+i {
				t.Fatalf("encoding %d: %v is offset %d, want %d", enc, want, got, 3+i)
			}
			column += Columns(line[i:i+size], enc)
			i += size
		}
	}
}

// For every text: each start of a code point that is not inside a line end
// keeps its offset through a position and back, positions are ordered as
// offsets are, and whatever is asked the answer is inside the text.
func FuzzLineTable(f *testing.F) {
	for _, s := range []string{
		"", "\n", "\r", "\r\n", "GCF profile=generic\r\nname=\"😀\"\r\n", "a\rb\r\nc\nd",
		"e\u0301\u200d😀", "\xff\xfe", "\xf0\x9f\x98", "\xed\xa0\x80", "é\x80\xbf",
		strings.Repeat("日", 1000) + "\n" + strings.Repeat("x", 3000),
	} {
		f.Add(s, 1, 1)
	}
	f.Fuzz(func(t *testing.T, text string, line, column int) {
		for _, ends := range []LineEnds{LF, AnyLineEnd} {
			table := NewLineTable(text, ends)
			for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
				last := Position{}
				for i := 0; i <= len(text); {
					p := table.Position(i, enc)
					if p.Line < last.Line || p.Line == last.Line && p.Column < last.Column {
						t.Fatalf("offset %d is at %v, before %v", i, p, last)
					}
					last = p
					_, end := table.Line(p.Line)
					if back := table.Offset(p, enc); back != min(i, end) {
						t.Fatalf("ends %d, encoding %d: offset %d is at %v, which is offset %d", ends, enc, i, p, back)
					}
					_, size := utf8.DecodeRuneInString(text[i:])
					i += max(size, 1)
				}
				if o := table.Offset(Position{line, column}, enc); o < 0 || o > len(text) {
					t.Fatalf("%d:%d is offset %d of %d", line, column, o, len(text))
				}
				if p := table.Position(line, enc); p.Line < 0 || p.Line >= table.Lines() || p.Column < 0 {
					t.Fatalf("offset %d is at %v of %d lines", line, p, table.Lines())
				}
			}
		}
	})
}

func BenchmarkNewLineTable(b *testing.B) {
	row := strings.Repeat("x", 59) + "\n"
	for _, bb := range []struct{ name, text string }{
		{"ASCII", strings.Repeat(row, 100_000)},
		{"CRLF", strings.Repeat(row[:58]+"\r\n", 100_000)},
		{"emoji", strings.Repeat(row[:55]+"😀\n", 100_000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.text)))
			for b.Loop() {
				NewLineTable(bb.text, AnyLineEnd)
			}
		})
	}
}
