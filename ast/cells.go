package ast

import (
	"strings"
	"unicode/utf8"
)

// Cell is one scalar token of a row, an inline body, an inline array, or the
// right side of a `key=value`. Start and End are bytes into the source, blanks
// around the token left out, quotes included.
type Cell struct {
	Start, End int
	Scalar     Scalar
}

// Text returns a cell's token as written.
func (d *Document) CellText(c Cell) string { return d.Source[c.Start:c.End] }

// CellString returns the string that a cell spells where it is read as one,
// and its token for everything else.
func (d *Document) CellString(c Cell) string {
	token := d.Source[c.Start:c.End]
	if c.Scalar == ScalarQuoted {
		s, _ := Unquote(token)
		return s
	}
	return token
}

// AppendCells appends the scalar tokens of a line to cells: those of a
// KindRow (after `@N `), KindInlineBody, KindInlineArray, KindKeyValue,
// KindScalar, an inline KindItem or KindAttachment (`@1 [2]: a,b`, `.f [2]: a,b`)
// and a scalar one (`@1 =a`, `."x>y" =a`). Other lines have none.
func (d *Document) AppendCells(cells []Cell, id NodeID) []Cell {
	start, delim := d.cellsStart(id)
	if start < 0 {
		return cells
	}
	return appendCells(cells, d.Source, start, int(d.Nodes[id].End), delim)
}

// Cells returns the scalar tokens of a line; see AppendCells.
func (d *Document) Cells(id NodeID) []Cell { return d.AppendCells(nil, id) }

// cellsStart returns where the cells of a line begin and their delimiter: `|`
// or `,`, or 0 for a single scalar. It returns -1 where the line has none.
func (d *Document) cellsStart(id NodeID) (start int, delim byte) {
	n := &d.Nodes[id]
	start, end := d.Span(id)
	switch n.Kind {
	case KindRow:
		if n.Flags&FlagRowID != 0 {
			start = RowIDEnd(d.Source[:end], start)
		}
		return start, '|'
	case KindInlineBody:
		return start, '|'
	case KindScalar:
		return start + 1, 0
	case KindKeyValue:
		key := d.KeySpan(id)
		i := skipBlanks(d.Source[:end], key.End)
		return min(i+1, end), 0
	case KindInlineArray, KindItem, KindAttachment:
		at := d.declStart(id)
		if decl := d.DeclOf(id); decl != nil && at >= 0 && !(n.Flags&FlagShared != 0) {
			if decl.Inline {
				at = min(at+decl.End, end)
				if strings.Trim(d.Source[at:end], " \t") == "" {
					return -1, 0 // no values, whatever the count says
				}
				return at, ','
			}
			return -1, 0
		}
		if at >= 0 && at < end && d.Source[at] == '=' {
			return at + 1, 0
		}
	}
	return -1, 0
}

// CountZero reports whether a declaration counts no items: `[0]`.
func (d *Decl) CountZero() bool { return d.Count == CountExact && d.N == 0 }

// Span is a byte range of the source.
type Span struct{ Start, End int }

// KeySpan returns the key of a line as written, quotes included: of a
// KindKeyValue, KindSection, KindArray, KindInlineArray, KindAttachment
// (without its dot) or KindGroup. It is empty, at the place where the key
// would be, for an anonymous array.
func (d *Document) KeySpan(id NodeID) Span {
	start, end := d.Span(id)
	src := d.Source[:end]
	stops := "=[ \t"
	switch d.Nodes[id].Kind {
	case KindSection, KindArray:
		start, stops = SectionKeyStart(src, start), "[{"
	case KindGroup:
		start, stops = SectionKeyStart(src, start), "[{ \t"
	case KindInlineArray:
		if strings.HasPrefix(src[start:], "##") {
			start, stops = SectionKeyStart(src, start), "[{"
		}
	case KindAttachment:
		start, stops = start+1, "=[{ \t"
	case KindKeyValue:
		end, _ := PairKeyEnd(src, start)
		return Span{start, end}
	default:
		return Span{start, start}
	}
	return Span{start, KeyEnd(src, start, stops)}
}

// PairKeyEnd returns where the key of the `key=value` line at i ends and where
// its `=` is, or -1. A key that is not well-formed, with blanks in it or more
// behind its closing quote, reaches to the `=`.
func PairKeyEnd(src string, i int) (end, eq int) {
	end = KeyEnd(src, i, "=[ \t|:")
	if at := skipBlanks(src, end); at < len(src) && src[at] == '=' {
		return end, at
	}
	eq = strings.IndexByte(src[end:], '=')
	if eq < 0 {
		return end, -1
	}
	eq += end
	for end = eq; end > i && (src[end-1] == ' ' || src[end-1] == '\t'); {
		end--
	}
	return end, eq
}

// Key returns the decoded key of a line; see KeySpan.
func (d *Document) Key(id NodeID) string {
	s := d.KeySpan(id)
	key := d.Source[s.Start:s.End]
	if key != "" && key[0] == '"' {
		key, _ = Unquote(key)
	}
	return key
}

// SectionKeyStart returns where the key of a `## key` line begins, i being
// the offset of the `##`.
func SectionKeyStart(src string, i int) int {
	return skipBlanks(src, min(i+2, len(src)))
}

