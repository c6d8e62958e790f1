// Package frames reads Context Graph Protocol data in GCF documents: frames of
// context with declared costs, the queries they answer, and the envelopes they
// travel in. It tells whether what they say of themselves is true.
//
// It works on the decoded value of a document. [Open] finds out whether a
// document holds frames and reads them; [View.Diagnostics] says what is wrong
// with them, on the cell that it belongs to. The rules are records: see
// [Rules]. Ids such as B3 are those of the protocol's specification; those
// with T and L are ours.
//
// A budget token is not a model token: it is a unit of accounting, four bytes
// of content, rounded up for each frame (rule B3). See [Cost].
package frames

import (
	"sync"

	"gcf-lsp/value"
)

// State tells the ways apart in which a member can have no text.
type State uint8

// The states of a member.
const (
	Absent  State = iota // no member: `~` in a table, no line
	Null                 // null: `-`
	Present              // a value, the empty string included
)

// Frame is one frame. It keeps the value that it was read from.
type Frame struct {
	Value value.Value
	at    *path
	// fields is, for each member of [Member], its index among the members of
	// the value plus one, or 0.
	fields [memberCount]int32
}

// newFrame reads a frame from an object.
func newFrame(v value.Value, at *path) Frame {
	f := Frame{Value: v, at: at}
	for i, m := range v.Members() {
		if id, ok := memberIDs[m.Key]; ok && f.fields[id] == 0 {
			f.fields[id] = int32(i) + 1
		}
	}
	return f
}

// Get returns a member and how it is there.
func (f *Frame) Get(m Member) (value.Value, State) {
	i := f.fields[m]
	if i == 0 {
		return value.Value{}, Absent
	}
	v := f.Value.Members()[i-1].Value
	if v.Kind() == value.Null {
		return v, Null
	}
	return v, Present
}

// Has reports whether a member is there and not null.
func (f *Frame) Has(m Member) bool {
	_, state := f.Get(m)
	return state == Present
}

// Text returns a member that is a string. An empty one is there, too.
func (f *Frame) Text(m Member) (s string, ok bool) {
	v, _ := f.Get(m)
	return v.Str(), v.Kind() == value.String
}

// Count returns a member that is a whole number from 0 to 2^32 - 1.
func (f *Frame) Count(m Member) (n uint64, ok bool) {
	v, _ := f.Get(m)
	return count(v)
}

// Representation returns how the frame carries its content: full where it does
// not say, compact or reference; false where it says anything else.
func (f *Frame) Representation() (string, bool) {
	v, state := f.Get(Representation)
	switch {
	case state != Present:
		return full, true
	case v.Kind() == value.String && known(representations, v.Str()):
		return v.Str(), true
	}
	return "", false
}

// Provider returns the id of the provider that a frame names, or "".
func (f *Frame) Provider() string {
	ref, _ := f.Get(ContentRef)
	return text(ref, "provider_id")
}

// Declared returns the cost that a frame declares, in budget tokens. It is 0
// where it declares none that can be read.
func (f *Frame) Declared() uint64 {
	n, _ := f.Count(TokenCost)
	return n
}

// Honest returns the cost that a frame has, in budget tokens. It returns false
// where its content cannot be counted because it is no string.
func (f *Frame) Honest() (cost uint64, ok bool) {
	v, state := f.Get(Content)
	if state != Present {
		return 0, true
	}
	return Cost(v.Str()), v.Kind() == value.String
}

// identity is what names the bytes of a frame.
type identity struct{ provider, id, digest string }

func (f *Frame) identity() (identity, bool) {
	id, ok := f.Text(ID)
	digest, _ := f.Text(ContentDigest)
	return identity{f.Provider(), id, digest}, ok && id != ""
}

// Result is a list of frames with what was asked for. Query is nil where that
// is not known.
type Result struct {
	Value  value.Value // the result's object, or the list where there is no more
	Frames []Frame
	Query  *Query
	// Provider is the id of the provider where the document names it, or "".
	Provider string

	at, list *path
	bare     bool // a list without an object around it
	partial  bool // a part of a set: nothing is said of the sum

	once    sync.Once
	running []uint64 // see Running
	sumOnce sync.Once
	sum     Sum
}

// Query is what was asked for.
type Query struct {
	Value value.Value
	// MaxTokens and MaxFrames are the budget, nil where there is none.
	MaxTokens, MaxFrames *uint64
	at                   *path // nil where it is a comment's
}

func newQuery(v value.Value, at *path) *Query {
	q := &Query{Value: v, at: at}
	q.MaxTokens, q.MaxFrames = limit(v, "max_tokens"), limit(v, "max_frames")
	return q
}

func limit(v value.Value, key string) *uint64 {
	m, _ := v.Get(key)
	if n, ok := count(m); ok {
		return &n
	}
	return nil
}

// text returns a member of an object that is a string, else "".
func text(v value.Value, key string) string {
	m, _ := v.Get(key)
	return m.Str()
}

// given returns a member of an object that is there and not null.
func given(v value.Value, key string) (value.Value, bool) {
	m, ok := v.Get(key)
	return m, ok && m.Kind() != value.Null
}

// count returns a value that is a whole number from 0 to 2^32 - 1.
func count(v value.Value) (uint64, bool) {
	const most = 1<<32 - 1
	switch v.Kind() {
	case value.Int:
		if n := v.Int(); n >= 0 && n <= most {
			return uint64(n), true
		}
	case value.Double:
		if f := v.Double(); f >= 0 && f <= most && f == float64(uint64(f)) {
			return uint64(f), true
		}
	}
	return 0, false
}

func known(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}
