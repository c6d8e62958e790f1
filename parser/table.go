package parser

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// table is the state of a tabular body (spec 7.4): the row that is open and
// the schemas that its attachments may reuse.
type table struct {
	row      ast.NodeID     // the current row, or 0
	levels   int            // that the path columns of a row lead through
	identity int            // index of the `@` column of a delta table, or -1
	pending  []marker       // the `^` cells of the current row, in column order
	strays   int            // attachments of the row that fill no marker
	open     int            // those of them without a body
	inlineAt int            // no marker before this one waits for a positional body
	byName   map[string]int // the index in pending by name, for rows with many markers
	loose    bool           // the row's cells do not fit its columns: take what follows it
	unmarked bool           // an attachment header stands in a cell of this row
	headers  bool           // texts of this row read as attachment headers, and nothing says yet that they are
	idShift  uint64         // row id minus row index, as last reported

	inline []ast.DeclID // by column: the inline schema in force (spec 7.4.5.1)
	shared []ast.DeclID // by column: the shared array schema (spec 7.4.5.3)
	// sharedNamed are the shared array schemas of attachments without a column.
	sharedNamed map[string]*ast.DeclID
	extra       keySet // attachments of the row that have no column: `."a>b"`

	looseBodies  int          // `^{…}` of the loose row that have no body yet
	looseSchemas []ast.DeclID // inline schemas declared in rows that do not fit
	orphans      map[string]*orphan
	wrong        wrongRows
	anyWidth     bool // the field list is of a newer spec: the rows' widths tell nothing
	cellSaid     bool // a header in a cell was reported for this table
	bodySaid     bool // an attachment body at its row's indentation was reported
}

// marker is a `^` or `^{…}` cell.
type marker struct {
	column     int
	start, end int
	schema     ast.DeclID // inline schema in force, or NoDecl
	inCell     ast.DeclID // of a text that reads as an attachment's header, or NoDecl
	declared   bool       // `^{…}` in this row
	body       ast.NodeID // its attachment, or 0
}

// orphan counts the attachments of a name that has no column.
type orphan struct {
	count   int
	problem int // index of the first one's problem
	block   bool
}

// wrongRows counts the rows of a wrong width.
type wrongRows struct {
	count     int
	width     int  // of all of them, or -1
	markers   bool // one of them has `^`
	firstNode ast.NodeID
	problems  []int
}

// add counts a row of so many cells; problem is its index, or -1.
func (w *wrongRows) add(row ast.NodeID, cells, problem int) {
	if problem >= 0 {
		w.problems = append(w.problems, problem)
	}
	if w.count == 0 {
		w.width = cells
		w.firstNode = row
	} else if w.width != cells {
		w.width = -1
	}
	w.count++
}

// reuse takes over the memory of a closed table's state.
func (t *table) reuse(old *table) {
	t.pending = old.pending[:0]
	t.extra = old.extra
	t.extra.reset()
	t.wrong.problems = old.wrong.problems[:0]
	t.looseSchemas = old.looseSchemas[:0]
}

// noSchemas makes a table of schemas by column that has none yet.
func noSchemas(width int) []ast.DeclID {
	schemas := make([]ast.DeclID, width)
	for i := range schemas {
		schemas[i] = ast.NoDecl
	}
	return schemas
}

// set stores a schema for a column in a lazily made table of schemas.
func set(schemas *[]ast.DeclID, column, width int, d ast.DeclID) {
	if *schemas == nil {
		*schemas = noSchemas(width)
	}
	(*schemas)[column] = d
}

func get(schemas []ast.DeclID, column int) ast.DeclID {
	if column >= len(schemas) {
		return ast.NoDecl
	}
	return schemas[column]
}

