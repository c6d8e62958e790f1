package diagnosis

import (
	"math/rand/v2"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// Level is what it takes to make a repair.
type Level uint8

// The levels, the least first.
const (
	// Safe: the only close explanation; nothing is dropped, nothing invented,
	// and the result decodes.
	Safe Level = iota
	// Decision: somebody has to say that it is what was meant. Nothing is
	// dropped or invented.
	Decision
	// Lossy: something is dropped or invented, and listed.
	Lossy
)

var levelNames = [...]string{"safe", "unsafe", "lossy"}

// String returns the name of the level as the command line writes it.
func (l Level) String() string { return levelNames[l] }

// How likely a slip is against the others: what explains the same text with
// less is believed. Explanations that differ by less than [margin] are close.
const (
	Everyday = 2
	Usual    = 4
	Rare     = 7
	Odd      = 11

	margin = 4
)

// Edit replaces bytes of a text; see [diagnostics.Edit].
type Edit = diagnostics.Edit

// Slip is one way in which writers get GCF wrong. See the package comment for
// what makes a good one.
type Slip struct {
	Name  string
	Cause string
	Cost  int
	// Make puts the slip into a right document; false where it cannot be made
	// there. It is nil for a slip that no campaign makes.
	Make func(r *rand.Rand, doc *ast.Document) (broken string, ok bool)
	// Undo returns the ways to take the slip back at a site. It must not keep
	// the site.
	Undo func(s *Site) []Candidate
	// Shared says that what Make makes has a second meaning, so that a repair
	// is to be refused.
	Shared bool
}

// Candidate is one way to take a slip back, at all equal places at once.
type Candidate struct {
	Edits []Edit // of the site's text: sorted, apart
	Level Level
	Cost  int // more than the slip's own, for an unlikely variant
	// Cause takes the place of the slip's own words, where a variant needs
	// others.
	Cause string
	// Title names the change for a list of actions, as `Quote 12 cells`; else it
	// is made of the first line that changes.
	Title string
	// At is the place to show, where it is not that of the first edit.
	At ast.Span
	// Syntax are words of the text that are no data: they may come and go.
	Syntax []string
	// Outside says that what is removed stands outside the payload, so that it
	// cannot be data.
	Outside bool
	// Moves says that data changes its order on purpose.
	Moves bool
	// Recodes says that the text was written in another coding, so that its
	// words cannot be compared.
	Recodes bool

	rules []diagnostics.Diagnostic // whose fix it is
}
