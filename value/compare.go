package value

import (
	"hash/maphash"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// Change says how two values differ at a place.
type Change uint8

// The ways in which [Compare] finds two values different.
const (
	Changed   Change = iota // both have a value there
	Removed                 // only the first has one: absent, which is not null (spec 1.2)
	Added                   // only the second has one
	Reordered               // the same members in another order: no difference of the data model (spec 1.1)
)

var changeNames = [...]string{"changed", "removed", "added", "reordered"}

// String returns the name that reports use.
func (c Change) String() string { return changeNames[c] }

// Difference is a place where two values differ.
type Difference struct {
	Change Change
	// Path is a JSON pointer (RFC 6901), "" for the root: into the first value,
	// for what was added into the second.
	Path string
	// A and B are the values there. A is null for what was added, B for what
	// was removed.
	A, B Value
}

// Compared is how two values differ.
type Compared struct {
	// Differences are the first of the places, as many as were asked for: what
	// the first value has in its order, then what was added.
	Differences []Difference
	// Count is the number of all places where the data differ, Reordered that
	// of objects whose members have another order.
	Count, Reordered int
}

// Equal reports whether the values are the same in the JSON data model (spec
// 1.1), as [Equal] does.
func (c *Compared) Equal() bool { return c.Count == 0 }

// Compare finds the places where two values differ, each named once and as deep
// as it goes. Numbers are compared by their exact value, also those that no
// double holds where reading kept their spelling ([KeepLexemes],
// [KeepNumbers]). Arrays of different lengths are aligned by what they begin and
// end with, so a removed row is one difference. The time is linear in the values,
// of any depth; limit bounds how many differences are listed, not how many are
// counted.
func Compare(a, b Value, limit int) Compared {
	c := comparer{limit: limit, todo: []comparison{{a: a, b: b}}}
	for len(c.todo) > 0 {
		next := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.compare(next)
	}
	return c.result
}

// step is the way to a value from its container.
type step struct {
	up    *step
	key   string // "" with index >= 0
	index int
}

type comparison struct {
	change Change // Changed to look, or what is already known
	at     *step
	a, b   Value
}

type comparer struct {
	limit  int
	result Compared
	todo   []comparison // the next one last
	hashes *hashes
}

func (c *comparer) found(change Change, at *step, a, b Value) {
	if change == Reordered {
		c.result.Reordered++
	} else {
		c.result.Count++
	}
	if len(c.result.Differences) < c.limit {
		c.result.Differences = append(c.result.Differences, Difference{change, at.pointer(), a, b})
	}
}

func (c *comparer) compare(next comparison) {
	a, b := next.a, next.b
	switch {
	case next.change != Changed:
		c.found(next.change, next.at, a, b)
	case a.IsScalar() || b.IsScalar():
		if !equalScalar(a, b) {
			c.found(Changed, next.at, a, b)
		}
	case a.kind != b.kind:
		c.found(Changed, next.at, a, b)
	case a.kind == Array:
		c.arrays(next.at, a.Elems(), b.Elems())
	default:
		c.objects(next.at, a, b)
	}
}

// look puts off a pair. Equal scalars, which most are, take no memory.
func (c *comparer) look(up *step, key string, index int, a, b Value) {
	if !a.IsScalar() || !b.IsScalar() || !equalScalar(a, b) {
		c.todo = append(c.todo, comparison{Changed, &step{up, key, index}, a, b})
	}
}

func (c *comparer) objects(at *step, a, b Value) {
	am, bm := a.Members(), b.Members()
	if !sameKeys(am, bm) {
		for i := len(bm) - 1; i >= 0; i-- {
			if a.Index(bm[i].Key) < 0 {
				c.todo = append(c.todo, comparison{Added, &step{at, bm[i].Key, -1}, Value{}, bm[i].Value})
			}
		}
	}
	ordered, last := true, -1
	for i := len(am) - 1; i >= 0; i-- {
		j := i
		if j >= len(bm) || bm[j].Key != am[i].Key {
			j = b.Index(am[i].Key)
		}
		if j < 0 {
			c.todo = append(c.todo, comparison{Removed, &step{at, am[i].Key, -1}, am[i].Value, Value{}})
			continue
		}
		ordered = ordered && (last < 0 || j < last)
		last = j
		c.look(at, am[i].Key, -1, am[i].Value, bm[j].Value)
	}
	if !ordered {
		c.found(Reordered, at, a, b)
	}
}

func sameKeys(a, b []Member) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Key != b[i].Key {
			return false
		}
	}
	return true
}

