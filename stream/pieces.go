// Package stream reads GCF documents of any size in memory that does not depend
// on it. Enter it at [Rows], which gives the rows of the tables of a document one
// by one, or at [Pieces].
package stream

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"
	"unsafe"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

// ErrWhole is the error of a document that cannot be read in pieces: one of the
// graph profile, a delta, a payload of a session, one with text before its header,
// or one whose pieces do not fit together.
var ErrWhole = errors.New("the document can only be read as a whole")

// Piece is a part of a document of the generic profile. It is a document of its
// own, with the header of the whole, some of the members of its root value, and
// what is wrong with these. A member has all its lines in one piece, but for
// tables whose rows have neither attachments nor numbers.
type Piece struct {
	*ast.Document
	// Shift is how many lines of the whole stand above the piece that the piece
	// does not have: line n of the piece is line n+Shift of the whole. The header
	// and that of a table that goes on are at the place that they have here.
	Shift int
	// Table says that the only member is an array, or a part of one.
	Table bool
	// Continued says that the table began in the piece before, Continues that it
	// goes on in the next.
	Continued, Continues bool
}

// pieceSize is from how many bytes on a piece ends where it can.
const pieceSize = 64 << 10

// Pieces returns the pieces of a document, in order. The iteration ends with the
// first error: one of reading, or ErrWhole. What is wrong with a piece is in the
// piece and ends nothing. That a key stands twice in different pieces, and that
// the counts of a summary are wrong, is ErrWhole, at the latest behind the last
// piece.
func Pieces(r io.Reader) iter.Seq2[Piece, error] { return pieces(r, pieceSize) }

func pieces(r io.Reader, size int) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		c := cutter{in: bufio.NewReaderSize(r, max(size, 64<<10)), size: size, yield: yield, keys: map[string]bool{}}
		if err := c.run(); err != nil && !errors.Is(err, errEnough) {
			yield(Piece{}, err)
		}
	}
}

// errEnough says that the caller wants no more pieces.
var errEnough = errors.New("enough")

// cutter cuts a document into pieces.
type cutter struct {
	in    *bufio.Reader
	size  int
	yield func(Piece, error) bool

	header string // the first line
	line   string // the line to read next, until it was read; "" at the end
	long   []byte // the line, where it is longer than the buffer
	lines  int    // above it
	body   []byte // of the piece so far
	above  int    // lines above the body

	keys     map[string]bool // of the root object
	root     bool            // the root value is no object, and was there
	deferred []string        // the numbers of rows of the tables with `[?]`
	summed   bool            // the summary is there, and right
}

func (c *cutter) run() error {
	if err := c.next(); err != nil {
		return err
	}
	head := parser.Parse(strings.Clone(c.line))
	h := &head.Header
	if !strings.HasPrefix(head.Source, "GCF ") || head.Profile != ast.ProfileGeneric || len(head.Problems) > 0 || !strings.HasSuffix(head.Source, "\n") ||
		h.Is("delta") || h.Is("session") || h.Is("unchanged") || h.Field("base_root") != nil {
		return ErrWhole
	}
	c.header = head.Source
	if err := c.next(); err != nil {
		return err
	}
	c.above = c.lines
	for c.line != "" {
		var err error
		switch {
		case strings.HasPrefix(c.line, "##! "):
			err = c.summary()
		case !strings.HasPrefix(c.line, "## "):
			err = c.take()
		default:
			err = c.section()
		}
		if err != nil {
			return err
		}
	}
	if err := c.flush(); err != nil {
		return err
	}
	if len(c.deferred) > 0 && !c.summed {
		return ErrWhole
	}
	return nil
}

// next reads a line with its line end.
func (c *cutter) next() error {
	if c.line != "" {
		c.lines++
	}
	line, err := c.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		c.long = append(c.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = c.in.ReadSlice('\n')
			c.long = append(c.long, line...)
		}
		line = c.long
	}
	c.line = unsafe.String(unsafe.SliceData(line), len(line))
	if err == io.EOF {
		return nil
	}
	return err
}

// take adds the line to the piece.
func (c *cutter) take() error {
	c.body = append(c.body, c.line...)
	return c.next()
}

