package ast

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Encoding is the unit in which columns are counted. The source itself is
// always UTF-8.
type Encoding uint8

// The column units: bytes, UTF-16 code units, code points.
const (
	UTF8 Encoding = iota
	UTF16
	UTF32
)

// LineEnds says which characters end a line.
type LineEnds uint8

const (
	// LF: a line ends at LF only, as GCF says. A CR is data, or part of the
	// line end where it stands right before the LF.
	LF LineEnds = iota
	// AnyLineEnd: a line ends at LF, CR LF or a lone CR, as LSP says.
	AnyLineEnd
)

// Position is a place in a text. Both numbers count from 0; the unit of Column
// is an [Encoding].
type Position struct {
	Line, Column int
}

// LineTable turns byte offsets into lines and columns and back. It is built
// once for a text, does not change and is safe for concurrent use. A byte that is
// no valid UTF-8 counts as one code point and one unit in every encoding.
type LineTable struct {
	text   string
	ends   LineEnds
	starts []uint32 // the first byte of each line; starts[0] is 0. Nil where nodes tell
	nodes  []Node   // of the tree: nodes[i+1] is line i
	lines  int
	ascii  bool // the whole text is ASCII: a column is a byte
	loneCR bool // a CR stands without an LF after it

	// marks holds, for lines that are long and not ASCII, the columns at
	// every few bytes, so that no conversion reads more of a line than that. They
	// are made when a line is asked for.
	mu    sync.Mutex
	marks map[int][]mark
}

// mark is a known pair of offset and columns inside a long line.
type mark struct {
	offset       int // in the text
	utf16, utf32 int // columns
}

// markEvery is the distance of marks in bytes. Lines up to twice as long have
// none.
const markEvery = 1024

// NewLineTable returns the table of a text.
func NewLineTable(text string, ends LineEnds) *LineTable {
	t := &LineTable{text: text, ends: ends, ascii: isASCII(text), loneCR: hasLoneCR(text)}
	t.starts = make([]uint32, 1, 1+strings.Count(text, "\n"))
	if ends == AnyLineEnd && t.loneCR {
		t.startsAtAnyLineEnd()
	} else {
		t.startsAtLF()
	}
	t.lines = len(t.starts)
	return t
}

// LineTable returns the table of a document's text. It takes the lines from the tree,
// and where it has the table of the text before a change, reads only what has
// changed.
func (d *Document) LineTable(ends LineEnds, before *LineTable, change Splice) *LineTable {
	text := d.Source
	t := &LineTable{text: text, ends: ends}
	if before == nil || before.loneCR {
		t.ascii, t.loneCR = isASCII(text), hasLoneCR(text)
	} else {
		// What was not ASCII counts as such also where it may be gone.
		t.ascii = before.ascii && isASCII(text[change.Start:change.NewEnd])
		end := min(change.NewEnd+1, len(text))
		for end > 0 && end < len(text) && text[end-1] == '\r' {
			end++
		}
		t.loneCR = hasLoneCR(text[max(change.Start-1, 0):end])
	}
	if t.loneCR && ends == AnyLineEnd || len(d.Nodes) < 2 {
		return NewLineTable(text, ends)
	}
	t.nodes, t.lines = d.Nodes, len(d.Nodes)-1
	if text[len(text)-1] == '\n' {
		t.lines++
	}
	return t
}

// start returns the offset of the first byte of a line.
func (t *LineTable) start(line int) int {
	switch {
	case t.nodes == nil:
		return int(t.starts[line])
	case line+1 < len(t.nodes):
		return int(t.nodes[line+1].Start)
	}
	return len(t.text)
}

