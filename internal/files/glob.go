package files

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

// The limits of a glob. Matching tries each combination of the alternatives in
// its braces, and `{a,b}` thirty times has a billion.
const (
	maxAlternatives = 1000
	maxGlob         = 4096 // bytes
)

// ValidGlob returns an error where a text is no glob, or one that takes too long
// to match.
func ValidGlob(glob string) error {
	switch {
	case len(glob) > maxGlob:
		return fmt.Errorf("%.20q… is too long for a glob: at most %d bytes", glob, maxGlob)
	case !doublestar.ValidatePattern(glob):
		return fmt.Errorf("%q is not a glob", glob)
	case alternatives(glob) > maxAlternatives:
		return fmt.Errorf("%q has too many combinations of alternatives: at most %d", glob, maxAlternatives)
	}
	return nil
}

// alternatives counts what the braces of a valid glob expand to, up to a number
// beyond maxAlternatives.
func alternatives(glob string) int {
	// done is the sum of the alternatives before the last comma of a brace, here
	// the product since then.
	type level struct{ done, here int }
	stack := []level{{here: 1}}
	class := false
	for i := 0; i < len(glob); i++ {
		top := &stack[len(stack)-1]
		switch c := glob[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '{':
			stack = append(stack, level{here: 1})
		case c == ',' && len(stack) > 1:
			top.done, top.here = top.done+top.here, 1
		case c == '}' && len(stack) > 1:
			n := top.done + top.here
			stack = stack[:len(stack)-1]
			outer := &stack[len(stack)-1]
			outer.here = min(outer.here*n, maxAlternatives+1)
		}
	}
	return stack[0].here
}
