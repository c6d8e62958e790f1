package diagnostics

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// Options say what [Check] reports. The zero Options report every rule at its
// default severity, without a limit.
type Options struct {
	// Severities take the place of the default severity of rules; Off
	// silences one.
	Severities map[ast.Code]Severity
	// Limit is the number of diagnostics that are returned at most; 0 is no
	// limit. When there are more, the worst are kept and a last diagnostic,
	// too_many_problems, says how many were left out.
	Limit int
	// Found are findings that other packages made about the same document,
	// with the help of other documents. Check treats them like its own.
	// Their severity is that of their rule, unless they have one.
	Found []Diagnostic
	// KeepSuppressed returns suppressed diagnostics, too, marked as such.
	KeepSuppressed bool
	// Limits are those of the configuration, below those of the reader; zeros are
	// none.
	Limits ast.Limits
	// Typing is where the document is being typed, in an editor; nil where it
	// is not.
	Typing *Typing
}

// Check returns what is wrong with a document: in the order of the place, then
// of the severity, then of the code. Every range lies inside one line of the
// document, without its line end, and is empty only where the line is.
func Check(doc *ast.Document, opts Options) []Diagnostic {
	c := checker{doc: doc, opts: opts, suppressions: suppressionsOf(doc), edits: fixBudget(doc), tail: tailOf(doc), typed: typedLine(doc, opts.Typing)}
	c.collect()
	cut := c.limit()
	slices.SortStableFunc(c.entries, compareEntries)
	diagnostics := make([]Diagnostic, 0, len(c.entries)+1)
	for i := range c.entries {
		diagnostics = append(diagnostics, c.diagnostic(&c.entries[i]))
	}
	// A rule may have found a better place on the line.
	slices.SortStableFunc(diagnostics, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
	})
	if cut.total > 0 {
		diagnostics = append(diagnostics, cut.diagnostic(c.doc))
	}
	return diagnostics
}

// HasErrors reports whether a document breaks a rule that every decoder must
// keep: whether it has problems whose rule is an Error by default. Severities,
// limits and suppressions change what is shown, not this.
func HasErrors(doc *ast.Document) bool {
	for i := range doc.Problems {
		if rule := ByCode(doc.Problems[i].Code); rule != nil && rule.Severity == Error {
			return true
		}
	}
	return false
}

// checker is one run of [Check]. Its entries are small and hold no text:
// messages are made at the end, for what is left.
type checker struct {
	doc          *ast.Document
	problems     []ast.Problem // of the tree, then those that rules find in it
	opts         Options
	suppressions *suppressions
	entries      []entry
	extra        []Diagnostic // findings that are not problems of the tree
	memo         memo
	tail         tail
	typed        *typed
	unlikely     map[int]bool
	edits        int // how much the fixes may still hold, see fixSize
}

// fixBudget bounds what the fixes of one run hold together, in bytes: a fix may
// change many lines, and a document can be made in which very many problems
// have such a fix. When it is spent, diagnostics come without fixes.
func fixBudget(doc *ast.Document) int { return 1<<20 + 16*len(doc.Source) }

// fixSize is what a fix holds, roughly in bytes.
func fixSize(f Fix) int {
	n := 64
	for _, e := range f.Edits {
		n += 32 + len(e.Text)
	}
	return n
}

// entry is a problem of the tree, or a finding where found is not negative.
type entry struct {
	start, end uint32
	problem    int32 // index in checker.problems, or -1
	found      int32 // index in checker.extra, or -1
	code       ast.Code
	severity   Severity
	suppressor int32 // index of the directive that suppresses it, or -1
}

func compareEntries(a, b entry) int {
	return cmp.Or(
		cmp.Compare(a.start, b.start),
		cmp.Compare(a.severity, b.severity),
		cmp.Compare(a.code, b.code),
	)
}