// tableLine reads a line in a tabular body. It returns false where the table
// ends before the line.
func (p *parser) tableLine(f *frame, l line) bool {
	t := &f.t
	src := p.src
	c := src[l.i]
	if c == '@' && p.unshare(f, l) {
		return p.expandedLine(f, l)
	}
	if c == '#' && l.i+1 < l.e && src[l.i+1] == '#' && l.indent <= f.indent && !p.hashCell(f, l) || p.endsTable(f, l) {
		return false
	}
	if t.row != 0 && c == '.' {
		if l.indent != f.indent+2 {
			p.checkIndent(l, f.indent)
		}
		p.attachment(f, l)
		return true
	}
	isRow := c == '@' && rowStart(src[l.i:l.e])
	if l.indent > f.indent {
		if l.indent == f.indent+2 && !isRow && p.nextInline(t) != nil {
			p.inlineBody(f, l)
			return true
		}
		if t.headers && !isRow {
			p.headersInCells(f)
		}
		if t.row != 0 && !isRow && (t.unmarked || t.loose || p.nodes[t.row].Flags&ast.FlagMarkers != 0 || p.nodes[t.row].Next > t.row+1) {
			if !t.unmarked && !t.loose {
				p.checkIndent(l, f.indent)
			}
			p.mutedChild(t, l)
			return true
		}
	} else if !isRow && t.open > 0 && p.nextInline(t) != nil {
		p.inlineBody(f, l)
		return true
	} else if !isRow && t.loose && p.looseBody(f, l) {
		p.mutedChild(t, l)
		return true
	}
	if f.full(p) {
		if !p.surplus(f, l) {
			return false
		}
	}
	p.checkIndent(l, f.indent)
	if c == '#' && p.hashLine(f, l) {
		return true
	}
	p.rowLine(f, l)
	return true
}

// endsTable reports whether a line is a member of the object around a table,
// although the table has fewer rows than it declares: one cell where a row has
// several, and the form of a member.
func (p *parser) endsTable(f *frame, l line) bool {
	n := len(p.stack) - 2
	return n >= 0 && p.stack[n].kind == frameObject && l.indent <= p.stack[n].indent && f.indent == p.stack[n].indent &&
		len(p.doc.Decls[f.fields].Fields) > 1 && f.t.open == 0 && p.isMember(l) && countCells(p.src[l.i:l.e]) == 1
}

// hashCell reports whether a line that begins with `##` is a row, or begins one:
// no blank follows, a row is due, and this one has its width. Where no count says that it
// is, a line with a declaration is a section without its blank.
func (p *parser) hashCell(f *frame, l line) bool {
	text := p.src[l.i:l.e]
	if f.full(p) || len(text) < 3 || isBlank(text[2]) || text[2] == '!' || countCells(text) != len(p.doc.Decls[f.fields].Fields) {
		return false
	}
	return p.doc.Decls[f.decl].Count == ast.CountExact || !strings.ContainsAny(text, "[{")
}

// hashLine takes a line that begins with `#` and is no row by its width: a
// comment that lacks its space. It counts as no row.
func (p *parser) hashLine(f *frame, l line) bool {
	decl := &p.doc.Decls[f.fields]
	cells := countCells(p.src[l.i:l.e])
	if cells == len(decl.Fields) {
		end := ast.TokenEnd(p.src[:l.e], l.i, '|')
		p.problem(ast.NotCanonical, ast.NodeID(len(p.nodes)), l.i, end).Cause = ast.CauseCommentNoSpace
		return false
	}
	id := ast.NodeID(len(p.nodes))
	if f.t.row != 0 {
		p.mutedChild(&f.t, l) // an attachment of the row may still follow
	} else {
		p.add(f.node, ast.KindError, l.start, l.end, ast.FlagInvalid)
	}
	pr := p.problem(ast.RowWidthMismatch, id, l.i, l.e)
	pr.Cause = ast.CauseCommentNoSpace
	pr.Have, pr.Want = uint32(cells), uint32(len(decl.Fields))
	if f.fields == f.decl {
		pr.RelStart, pr.RelEnd = uint32(f.at+decl.FieldsStart), uint32(f.at+decl.FieldsEnd)
	}
	return true
}

// countCells returns how many cells a line has as a row: a bar in a quoted
// string or in the braces of `^{…}` is none of its own.
func countCells(line string) int {
	n := 0
	for i := 0; ; n++ {
		i = ast.TokenEnd(line, skipBlanks(line, i), '|') + 1
		if i > len(line) {
			return n + 1
		}
	}
}

