// Package value is the JSON data model of spec section 1.2, kept exactly as
// GCF needs it: object members in order, integers as int64 apart from doubles,
// null apart from absent (a member that is not there) apart from empty.
package value

import "strconv"

// Kind is the type of a value.
type Kind uint8

// The kinds of spec 1.2, numbers split by spec 2.3.2.
const (
	Null Kind = iota
	Bool
	Int    // int64, exact
	Double // IEEE-754 binary64
	String
	Array
	Object
)

// Value is one JSON value. The zero Value is null. Values are immutable by
// convention once built and are compared with [Equal].
type Value struct {
	kind Kind
	num  uint64 // Bool, Int, Double (as bits)
	str  string
	list *[]Value  // Array
	obj  *[]Member // Object
}

// Member is one name and value of an object.
type Member struct {
	Key   string
	Value Value
}

// Kind returns the value's type.
func (v Value) Kind() Kind { return v.kind }

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// String returns the kind's name as users read it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}
