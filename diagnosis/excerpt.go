package diagnosis

import (
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// A table of a hundred thousand rows with one mistake in it is explained by the
// rows around the mistake: a search in all of the text would take seconds with
// each key that somebody types.

const (
	// wholeSize is the size in bytes up to which a document is explained as a
	// whole where an excerpt does not do, and habitSize where a quarter of its
	// lines is wrong: that is a habit of its writer, and rules would say it line
	// by line. Of what is larger the rules say what is wrong.
	wholeSize = 64 << 10
	habitSize = 512 << 10
	// excerptFrom is the size in bytes from which an excerpt is tried.
	excerptFrom = 16 << 10
	// nearRows is how many right rows stay at each end of a run of them.
	nearRows = 16
)

// excerpt is a text with most of its right rows left out, and the counts of their
// tables lowered.
type excerpt struct {
	text   string
	origin origin
	counts []string // as the excerpt has them, with the bracket: in no message
}

// excerptOf returns the excerpt of a document with errors, or nil where no
// table has many right rows, or where the rows left out would leave most of the
// text.
func excerptOf(doc *ast.Document) *excerpt {
	if len(doc.Source) < excerptFrom || doc.Profile != ast.ProfileGeneric || doc.Header.Is("delta") || doc.Unlisted > 0 {
		return nil
	}
	if slices.ContainsFunc(doc.Problems, saidOnce) {
		return nil
	}
	said, counted := linesSaid(doc)
	e := &excerpt{}
	var cuts []Edit
	for id := ast.NodeID(1); int(id) < len(doc.Nodes); {
		n := &doc.Nodes[id]
		if n.Kind != ast.KindArray && n.Kind != ast.KindAttachment || n.Next-id < 4*nearRows || counted[id] {
			id++
			continue
		}
		runs := rightRuns(doc, id, said)
		if edit, ok := e.lower(doc, id, runs); ok {
			cuts = append(cuts, edit)
			for _, r := range runs {
				cuts = append(cuts, Edit{Start: int(doc.Nodes[r.first].Start), End: int(doc.Nodes[r.end].Start)})
			}
		}
		id++
		if n.Flags&ast.FlagFlat != 0 {
			id = n.Next
		}
	}
	text, ok := Apply(doc.Source, cuts)
	if !ok || len(text) > len(doc.Source)/2 || len(text) > wholeSize {
		return nil
	}
	e.text, e.origin = text, newOrigin(doc.Source).edit(cuts)
	return e
}

// sizeToExplain returns up to which size in bytes a document like this one is
// explained as a whole.
func sizeToExplain(doc *ast.Document) int {
	if len(doc.Source) <= wholeSize || len(doc.Source) > habitSize {
		return wholeSize
	}
	wrong := 0
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Kind == ast.KindError || n.Flags&ast.FlagInvalid != 0 {
			wrong++
		}
	}
	if 4*wrong > len(doc.Nodes) {
		return habitSize
	}
	return wholeSize
}

// saidOnce reports whether a problem is that of many lines of which nothing is said
// on its own.
func saidOnce(p ast.Problem) bool {
	return p.Cause == ast.CauseAllRows || p.Cause == ast.CauseColumnOmitted || p.Code == ast.InvalidIndent
}

// linesSaid returns the lines that problems are about, sorted, and the tables
// whose count one is about.
func linesSaid(doc *ast.Document) (said []ast.NodeID, counted map[ast.NodeID]bool) {
	counted = map[ast.NodeID]bool{}
	for i := range doc.Problems {
		p := &doc.Problems[i]
		said = append(said, p.Node)
		if p.RelEnd > 0 {
			rel := doc.Line(int(p.RelStart))
			said = append(said, rel)
			if p.Code == ast.CountMismatch {
				counted[rel] = true
			}
		}
		if p.Code == ast.CountMismatch {
			counted[p.Node] = true
		}
	}
	slices.Sort(said)
	return slices.Compact(said), counted
}

// rows is a run of rows, from first to before end.
type rowRun struct{ first, end ast.NodeID }