// full reports whether a container has all the items it declares.
func (f *frame) full(p *parser) bool {
	d := &p.doc.Decls[f.decl]
	return d.Count == ast.CountExact && f.count >= d.N
}

// surplus handles an item beyond the declared count. Where the line can only
// belong to this container, because the enclosing one is less deep, it is
// reported once and read as one more item; else the enclosing container gets
// the line.
func (p *parser) surplus(f *frame, l line) bool {
	if len(p.stack) < 2 || p.stack[len(p.stack)-2].indent >= f.indent || l.indent < f.indent {
		return false
	}
	if !f.quiet {
		decl := &p.doc.Decls[f.decl]
		pr := p.problem(ast.CountMismatch, ast.NodeID(len(p.nodes)), l.i, l.e)
		pr.Cause = ast.CauseSurplus
		pr.Have, pr.Want = clip(f.count+1), clip(decl.N)
		pr.RelStart, pr.RelEnd = uint32(f.at+decl.CountStart), uint32(f.at+decl.CountEnd)
		f.quiet = true
	}
	return true
}

// rowStart reports whether a text begins with `@N `.
func rowStart(s string) bool { return ast.RowIDEnd(s, 0) > 0 }

// mutedChild adds a line under the current row that a reported mistake
// explains.
func (p *parser) mutedChild(t *table, l line) {
	id := p.add(t.row, ast.KindError, l.start, l.end, ast.FlagInvalid)
	p.nodes[t.row].Next = id + 1
}

// looseBody reports whether a line under a row that does not fit reads as the
// positional body of one of its attachments.
func (p *parser) looseBody(f *frame, l line) bool {
	n := countCells(p.src[l.i:l.e])
	if p.badSchema {
		p.badSchema = false
		return true // the body of a schema that could not be read
	}
	if n == len(p.doc.Decls[f.fields].Fields) && f.t.looseBodies == 0 {
		return false
	}
	for _, schemas := range [2][]ast.DeclID{f.t.looseSchemas, f.t.inline} {
		for _, d := range schemas {
			if d != ast.NoDecl && len(p.doc.Decls[d].Fields) == n {
				f.t.looseBodies = max(f.t.looseBodies-1, 0)
				return true
			}
		}
	}
	return false
}

// rowLine reads a tabular row (spec 7.4, 7.2a.3).
func (p *parser) rowLine(f *frame, l line) {
	t := &f.t
	if t.open > 0 {
		p.closeRow(f, false)
	}
	src := p.src
	id := p.add(f.node, ast.KindRow, l.start, l.end, 0)
	index := f.count
	f.count++
	if t.levels > 0 {
		p.countPaths(f)
	}
	t.row = id
	t.loose, t.unmarked, t.headers, t.strays, t.looseBodies = false, false, false, 0, 0
	if t.extra.entries != nil {
		t.extra.reset()
	}
	n := &p.nodes[id]
	n.Decl = f.fields
	n.Index = clip(index)
	i := l.i
	if src[i] == '@' {
		if j := ast.RowIDEnd(src[:l.e], i); j > i {
			n.Flags |= ast.FlagRowID
			p.uneven++
			p.checkID(id, i, j, index, &t.idShift)
			if isBlank(src[j-2]) || src[j-1] != ' ' {
				p.blanks(ast.InvalidItemID, id, skipDigits(src, i+1), j, 1)
			}
			i = j
		}
	}
	decl := &p.doc.Decls[f.fields]
	width := len(decl.Fields)
	p.badSchema = false
	cells, firstEnd, overflow := p.cells(id, i, l.e, width)
	markers := p.markers
	if cells != width && p.openQuote(id) {
		t.loose = true // the quote took the cells behind it
	} else if cells != width && !t.anyWidth {
		t.loose = p.wrongWidth(f, l, id, cells, width, overflow, len(markers))
	}
	if p.badSchema {
		t.loose = true
		t.looseBodies++
	}
	if decl.Keyed {
		markers = p.memberKey(f, id, i, firstEnd, markers)
	} else if t.identity >= 0 && cells == width {
		p.identity(f, id)
	}
	if len(markers) > 0 || len(t.pending) > 0 {
		p.setMarkers(f, id, markers)
	}
}

