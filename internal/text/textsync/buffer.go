// Package textsync keeps the text of an open document in step with a client
// that sends its changes as line and column ranges. Enter at [New] and
// [Buffer.Apply].
package textsync

import (
	"strings"

	"gcf-lsp/ast"
)

// Change is one change of a text: the text of Range is replaced. Without a
// range the whole text is.
type Change struct {
	Range *Range
	Text  string
}

// Range is a part of a text, in lines and columns as the client counts them.
type Range struct {
	Start, End ast.Position
}

// Buffer is a text that is changed in place. Lines end at LF, CR LF and a lone
// CR. It is a gap buffer with a line index that is split at the same gap, so
// that the many small changes of one notification cost what they change and
// not the size of the text. A Buffer is not safe for concurrent use.
type Buffer struct {
	encoding ast.Encoding

	bytes    []byte
	gap      int // the text before the gap is bytes[:gap]
	afterGap int // the text after it is bytes[afterGap:]

	// above holds the starts of the lines that begin at or before the gap,
	// as offsets from the start of the text; above[0] is 0. below holds the
	// starts of the others, nearest last, as distances from the end of the
	// text: a change before them leaves them as they are.
	above, below []int
}

// New returns a buffer with a text. The encoding is the unit of all columns.
func New(text string, encoding ast.Encoding) *Buffer {
	b := &Buffer{encoding: encoding}
	b.reset(text)
	return b
}

// String returns the text as it is now.
func (b *Buffer) String() string {
	var s strings.Builder
	s.Grow(b.len())
	s.Write(b.bytes[:b.gap])
	s.Write(b.bytes[b.afterGap:])
	return s.String()
}

// Apply makes one change. Positions are clamped into the text, as LSP wants
// for columns and clients need for lines; where the end is before the start
// the two are swapped. It returns what has changed.
func (b *Buffer) Apply(c Change) ast.Splice {
	if c.Range == nil {
		all := ast.Splice{End: b.len(), NewEnd: len(c.Text)}
		b.reset(c.Text)
		return all
	}
	start, end := b.offset(c.Range.Start), b.offset(c.Range.End)
	start, end = min(start, end), max(start, end)
	b.replace(start, end, c.Text)
	return ast.Splice{Start: start, End: end, NewEnd: start + len(c.Text)}
}

func (b *Buffer) reset(text string) {
	table := ast.NewLineTable(text, ast.AnyLineEnd)
	b.bytes = []byte(text)
	b.gap, b.afterGap = len(text), len(text)
	b.above = make([]int, table.Lines())
	b.below = nil
	for i := range b.above {
		b.above[i], _ = table.Line(i)
	}
}

func (b *Buffer) len() int { return b.gap + len(b.bytes) - b.afterGap }

// at returns the byte at an offset of the text.
func (b *Buffer) at(offset int) byte {
	if offset < b.gap {
		return b.bytes[offset]
	}
	return b.bytes[offset-b.gap+b.afterGap]
}

// offset returns the byte offset of a position.
func (b *Buffer) offset(p ast.Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(b.above)+len(b.below) {
		return b.len()
	}
	start, end := b.line(p.Line)
	if p.Column <= 0 {
		return start
	}
	if column := p.Column; column < end-start {
		// No column is longer than a code point.
		end = min(end, start+(column+1)*4)
	}
	return start + ast.Bytes(b.text(start, end), p.Column, b.encoding)
}

// line returns the byte range of a line without its line end.
func (b *Buffer) line(i int) (start, end int) {
	start = b.lineStart(i)
	if i+1 == len(b.above)+len(b.below) {
		return start, b.len()
	}
	end = b.lineStart(i+1) - 1
	if b.at(end) == '\n' && end > start && b.at(end-1) == '\r' {
		end--
	}
	return start, end
}

func (b *Buffer) lineStart(i int) int {
	if i < len(b.above) {
		return b.above[i]
	}
	return b.len() - b.below[len(b.below)-1-(i-len(b.above))]
}

// text returns a copy of a part of the text.
func (b *Buffer) text(start, end int) string {
	if start < b.gap && b.gap < end {
		return string(b.bytes[start:b.gap]) + string(b.bytes[b.afterGap:end-b.gap+b.afterGap])
	}
	if start >= b.gap {
		start, end = start-b.gap+b.afterGap, end-b.gap+b.afterGap
	}
	return string(b.bytes[start:end])
}

// replace puts text in the place of the bytes from start to end.
func (b *Buffer) replace(start, end int, text string) {
	b.moveGap(start)

	// Whether a line starts at an offset depends on the two bytes around it:
	// the starts from start to end, both included, are found again.
	for last := len(b.above) - 1; last > 0 && b.above[last] >= start; last-- {
		b.above = b.above[:last]
	}
	for last := len(b.below) - 1; last >= 0 && b.len()-b.below[last] <= end; last-- {
		b.below = b.below[:last]
	}

	b.afterGap += end - start
	if len(text) > b.afterGap-b.gap {
		b.grow(len(text))
	}
	b.gap += copy(b.bytes[b.gap:], text)

	for i := max(start, 1); i <= b.gap; i++ {
		if b.startsLine(i) {
			b.above = append(b.above, i)
		}
	}
}

// startsLine reports whether a line begins at an offset above 0.
func (b *Buffer) startsLine(offset int) bool {
	switch b.at(offset - 1) {
	case '\n':
		return true
	case '\r':
		return offset == b.len() || b.at(offset) != '\n'
	}
	return false
}

// moveGap moves the gap to an offset of the text, in the line index too.
func (b *Buffer) moveGap(to int) {
	n := b.len()
	if to < b.gap {
		b.afterGap -= copy(b.bytes[b.afterGap-(b.gap-to):b.afterGap], b.bytes[to:b.gap])
	} else if to > b.gap {
		b.afterGap += copy(b.bytes[b.gap:], b.bytes[b.afterGap:b.afterGap+to-b.gap])
	}
	b.gap = to
	for last := len(b.above) - 1; b.above[last] > to; last-- {
		b.below = append(b.below, n-b.above[last])
		b.above = b.above[:last]
	}
	for last := len(b.below) - 1; last >= 0 && n-b.below[last] <= to; last-- {
		b.above = append(b.above, n-b.below[last])
		b.below = b.below[:last]
	}
}

// grow widens the gap to hold at least need bytes, by a part of the text's
// size, so that many insertions copy the text seldom.
func (b *Buffer) grow(need int) {
	after := b.bytes[b.afterGap:]
	bytes := make([]byte, b.gap+need+b.len()/8+64+len(after))
	copy(bytes, b.bytes[:b.gap])
	b.afterGap = len(bytes) - len(after)
	copy(bytes[b.afterGap:], after)
	b.bytes = bytes
}
