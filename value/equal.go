package value

import "math"

// EqualOption changes what [Equal] compares.
type EqualOption uint8

// The options of Equal.
const (
	// MemberOrder makes objects with the same members in another order
	// differ. Without it they are equal, as in the JSON data model.
	MemberOrder EqualOption = 1 << iota
)

// Equal reports whether two values are the same in the JSON data model (spec
// 1.1). Numbers are compared by their exact numeric value: the integer 1 and
// the double 1.0 are equal, 9007199254740993 and 9007199254740992.0 are not.
// Values of any depth are compared without recursion.
func Equal(a, b Value, options ...EqualOption) bool {
	var opts EqualOption
	for _, o := range options {
		opts |= o
	}
	type pair struct{ a, b Value }
	todo := []pair{{a, b}}
	for len(todo) > 0 {
		a, b := todo[len(todo)-1].a, todo[len(todo)-1].b
		todo = todo[:len(todo)-1]
		if a.IsScalar() || b.IsScalar() {
			if !equalScalar(a, b) {
				return false
			}
			continue
		}
		if a.kind != b.kind || a.Len() != b.Len() {
			return false
		}
		if a.kind == Array {
			be := b.Elems()
			for i, e := range a.Elems() {
				if !e.IsScalar() {
					todo = append(todo, pair{e, be[i]})
				} else if !equalScalar(e, be[i]) {
					return false
				}
			}
			continue
		}
		bm := b.Members()
		for i, m := range a.Members() {
			other := bm[i]
			if other.Key != m.Key {
				j := -1
				if opts&MemberOrder == 0 {
					j = b.Index(m.Key)
				}
				if j < 0 {
					return false
				}
				other = bm[j]
			}
			if !m.Value.IsScalar() {
				todo = append(todo, pair{m.Value, other.Value})
			} else if !equalScalar(m.Value, other.Value) {
				return false
			}
		}
	}
	return true
}

func equalScalar(a, b Value) bool {
	if a.kind != b.kind {
		switch {
		case a.kind == Int && b.kind == Double:
			return equalMixed(a.Int(), b.Double())
		case a.kind == Double && b.kind == Int:
			return equalMixed(b.Int(), a.Double())
		}
		return false
	}
	switch a.kind {
	case String:
		return a.Str() == b.Str()
	case Double:
		return a.Double() == b.Double() && a.exactText() == b.exactText()
	case Null, Bool, Int:
		return a.num == b.num
	}
	return false
}

// equalMixed compares without rounding the integer to a double.
func equalMixed(i int64, f float64) bool {
	return f >= math.MinInt64 && f < math.MaxInt64 && f == math.Trunc(f) && int64(f) == i
}