// checkID compares the `@N` of a row or item with its position (spec 7.4.4,
// 7.6). When all ids are off by the same number it is one mistake.
func (p *parser) checkID(id ast.NodeID, start, end int, index uint64, shift *uint64) {
	for end > start && isBlank(p.src[end-1]) {
		end--
	}
	n, ok := parseUint(p.src[start+1 : end])
	if !ok {
		n = 1<<64 - 1
	}
	if n-index == *shift {
		return
	}
	*shift = n - index
	if *shift == 0 {
		return
	}
	pr := p.problem(ast.InvalidItemID, id, start, end)
	pr.Have, pr.Want = clip(n), clip(index)
}

// Byte classes at the start of a cell.
const (
	cellPlain   = iota // a bare string, whatever follows; quoted by encoders where a byte is odd
	cellNumber         // a digit or `-`
	cellSpecial        // a quote, a marker, a blank, the delimiter, a header in a cell
)

var cellClass = func() (class [256]uint8) {
	for c := '0'; c <= '9'; c++ {
		class[c] = cellNumber
	}
	class['-'] = cellNumber
	for _, c := range "\"^~ \t|.#@+" {
		class[c] = cellSpecial
	}
	return class
}()

// oddByte are the delimiter, and the bytes for which encoders may quote a text.
var oddByte = func() (odd [256]bool) {
	for c := range odd {
		odd[c] = c < ' ' || c > '~' || strings.IndexByte("|\"\\,[", byte(c)) >= 0
	}
	return odd
}()

// cells reads the cells of a row in src[i:e]: it checks each, collects the
// markers in p.markers, and returns the number of cells, the end of the first
// and the start of the first one beyond width. This is the hot loop of a
// table: a plain cell or number costs a comparison or two for each byte.
func (p *parser) cells(id ast.NodeID, i, e, width int) (n, firstEnd, overflow int) {
	src := p.src[:e]
	p.markers = p.markers[:0]
	for {
		start := i
		if n == width {
			overflow = start
		}
		if i < len(src) {
			switch cellClass[src[i]] {
			case cellPlain:
				for i < len(src) && !oddByte[src[i]] {
					i++
				}
				if i < len(src) && src[i] != '|' {
					for i < len(src) && src[i] != '|' {
						i++
					}
					p.unquoted(id, start, trimmedEnd(src, start, i))
				}
			case cellNumber:
				i = p.numberCell(id, src, i)
			default:
				i = p.specialCell(id, src, i, n)
			}
			if i > start && i < len(src) && isBlank(src[i-1]) {
				p.blanksBefore(id, skipBlanks(src, start), i)
			}
		} else {
			p.check(id, start, start, inCell)
		}
		if n == 0 {
			firstEnd = i
		}
		n++
		if i >= len(src) {
			return n, firstEnd, overflow
		}
		i++
	}
}

// blanksBefore reports blanks between a cell and the delimiter behind it.
func (p *parser) blanksBefore(id ast.NodeID, start, i int) {
	if from := trimmedEnd(p.src, start, i); from > start {
		p.blanksBehind(id, start, from, i)
	}
}

// trimmedEnd is where src[start:end] ends without the blanks behind it.
func trimmedEnd(src string, start, end int) int {
	for end > start && isBlank(src[end-1]) {
		end--
	}
	return end
}

// numberCell reads a cell that begins with a digit or `-` and returns its end.
// The usual spellings are decided here; any other goes through check.
func (p *parser) numberCell(id ast.NodeID, src string, i int) int {
	start := i
	if src[i] == '-' {
		i++
	}
	digits := i
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	whole := i - digits
	if i == len(src) || src[i] == '|' {
		if whole <= 15 && (whole == 0 || src[digits] != '0' || whole == 1 && digits == start) {
			return i
		}
		p.check(id, start, i, inCell)
		return i
	}
	if src[i] == '.' && whole > 0 {
		i++
		point := i
		for i < len(src) && src[i]-'0' <= 9 {
			i++
		}
		if (i == len(src) || src[i] == '|') && i > point && src[i-1] != '0' && i-digits <= 16 {
			if src[digits] != '0' || whole == 1 && i-point <= 6 {
				return i
			}
		}
	}
	for i < len(src) && src[i] != '|' {
		i++
	}
	end := i
	for end > start && isBlank(src[end-1]) {
		end--
	}
	p.check(id, start, end, inCell)
	return i
}