func (c *checker) collect() {
	c.extra = append(c.extra, c.opts.Found...)
	if c.severity(ast.UnlikelyText) != Off {
		c.unlikely = unlikelyTexts(c.opts.Found)
	}
	c.problems = slices.Clip(c.doc.Problems)
	for _, rule := range rules {
		if rule.find != nil && c.severity(rule.Code) != Off {
			c.problems = append(c.problems, rule.find(c.doc)...)
		}
		if rule.findWithin != nil && c.severity(rule.Code) != Off {
			c.problems = append(c.problems, rule.findWithin(c.doc, c.opts.Limits)...)
		}
	}
	c.entries = make([]entry, 0, len(c.problems)+len(c.extra))
	tailSaid := false
	for i := range c.problems {
		p := &c.problems[i]
		if c.tail.hides(p, tailSaid) || c.hidesHint(p) {
			continue
		}
		tailSaid = tailSaid || c.tail.is(p)
		c.add(entry{start: p.Start, end: p.End, problem: int32(i), found: -1, code: p.Code, severity: c.severity(p.Code)}, p.Node)
	}
	for i := range c.opts.Found {
		c.addFound(i, c.opts.Found[i].Severity)
	}
	if c.suppressions == nil {
		return
	}
	enabled := func(code ast.Code) bool { return c.severity(code) != Off }
	for _, d := range c.suppressions.findings(enabled) {
		c.extra = append(c.extra, d)
		c.addFound(len(c.extra)-1, Off)
	}
}

// hidesHint reports whether an error of its line makes a hint misleading: in a row
// of a wrong width, in a row between outer pipes above all, an empty cell is
// most likely none, and a text that needs quotes is most likely two.
func (c *checker) hidesHint(p *ast.Problem) bool {
	if p.Code != ast.NotCanonical {
		return false
	}
	if p.Cause == ast.CauseUnquoted && c.unlikely[int(p.Start)] {
		return true
	}
	if c.doc.Nodes[p.Node].Flags&ast.FlagInvalid == 0 {
		return false
	}
	lead, trail := outerPipes(c.doc.Text(p.Node))
	return p.Cause == ast.CauseEmptyToken || p.Cause == ast.CauseUnquoted || lead && trail
}

// unlikelyTexts is where the texts begin that are told of as [ast.UnlikelyText].
func unlikelyTexts(found []Diagnostic) map[int]bool {
	var at map[int]bool
	for i := range found {
		if found[i].Code != ast.UnlikelyText || found[i].Mistake == nil {
			continue
		}
		if at == nil {
			at = make(map[int]bool)
		}
		for _, place := range found[i].Mistake.Places {
			at[place.Start] = true
		}
	}
	return at
}

// severity is the severity at which a code is reported.
func (c *checker) severity(code ast.Code) Severity {
	if s, ok := c.opts.Severities[code]; ok {
		return s
	}
	if rule := ByCode(code); rule != nil {
		return rule.Severity
	}
	return Off
}

// addFound adds a finding that is no problem of the tree. Its own severity
// holds unless it is Off or the options name another.
func (c *checker) addFound(i int, own Severity) {
	d := &c.extra[i]
	severity := c.severity(d.Code)
	if _, set := c.opts.Severities[d.Code]; !set && own != Off {
		severity = own
	}
	c.add(entry{start: uint32(max(d.Start, 0)), end: uint32(max(d.End, 0)), problem: -1, found: int32(i), code: d.Code, severity: severity}, 0)
}

func (c *checker) add(e entry, line ast.NodeID) {
	if e.severity == Off {
		return
	}
	start, end, line := clamp(c.doc, int(e.start), int(e.end), line)
	e.start, e.end = uint32(start), uint32(end)
	var p *ast.Problem
	if e.problem >= 0 {
		p = &c.problems[e.problem]
	}
	if c.typed.holds(&e, p) {
		return
	}
	e.suppressor = c.suppressions.match(e.code, line)
	if e.suppressor >= 0 && !c.opts.KeepSuppressed {
		return
	}
	c.entries = append(c.entries, e)
}

// diagnostic puts an entry into words.
func (c *checker) diagnostic(e *entry) Diagnostic {
	var d Diagnostic
	if e.found >= 0 {
		d = c.extra[e.found]
		d.Start, d.End = int(e.start), int(e.end)
	} else {
		d = c.word(e)
	}
	d.Code, d.Severity = e.code, e.severity
	if e.suppressor >= 0 {
		d.Suppressed = true
		d.Reason = c.suppressions.directives[e.suppressor].reason
	}
	return d
}