func (c *comparer) arrays(at *step, a, b []Value) {
	head, tail := 0, 0
	if len(a) != len(b) {
		if c.hashes == nil {
			c.hashes = newHashes()
		}
		for head < min(len(a), len(b)) && c.hashes.of(a[head]) == c.hashes.of(b[head]) {
			head++
		}
		for tail < min(len(a), len(b))-head && c.hashes.of(a[len(a)-1-tail]) == c.hashes.of(b[len(b)-1-tail]) {
			tail++
		}
	}
	both := min(len(a), len(b)) - tail // the end of those that are compared by position
	for i := len(b) - tail - 1; i >= both; i-- {
		c.todo = append(c.todo, comparison{Added, &step{at, "", i}, Value{}, b[i]})
	}
	for i := len(a) - tail - 1; i >= both; i-- {
		c.todo = append(c.todo, comparison{Removed, &step{at, "", i}, a[i], Value{}})
	}
	for i := both - 1; i >= 0; i-- {
		c.look(at, "", i, a[i], b[i])
	}
	for i := range tail { // equal, but the order of members may differ
		i, j := len(a)-tail+i, len(b)-tail+i
		c.look(at, "", i, a[i], b[j])
	}
}

// pointer writes the way from the root as a JSON pointer.
func (s *step) pointer() string {
	var steps []*step
	for ; s != nil; s = s.up {
		steps = append(steps, s)
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteByte('/')
		if steps[i].index >= 0 {
			b.WriteString(strconv.Itoa(steps[i].index))
		} else {
			b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(steps[i].key))
		}
	}
	return b.String()
}

// hashes are those of values by what [Equal] compares, each container's made
// once: the elements of arrays in arrays are asked for at every level.
type hashes struct {
	seed maphash.Seed
	made map[container]uint64
}

type container struct {
	data unsafe.Pointer
	kind Kind
	len  int
}

func newHashes() *hashes {
	return &hashes{seed: maphash.MakeSeed(), made: make(map[container]uint64)}
}

func containerOf(v Value) container { return container{v.ref, v.kind, v.Len()} }

// of returns the hash of a value, without recursion.
func (h *hashes) of(v Value) uint64 {
	if sum, ok := h.known(v); ok {
		return sum
	}
	todo := []Value{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		if _, ok := h.known(v); ok {
			todo = todo[:len(todo)-1]
			continue
		}
		sum, waiting := uint64(v.kind)+uint64(v.Len())<<8, len(todo)
		for i, e := range v.Elems() {
			if part, ok := h.known(e); ok {
				sum = maphash.Comparable(h.seed, [3]uint64{sum, part, uint64(i)})
			} else {
				todo = append(todo, e)
			}
		}
		for _, m := range v.Members() { // in any order
			if part, ok := h.known(m.Value); ok {
				sum += maphash.Comparable(h.seed, [2]uint64{maphash.String(h.seed, m.Key), part})
			} else {
				todo = append(todo, m.Value)
			}
		}
		if len(todo) == waiting {
			h.made[containerOf(v)] = sum
			todo = todo[:waiting-1]
		}
	}
	sum, _ := h.known(v)
	return sum
}

// known returns the hash of a scalar, or of a container that has one.
func (h *hashes) known(v Value) (uint64, bool) {
	switch v.kind {
	case Array, Object:
		if v.Len() == 0 {
			return uint64(v.kind), true
		}
		sum, ok := h.made[containerOf(v)]
		return sum, ok
	case String:
		return maphash.String(h.seed, v.Str()), true
	case Double:
		if exact := v.exactText(); exact != "" {
			return maphash.String(h.seed, exact) + 1, true
		}
		f := v.Double()
		if f == math.Trunc(f) && f >= math.MinInt64 && f < math.MaxInt64 {
			return maphash.Comparable(h.seed, int64(f)), true
		}
		return maphash.Comparable(h.seed, f), true
	case Int:
		return maphash.Comparable(h.seed, v.Int()), true
	}
	return maphash.Comparable(h.seed, [2]uint64{uint64(v.kind), v.num}), true
}

// exactText returns one text for all spellings of a number that no double
// holds, and "" for every other value.
func (v Value) exactText() string {
	lexeme := v.Lexeme()
	if lexeme == "" {
		return ""
	}
	digits, exponent := significand(lexeme)
	sign := ""
	if strings.HasPrefix(lexeme, "-") {
		sign = "-"
	}
	return sign + digits + "e" + strconv.FormatInt(exponent, 10)
}