// specialCell reads a cell that begins with a quote, a marker, a blank, a dot
// or the delimiter, and returns its end.
func (p *parser) specialCell(id ast.NodeID, src string, i, column int) int {
	from := i
	i = skipBlanks(src, i)
	if i > from {
		p.problem(ast.NotCanonical, id, from, i).Cause = ast.CauseSpaces
	}
	stop := ast.TokenEnd(src, i, '|')
	end := stop
	for end > i && isBlank(src[end-1]) {
		end--
	}
	if i >= len(src) || i == end {
		p.check(id, i, i, inCell)
		return stop
	}
	token := src[i:end]
	switch c := token[0]; {
	case c == '^' && len(token) == 1:
		p.markers = append(p.markers, marker{column: column, start: i, end: end, schema: ast.NoDecl, inCell: ast.NoDecl})
		return stop
	case c == '^' && token[1] == '{' && token[len(token)-1] == '}' && ast.FieldsEnd(token, 1) == len(token):
		d := p.decl(token[1:])
		decl := &p.doc.Decls[d]
		if !wellFormed(decl) {
			p.invalid(ast.InvalidAttachmentMarker, id, i, end)
			p.badSchema = true
			return stop
		}
		p.checkFields(id, decl, i+1)
		p.markers = append(p.markers, marker{column: column, start: i, end: end, schema: d, inCell: ast.NoDecl, declared: true})
		return stop
	case c == '^' && token[1] == '{' && token[len(token)-1] == '}':
		p.invalid(ast.InvalidAttachmentMarker, id, i, end)
		return stop
	case c == '^' || c == '.':
		if at := headerInCell(token); at > 0 {
			d := p.decl(token[at:])
			p.markers = append(p.markers, marker{column: column, start: i, end: end, schema: ast.NoDecl, inCell: d})
			return stop
		}
	}
	p.check(id, i, end, inCell)
	return stop
}

// wellFormed reports whether the field list of an inline schema has names only:
// bare or quoted, and no identity (spec 2a.3).
func wellFormed(decl *ast.Decl) bool {
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if f.Identity || badField(f) || !f.Quoted && !ast.IsBareKey(f.Name) {
			return false
		}
	}
	return decl.HasFields
}

// headerInCell recognises a text that reads as an attachment's header,
// `^ [1]{a,b}`, `.items [1]{a,b}` or `^.items [1]{a,b}`, and returns where its
// declaration begins, or 0.
func headerInCell(token string) int {
	at := 0
	if token[0] == '^' {
		at = skipBlanks(token, 1)
	}
	if strings.HasPrefix(token[at:], ".") {
		name := at + 1
		at = ast.KeyEnd(token, name, "[{ \t")
		if !ast.IsBareKey(token[name:at]) {
			return 0
		}
	}
	at = skipBlanks(token, at)
	if at >= len(token) || token[at] != '[' {
		return 0
	}
	if ast.DeclEnd(token, at) != len(token) {
		return 0
	}
	if d := parseBracket(token[at:]); !d {
		return 0
	}
	return at
}

// parseBracket reports whether a text begins with a count bracket.
func parseBracket(s string) bool {
	i := strings.IndexByte(s, ']')
	if i < 2 {
		return false
	}
	count := strings.TrimSuffix(s[1:i], ":")
	return count == "?" || isDecimal(count)
}