// KeyEnd returns the end of the key that begins at i: of a quoted key the
// place after its closing quote, else the first byte of stops, trailing blanks
// left out. Where stops is empty the key is the rest of src.
func KeyEnd(src string, i int, stops string) int {
	if i < len(src) && src[i] == '"' {
		if end, closed := QuotedEnd(src, i); closed {
			return end
		}
	}
	end := bareKeyEnd(src, i)
	if stops == "" {
		end = len(src)
	} else {
		for end < len(src) && strings.IndexByte(stops, src[end]) < 0 {
			end++
		}
	}
	for end > i && (src[end-1] == ' ' || src[end-1] == '\t') {
		end--
	}
	return end
}

// DeclSpan returns the range of a node's own declaration text in the source,
// or false where it has none.
func (d *Document) DeclSpan(id NodeID) (Span, bool) {
	at := d.declStart(id)
	if at < 0 {
		return Span{}, false
	}
	switch d.Nodes[id].Kind {
	case KindArray, KindInlineArray, KindItem, KindAttachment, KindGroup:
	default:
		return Span{}, false
	}
	end := DeclEnd(d.Source[:d.Nodes[id].End], at)
	return Span{at, end}, end > at
}

// declStart returns where the declaration of a line begins: at its `[`, `{`,
// or for a scalar item or attachment at its `=`. It returns -1 for other lines.
func (d *Document) declStart(id NodeID) int {
	n := &d.Nodes[id]
	end := int(n.End)
	switch n.Kind {
	case KindArray, KindInlineArray, KindAttachment, KindGroup:
		return skipBlanks(d.Source[:end], d.KeySpan(id).End)
	case KindItem:
		start, _ := d.Span(id)
		return skipBlanks(d.Source[:end], RowIDEnd(d.Source[:end], start))
	}
	return -1
}

// DeclEnd returns where the declaration that begins at i ends: after
// `[…]`, `{…}` and `:` as far as they are there, blanks before a later part
// included. The name of a field may be quoted and hold any character. A colon
// belongs to a count only: `{}:` is `{}`, and more (spec 4, 7.4.4, 7.6).
func DeclEnd(src string, i int) int {
	end, counted := i, i < len(src) && src[i] == '['
	if counted {
		if j := strings.IndexByte(src[i:], ']'); j >= 0 {
			end = i + j + 1
		} else {
			return len(src)
		}
	}
	i = skipBlanks(src, end)
	if i < len(src) && src[i] == '{' {
		end = FieldsEnd(src, i)
	}
	if counted && end < len(src) && src[end] == ':' {
		end++
	}
	return end
}

// FieldsEnd returns the offset after the `}` that closes the field list which
// begins with the `{` at i, or the end of src. Braces inside quoted names do
// not count.
func FieldsEnd(src string, i int) int {
	for i++; i < len(src); i++ {
		switch src[i] {
		case '}':
			return i + 1
		case '"':
			// A quote opens a name only at its start; elsewhere it is junk in a
			// bare name.
			if p := src[i-1]; p == '{' || p == ',' || p == ' ' || p == '\t' || p == '@' {
				end, closed := QuotedEnd(src, i)
				if !closed {
					return len(src)
				}
				i = end - 1
			}
		}
	}
	return len(src)
}

// schemaEnd returns the offset after the field list of a `^{…}` cell whose `{`
// is at i. A bar outside a quoted name ends the cell before: then, and without
// a `}`, it returns i.
func schemaEnd(line string, i int) int {
	end := FieldsEnd(line, i)
	if line[end-1] != '}' || end == i+1 {
		return i
	}
	for j := i; j < end; j++ {
		switch line[j] {
		case '|':
			return i
		case '"':
			if p := line[j-1]; p == '{' || p == ',' || p == ' ' || p == '\t' || p == '@' {
				q, _ := QuotedEnd(line[:end], j)
				j = q - 1
			}
		}
	}
	return end
}

// RowIDEnd returns the offset after the `@N` and the blanks behind it that
// begin a row or an item at i, or i where there is none: at least one blank
// must follow the digits.
func RowIDEnd(src string, i int) int {
	if i >= len(src) || src[i] != '@' {
		return i
	}
	j := skipDigits(src, i+1)
	if j == i+1 {
		return i
	}
	k := skipBlanks(src, j)
	if k == j {
		return i
	}
	return k
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// appendCells splits src[start:end] at delim outside quoted strings and
// outside the braces of `^{…}`. A quote is a quoted string only where a token
// begins with it (spec 2.1).
func appendCells(cells []Cell, src string, start, end int, delim byte) []Cell {
	line := src[:end]
	for i := start; ; {
		i = skipBlanks(line, i)
		stop := TokenEnd(line, i, delim)
		tok := stop
		for tok > i && (line[tok-1] == ' ' || line[tok-1] == '\t') {
			tok--
		}
		cells = append(cells, Cell{i, tok, ClassifyScalar(line[i:tok])})
		if stop >= end {
			return cells
		}
		i = stop + 1
	}
}

// TokenEnd returns the offset of the delimiter that ends the token which
// begins at i, or the end of line. With delim 0 the token is the rest.
func TokenEnd(line string, i int, delim byte) int {
	if delim == 0 || i >= len(line) {
		return len(line)
	}
	from := i
	switch {
	case line[i] == '"':
		from, _ = QuotedEnd(line, i)
	case delim == '|' && line[i] == '^' && i+1 < len(line) && line[i+1] == '{':
		from = schemaEnd(line, i+1)
	}
	if j := strings.IndexByte(line[from:], delim); j >= 0 {
		return from + j
	}
	return len(line)
}

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func appendRune(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }
