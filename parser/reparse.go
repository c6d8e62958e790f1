package parser

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// Reparse reads a text that was made from the source of a document by a change. The
// result is that of [Parse] and shares nothing that changes with the document
// before, which stays as it is; how the declarations are numbered may differ.
//
// The text is read as Parse reads it, line by line, but for the rows of large
// flat tables (see [ast.FlagFlat]): what the parser knows between two such rows
// is the same after each right one, but for some numbers. So once a right row
// was read, and the document before has a right row of a table with the same
// columns at its place, the rows that follow there are taken over until the
// change, or the end of the table, is near. The rest of the table and what
// closes it are read again.
func Reparse(before *ast.Document, src string, change ast.Splice) *ast.Document {
	if !reusable(before, src, change) {
		return Parse(src)
	}
	p := reparse(before, src, change)
	if len(p.doc.Problems) > maxProblems || p.doc.Unlisted > 0 || p.before.clash {
		// Some problems may have to be left out, and which is told by all of them;
		// or rows that were taken over have problems that they did not have.
		return Parse(src)
	}
	return p.doc
}

func reparse(before *ast.Document, src string, change ast.Splice) *parser {
	lines := len(before.Nodes) // with the document's own: one more than lines
	if before.Source != "" && !strings.HasSuffix(before.Source, "\n") {
		lines-- // the last one has no line end
	}
	lines += strings.Count(src[change.Start:change.NewEnd], "\n") - strings.Count(before.Source[change.Start:change.End], "\n")
	p := newParser(src, orDefault(Limits{}), lines, before.Nodes)
	p.before = &earlier{Document: before, change: change, last: lastLine(before.Nodes), at: 1}
	p.run()
	p.finish()
	return p
}

// reusable reports whether rows of a document can be taken over at all.
func reusable(before *ast.Document, src string, change ast.Splice) bool {
	if before.Unlisted > 0 || len(before.Problems) > maxProblems || len(before.Nodes) < 2 || len(src) > DefaultLimits.Size ||
		change.Start < 0 || change.Start > min(change.End, change.NewEnd) || change.NewEnd > len(src) ||
		change.End > len(before.Source) || len(before.Source)+change.Delta() != len(src) {
		return false
	}
	if slices.ContainsFunc(before.Problems, func(p ast.Problem) bool { return p.Code == ast.InvalidUTF8 }) {
		return false // its lines were marked as invalid at the end
	}
	// Whole lines are valid or not.
	start := strings.LastIndexByte(src[:change.Start], '\n') + 1
	end := len(src)
	if i := strings.IndexByte(src[change.NewEnd:], '\n'); i >= 0 {
		end = change.NewEnd + i
	}
	return utf8.ValidString(src[start:end])
}

// earlier is the document that rows are taken over from.
type earlier struct {
	*ast.Document
	change ast.Splice
	last   ast.NodeID // the last significant line: how it is read depends on the end of the text
	at     ast.NodeID // the lines above were passed
	taken  int        // how many lines were taken over
	clash  bool       // a row that was taken over has the key of one that was not
	wait   ast.NodeID // nothing is taken over before this line
	cells  []ast.Cell
}

// line returns the line of the document before that is the one at an offset of the
// new text, with all that follows down to the change or the end, or 0.
func (b *earlier) line(offset int) ast.NodeID {
	if offset > b.change.Start {
		if offset < b.change.NewEnd {
			return 0
		}
		offset -= b.change.Delta()
	}
	for int(b.at) < len(b.Nodes) && int(b.Nodes[b.at].Start) < offset {
		b.at++
	}
	if int(b.at) == len(b.Nodes) || int(b.Nodes[b.at].Start) != offset {
		return 0
	}
	return b.at
}

// end returns the line before which nothing has changed since a line.
func (b *earlier) end(line ast.NodeID) ast.NodeID {
	if int(b.Nodes[line].Start) >= b.change.End && int(b.Nodes[line].Start) > b.change.Start {
		return b.last
	}
	changed := ast.NodeID(sort.Search(len(b.Nodes), func(i int) bool { return int(b.Nodes[i].Start) > b.change.Start }) - 1)
	return min(changed, b.last)
}

// right reports whether a line is a row of a flat table after which nothing is
// left to remember.
func (b *earlier) right(id ast.NodeID, indent int) bool {
	n := &b.Nodes[id]
	return n.Kind == ast.KindRow && n.Next == id+1 &&
		n.Flags&(ast.FlagInvalid|ast.FlagRowID|ast.FlagMarkers) == 0 && b.Indent(id) == indent
}

// minRun is how many lines are worth taking over.
const minRun = 4

// takeOver takes over the lines of the document before that follow in a table, and
// returns the offset behind them. It is called after each line.
func (p *parser) takeOver(next int) int {
	f := p.betweenRows()
	if f == nil {
		return next
	}
	b := p.before
	first := b.line(next)
	if first < 2 || first < b.wait {
		return next
	}
	above := &b.Nodes[first-1]
	table := above.Parent
	if b.Nodes[table].Flags&ast.FlagFlat == 0 || !p.sameSurroundings(f, table) || !b.right(first-1, f.indent) || !p.sameColumns(f, b.DeclOf(first-1)) ||
		len(f.taken) > 0 && f.taken[0].table != table {
		return next
	}
	// Index of a row here, and there.
	shift := uint32(f.count) - above.Index - 1
	most := uint64(1<<32 - 1)
	if d := &p.doc.Decls[f.decl]; d.Count == ast.CountExact {
		most = d.N
	}
	end := min(b.end(first), b.Nodes[table].Next)
	problems, end := b.problems(first, end)
	last := end - 1
	for last >= first && (uint64(b.Nodes[last].Index+shift) >= most || !b.right(last, f.indent)) {
		last--
	}
	rows := int(b.Nodes[max(last, first-1)].Index - above.Index)
	if last < first+minRun || len(p.doc.Problems)+len(problems) > maxProblems ||
		f.t.levels > 0 && p.levels+rows*f.t.levels > ast.PathBudget(len(p.src)) {
		b.wait = end + 1 // the same would be found again line by line
		return next
	}
	toID, toOffset := ast.NodeID(len(p.nodes))-first, uint32(next)-b.Nodes[first].Start
	p.takeProblems(f, problems, last, toID, toOffset)
	p.levels += rows * f.t.levels
	if n := len(p.nodes); toID == 0 && cap(p.nodes) >= int(last)+1 && p.copied {
		p.nodes = p.nodes[:n+int(last+1-first)] // they are there
	} else {
		p.nodes = append(p.nodes, b.Nodes[first:last+1]...)
	}
	if taken := p.nodes[len(p.nodes)-int(last+1-first):]; toID != 0 || toOffset != 0 || shift != 0 || f.node != table || f.fields != above.Decl {
		for i := range taken {
			n := &taken[i]
			n.Start += toOffset
			n.End += toOffset
			n.Next += toID
			if n.Parent == table {
				n.Parent = f.node
			} else {
				n.Parent += toID
			}
			if n.Kind == ast.KindRow {
				n.Index += shift
				n.Decl = f.fields
			}
		}
	}
	if f.hasKeys(p) {
		f.taken = append(f.taken, rowRun{table, first, last + 1})
	}
	f.count += uint64(rows)
	f.t.row = ast.NodeID(len(p.nodes) - 1)
	p.lastGood = f.t.row
	b.at, b.taken = last+1, b.taken+int(last+1-first)
	return int(b.Nodes[last+1].Start + toOffset)
}

// betweenRows returns the table in which a right row was just read, if the parser
// remembers nothing of its rows but their number; else nil.
func (p *parser) betweenRows() *frame {
	if p.mode != modeGeneric || p.mute || p.fenced || len(p.stack) == 0 || p.trivia != 0 || p.indentAt != -1 || p.badDepth != -1 || p.badSchema {
		return nil
	}
	f := p.top()
	t := &f.t
	if f.kind != frameTable || t.row == 0 || int(t.row) != len(p.nodes)-1 || t.anyWidth ||
		t.loose || t.unmarked || t.headers || t.open > 0 || len(t.pending) > 0 || t.idShift != 0 ||
		t.cellSaid || t.bodySaid || t.inline != nil || t.shared != nil || t.sharedNamed != nil || t.orphans != nil || len(t.looseSchemas) > 0 {
		return nil
	}
	n := &p.nodes[t.row]
	if n.Flags&(ast.FlagInvalid|ast.FlagRowID|ast.FlagMarkers) != 0 || indentOf(p.src, int(n.Start), int(n.End)) != f.indent {
		return nil
	}
	return f
}

// sameSurroundings reports whether what is around a table takes the lines that an
// earlier table did not take, and leaves it the others: both are members of an
// object.
func (p *parser) sameSurroundings(f *frame, earlier ast.NodeID) bool {
	b := p.before
	here, there := &p.nodes[f.node], &b.Nodes[earlier]
	if here.Kind != ast.KindArray || there.Kind != ast.KindArray {
		return false
	}
	if here.Start == there.Start && int(there.End) < b.change.Start {
		return true // nothing has changed so far
	}
	outer := &p.stack[len(p.stack)-2]
	if parent := b.Nodes[there.Parent].Kind; outer.kind != frameObject || outer.indent != f.indent || parent != ast.KindDocument && parent != ast.KindSection {
		return false
	}
	// What has no name may be the whole document, behind which nothing stands.
	start, end := b.Span(earlier)
	at := ast.SectionKeyStart(b.Source[:end], start)
	return at < end && b.Source[at] != '[' && b.Source[at] != '{'
}

// sameColumns reports whether a table has the columns of an earlier one.
func (p *parser) sameColumns(f *frame, earlier *ast.Decl) bool {
	d := &p.doc.Decls[f.fields]
	return earlier != nil && earlier.Keyed == d.Keyed &&
		d.Text[d.FieldsStart:d.FieldsEnd] == earlier.Text[earlier.FieldsStart:earlier.FieldsEnd]
}

// problems returns the problems of the lines from first to before end. Where one of
// them is about more than its line, the lines end before that.
func (b *earlier) problems(first, end ast.NodeID) ([]ast.Problem, ast.NodeID) {
	all, start := b.Problems, b.Nodes[first].Start
	all = all[sort.Search(len(all), func(i int) bool { return all[i].Start >= start }):]
	for i := range all {
		pr := &all[i]
		switch {
		case pr.Start >= b.Nodes[end].Start:
			return all[:i], end
		case pr.Node < first, pr.Node >= end, pr.Code == ast.CountMismatch, pr.Code == ast.LimitExceeded,
			pr.RelEnd != 0 && pr.Code != ast.RowWidthMismatch:
			return all[:i], min(end, b.Line(int(pr.Start)))
		}
	}
	return all, end
}

// takeProblems takes over the problems of the lines up to last. A table whose
// problems were taken back for one that explains them all has no two right rows,
// so nothing is taken over from it.
func (p *parser) takeProblems(f *frame, all []ast.Problem, last, toID ast.NodeID, toOffset uint32) {
	decl := &p.doc.Decls[f.fields]
	for i := range all {
		pr := &all[i]
		if pr.Node > last {
			return
		}
		q := p.problem(pr.Code, pr.Node+toID, int(pr.Start+toOffset), int(pr.End+toOffset))
		q.Cause, q.Have, q.Want = pr.Cause, pr.Have, pr.Want
		if pr.Code != ast.RowWidthMismatch {
			continue
		}
		if f.fields == f.decl {
			q.RelStart, q.RelEnd = uint32(f.at+decl.FieldsStart), uint32(f.at+decl.FieldsEnd)
		}
		if pr.Cause != ast.CauseCommentNoSpace {
			f.t.wrong.add(q.Node, int(pr.Have), p.indexOf(q))
		}
	}
}

// rowRun is a run of rows of a table of the document before.
type rowRun struct{ table, first, end ast.NodeID }

// hasKeys reports whether the rows of a table must differ in a column.
func (f *frame) hasKeys(p *parser) bool { return f.t.identity >= 0 || p.doc.Decls[f.decl].Keyed }

// checkTaken looks for a key of the rows that were read among those of the rows that
// were taken over, all from one table. They differ: what is said of a duplicate
// names the first one, so such a row is not taken over. Mostly the rows that were
// read have the keys of those whose place they take.
func (p *parser) checkTaken(f *frame) {
	read := make(map[string]bool, f.keys.len()) // and whether a row that was not taken over had it
	for i := range f.keys.entries {
		read[f.keys.entries[i].name] = false
	}
	b, unknown := p.before, len(read)
	table := f.taken[0].table
	rest := append(f.taken, rowRun{first: b.Nodes[table].Next})
	for id := table + 1; unknown > 0 && len(rest) > 0; id++ {
		if id == rest[0].first {
			id, rest = rest[0].end-1, rest[1:]
			continue
		}
		if b.Nodes[id].Flags&ast.FlagInvalid != 0 {
			continue // its key may not have counted
		}
		if name, ok := p.keyOf(f, id); ok {
			if known, is := read[name]; is && !known {
				read[name] = true
				unknown--
			}
		}
	}
	if unknown == 0 {
		return
	}
	for _, run := range f.taken {
		for id := run.first; id < run.end; id++ {
			if name, ok := p.keyOf(f, id); ok {
				if _, is := read[name]; is {
					b.clash = true
					return
				}
			}
		}
	}
}

// keyOf returns the key of a row of the document before.
func (p *parser) keyOf(f *frame, id ast.NodeID) (string, bool) {
	b := p.before
	if b.Nodes[id].Kind != ast.KindRow {
		return "", false
	}
	name, column := memberName, 0
	if f.t.identity >= 0 {
		name, column = identityName, f.t.identity
	}
	if column == 0 { // most often
		start, end := b.Span(id)
		token := b.Source[start:end]
		token = strings.TrimRight(token[:ast.TokenEnd(token, 0, '|')], " \t")
		return name(token, ast.ClassifyScalar(token))
	}
	b.cells = b.AppendCells(b.cells[:0], id)
	if column >= len(b.cells) {
		return "", false
	}
	c := b.cells[column]
	return name(b.Source[c.Start:c.End], c.Scalar)
}
