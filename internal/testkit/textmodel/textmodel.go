// Package textmodel applies changes to a text plainly, counting from its start
// every time. It is the model that tests compare the real text sync with, and
// makes the random changes that they try.
package textmodel

import (
	"math/rand/v2"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/textsync"
)

// Apply returns the text after a change whose columns are in an encoding.
func Apply(text string, c textsync.Change, enc ast.Encoding) string {
	if c.Range == nil {
		return c.Text
	}
	start, end := offset(text, c.Range.Start, enc), offset(text, c.Range.End, enc)
	if end < start {
		start, end = end, start
	}
	return text[:start] + c.Text + text[end:]
}

func offset(text string, p ast.Position, enc ast.Encoding) int {
	if p.Line < 0 {
		return 0
	}
	at := 0
	for ; p.Line > 0; p.Line-- {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return len(text)
		}
		if strings.HasPrefix(text[at+i:], "\r\n") {
			i++
		}
		at += i + 1
	}
	for columns := 0; at < len(text) && text[at] != '\r' && text[at] != '\n'; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch enc {
		case ast.UTF8:
			columns += size
		case ast.UTF16:
			columns += utf16.RuneLen(r)
		default:
			columns++
		}
		if columns > p.Column {
			break
		}
		at += size
	}
	return at
}

// Pieces are what random changes insert.
var Pieces = []string{
	"", "", "a", "|", "\n", "\r\n", "\r", "😀", "e\u0301", "日本", "\u00a0", "x|y\n", "\r\r\n", "\n\r",
	"👨‍👩‍👧‍👦", "\ufeff", "key=\"v\"\r\n", "## rows [2]{a,b}\n1|2\n3|4\n", "\xff", "\xe2\x82",
}

// Random returns a change that fits the text more often than not.
func Random(r *rand.Rand, text string) textsync.Change {
	lines := strings.Count(text, "\n")
	if r.IntN(500) == 0 {
		return textsync.Change{Text: Pieces[r.IntN(len(Pieces))]}
	}
	if r.IntN(400) == 0 {
		return textsync.Change{Range: span(0, 0, lines+1, 0)}
	}
	line, column := r.IntN(lines+2), r.IntN(12)
	c := textsync.Change{Text: Pieces[r.IntN(len(Pieces))]}
	for r.IntN(4) == 0 {
		c.Text += Pieces[r.IntN(len(Pieces))]
	}
	c.Range = span(line, column, line+r.IntN(2), column+r.IntN(6))
	return c
}

func span(startLine, startColumn, endLine, endColumn int) *textsync.Range {
	return &textsync.Range{
		Start: ast.Position{Line: startLine, Column: startColumn},
		End:   ast.Position{Line: endLine, Column: endColumn},
	}
}