// rightRuns returns the rows of a table that are left out: of each run of right
// rows without attachments all but those at its ends.
func rightRuns(doc *ast.Document, table ast.NodeID, said []ast.NodeID) []rowRun {
	var runs []rowRun
	first := table + 1
	add := func(end ast.NodeID) {
		if end-first > 4*nearRows {
			runs = append(runs, rowRun{first + nearRows, end - nearRows})
		}
	}
	next := doc.Nodes[table].Next
	at, _ := slices.BinarySearch(said, table+1)
	if doc.OnlyRows(table) {
		// All of them are rows: only those that something is said of stand out.
		for ; at < len(said) && said[at] < next; at++ {
			add(said[at])
			first = said[at] + 1
		}
		add(next)
		return runs
	}
	for id := table + 1; id < next; id = doc.Nodes[id].Next {
		n := &doc.Nodes[id]
		for at < len(said) && said[at] < id {
			at++
		}
		right := n.Kind == ast.KindRow && n.Next == id+1 && n.Flags&(ast.FlagInvalid|ast.FlagRowID|ast.FlagMarkers) == 0 &&
			(at == len(said) || said[at] != id)
		if !right {
			add(id)
			first = n.Next
		}
	}
	add(next)
	return runs
}

// lower is the edit that takes rows that are left out from the count of their
// table. It returns false where the count is not that of the rows.
func (e *excerpt) lower(doc *ast.Document, table ast.NodeID, runs []rowRun) (Edit, bool) {
	decl := doc.DeclOf(table)
	if len(runs) == 0 || decl == nil || decl.Count != ast.CountExact {
		return Edit{}, false
	}
	last := doc.Nodes[table].Next - 1
	for last > table && (doc.Nodes[last].Parent != table || doc.Nodes[last].Kind != ast.KindRow) {
		last--
	}
	at := strings.Index(doc.Text(table), decl.Text)
	if at < 0 || last == table || uint64(doc.Nodes[last].Index)+1 != decl.N {
		return Edit{}, false
	}
	at += int(doc.Nodes[table].Start)
	n := decl.N
	for _, r := range runs {
		n -= uint64(r.end - r.first)
	}
	start, end := at+decl.CountStart, at+decl.CountEnd
	was, is := strconv.FormatUint(decl.N, 10), strconv.FormatUint(n, 10)
	text := doc.Source[start:end]
	digits := strings.Index(text, was)
	if digits < 0 {
		return Edit{}, false
	}
	e.counts = append(e.counts, "["+is)
	return Edit{Start: start + digits, End: start + digits + len(was), Text: is}, true
}

// findings returns what is wrong with a document by the diagnosis of its
// excerpt. It returns false where that has to do with what the excerpt changes.
func (e *excerpt) findings(doc *ast.Document, at *Site) ([]diagnostics.Diagnostic, bool) {
	found := explain(at, Slips()).found()
	for i := range found {
		f := &found[i]
		if !e.whole(f) {
			return nil, false
		}
		fixes := len(f.Fixes)
		var lines []ast.NodeID
		for _, r := range f.Related {
			lines = append(lines, at.Doc.Line(r.Start))
		}
		mistake := f.Mistake
		*f = e.origin.diagnostic(*f)
		if len(f.Fixes) != fixes {
			return nil, false
		}
		if len(lines) > 0 {
			f.Message = diagnostics.Renumbered(f.Message, int(lines[0]), int(doc.Line(f.Related[0].Start)))
		}
		if mistake != nil {
			m := *mistake
			m.Places = slices.Clone(m.Places)
			for j := range m.Places {
				m.Places[j].Start, m.Places[j].End = e.origin.source(m.Places[j].Start), e.origin.source(m.Places[j].End)
			}
			f.Mistake = &m
		}
	}
	return found, true
}

// whole reports whether a finding would be the same in the whole document: it
// is about no count.
func (e *excerpt) whole(f *diagnostics.Diagnostic) bool {
	if f.Code == ast.CountMismatch {
		return false
	}
	texts := []string{f.Message}
	if f.Mistake != nil {
		texts = append(texts, f.Mistake.Wrong, f.Mistake.Right)
	}
	for _, r := range f.Related {
		texts = append(texts, r.Message)
	}
	for _, fix := range f.Fixes {
		texts = append(texts, fix.Title)
		for _, edit := range fix.Edits {
			texts = append(texts, edit.Text)
		}
	}
	for _, text := range texts {
		for _, count := range e.counts {
			if strings.Contains(text, count) {
				return false
			}
		}
	}
	return true
}
