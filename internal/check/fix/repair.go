package fix

import (
	"cmp"
	"slices"
	"sort"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// Problem is what is wrong at a place of a text.
type Problem struct {
	Code       string
	Severity   diagnostics.Severity
	Start, End int
	Fixes      []diagnostics.Fix // none for a problem that is to be left alone
}

// Choose returns the fix of a problem that is applied: the first safe one, else,
// where that is wanted, the first that loses nothing. It is nil where there is
// none.
func Choose(fixes []diagnostics.Fix, unsafe bool) *diagnostics.Fix {
	for i := range fixes {
		if fixes[i].Safe {
			return &fixes[i]
		}
	}
	if unsafe {
		for i := range fixes {
			if !fixes[i].Lossy {
				return &fixes[i]
			}
		}
	}
	return nil
}

// Repaired is what became of a text.
type Repaired struct {
	Text    string
	Applied []Applied // in the order of their application
	Rounds  int       // how often fixes were applied, those that fit together at once
}

// Applied is a fix that was applied, and the problem that it was for. The places of
// both are those in the text of their round.
type Applied struct {
	diagnostics.Fix
	Code         string
	Line, Column int // of the problem: from 1, in code points
}

// Repair applies fixes to a text until none is left that helps: the safe ones,
// and with unsafe, where no safe one is left, those that need a decision. Found
// is what is wrong with the text, check says the same of another one.
//
// A fix is kept only where it makes progress: its own problem is gone, and there
// are no more errors than before, as far as they are listed. After an unsafe one
// there must be fewer of what is as severe as its problem. So the number of errors
// never grows, but where nobody can count them: in a payload without a header, and
// where there were too many to list. Fixes that are applied at once are counted
// together.
func Repair(text string, found []Problem, check func(text string) []Problem, unsafe bool) Repaired {
	r := repair{check: check, seen: map[string]bool{text: true}}
	r.text, r.found = text, found
	for r.mayGoOn() && (r.round(false) || unsafe && r.round(true)) {
		r.Rounds++
	}
	r.Text = r.text
	return r.Repaired
}

// So many bytes are checked, however many rounds and trials that takes. A large
// text that is bad in many ways has so many trials, and so many rounds in which
// all fixes are tried at once.
const (
	maxBytes  = 4 << 20
	maxRounds = 64
	maxTrials = 32
)

// state is a text and what is wrong with it.
type state struct {
	text  string
	found []Problem
}

type repair struct {
	Repaired
	state
	check  func(string) []Problem
	seen   map[string]bool // texts, so that fixes do not undo each other for ever
	bytes  int             // that were checked
	trials int
}

func (r *repair) mayGoOn() bool { return r.Rounds < maxRounds || r.bytes < maxBytes }

// candidate is a fix and the problem that it is for.
type candidate struct {
	problem Problem
	fix     diagnostics.Fix
}

func fixesOf(all []candidate) []diagnostics.Fix {
	fixes := make([]diagnostics.Fix, len(all))
	for i := range all {
		fixes[i] = all[i].fix
	}
	return fixes
}

// round applies the fixes that fit together, and of those the ones that help. It
// says whether there were any.
func (r *repair) round(unsafe bool) bool {
	var all []candidate
	for _, p := range r.found {
		if f := Choose(p.Fixes, unsafe); f != nil {
			all = append(all, candidate{p, *f})
		}
	}
	t := trial{repair: r, from: r.text, best: r.state}
	for len(all) > 0 && len(t.kept) == 0 {
		_, fitting := together(len(r.text), fixesOf(all))
		var fit, rest []candidate
		for i, c := range all {
			if len(fitting) > 0 && fitting[0] == i {
				fit, fitting = append(fit, c), fitting[1:]
			} else {
				rest = append(rest, c)
			}
		}
		if len(fit) == 0 {
			break
		}
		t.add(fit)
		all = rest
	}
	if len(t.kept) == 0 {
		return false
	}
	r.seen[t.best.text] = true
	r.state = t.best
	slices.SortStableFunc(t.kept, func(a, b candidate) int { return cmp.Compare(a.problem.Start, b.problem.Start) })
	lines := ast.NewLineTable(t.from, ast.LF)
	for _, c := range t.kept {
		at := lines.Position(c.problem.Start, ast.UTF32)
		r.Applied = append(r.Applied, Applied{c.fix, c.problem.Code, at.Line + 1, at.Column + 1})
	}
	return true
}

// trial finds out which fixes of a round help. All are for the same text.
type trial struct {
	*repair
	from  string
	kept  []candidate
	best  state // after those that are kept
	tried bool  // some of them
}

// add keeps as many of the fixes as help, all of them if possible, else those
// whose problems go, else half of them, and so on.
func (t *trial) add(more []candidate) {
	for len(more) > 0 && t.mayTry() {
		with := slices.Concat(t.kept, more)
		edits, _ := together(len(t.from), fixesOf(with))
		text := Edit(t.from, edits)
		if t.seen[text] {
			t.halves(more)
			return
		}
		after := state{text, t.check(text)}
		t.bytes += len(text)
		var solved []candidate
		shifts, places := shiftsOf(edits), after.places()
		for _, c := range more {
			if !shifts.still(&c.problem, places) {
				solved = append(solved, c)
			}
		}
		switch {
		case 0 < len(solved) && len(solved) < len(more):
			more = solved
		case len(solved) > 0 && helps(more, t.best.count(), after.count()):
			t.kept, t.best = with, after
			return
		default:
			t.halves(more)
			return
		}
	}
}

// mayTry counts a trial. A round has at least one.
func (t *trial) mayTry() bool {
	if t.tried && t.trials >= maxTrials && t.bytes >= maxBytes {
		return false
	}
	t.trials++
	t.tried = true
	return true
}

func (t *trial) halves(more []candidate) {
	if n := len(more); n > 1 {
		t.add(more[:n/2])
		t.add(more[n/2:])
	}
}

// places are where the problems of each code begin, in order.
func (s *state) places() map[string][]int {
	all := map[string][]int{}
	for i := range s.found {
		p := &s.found[i]
		all[p.Code] = append(all[p.Code], p.Start)
	}
	for _, starts := range all {
		if !slices.IsSorted(starts) {
			slices.Sort(starts)
		}
	}
	return all
}

// shifts tells where places of a text are after edits, which are sorted.
type shifts struct {
	edits []diagnostics.Edit
	sums  []int // of what the edits before an edit add
}

func shiftsOf(edits []diagnostics.Edit) shifts {
	s := shifts{edits: edits, sums: make([]int, len(edits)+1)}
	for i, e := range edits {
		s.sums[i+1] = s.sums[i] + len(e.Text) - (e.End - e.Start)
	}
	return s
}

// moved is where a place is now: before what edits put there, or after it.
func (s shifts) moved(at int, after bool) int {
	i := sort.Search(len(s.edits), func(i int) bool { // the first that does not end before it
		e := s.edits[i]
		return e.End > at || e.End == at && !after && e.Start == at
	})
	if i < len(s.edits) && s.edits[i].Start < at { // within
		if after {
			return s.edits[i].Start + s.sums[i] + len(s.edits[i].Text)
		}
		return s.edits[i].Start + s.sums[i]
	}
	return at + s.sums[i]
}

// still reports whether a problem is there after edits. It is not where nothing
// is left of its place.
func (s shifts) still(p *Problem, places map[string][]int) bool {
	start, end := s.moved(p.Start, false), s.moved(p.End, true)
	if start == end && p.Start < p.End {
		return false
	}
	starts := places[p.Code]
	i := sort.SearchInts(starts, start)
	return i < len(starts) && starts[i] <= max(start, end-1)
}

// counts are the numbers of problems.
type counts struct {
	n      [diagnostics.Hint + 2]int // first the payloads that could not be read at all, then the others by severity
	capped bool                      // there are more
}

func (s *state) count() (c counts) {
	for i := range s.found {
		p := &s.found[i]
		c.n[p.Severity]++
		switch p.Code {
		case unread:
			c.n[0]++
		case more:
			c.capped = true
		}
	}
	return c
}

// unread is the code of a payload that has no header: what else is wrong in it
// was not looked for. more is the one that says that not all problems are listed.
var (
	unread = ast.MissingHeader.String()
	more   = ast.TooManyProblems.String()
)

// helps says whether there is progress from one count to another by fixes whose
// own problems are gone. Where not all problems were listed those that come to
// light are no new ones.
func helps(by []candidate, from, to counts) bool {
	if from.capped {
		return true
	}
	safe, level := true, diagnostics.Hint
	for i := range by {
		if !by[i].fix.Safe {
			safe, level = false, min(level, by[i].problem.Severity)
		}
	}
	order := slices.Compare(to.n[:level+1], from.n[:level+1])
	return order < 0 || safe && order == 0
}
