package frames

// Cost returns the budget tokens of a content: its UTF-8 bytes divided by
// four, rounded up (rule B3). Nothing is normalized or trimmed.
func Cost(content string) uint64 { return (uint64(len(content)) + 3) / 4 }

// The safety factor between model tokens and budget tokens is 1.35: dense code
// and CJK text take more model tokens than four bytes each.
const (
	factorUp   = 135
	factorDown = 100
)

// ModelTokens estimates how many tokens of a model a number of budget tokens
// may take, rounded up.
func ModelTokens(budget uint64) uint64 {
	return mulDiv(budget, factorUp, factorDown, factorDown-1)
}

// BudgetTokens returns the budget to ask for when so many model tokens are
// free, rounded down.
func BudgetTokens(model uint64) uint64 { return mulDiv(model, factorDown, factorUp, 0) }

// mulDiv is (n*mul + plus) / div without overflow.
func mulDiv(n, mul, div, plus uint64) uint64 {
	return n/div*mul + (n%div*mul+plus)/div
}

// Sum is what the frames of a result cost together, in budget tokens.
type Sum struct {
	Frames           int
	Declared, Honest uint64
	Wrong            int // frames whose declared cost is not the honest one
	Uncounted        int // frames whose content is no text
	Largest          int // index of the frame with the highest honest cost, or -1
}

// Sum adds up the costs of the frames, once.
func (r *Result) Sum() Sum {
	r.sumOnce.Do(func() { r.sum = r.add() })
	return r.sum
}

func (r *Result) add() Sum {
	s := Sum{Frames: len(r.Frames), Largest: -1}
	var most uint64
	for i := range r.Frames {
		f := &r.Frames[i]
		declared := f.Declared()
		honest, ok := f.Honest()
		s.Declared += declared
		switch {
		case !ok:
			s.Uncounted++
			honest = declared
		case honest != declared:
			s.Wrong++
		}
		s.Honest += honest
		if s.Largest < 0 || honest > most {
			s.Largest, most = i, honest
		}
	}
	return s
}

// Budget returns the budget of a result, nil for what is not known.
func (r *Result) Budget() (maxTokens, maxFrames *uint64) {
	if r.Query == nil {
		return nil, nil
	}
	return r.Query.MaxTokens, r.Query.MaxFrames
}