// wrongWidth reports a row whose cells are not as many as the columns. It
// returns whether the row's attachments cannot be matched to columns.
func (p *parser) wrongWidth(f *frame, l line, id ast.NodeID, cells, width, overflow, markers int) (loose bool) {
	w := &f.t.wrong
	start, end := l.i, l.e
	cause := ast.CauseMissingCell
	if cells > width {
		cause = ast.CauseExtraCell
		start = overflow
	} else if all := p.nodeCells(id); len(all) > 0 {
		last := all[len(all)-1]
		if last.End > last.Start {
			start, end = last.Start, last.End
		}
	}
	p.nodes[id].Flags |= ast.FlagInvalid
	pr := p.problem(ast.RowWidthMismatch, id, start, end)
	pr.Cause = cause
	pr.Have, pr.Want = uint32(cells), uint32(width)
	decl := &p.doc.Decls[f.fields]
	if f.fields == f.decl {
		pr.RelStart, pr.RelEnd = uint32(f.at+decl.FieldsStart), uint32(f.at+decl.FieldsEnd)
	}
	w.add(id, cells, p.indexOf(pr))
	if markers == 0 {
		return cells < width // the missing cell may have been the marker
	}
	w.markers = true
	for i := range p.markers {
		if p.markers[i].declared {
			f.t.looseSchemas = append(f.t.looseSchemas, p.markers[i].schema)
			f.t.looseBodies++
		}
	}
	return true
}

// openQuote reports whether a quote that is not closed was just found on a
// line: it takes the rest of the line, delimiters included.
func (p *parser) openQuote(id ast.NodeID) bool {
	n := len(p.doc.Problems)
	return n > 0 && p.doc.Problems[n-1].Node == id && p.doc.Problems[n-1].Code == ast.UnterminatedQuote
}

// nodeCells returns the cells of a row that is being read.
func (p *parser) nodeCells(id ast.NodeID) []ast.Cell {
	d := ast.Document{Source: p.src, Nodes: p.nodes, Decls: p.doc.Decls}
	return d.Cells(id)
}

// memberKey checks cell 0 of a keyed row (spec 7.2a.3) and takes it out of the
// markers.
func (p *parser) memberKey(f *frame, id ast.NodeID, start, end int, markers []marker) []marker {
	start = skipBlanks(p.src[:end], start)
	for end > start && isBlank(p.src[end-1]) {
		end--
	}
	scalar := ast.ClassifyScalar(p.src[start:end])
	name, ok := memberName(p.src[start:end], scalar)
	switch {
	case !ok:
		p.invalid(ast.InvalidMemberKey, id, start, end)
		if len(markers) > 0 && markers[0].column == 0 {
			return markers[1:]
		}
		return markers
	case !scalar.IsString():
		p.problem(ast.NonStringMemberKey, id, start, end)
	}
	if len(markers) > 0 && markers[0].column == 0 {
		markers = markers[1:] // a text, whatever it looks like
	}
	if first, dup := f.keys.add(name, start, end); dup {
		pr := p.invalid(ast.DuplicateMemberKey, id, start, end)
		pr.RelStart, pr.RelEnd = uint32(first.start), uint32(first.end)
	}
	return markers
}

// identity checks that a row's identity value is its own (spec 10a.1).
func (p *parser) identity(f *frame, id ast.NodeID) {
	cells := p.nodeCells(id)
	c := cells[f.t.identity]
	name, ok := identityName(p.src[c.Start:c.End], c.Scalar)
	if !ok {
		p.invalid(ast.InvalidMemberKey, id, c.Start, c.End)
		return
	}
	if first, dup := f.keys.add(name, c.Start, c.End); dup {
		pr := p.invalid(ast.DuplicateIdentity, id, c.Start, c.End)
		pr.RelStart, pr.RelEnd = uint32(first.start), uint32(first.end)
	}
}

// memberName returns the name that cell 0 gives to a member of a keyed table, and
// false where it gives none.
func memberName(token string, s ast.Scalar) (string, bool) {
	switch s {
	case ast.ScalarNull, ast.ScalarMissing, ast.ScalarAttachment, ast.ScalarInlineSchema:
		return "", false
	case ast.ScalarQuoted:
		token, _ = ast.Unquote(token)
	}
	return token, true
}

// identityName returns an identity in the one spelling that all equal ones have,
// and false where it is none.
func identityName(token string, s ast.Scalar) (string, bool) {
	switch s {
	case ast.ScalarQuoted:
		text, _ := ast.Unquote(token)
		token = "\"" + text
	case ast.ScalarBare:
		token = "\"" + token
	case ast.ScalarInt, ast.ScalarDouble:
		// Numbers are equal by value: `1.0` is `1`.
		if v, err := strconv.ParseFloat(token, 64); err == nil && (s == ast.ScalarDouble || v == 0) {
			token = ast.CanonicalDouble(v)
		}
	case ast.ScalarMissing, ast.ScalarAttachment, ast.ScalarInlineSchema:
		return "", false
	}
	return token, true
}

// setMarkers makes the markers of a row the ones that wait for attachments.
func (p *parser) setMarkers(f *frame, id ast.NodeID, markers []marker) {
	t := &f.t
	t.pending = append(t.pending[:0], markers...)
	t.open = len(markers)
	t.inlineAt, t.byName = 0, nil
	if len(markers) == 0 {
		return
	}
	p.uneven++
	width := len(p.doc.Decls[f.fields].Fields)
	for i := range t.pending {
		m := &t.pending[i]
		if m.inCell != ast.NoDecl {
			t.headers = true
			continue
		}
		p.marked(id, m)
		switch {
		case t.loose || m.column >= width:
		case m.declared:
			set(&t.inline, m.column, width, m.schema)
		default:
			m.schema = get(t.inline, m.column)
		}
	}
	if t.loose {
		if t.headers {
			p.headersInCells(f)
		}
		t.open = 0
	}
}

// marked makes a row one with markers, which must have a number (spec 7.4.4).
func (p *parser) marked(row ast.NodeID, m *marker) {
	n := &p.nodes[row]
	if n.Flags&(ast.FlagRowID|ast.FlagMarkers) == 0 {
		p.problem(ast.MissingRowID, row, m.start, m.end).Want = n.Index
	}
	n.Flags |= ast.FlagMarkers
}

// headersInCells makes the texts of the current row that read as attachment
// headers the mistake that they are: the row has a body that nothing else
// explains, or a wrong width. Without that they are texts (spec 2.1). Said once
// for a table.
func (p *parser) headersInCells(f *frame) {
	t := &f.t
	t.headers, t.unmarked = false, true
	width := len(p.doc.Decls[f.fields].Fields)
	for i := range t.pending {
		m := &t.pending[i]
		if m.inCell == ast.NoDecl {
			continue
		}
		p.marked(t.row, m)
		p.nodes[t.row].Flags |= ast.FlagInvalid
		if !t.cellSaid {
			t.cellSaid = true
			p.problem(ast.InvalidAttachmentMarker, t.row, m.start, m.end).Cause = ast.CauseHeaderInCell
		}
		if m.column < width && p.doc.Decls[m.inCell].HasFields && get(t.shared, m.column) == ast.NoDecl {
			set(&t.shared, m.column, width, m.inCell)
		}
	}
}

// textsLikeHeaders warns of the texts of a row that a reader takes for
// attachment headers, where nothing said that they are. `^[2]` may be any text.
func (p *parser) textsLikeHeaders(t *table) {
	for i := range t.pending {
		m := &t.pending[i]
		if m.inCell != ast.NoDecl && (p.doc.Decls[m.inCell].HasFields || strings.IndexByte(p.src[m.start:m.end], '.') >= 0) {
			p.problem(ast.HeaderLikeText, t.row, m.start, m.end)
		} else if m.inCell != ast.NoDecl {
			p.unquoted(t.row, m.start, m.end)
		}
	}
}

// nextInline returns the next marker that a positional body fills, or nil.
func (p *parser) nextInline(t *table) *marker {
	if t.open == 0 {
		return nil
	}
	for ; t.inlineAt < len(t.pending); t.inlineAt++ {
		if m := &t.pending[t.inlineAt]; m.body == 0 && m.schema != ast.NoDecl {
			return m
		}
	}
	return nil
}

// manyMarkers is how many markers of a row are worth a map by name.
const manyMarkers = 16

