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
	JSONLines             // the same, line by line, also behind a prefix such as a time
	Text                  // from a header line to the next, to a fence or to the end
	Log                   // as in Text, and in the strings of lines outside of payloads
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

// AsText returns the kind of a file in which payloads may stand as lines of text.
func (k Kind) AsText() Kind {
	if k == JSONLines {
		return Log
	}
	return Text
}

// Found is what there is in a file.
type Found struct {
	Payloads []Payload
	Cut      Count // payloads that end where their line, or the file, was cut off
	Unread   Count // places that are no JSON, or that name a header and cannot be read
}

// Count says how many there are, and the offset of the first.
type Count struct{ N, First int }

func (c *Count) add(at int) {
	if c.N++; c.N == 1 {
		c.First = at
	}
}

// Find returns the payloads of a file, in order. For JSON the fields are the
// paths of the strings that are payloads; without one, payloads are found in
// strings as in text.
func Find(kind Kind, text string, fields []string) Found {
	f := finder{kind: kind}
	switch kind {
	case Markdown:
		f.inMarkdown(text)
	case JSON:
		f.paths = splitPaths(fields)
		f.inJSON(text)
	case JSONLines, Log:
		f.paths = splitPaths(fields)
		f.inLines(text, nil)
	case Text:
		f.inLines(text, nil)
	default:
		f.found.Payloads = []Payload{whole(text, 0)}
	}
	return f.found
}

// finder is one run of [Find].
type finder struct {
	kind  Kind
	paths [][]string
	found Found
}

// Payload is one payload in a file.
type Payload struct {
	Text string
	// Cut says that the string in which it stands was cut off.
	Cut bool

	pieces []piece
	within *Payload // the string that it stands in; nil is the file
	// write returns how an edit of the text around the payload is written in
	// that text's own syntax.
	write func(start, end int, text string) (int, int, string)
}

// piece is a run of bytes that are the same in a payload and in what it stands
// in. Between two pieces stands what the syntax there adds.
type piece struct {
	inner, outer int // where it begins
	length       int
}

// whole is a payload that stands in the file as it is.
func whole(text string, outer int) Payload {
	return Payload{Text: text, pieces: []piece{{0, outer, len(text)}}}
}

// Range returns the range of the file in which a range of the payload stands.
func (p *Payload) Range(start, end int) (int, int) {
	for ; p != nil; p = p.within {
		from := p.start(start)
		start, end = from, max(from, p.end(end, from))
	}
	return start, end
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
	for ; p != nil; p = p.within {
		from := p.start(start)
		start, end = from, max(from, p.start(end))
		if p.write != nil {
			start, end, text = p.write(start, end, text)
		}
	}
	return start, end, text
}

// segment is a range of the text around a payload.
type segment struct{ start, end, padding int }

// block is the payload of lines. What stands before each of them in its line, an
// indentation or the mark of a quote, belongs to the text around it.
func block(src string, lines []segment) Payload {
	var b strings.Builder
	p := Payload{}
	for _, line := range lines {
		b.WriteString(strings.Repeat(" ", line.padding))
		p.pieces = append(p.pieces, piece{b.Len(), line.start, line.end - line.start})
		b.WriteString(src[line.start:line.end])
	}
	p.Text = b.String()
	p.write = func(start, end int, text string) (int, int, string) { return p.writeLines(src, start, end, text) }
	return p
}

func (p *Payload) writeLines(src string, start, end int, text string) (int, int, string) {
	if len(p.pieces) == 0 {
		return start, end, text
	}
	last := p.pieces[len(p.pieces)-1]
	atEnd := last.outer + last.length
	prefix := p.prefix(src, start)
	closed := atEnd > 0 && src[atEnd-1] == '\n' // a line follows that is none of the payload
	switch {
	case !closed || end < atEnd:
		return start, end, strings.ReplaceAll(text, "\n", "\n"+prefix)
	case start == atEnd: // what is added begins a line
		if text != "" {
			text = prefix + text
		}
	case text == "" && strings.HasSuffix(src[:start], prefix) && p.beginsLine(start):
		return start - len(prefix), end, ""
	}
	// The line after has its own prefix, and must begin a line.
	if text != "" || start < atEnd {
		text = strings.TrimSuffix(text, "\n")
		text = strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
	}
	return start, end, text
}

// beginsLine reports whether a line of the payload begins at an offset.
func (p *Payload) beginsLine(outer int) bool {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].outer >= outer })
	return i < len(p.pieces) && p.pieces[i].outer == outer
}

// prefix returns what stands before the payload's text in the line of an
// offset; after the last line, what stands before that.
func (p *Payload) prefix(src string, outer int) string {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].outer > outer }) - 1
	at := p.pieces[max(i, 0)].outer
	return src[strings.LastIndexByte(src[:at], '\n')+1 : at]
}
