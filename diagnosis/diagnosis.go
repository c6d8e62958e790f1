package diagnosis

import (
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Diagnosis is what is wrong with a text, as slips.
type Diagnosis struct {
	Source string
	// Steps are the slips of the cheapest explanation, in the order in which
	// they are taken back. There are none for a text without errors, and where
	// no slip explains anything.
	Steps []Step
	// Rivals are the first slips of explanations that cost nearly as much and
	// give other data.
	Rivals []Step
	// Text is the source with all steps taken back.
	Text string
	// Decodes says that nothing is wrong with Text.
	Decodes bool
	// Level is what it takes to make all steps.
	Level Level

	right  bool   // the source has no errors
	unsure bool   // there are rivals, or the search ended early
	origin origin // of Text
}

// Step is one slip that explains a part of the text.
type Step struct {
	Slip  *Slip
	Code  ast.Code // of the first error that it explains
	Level Level
	// Cause says what is written, what was probably meant, and what to write.
	// Message says that of the first place, and of how many. Title names the change.
	Cause, Message, Title string
	// Start and End are the place in the source; Places are all lines
	// concerned, the first included.
	Start, End int
	Places     []ast.Span
	// Wrong and Right are the first lines that change, without line ends.
	Wrong, Right string
	// Dropped and Invented are the words that taking the slip back loses and
	// makes up.
	Dropped, Invented []string

	// Edits take the slip back in the source. They are nil where that takes
	// other steps first.
	Edits []Edit

	rules []diagnostics.Diagnostic // in the source, where rules offered the fix
	text  string                   // with this step and those before it taken back
}

// Explain says what is wrong with a text. A text without errors has no steps.
func Explain(text string) *Diagnosis { return explain(newSite(text), Slips()) }

// ExplainDocument is [Explain] for a document that was parsed already.
func ExplainDocument(doc *ast.Document) *Diagnosis { return Explain(doc.Source) }

func explain(start *Site, slips []*Slip) *Diagnosis {
	d := &Diagnosis{Source: start.Text, Text: start.Text, Decodes: start.Problem == nil, right: start.Problem == nil, origin: newOrigin(start.Text)}
	if d.Decodes {
		d.suspect(&state{text: start.Text, site: start})
		return d
	}
	s := run(start, slips)
	best := s.best
	if len(s.done) > 0 {
		best = s.done[0]
		for _, other := range s.done[1:] {
			if other.cost < best.cost {
				best = other
			}
		}
	}
	d.follow(best)
	d.Decodes = best.site.errors == 0
	if !d.Decodes {
		d.Level = max(d.Level, Decision)
		return d
	}
	same := meaning(best)
	for _, other := range s.done {
		if other != best && other.cost <= best.cost+margin && meaning(other) != same {
			r := &Diagnosis{Source: d.Source, Text: d.Source}
			r.follow(other)
			if r.Level == Lossy && d.Level < Lossy {
				continue // what keeps everything is not in doubt because of what does not
			}
			if !slices.ContainsFunc(d.Rivals, func(s Step) bool { return s.Message == r.Steps[0].Message }) {
				d.Rivals = append(d.Rivals, r.Steps[0])
			}
		}
	}
	// Who slips where it shows slips where it does not.
	silent := suspicions(best.site.Doc)
	if len(silent) > 0 {
		d.suspect(best)
	}
	if d.unsure = len(d.Rivals) > 0 || s.cut || len(silent) > 0 || doubtful(best.site.Doc); d.unsure {
		d.Level = max(d.Level, Decision)
	}
	return d
}

// doubtful reports whether a document without errors holds texts that are nearly
// something else, or no data at all.
func doubtful(doc *ast.Document) bool {
	for _, p := range []interface{ MatchString(string) bool }{escapedText, pathCell, headerAsText} {
		if p.MatchString(doc.Source) {
			return true
		}
	}
	return empty(doc) || slices.ContainsFunc(doc.Problems, func(p ast.Problem) bool { return p.Code == ast.HeaderLikeText })
}

// unlikely is what was most likely not meant in a right document; see silent.
var unlikely = Slip{Name: "unlikely_text"}

// suspect makes a step of what was most likely not meant in a right document, as
// far as it can be said in the same place. It is a decision.
func (d *Diagnosis) suspect(from *state) {
	at := from.site
	c := Candidate{Level: Decision, Recodes: true}
	for _, s := range suspicions(at.Doc) {
		if s.edits != nil && c.Cause == "" {
			c.Cause = s.cause
		}
		c.Edits = append(c.Edits, s.edits...)
	}
	slices.SortFunc(c.Edits, func(a, b Edit) int { return a.Start - b.Start })
	text, ok := Apply(at.Text, c.Edits)
	if !ok || text == at.Text {
		return
	}
	if after := newSite(text); after.Problem == nil {
		d.Steps, d.Level = nil, Safe
		d.follow(&state{text: text, from: from, slip: &unlikely, by: c, site: after})
	}
}

// meaning is the data of a state without errors, for comparison. What has no
// data of its own, such as a delta, means what it says.
func meaning(s *state) string {
	doc := s.site.Doc
	if v, err := value.Decode(doc); err == nil && !doc.Header.Is("delta") {
		if json, err := value.AppendJSON(nil, v); err == nil {
			return string(json)
		}
	}
	var b strings.Builder
	for id := range doc.Nodes {
		switch doc.Nodes[id].Kind {
		case ast.KindDocument, ast.KindBlank, ast.KindComment:
			continue
		}
		for _, word := range strings.Fields(doc.Text(ast.NodeID(id))) {
			b.WriteString(word)
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// follow works out the steps that lead to a state.
func (d *Diagnosis) follow(end *state) {
	var chain []*state
	for s := end; s.from != nil; s = s.from {
		chain = append(chain, s)
	}
	slices.Reverse(chain)
	origin := newOrigin(d.Source)
	for _, s := range chain {
		step := s.step(origin)
		origin = origin.edit(s.by.Edits)
		d.Steps = append(d.Steps, step)
		d.Level = max(d.Level, step.Level)
		d.Text = s.text
	}
	d.origin = origin
}

// step describes how a state came from the one before it, whose text comes
// from the source as origin says.
func (s *state) step(o origin) Step {
	before := s.from.site
	c := &s.by
	step := Step{Slip: s.slip, Code: ast.UnlikelyText, Level: c.Level, text: s.text}
	if before.Problem != nil {
		step.Code = before.Problem.Code
	}
	if !c.Recodes {
		diff := Conserve(s.from.text, s.text, c.Syntax)
		if !c.Outside {
			step.Dropped = diff.Dropped
		}
		step.Invented = diff.Invented
		if len(step.Dropped)+len(step.Invented) > 0 || diff.Moved && !c.Moves {
			step.Level = Lossy
		}
	}
	step.places(s.from, c, o)
	if edits, ok := o.edits(c.Edits); ok {
		step.Edits = edits
	}
	step.Wrong, step.Right = firstLines(s.from.text, c.Edits[max(slices.IndexFunc(c.Edits, func(e Edit) bool {
		return c.At.End > 0 && e.Start <= c.At.Start && c.At.Start < e.End // the place that is shown
	}), 0):])
	cause := c.Cause
	if cause == "" {
		cause = s.slip.Cause
	}
	step.Cause, step.Message = cause, cause
	if len(c.rules) > 0 {
		step.Title = c.Title
		for _, d := range c.rules {
			step.rules = append(step.rules, o.diagnostic(d))
		}
		return step
	}
	switch wrong, right := printable.Text(strings.TrimSpace(step.Wrong), 60), printable.Text(strings.TrimSpace(step.Right), 60); {
	case wrong != "" && right != "" && wrong != right:
		step.Message += fmt.Sprintf(": instead of `%s` write `%s`", wrong, right)
	case wrong != "" && right == "":
		step.Message += fmt.Sprintf(": remove `%s`", wrong)
	case right != "" && wrong == "":
		step.Message += fmt.Sprintf(": add `%s`", right)
	}
	if n := len(step.Places); n > 1 {
		step.Message += fmt.Sprintf(" (%s)", printable.Count(n, "line"))
	}
	step.Title = c.Title
	if step.Title == "" {
		step.Title = title(step.Wrong, step.Right, len(step.Places))
	}
	return step
}

func title(wrong, right string, lines int) string {
	right = printable.Text(strings.TrimSpace(right), 40)
	switch {
	case lines > 1:
		return fmt.Sprintf("Correct %s: `%s`, …", printable.Count(lines, "line"), right)
	case right == "":
		return fmt.Sprintf("Remove `%s`", printable.Text(strings.TrimSpace(wrong), 40))
	}
	return fmt.Sprintf("Write `%s`", right)
}

// places fills in where a step is in the source.
func (step *Step) places(from *state, c *Candidate, o origin) {
	doc := from.site.Doc
	last := ast.NodeID(0)
	for _, e := range c.Edits {
		id := doc.Line(min(e.Start, max(len(doc.Source)-1, 0)))
		if id == last || id == 0 {
			continue
		}
		last = id
		if c.At.End > 0 && int(doc.Nodes[id].End) < c.At.Start {
			continue // what changes before the place that is shown follows from it
		}
		start, end := doc.Span(id)
		step.Places = append(step.Places, ast.Span{Start: o.source(start), End: o.source(end)})
	}
	if c.At.End > 0 {
		step.Start, step.End = o.source(c.At.Start), o.source(c.At.End)
		return
	}
	e := c.Edits[0]
	step.Start, step.End = o.source(e.Start), o.source(e.End)
	if step.End <= step.Start && len(step.Places) > 0 {
		step.Start, step.End = step.Places[0].Start, step.Places[0].End
	}
}

// firstLines are the first lines that edits change, before and after.
func firstLines(text string, edits []Edit) (wrong, right string) {
	start := strings.LastIndexByte(text[:edits[0].Start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[edits[0].End:], '\n'); i >= 0 {
		end = edits[0].End + i
	}
	if e := edits[0]; e.End > e.Start && text[e.End-1] == '\n' && e.Text == "" {
		end = e.End - 1 // whole lines go
	}
	var b strings.Builder
	at := start
	for _, e := range edits {
		if e.Start > end {
			break
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	if at < end {
		b.WriteString(text[at:end])
	}
	wrong, _, _ = strings.Cut(strings.Trim(text[start:end], "\r\n"), "\n")
	for right = range strings.SplitSeq(strings.Trim(b.String(), "\r\n"), "\n") {
		if !strings.HasPrefix(right, "# ") || strings.HasPrefix(wrong, "# ") {
			break // a comment that gets a line of its own is not what the line should be
		}
	}
	return wrong, right
}

// Repaired is what a repair makes of a text.
type Repaired struct {
	Text    string
	Decodes bool   // Text has no errors
	Level   Level  // of the repair
	Steps   []Step // that were taken back
	// Dropped and Invented are the words that the steps lost and made up.
	Dropped, Invented []string
}

// Repair takes the slips back as far as a level allows. A step that is not
// allowed ends it: what comes behind it was found in another text. A safe repair
// is a whole one: it changes nothing where the explanation is not safe.
func (d *Diagnosis) Repair(most Level) Repaired {
	r := Repaired{Text: d.Source, Decodes: d.right}
	if most == Safe && d.Level > Safe {
		return r
	}
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Level > most {
			break
		}
		r.Text = s.text
		r.Level = max(r.Level, s.Level)
		r.Dropped = append(r.Dropped, s.Dropped...)
		r.Invented = append(r.Invented, s.Invented...)
		r.Steps = d.Steps[:i+1]
	}
	if len(r.Steps) == len(d.Steps) {
		r.Decodes = d.Decodes
		if d.unsure && len(r.Steps) > 0 {
			r.Level = max(r.Level, Decision)
		}
	} else {
		r.Decodes = value.FirstError(parser.Parse(r.Text)) == nil
	}
	return r
}
