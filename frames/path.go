package frames

import (
	"slices"
	"strconv"
	"strings"
)

// path leads to a value from the root of its document. Most values are in
// order, so it is written out only for those that are not. A nil path is the
// root.
type path struct {
	parent *path
	key    string
	index  int // of an element; -1 for a member
}

func (p *path) to(key string) *path { return &path{parent: p, key: key, index: -1} }
func (p *path) item(i int) *path    { return &path{parent: p, index: i} }

// tokens returns the path as the tokens of a JSON pointer.
func (p *path) tokens() []string {
	var all []string
	for ; p != nil; p = p.parent {
		if p.index < 0 {
			all = append(all, p.key)
		} else {
			all = append(all, strconv.Itoa(p.index))
		}
	}
	slices.Reverse(all)
	return all
}

// Pointer returns the tokens as a JSON pointer (RFC 6901).
func Pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(t))
	}
	return b.String()
}