func (t *LineTable) startsAtLF() {
	for at := 0; ; {
		i := strings.IndexByte(t.text[at:], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		t.starts = append(t.starts, uint32(at))
	}
}

// hasLoneCR reports whether a CR stands without an LF after it. Where none
// does, the lines are those of LF, which are found much faster.
func hasLoneCR(s string) bool {
	for {
		i := strings.IndexByte(s, '\r')
		if i < 0 {
			return false
		}
		if i+1 >= len(s) || s[i+1] != '\n' {
			return true
		}
		s = s[i+2:]
	}
}

func (t *LineTable) startsAtAnyLineEnd() {
	for at := 0; ; {
		i := strings.IndexAny(t.text[at:], "\r\n")
		if i < 0 {
			return
		}
		at += i + 1
		if t.text[at-1] == '\r' && at < len(t.text) && t.text[at] == '\n' {
			at++
		}
		t.starts = append(t.starts, uint32(at))
	}
}

// marksOf returns the marks of a line that is not ASCII.
func (t *LineTable) marksOf(line int) []mark {
	start, end := t.Line(line)
	if end-start <= 2*markEvery {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if marks, ok := t.marks[line]; ok {
		return marks
	}
	m := mark{offset: start}
	marks := []mark{m}
	for end-m.offset > markEvery {
		to := runeStart(t.text, m.offset, m.offset+markEvery)
		m.utf16 += Columns(t.text[m.offset:to], UTF16)
		m.utf32 += Columns(t.text[m.offset:to], UTF32)
		m.offset = to
		marks = append(marks, m)
	}
	if t.marks == nil {
		t.marks = make(map[int][]mark)
	}
	t.marks[line] = marks
	return marks
}

// LoneCR reports whether a CR stands in the text without an LF after it: then the
// lines of [AnyLineEnd] are not those of the tree.
func (t *LineTable) LoneCR() bool { return t.loneCR }

// Lines returns the number of lines, at least 1: a text that ends with a line
// end has an empty last line.
func (t *LineTable) Lines() int { return t.lines }

// Line returns the byte range of a line without its line end. The line is
// clamped into the text.
func (t *LineTable) Line(line int) (start, end int) {
	line = min(max(line, 0), t.lines-1)
	start = t.start(line)
	if line == t.lines-1 {
		return start, len(t.text)
	}
	end = t.start(line+1) - 1
	if t.text[end] == '\n' && end > start && t.text[end-1] == '\r' {
		end--
	}
	return start, end
}

// Position returns the line and column of a byte offset. An offset outside the
// text is clamped into it, one inside a code point is taken back to its start,
// and one inside a line end to the end of the line's text.
func (t *LineTable) Position(offset int, enc Encoding) Position {
	offset = min(max(offset, 0), len(t.text))
	line := sort.Search(t.lines, func(i int) bool { return t.start(i) > offset }) - 1
	start, end := t.Line(line)
	offset = min(offset, end)
	if t.ascii {
		return Position{line, offset - start}
	}
	m := t.markBefore(line, start, func(m mark) bool { return m.offset > offset })
	offset = runeStart(t.text, m.offset, offset)
	column := offset - start
	switch enc {
	case UTF16:
		column = m.utf16 + Columns(t.text[m.offset:offset], enc)
	case UTF32:
		column = m.utf32 + Columns(t.text[m.offset:offset], enc)
	}
	return Position{line, column}
}

// Offset returns the byte offset of a position. A line outside the text is
// clamped into it, a column past the end of a line to that end, before the
// line end; a column inside a code point is taken back to its start.
func (t *LineTable) Offset(p Position, enc Encoding) int {
	if p.Line >= t.lines {
		return len(t.text)
	}
	if p.Line < 0 {
		return 0
	}
	start, end := t.Line(p.Line)
	column := max(p.Column, 0)
	if t.ascii {
		return start + min(column, end-start)
	}
	var m mark
	switch enc {
	case UTF8:
		m = t.markBefore(p.Line, start, func(m mark) bool { return m.offset-start > column })
		column -= m.offset - start
	case UTF16:
		m = t.markBefore(p.Line, start, func(m mark) bool { return m.utf16 > column })
		column -= m.utf16
	default:
		m = t.markBefore(p.Line, start, func(m mark) bool { return m.utf32 > column })
		column -= m.utf32
	}
	return m.offset + Bytes(t.text[m.offset:end], column, enc)
}

// markBefore returns the last mark of a line for which after is false, or the
// line's start.
func (t *LineTable) markBefore(line, start int, after func(mark) bool) mark {
	marks := t.marksOf(line)
	if len(marks) == 0 {
		return mark{offset: start}
	}
	i := sort.Search(len(marks), func(i int) bool { return after(marks[i]) })
	return marks[max(i-1, 0)]
}

// Columns returns the length of a piece of text in columns.
func Columns(s string, enc Encoding) int {
	switch enc {
	case UTF8:
		return len(s)
	case UTF32:
		return utf8.RuneCountInString(s)
	}
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// Bytes returns how many bytes of a line's text make up the given number of
// columns. Columns past the end give the length of the text, a column inside a
// code point the start of that code point.
func Bytes(s string, columns int, enc Encoding) int {
	if columns <= 0 {
		return 0
	}
	if enc == UTF8 {
		if columns >= len(s) {
			return len(s)
		}
		return runeStart(s, 0, columns)
	}
	for i, r := range s {
		if columns--; enc == UTF16 && r > 0xFFFF {
			columns--
		}
		if columns < 0 {
			return i
		}
	}
	return len(s)
}

// runeStart takes an offset that may be inside a code point of s back to the
// start of that code point, never before from, which is the start of one.
// Bytes that are no valid UTF-8 are code points of their own.
func runeStart(s string, from, offset int) int {
	if offset >= len(s) || utf8.RuneStart(s[offset]) {
		return offset
	}
	for i := offset - 1; i >= from && i > offset-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if _, size := utf8.DecodeRuneInString(s[i:]); i+size > offset {
				return i
			}
			return offset
		}
	}
	return offset
}

func isASCII(s string) bool {
	// Eight bytes at a time: the table of a large text is built often.
	for len(s) >= 8 {
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7])&0x80 != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