// word lets the rule of a problem report it.
func (c *checker) word(e *entry) Diagnostic {
	p := &c.problems[e.problem]
	d := Diagnostic{Start: int(e.start), End: int(e.end)}
	rule := ByCode(e.code)
	if rule.report == nil {
		d.Message = rule.Summary
		return d
	}
	s := site{Problem: p, doc: c.doc, memo: &c.memo}
	var r report
	switch {
	case c.tail.is(p):
		r = reportTail(s, c.tail)
	case p.Cause == ast.CauseTruncated && c.opts.Typing == nil:
		r = reportTruncated(s)
	default:
		r = rule.report(s)
	}
	d.Message, d.Related, d.Fixes = r.message, r.related, r.fixes
	if r.end > 0 {
		d.Start, d.End, _ = clamp(c.doc, r.start, r.end, 0)
	}
	for i := range d.Related {
		rel := &d.Related[i]
		rel.Start, rel.End, _ = clamp(c.doc, rel.Start, rel.End, 0)
	}
	d.Fixes = slices.DeleteFunc(d.Fixes, func(f Fix) bool {
		if !applicable(c.doc, f.Edits) || c.edits < fixSize(f) {
			return true
		}
		c.edits -= fixSize(f)
		return false
	})
	for i := range d.Fixes {
		d.Fixes[i].Safe = d.Fixes[i].Safe && !s.rewritesProse(d.Fixes[i].Edits)
	}
	return d
}

// applicable reports whether edits are inside the document, ordered and apart,
// and change something. Rules compute edits from broken text; what does not fit
// is better left out than applied.
func applicable(doc *ast.Document, edits []Edit) bool {
	at, changes := 0, false
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(doc.Source) {
			return false
		}
		if e.Text == "" && e.Start > 0 && doc.Source[e.Start-1] == '\r' && strings.HasPrefix(doc.Source[e.End:], "\n") {
			return false // a lone CR is data; before LF it would be a line end
		}
		at = e.End
		changes = changes || doc.Source[e.Start:e.End] != e.Text
	}
	return changes
}

// cut says what a limit left out.
type cut struct {
	total, errors int
	at            int // where the first of them begins
}

// limit keeps the worst entries, in case of doubt the first ones.
func (c *checker) limit() cut {
	n := c.opts.Limit
	if n <= 0 || len(c.entries) <= n {
		// The tree itself lists no more than a source of its size may have.
		return cut{total: c.doc.Unlisted, at: len(c.doc.Source)}
	}
	slices.SortStableFunc(c.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.severity, b.severity), compareEntries(a, b))
	})
	left := c.entries[n:]
	result := cut{total: len(left) + c.doc.Unlisted, at: int(left[0].start)}
	for i := range left {
		result.at = min(result.at, int(left[i].start))
		if left[i].severity == Error {
			result.errors++
		}
	}
	c.entries = c.entries[:n]
	return result
}

func (c cut) diagnostic(doc *ast.Document) Diagnostic {
	d := Diagnostic{Code: ast.TooManyProblems, Severity: tooManyProblems.Severity}
	d.Start, d.End, _ = clamp(doc, c.at, len(doc.Source), 0)
	d.Message = fmt.Sprintf("%d more problems are not shown", c.total)
	if c.total == 1 {
		d.Message = "1 more problem is not shown"
	}
	if c.errors > 0 {
		d.Message += fmt.Sprintf(", %s among them", printable.Count(c.errors, "error"))
	}
	return d
}

// clamp makes a range that can be shown: on one line, without the line end, on
// whole characters, and not empty unless the line is. It returns the line's
// node, too; hint is that node where it is known.
func clamp(doc *ast.Document, start, end int, hint ast.NodeID) (int, int, ast.NodeID) {
	src := doc.Source
	start = min(max(start, 0), len(src))
	id := hint
	if id <= 0 || int(id) >= len(doc.Nodes) || int(doc.Nodes[id].Start) > start || int(doc.Nodes[id].End) < start {
		id = doc.Line(start)
	}
	if id == 0 && len(doc.Nodes) > 1 {
		id = ast.NodeID(len(doc.Nodes) - 1)
	}
	if id == 0 {
		return 0, 0, 0
	}
	lineStart, lineEnd := int(doc.Nodes[id].Start), int(doc.Nodes[id].End)
	start = min(start, lineEnd)
	end = min(max(end, start), lineEnd)
	if start == end {
		if end < lineEnd {
			end++
		} else {
			start = max(start-1, lineStart)
		}
	}
	for start > lineStart && continues(src, start) {
		start--
	}
	for end < lineEnd && continues(src, end) {
		end++
	}
	return start, end, id
}

// continues reports whether the byte at an offset continues a UTF-8 character
// that begins before it.
func continues(src string, at int) bool {
	return at > 0 && at < len(src) && src[at]&0xC0 == 0x80 && strings.IndexByte("\r\n", src[at-1]) < 0
}
