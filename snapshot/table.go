package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Table is an immutable set of rows, each with an identity of its own (spec
// 10a). A keyed map (spec 7.2a) is a table whose identity is the map's key.
type Table struct {
	name    string
	key     string
	keyed   bool
	fields  []string
	rows    []row
	records func() []string // sorted
	root    func() string
}

// row is an object with its canonical record and, a part of that, its
// identity: the number 1 and the string "1" differ.
type row struct {
	v          value.Value
	record, id string
	absent     string // which fields are, as the record does not say; made for comparing
}

// same reports whether two rows of tables with the same fields hold the same.
func (r *row) same(other *row) bool { return r.record == other.record && r.absent == other.absent }

// TableSpec is what a table is made of.
type TableSpec struct {
	// Name of the section that holds the rows in a payload, such as "orders";
	// "" for a payload that is nothing but the rows.
	Name string
	// Key is the field that identifies a row (spec 10a.1), for a keyed map
	// the label of its key column. Its value is a string, a number or a
	// boolean in each row, and there is no second row with the same.
	Key string
	// Fields are the declared fields in order, Key among them. Without them
	// they are the union of the rows' fields (spec 7.4.3), Key first. A name
	// with > is a path column: who decodes the payload sees a nested object
	// (spec 7.4.6.2), while the table has a field with that name.
	Fields []string
	// Keyed makes the payload say that the rows are the members of an object:
	// `[N:]` (spec 7.2a). Each row has the member's key as the field Key.
	Keyed bool
	// Rows are objects. A field may be absent; it is written as absent, but to
	// the root it is the same as null. To a delta it is not.
	Rows []value.Value
}

// NewTable returns a table of these rows. The error is a [*DataError]: a row
// without identity or with that of another, a field that is not declared, text
// that is not UTF-8; or a [*NoDeltaError] with ReasonUnkeyable.
func NewTable(spec TableSpec) (*Table, error) {
	if !keyWord(spec.Key) {
		return nil, &NoDeltaError{Reason: ReasonUnkeyable, Detail: shown(spec.Key)}
	}
	if spec.Fields == nil {
		spec.Fields = union(spec.Key, spec.Rows)
	}
	if fault := checkFields(spec.Key, spec.Fields); fault != "" {
		return nil, &DataError{What: "the field list", Detail: fault}
	}
	if spec.Keyed {
		if len(spec.Fields) < 2 {
			return nil, &DataError{What: "the field list", Detail: "a keyed map needs a field beside its key (spec 7.2a.2)"}
		}
		spec.Fields = keyFirst(spec.Key, spec.Fields)
	}
	t := &Table{name: spec.Name, key: spec.Key, keyed: spec.Keyed, fields: slices.Clone(spec.Fields), rows: make([]row, 0, len(spec.Rows))}
	seen := make(map[string]bool, len(spec.Rows))
	rec := newRecorder(t.key, t.fields)
	for i, v := range spec.Rows {
		r, fault := rec.row(v)
		if fault == "" && seen[r.id] {
			fault = "is there twice"
		}
		if fault == "" && t.keyed && r.id[0] != '"' {
			fault = "has a key that is not a string"
		}
		if fault != "" {
			return nil, &DataError{What: rowName(i, r.id), Detail: fault, Node: v.Line()}
		}
		seen[r.id] = true
		t.rows = append(t.rows, r)
	}
	t.seal(func() []string {
		records := make([]string, len(t.rows))
		for i := range t.rows {
			records[i] = t.rows[i].record
		}
		slices.Sort(records)
		return records
	})
	return t, nil
}

// keyFirst moves the key column of a keyed map to where it belongs.
func keyFirst(key string, fields []string) []string {
	out := []string{key}
	for _, f := range fields {
		if f != key {
			out = append(out, f)
		}
	}
	return out
}

func rowName(i int, id string) string {
	if id == "" {
		return fmt.Sprintf("row %d", i+1)
	}
	return "row " + id
}

// checkFields says what is wrong with a field list, or "".
func checkFields(key string, fields []string) string {
	seen := make(map[string]bool, len(fields))
	for _, f := range fields {
		if !utf8.ValidString(f) {
			return shown(f) + " is not valid UTF-8"
		}
		if seen[f] {
			return "it names " + shown(f) + " twice"
		}
		seen[f] = true
	}
	if !seen[key] {
		return "it does not name the identity " + shown(key)
	}
	return ""
}

// keyWord reports whether a name can be the value of `key=`. A quote at its
// start would make decoders read a quoted name there.
func keyWord(s string) bool { return headerWord(s) && s[0] != '"' }

// headerWord reports whether text can be the value of a header field: spec 4
// has printable ASCII without blanks there.
func headerWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// union returns the fields of rows in the order in which they first appear,
// the identity first.
func union(key string, rows []value.Value) []string {
	fields, seen := []string{key}, map[string]bool{key: true}
	for _, r := range rows {
		if r.Kind() != value.Object {
			continue
		}
		for _, m := range r.Members() {
			if !seen[m.Key] {
				seen[m.Key] = true
				fields = append(fields, m.Key)
			}
		}
	}
	return fields
}

// TableFromValue makes a table of an array of objects, or of an object of
// objects, which is then a keyed map. Key names the identity field; for a
// keyed map it is the label of the key column and may be "", which gives the
// label that an encoder chooses (spec 7.2a.2). A field whose name has > is
// refused: it would be decoded as a path.
func TableFromValue(name, key string, v value.Value) (*Table, error) {
	switch v.Kind() {
	case value.Array:
		return tableOfData(TableSpec{Name: name, Key: key, Rows: v.Elems()})
	case value.Object:
	default:
		return nil, &DataError{What: "the data", Detail: "is " + article(v.Kind()) + ", not an array or an object of objects"}
	}
	members := v.Members()
	if key == "" {
		taken := make(map[string]bool)
		for _, m := range members {
			if m.Value.Kind() == value.Object {
				for _, f := range m.Value.Members() {
					taken[f.Key] = true
				}
			}
		}
		for key = "key"; taken[key]; {
			key = "_" + key
		}
	}
	for _, m := range members {
		if m.Value.Kind() != value.Object {
			return nil, &DataError{What: "the member " + shown(m.Key), Detail: "is " + article(m.Value.Kind()) + ", not an object"}
		}
	}
	return tableOfData(TableSpec{Name: name, Key: key, Keyed: true, Rows: memberRows(key, members)})
}

// tableOfData makes a table of rows whose names mean nothing but themselves.
func tableOfData(spec TableSpec) (*Table, error) {
	spec.Fields = union(spec.Key, spec.Rows)
	for _, f := range spec.Fields {
		if strings.Contains(f, ">") {
			return nil, &DataError{What: "the field " + f, Detail: "cannot be a column: a decoder takes > for a path (spec 7.4.6.1)"}
		}
	}
	return NewTable(spec)
}

// memberRows returns the members of a keyed map as rows, the member's key as
// their field key.
func memberRows(key string, members []value.Member) []value.Value {
	rows := make([]value.Value, len(members))
	for i, m := range members {
		fields := make([]value.Member, 0, 1+m.Value.Len())
		fields = append(fields, value.Member{Key: key, Value: value.NewString(m.Key)})
		rows[i] = value.NewObject(append(fields, m.Value.Members()...)).AtLine(m.Value.Line())
	}
	return rows
}

// seal makes the records and the root come from sort, once, when needed.
func (t *Table) seal(sort func() []string) {
	t.records = sync.OnceValue(sort)
	t.root = sync.OnceValue(func() string { return hashRecords(t.records()) })
}

// Profile returns ast.ProfileGeneric.
func (t *Table) Profile() ast.Profile { return ast.ProfileGeneric }

// Root returns the pack root (spec 10a.3).
func (t *Table) Root() string { return t.root() }

// Records returns the canonical records in the order of their bytes. The slice
// is shared and must not be changed.
func (t *Table) Records() []string { return t.records() }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Name returns the section that holds the rows, or "".
func (t *Table) Name() string { return t.name }

// Key returns the field that identifies a row.
func (t *Table) Key() string { return t.key }

// Keyed reports whether the rows are the members of a keyed map.
func (t *Table) Keyed() bool { return t.keyed }

// Fields returns the declared fields in order.
func (t *Table) Fields() []string { return slices.Clone(t.fields) }

// Rows returns the rows in the order they were given in.
func (t *Table) Rows() []value.Value {
	all := make([]value.Value, len(t.rows))
	for i := range t.rows {
		all[i] = t.rows[i].v
	}
	return all
}