// named returns the marker of the column with this name, or nil.
func (p *parser) named(f *frame, name string) *marker {
	t := &f.t
	fields := p.doc.Decls[f.fields].Fields
	if len(t.pending) < manyMarkers {
		for i := range t.pending {
			if c := t.pending[i].column; c < len(fields) && fields[c].Name == name {
				return &t.pending[i]
			}
		}
		return nil
	}
	if t.byName == nil {
		t.byName = make(map[string]int, len(t.pending))
		for i := len(t.pending) - 1; i >= 0; i-- {
			if c := t.pending[i].column; c < len(fields) {
				t.byName[fields[c].Name] = i
			}
		}
	}
	if i, ok := t.byName[name]; ok {
		return &t.pending[i]
	}
	return nil
}

// closeRow reports the markers of the current row that have no body.
func (p *parser) closeRow(f *frame, eof bool) {
	t := &f.t
	if t.open == 0 {
		return
	}
	t.open = 0
	if t.headers && !t.cellSaid {
		p.textsLikeHeaders(t)
	}
	t.headers = false
	if eof && (p.cut.inLine || !f.full(p) && p.doc.Decls[f.decl].Count == ast.CountExact) {
		return // the text stops here: that is said once
	}
	for i := range t.pending {
		m := &t.pending[i]
		if m.body == 0 && m.inCell == ast.NoDecl {
			if t.strays > 0 {
				t.strays-- // its attachment is there, under another name
				continue
			}
			p.invalid(ast.MissingAttachment, t.row, m.start, m.end)
		}
	}
}

// closeTable turns what went wrong in many rows alike into one problem.
func (p *parser) closeTable(f *frame) {
	t := &f.t
	if t.wrong.count == 0 && t.orphans == nil {
		return
	}
	rows := int(f.count)
	fields := &p.doc.Decls[f.fields]
	listStart, listEnd := f.at+fields.FieldsStart, f.at+fields.FieldsEnd
	if f.fields != f.decl {
		listStart, listEnd = f.at, f.at+len(p.doc.Decls[f.decl].Text)
	}
	omitted, omittedRows := -1, 0
	for _, o := range t.orphans {
		// Of several with as many the first one, if problems of them are listed.
		if o.block && o.problem >= 0 && (o.count > omittedRows || o.count == omittedRows && o.problem < omitted) {
			omitted, omittedRows = o.problem, o.count
		}
	}
	w := &t.wrong
	allWrong := len(w.problems) > 0 && w.count > 1 && w.width > len(fields.Fields) && w.count >= rows-1
	allOrphan := omittedRows > 1 && omittedRows >= rows-1
	if allWrong && w.markers && omitted >= 0 || allOrphan {
		first := p.doc.Problems[omitted]
		keep := omitted
		if allWrong {
			keep = w.problems[0]
			p.drop(omitted)
		}
		pr := &p.doc.Problems[keep]
		pr.Cause = ast.CauseColumnOmitted
		pr.Start, pr.End = uint32(listStart), uint32(listEnd)
		pr.RelStart, pr.RelEnd = first.Start, first.End
		pr.Have = uint32(max(omittedRows, w.count))
		if allWrong {
			p.dropWrong(w)
		}
		return
	}
	if len(w.problems) > 0 && w.count > 1 && w.width > 0 && w.count >= rows-1 && (w.count == rows || w.width > len(fields.Fields)) {
		pr := &p.doc.Problems[w.problems[0]]
		pr.Cause = ast.CauseAllRows
		pr.RelStart, pr.RelEnd = p.nodes[w.firstNode].Start, p.nodes[w.firstNode].End
		pr.Start, pr.End = uint32(listStart), uint32(listEnd)
		p.dropWrong(w)
	}
}

// dropWrong takes back the problems of all rows of a wrong width but the first.
func (p *parser) dropWrong(w *wrongRows) {
	for _, i := range w.problems[1:] {
		p.drop(i)
	}
	p.doc.Unlisted -= w.count - len(w.problems)
}

// drop takes back a problem that another one explains.
func (p *parser) drop(i int) { p.doc.Problems[i].Code = ast.NoCode }
