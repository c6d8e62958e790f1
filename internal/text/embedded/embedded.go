// Package embedded finds GCF payloads in files that are something else:
// fenced blocks of Markdown, strings of JSON, text with a label before the
// payload. A payload knows where each of its bytes stands in the file, so that
// what is found in it is shown, and fixed, where it really is. Enter it at
// [Find].
package embedded

import (
	"path/filepath"
	"sort"
	"strings"
)

// Kind says how payloads are found in a file.
type Kind uint8

// The kinds of files.
const (
	Plain     Kind = iota // the file is one payload
	Markdown              // fenced code blocks
	JSON                  // strings of one JSON value or of several
	JSONLines             // the same, line by line; lines that are no JSON are skipped
	Text                  // from a line `GCF …` to the next, to a fence or to the end
)

// KindOf returns the kind that a file's name says.
func KindOf(name string) Kind {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdx":
		return Markdown
	case ".json":
		return JSON
	case ".jsonl", ".ndjson", ".log":
		return JSONLines
	}
	return Plain
}

// Payload is one payload in a file.
type Payload struct {
	Text string

	pieces []piece
	// write returns how new text of the payload is written in the file, in
	// the place of this range of the file.
	write func(start, end int, text string) string
}

// piece is a run of bytes that are the same in payload and file. Between two
// pieces stands what the file's own syntax adds.
type piece struct {
	inner, outer int // where it begins
	length       int
}

// Find returns the payloads of a file, in order. For JSON the fields are the
// paths of the strings that are payloads; without one, each string that begins
// with `GCF ` is.
func Find(kind Kind, text string, fields []string) []Payload {
	switch kind {
	case Markdown:
		return inMarkdown(text)
	case JSON:
		return inJSON(text, fields)
	case JSONLines:
		return inJSONLines(text, fields)
	case Text:
		return inText(text)
	}
	return []Payload{whole(text, 0)}
}

// whole is a payload that stands in the file as it is.
func whole(text string, outer int) Payload {
	return Payload{Text: text, pieces: []piece{{0, outer, len(text)}}}
}

// Range returns the range of the file in which a range of the payload stands.
func (p *Payload) Range(start, end int) (int, int) {
	from := p.start(start)
	return from, max(from, p.end(end, from))
}

// start maps the first byte of a range: at the seam of two pieces, to the
// second.
func (p *Payload) start(offset int) int {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].inner > offset }) - 1
	if i < 0 {
		if len(p.pieces) == 0 {
			return 0
		}
		i = 0
	}
	s := p.pieces[i]
	return s.outer + min(max(offset-s.inner, 0), s.length)
}

// end maps the end of a range: at the seam of two pieces, to the end of what
// stands for the last byte. An empty range stays empty.
func (p *Payload) end(offset, from int) int {
	at := p.start(offset)
	if offset == 0 {
		return at
	}
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].inner >= offset }) - 1
	if i < 0 {
		return at
	}
	s := p.pieces[i]
	inside := offset - s.inner
	if inside <= s.length {
		if end := s.outer + inside; end >= from {
			return end
		}
	}
	return at
}

// Edit returns an edit of the payload as an edit of the file. What the file's
// syntax adds before the text that follows goes with what is replaced; the new
// text brings its own.
func (p *Payload) Edit(start, end int, text string) (outerStart, outerEnd int, outerText string) {
	outerStart = p.start(start)
	outerEnd = max(outerStart, p.start(end))
	if p.write != nil {
		text = p.write(outerStart, outerEnd, text)
	}
	return outerStart, outerEnd, text
}
