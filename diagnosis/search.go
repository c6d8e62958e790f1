package diagnosis

import (
	"container/heap"
	"math"
)

// The bounds of a search: so many states are expanded, so many candidates
// tried, and so many bytes parsed, whatever the text is.
const (
	maxDepth  = 8
	maxTrials = 400
	minBytes  = 2 << 20
	timesText = 40 // the bytes that are parsed, by the bytes of the text
)

// state is a text and how it was reached.
type state struct {
	text  string
	from  *state
	slip  *Slip
	by    Candidate
	cost  int
	depth int
	site  *Site
	order int // of discovery, so that the search has one result
}

// rank is what a state is expected to cost in the end: what it cost, and more
// for the faulty lines that are left. Equal mistakes fall together, so a
// thousand lines are not a thousand times as bad as one.
func (s *state) rank() float64 {
	if s.site.errors == 0 {
		return float64(s.cost)
	}
	return float64(s.cost) + 4 + 8*math.Log2(1+float64(s.site.errors))
}

// frontier is a heap of states, the most promising first.
type frontier []*state

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	a, b := f[i].rank(), f[j].rank()
	return a < b || a == b && f[i].order < f[j].order
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(s any)   { *f = append(*f, s.(*state)) }
func (f *frontier) Pop() any {
	old := *f
	last := old[len(old)-1]
	*f = old[:len(old)-1]
	return last
}

// search is one run.
type search struct {
	slips  []*Slip
	open   frontier
	seen   map[string]*state
	done   []*state // without errors, the cheapest first
	best   *state   // the most promising that is not done
	trials int
	bytes  int
	order  int
	cut    bool // a bound was reached
}

// run looks for explanations of a text that has an error.
func run(start *Site, slips []*Slip) *search {
	s := &search{slips: slips, seen: map[string]*state{}, bytes: max(minBytes, timesText*len(start.Text))}
	root := &state{text: start.Text, site: start}
	s.seen[root.text] = root
	s.best = root
	heap.Push(&s.open, root)
	for len(s.open) > 0 {
		next := heap.Pop(&s.open).(*state)
		if len(s.done) > 0 && next.rank() > float64(s.done[0].cost+margin)+14 {
			break
		}
		if next.site.errors == 0 {
			s.done = append(s.done, next)
			continue
		}
		if len(s.done) == 0 && next.rank() < s.best.rank() {
			s.best = next
		}
		if next.depth < maxDepth && !s.expand(next) {
			s.cut = true
			break
		}
	}
	for _, left := range s.open {
		if left.site.errors == 0 {
			s.done = append(s.done, left)
		} else if left.rank() < s.best.rank() {
			s.best = left
		}
	}
	return s
}

// expand tries all candidates for the first error of a state. It returns false
// where the search has done all that it may.
func (s *search) expand(at *state) bool {
	for _, slip := range s.slips {
		for _, c := range slip.Undo(at.site) {
			text, ok := Apply(at.text, c.Edits)
			if !ok || text == at.text {
				continue
			}
			cost := at.cost + slip.Cost + c.Cost
			if known := s.seen[text]; known != nil && (known.cost < cost || known.cost == cost && known.by.Level <= c.Level) {
				continue
			}
			if s.trials >= maxTrials || s.bytes < len(text) {
				return false
			}
			s.trials++
			s.bytes -= len(text)
			s.order++
			n := &state{text: text, from: at, slip: slip, by: c, cost: cost, depth: at.depth + 1, site: newSite(text), order: s.order}
			if !progress(at.site, n.site) {
				continue
			}
			s.seen[text] = n
			heap.Push(&s.open, n)
		}
	}
	return true
}

// progress reports whether a text is better than the one it was made from: it
// has fewer faulty lines, or its first error is behind the one that was there,
// or is another: a declaration that is read now shows what is wrong with its
// rows.
func progress(from, to *Site) bool {
	if to.errors < from.errors || to.Problem.Code != from.Problem.Code {
		return true
	}
	return len(to.Text)-int(to.Problem.Start) < len(from.Text)-int(from.Problem.Start)
}
