package ast

import "strings"

// CountKind says how a declaration counts its items.
type CountKind uint8

// The counts of spec 4 (`count-or-deferred`).
const (
	CountNone     CountKind = iota // no bracket
	CountExact                     // `[N]`
	CountDeferred                  // `[?]`
	CountInvalid                   // a bracket that holds something else
)

// Decl is what follows a key in a section header, an attachment, an item or
// an inline array: `[N]`, `[?]`, `[N:]`, `{a,"b,c",@id}`, `{}`, `:`. It is
// parsed once for each distinct text and shared. All offsets in it are bytes
// from the start of Text.
type Decl struct {
	Text      string
	Count     CountKind
	N         uint64 // for CountExact
	Keyed     bool   // `[N:]` (spec 7.2a)
	HasFields bool   // `{…}` with at least one field
	Object    bool   // `{}`
	Inline    bool   // a `:` follows: the values are on the same line
	Fields    []Field
	Identity  int // index of the `@`-marked field (spec 10a.1), or -1

	CountStart, CountEnd   int // the bracket, `[` to `]`
	FieldsStart, FieldsEnd int // the braces, `{` to `}`
	End                    int // where the declaration ends; after the `:` of an inline array
}

// Field is one name of a field declaration (spec 2a.3).
type Field struct {
	Name       string   // decoded, without the `@` of an identity field
	Path       []string // the segments of a path column (spec 7.4.6.2), else nil
	Start, End int      // the name as written, quotes and `@` included
	Quoted     bool
	Identity   bool // written with a leading `@` (spec 10a.1)
}

// Header is the parsed header line (spec 3).
type Header struct {
	Node   NodeID // the line, or 0 where the document has none
	Fields []HeaderField

	// first finds the first field of a key where there are many.
	first map[string]int
}

// fewFields is how many fields are faster to read than to look up.
const fewFields = 32

// NewHeader returns the header of a line with these fields.
func NewHeader(line NodeID, fields []HeaderField) Header {
	h := Header{Node: line, Fields: fields}
	if len(fields) <= fewFields {
		return h
	}
	h.first = make(map[string]int, len(fields))
	for i := range fields {
		if _, known := h.first[fields[i].Key]; !known {
			h.first[fields[i].Key] = i
		}
	}
	return h
}

// HeaderField is one `key=value` of the header or of a `##! summary` line. The
// offsets are bytes into the source.
type HeaderField struct {
	Key, Value           string
	KeyStart, KeyEnd     int
	ValueStart, ValueEnd int
}

// Get returns the value of the first field with this key.
func (h *Header) Get(key string) (value string, ok bool) {
	if f := h.Field(key); f != nil {
		return f.Value, true
	}
	return "", false
}

// Field returns the first field with this key, or nil.
func (h *Header) Field(key string) *HeaderField {
	if h.first != nil {
		if i, ok := h.first[key]; ok {
			return &h.Fields[i]
		}
		return nil
	}
	for i := range h.Fields {
		if h.Fields[i].Key == key {
			return &h.Fields[i]
		}
	}
	return nil
}

// Is reports whether a field is there with the value `true`.
func (h *Header) Is(key string) bool {
	v, ok := h.Get(key)
	return ok && v == "true"
}

// Symbols finds the graph symbols of a document by their id (spec 5). Ids that
// are 0,1,2… in source order, the normal case, need no map.
type Symbols struct {
	Dense  []NodeID          // Dense[id] is the declaring node
	Sparse map[uint64]NodeID // ids that are not dense
}

// Lookup returns the node that declares a symbol id: a KindSymbol or a
// KindReference.
func (s *Symbols) Lookup(id uint64) (NodeID, bool) {
	if id < uint64(len(s.Dense)) {
		return s.Dense[id], true
	}
	n, ok := s.Sparse[id]
	return n, ok
}

// Len returns the number of declared symbols, references included.
func (s *Symbols) Len() int { return len(s.Dense) + len(s.Sparse) }

// End returns where a field ends: at its value, or at its key where it has no
// `=`.
func (f *HeaderField) End() int { return max(f.KeyEnd, f.ValueEnd) }

// MaxPath is how many segments a path column may have to be read as one. The
// name of a longer one, which exceeds every limit of a parser, is literal.
const MaxPath = 1 << 14

// Depth returns how many levels a column leads through: 1 for a plain one.
func (f *Field) Depth() int {
	if f.Path == nil && len(f.Name) <= MaxPath {
		return 1
	}
	return 1 + strings.Count(f.Name, ">")
}

// PathBudget returns how many objects path columns may stand for in a document
// of so many bytes: a row of one byte may have as many as its column has
// segments, and without a bound a few kilobytes make gigabytes. What an encoder
// flattens stays below it.
func PathBudget(size int) int { return 1<<16 + 16*size }
