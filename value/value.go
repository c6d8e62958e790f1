// Package value is the JSON data model of spec section 1.2, kept exactly as
// GCF needs it: object members in order, integers as int64 apart from doubles,
// null apart from absent (a member that is not there) apart from empty.
//
// A value comes from JSON text ([FromJSON]), from a GCF document ([Decode]) or
// from the constructors; it goes to JSON text ([AppendJSON]) or, with package
// format, to GCF.
package value

import (
	"math"
	"strconv"
	"sync"
	"unsafe"

	"gcf-lsp/ast"
)

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

// Value is one JSON value. The zero Value is null. Values are immutable once
// built, safe for concurrent use, and compared with [Equal].
//
// A Value is 24 bytes: a table of a million cells is a million of them. What
// ref and num hold depends on the kind: strings, arrays and objects are the
// pointer and the length of their data, a double with a lexeme (see
// [Value.Lexeme]) points to that.
type Value struct {
	_    [0]func() // not comparable with ==
	ref  unsafe.Pointer
	num  uint64     // Bool, Int, Double (as bits); else the length
	line ast.NodeID // see Line
	kind Kind
	big  bool // Object: ref is a *bigObject
}

// Member is one name and value of an object.
type Member struct {
	Key   string
	Value Value
}

// bigObject is an object with enough members for an index to pay. The index is
// made when somebody first looks a member up.
type bigObject struct {
	members []Member
	once    sync.Once
	index   map[string]int32
}

// bigSize is the number of members above which a lookup uses an index.
const bigSize = 16

// NewNull returns null, which is also the zero Value.
func NewNull() Value { return Value{} }

// NewBool returns a boolean.
func NewBool(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.num = 1
	}
	return v
}

// NewInt returns an integer.
func NewInt(i int64) Value { return Value{kind: Int, num: uint64(i)} }

// NewDouble returns a double. NaN and the infinities are no JSON values;
// encoders refuse them (spec 2.3.2).
func NewDouble(f float64) Value { return Value{kind: Double, num: math.Float64bits(f)} }

// NewString returns a string, which must be valid UTF-8: encoders refuse what
// is not (spec 2.2).
func NewString(s string) Value {
	return Value{kind: String, ref: unsafe.Pointer(unsafe.StringData(s)), num: uint64(len(s))}
}

// NewArray returns an array. It keeps the slice, which must not be changed
// afterwards.
func NewArray(elems []Value) Value {
	return Value{kind: Array, ref: unsafe.Pointer(unsafe.SliceData(elems)), num: uint64(len(elems))}
}

// NewObject returns an object with its members in this order. It keeps the
// slice, which must not be changed afterwards. The keys must differ: encoders
// refuse an object that has one twice (spec 2a.2).
func NewObject(members []Member) Value {
	v := Value{kind: Object, num: uint64(len(members))}
	if len(members) > bigSize {
		v.big = true
		v.ref = unsafe.Pointer(&bigObject{members: members})
	} else {
		v.ref = unsafe.Pointer(unsafe.SliceData(members))
	}
	return v
}

// Kind returns the value's type.
func (v Value) Kind() Kind { return v.kind }

// IsScalar reports whether the value is neither an array nor an object.
func (v Value) IsScalar() bool { return v.kind < Array }

// Bool returns a boolean, or false for a value of another kind.
func (v Value) Bool() bool { return v.kind == Bool && v.num != 0 }

// Int returns an integer, or 0 for a value of another kind.
func (v Value) Int() int64 {
	if v.kind != Int {
		return 0
	}
	return int64(v.num)
}

// Double returns a double, an integer rounded to one, or 0 for a value of
// another kind.
func (v Value) Double() float64 {
	switch v.kind {
	case Double:
		return math.Float64frombits(v.num)
	case Int:
		return float64(int64(v.num))
	}
	return 0
}

// Str returns a string, or "" for a value of another kind.
func (v Value) Str() string {
	if v.kind != String {
		return ""
	}
	return unsafe.String((*byte)(v.ref), int(v.num))
}

// Elems returns the elements of an array, or nil for a value of another kind.
// They must not be changed.
func (v Value) Elems() []Value {
	if v.kind != Array {
		return nil
	}
	return unsafe.Slice((*Value)(v.ref), int(v.num))
}

// Members returns the members of an object in order, or nil for a value of
// another kind. They must not be changed.
func (v Value) Members() []Member {
	if v.kind != Object {
		return nil
	}
	if v.big {
		return (*bigObject)(v.ref).members
	}
	return unsafe.Slice((*Member)(v.ref), int(v.num))
}

// Len returns the number of elements or members, and 0 for a scalar.
func (v Value) Len() int {
	if v.kind < Array {
		return 0
	}
	return int(v.num)
}

// Get returns the member of an object with this key. Its time does not grow
// with the object.
func (v Value) Get(key string) (Value, bool) {
	if i := v.Index(key); i >= 0 {
		return v.Members()[i].Value, true
	}
	return Value{}, false
}

// Index returns the position of the member with this key, or -1.
func (v Value) Index(key string) int {
	if v.kind != Object {
		return -1
	}
	if !v.big {
		for i, m := range v.Members() {
			if m.Key == key {
				return i
			}
		}
		return -1
	}
	o := (*bigObject)(v.ref)
	o.once.Do(func() {
		o.index = make(map[string]int32, len(o.members))
		for i, m := range o.members {
			if _, ok := o.index[m.Key]; !ok {
				o.index[m.Key] = int32(i)
			}
		}
	})
	if i, ok := o.index[key]; ok {
		return int(i)
	}
	return -1
}

// Line returns the line of the document that a decoded value comes from: the
// row of a cell, the header of a table. It is 0 for a value that was not
// decoded from a document. See [Locate] for the exact place.
func (v Value) Line() ast.NodeID { return v.line }

// AtLine returns the value with its line set.
func (v Value) AtLine(line ast.NodeID) Value {
	v.line = line
	return v
}

// Lexeme returns the spelling of a number that a double cannot hold exactly,
// such as 0.12345678901234567890, where [Decode] was asked to keep it. It is
// "" for every other value.
func (v Value) Lexeme() string {
	if v.kind != Double || v.ref == nil {
		return ""
	}
	return *(*string)(v.ref)
}

// withLexeme returns a double with the spelling that it stands for.
func (v Value) withLexeme(s string) Value {
	v.ref = unsafe.Pointer(&s)
	return v
}

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// String returns the kind's name as users read it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}