// flush ends the piece.
func (c *cutter) flush() error {
	if len(c.body) == 0 {
		c.above = c.lines
		return nil
	}
	p := Piece{Document: parser.Parse(c.header + string(c.body)), Shift: c.above - 1}
	c.body, c.above = c.body[:0], c.lines
	return c.give(p)
}

// give hands a piece out.
func (c *cutter) give(p Piece) error {
	for i := range p.Problems {
		if p.Problems[i].Code == ast.MissingSummary {
			return ErrWhole // of an array that is no table of the root value
		}
	}
	if !p.Continued {
		for id := range p.Children(0) {
			switch n := &p.Nodes[id]; n.Kind {
			case ast.KindBlank, ast.KindComment, ast.KindHeader, ast.KindSummary:
				continue
			case ast.KindArray, ast.KindInlineArray, ast.KindKeyValue, ast.KindSection:
				if key := p.KeySpan(id); key.Start < key.End {
					key := strings.Clone(p.Key(id))
					if c.root || c.keys[key] {
						return ErrWhole
					}
					c.keys[key] = true
					continue
				}
			}
			if c.root || len(c.keys) > 0 {
				return ErrWhole
			}
			c.root = true
		}
	}
	if !c.yield(p, nil) {
		return errEnough
	}
	return nil
}

// section reads what begins with `## `: a table row by row, anything else with
// the lines that follow.
func (c *cutter) section() error {
	t, large := c.table()
	if large || len(c.body) >= c.size {
		if err := c.flush(); err != nil {
			return err
		}
	}
	if err := c.next(); err != nil {
		return err
	}
	if !large {
		c.body = append(c.body, t.line...)
		return nil
	}
	return c.rows(t)
}

// table is the declaration of a table that may be in several pieces.
type table struct {
	line       string // of the section
	start, end int    // of the count in it, without brackets
	deferred   bool
	rows       uint64 // that are declared
}

// table reads the line of a section, and returns whether it begins a table that
// may be large.
func (c *cutter) table() (t table, large bool) {
	t.line = strings.Clone(c.line)
	if !strings.Contains(t.line, "]{") {
		return t, false
	}
	doc := parser.Parse(c.header + t.line)
	const id = ast.NodeID(2)
	decl := doc.DeclOf(id)
	if len(doc.Nodes) <= int(id) || doc.Nodes[id].Kind != ast.KindArray || decl == nil || !decl.HasFields || decl.Keyed || decl.Identity >= 0 || decl.Inline {
		return t, false
	}
	text := strings.TrimRight(t.line, "\r\n")
	if !strings.HasSuffix(text, decl.Text) || !strings.HasSuffix(t.line, "\n") {
		return t, false
	}
	at := len(text) - len(decl.Text)
	t.start, t.end = at+decl.CountStart+1, at+decl.CountEnd-1
	t.rows, t.deferred = decl.N, decl.Count == ast.CountDeferred
	return t, t.deferred || decl.Count == ast.CountExact && decl.N > uint64(c.size/64)
}

// rows reads the rows of a table.
func (c *cutter) rows(t table) error {
	read := uint64(0)
	for continued := false; ; continued = true {
		n := uint64(0)
		for len(c.body) < c.size && !c.ends(t, read+n) {
			more, err := c.takeRows(t, read+n)
			if err != nil {
				return err
			}
			n += more
		}
		declared := n
		if c.line == "" && !t.deferred {
			declared = t.rows - read // the parser says that some are missing
		}
		p := c.part(t, declared, read)
		p.Continued, p.Continues = continued, !c.ends(t, read+n)
		if n > 0 && !(p.OnlyRows(2) && p.Nodes[2].Next == ast.NodeID(len(p.Nodes))) {
			return c.rest(t, read, p.Continued)
		}
		read += n
		if err := c.endPart(p); err != nil {
			return err
		}
		if !p.Continues {
			break
		}
	}
	if t.deferred {
		c.deferred = append(c.deferred, strconv.FormatUint(read, 10))
	}
	return nil
}

// takeRows adds the line, and the rows behind it that are in memory already, to
// the piece. It returns how many these are.
func (c *cutter) takeRows(t table, read uint64) (n uint64, err error) {
	c.body = append(c.body, c.line...)
	rows, _ := c.in.Peek(max(0, c.size-len(c.body)))
	if t.deferred {
		for _, end := range [...]string{"## ", "##! "} {
			if bytes.HasPrefix(rows, []byte(end)) {
				rows = nil
			} else if i := bytes.Index(rows, []byte("\n"+end)); i >= 0 {
				rows = rows[:i+1]
			}
		}
	}
	rows = rows[:bytes.LastIndexByte(rows, '\n')+1]
	n = uint64(bytes.Count(rows, []byte("\n")))
	if !t.deferred && read+1+n > t.rows {
		end := 0
		for n = 0; read+1+n < t.rows; n++ {
			end += bytes.IndexByte(rows[end:], '\n') + 1
		}
		rows = rows[:end]
	}
	c.body = append(c.body, rows...)
	if _, err := c.in.Discard(len(rows)); err != nil {
		return 0, err
	}
	c.lines += int(n)
	return n + 1, c.next()
}

// ends reports whether no row follows.
func (c *cutter) ends(t table, read uint64) bool {
	return c.line == "" || !t.deferred && read == t.rows ||
		t.deferred && (strings.HasPrefix(c.line, "## ") || strings.HasPrefix(c.line, "##! "))
}

// part is the piece of the lines that were read of a table.
func (c *cutter) part(t table, rows, above uint64) Piece {
	var text strings.Builder
	text.Grow(len(c.header) + len(t.line) + len("18446744073709551615") + len(c.body))
	text.WriteString(c.header)
	text.WriteString(t.line[:t.start])
	text.Write(strconv.AppendUint(nil, rows, 10))
	text.WriteString(t.line[t.end:])
	text.Write(c.body)
	p := Piece{Document: parser.Parse(text.String()), Shift: c.above - 1, Table: true}
	if above > 0 {
		p.Shift-- // the line of the section stands above, too
	}
	return p
}

func (c *cutter) endPart(p Piece) error {
	c.body, c.above = c.body[:0], c.lines
	return c.give(p)
}

// rest reads what is left of a table as one piece: rows have attachments or
// numbers, or something is wrong.
func (c *cutter) rest(t table, above uint64, continued bool) error {
	for c.line != "" && !strings.HasPrefix(c.line, "## ") && !strings.HasPrefix(c.line, "##! ") {
		if err := c.take(); err != nil {
			return err
		}
	}
	if above > 0 {
		c.body = renumbered(c.body, above)
	}
	rows := t.rows - above
	if t.deferred {
		rows = 0
		for id, p := ast.NodeID(3), c.part(t, 0, above); int(id) < len(p.Nodes); id = p.Nodes[id].Next {
			if p.Nodes[id].Kind == ast.KindRow {
				rows++
			}
		}
		c.deferred = append(c.deferred, strconv.FormatUint(above+rows, 10))
	}
	p := c.part(t, rows, above)
	p.Continued = continued
	// What follows the rows may be other members.
	p.Table = continued || p.Nodes[2].Next == ast.NodeID(len(p.Nodes))
	if continued && p.Nodes[2].Next != ast.NodeID(len(p.Nodes)) {
		return ErrWhole
	}
	return c.endPart(p)
}

// renumbered takes the numbers of rows that stand in pieces above from the
// numbers of rows.
func renumbered(body []byte, above uint64) []byte {
	out := make([]byte, 0, len(body))
	for line := range strings.Lines(string(body)) {
		if end := ast.RowIDEnd(line, 0); end > 1 && line[0] == '@' {
			digits := strings.TrimRight(line[1:end], " ")
			if n, err := strconv.ParseUint(digits, 10, 63); err == nil && n >= above {
				out = append(out, '@')
				out = strconv.AppendUint(out, n-above, 10)
				line = line[1+len(digits):]
			}
		}
		out = append(out, line...)
	}
	return out
}

// summary reads the trailer and what stands behind it.
func (c *cutter) summary() error {
	if err := c.flush(); err != nil {
		return err
	}
	for c.line != "" {
		if err := c.take(); err != nil {
			return err
		}
	}
	p := Piece{Document: parser.Parse(c.header + string(c.body)), Shift: c.above - 1}
	if len(c.deferred) > 0 {
		h := ast.NewHeader(0, p.Trailer)
		if counts, _ := h.Get("counts"); counts != strings.Join(c.deferred, ",") {
			return ErrWhole
		}
		c.summed = true
	}
	return c.endPart(p)
}
