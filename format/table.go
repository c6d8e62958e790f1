package format

import (
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// fieldKind is how the values of a field are written (spec 7.4).
type fieldKind uint8

const (
	_ fieldKind = iota // a column; nested values are attachments
	// flatField: path columns (spec 7.4.6).
	flatField
	// inlineField: a column; objects are positional bodies (spec 7.4.5.1).
	inlineField
	// extraField: no column, because its name holds `>`; every value is an
	// attachment (spec 7.4.6.1.4).
	extraField
)

// field is one name of a table's field union (spec 7.4.3), with what has been
// found out about its values.
type field struct {
	name   string
	kind   fieldKind
	row    int32 // the last row that has it, plus one
	steps  []step
	inline []string // the keys of the inline schema
	shared []string // the fields that all its arrays have (spec 7.4.5.3)

	noFlat, noInline, noShared bool
}

// table is a set of objects that are written as rows: the elements of an array,
// or the members of an object (spec 7.2a).
type table struct {
	elems   []value.Value
	members []value.Member // instead of elems, for a keyed table
	label   string         // of the key column of a keyed table

	fields   []field
	index    map[string]int32 // made when searching along the fields gets long
	order    []int32          // the columns, then the extra fields
	columns  int              // how many of order are columns
	slots    []int32          // for the current row: position of each field's member, plus one
	identity string           // the field with an `@` (spec 10a.1), or ""
	declared int              // how many of fields are columns as they are, whatever their names: the caller has decided
	trace    *tracer          // nil unless the formatter asks where things went
}

// rowCount returns the number of rows.
func (t *table) rowCount() int { return len(t.elems) + len(t.members) }

// row returns the object of a row.
func (t *table) row(i int) value.Value {
	if t.members != nil {
		return t.members[i].Value
	}
	return t.elems[i]
}

// plan computes the field union and chooses a form for each field; fields that
// are there before are all that rows may have. It returns
// false where the rows have no field that can be a column: they are not
// losslessly tabular (spec 7.3). All rows must be objects.
func (t *table) plan(o Options) (bool, error) {
	closed := t.fields != nil // the caller has declared the fields
	var path [maxFlatten]value.Value
	for r := range t.rowCount() {
		next := 0
		for _, m := range t.row(r).Members() {
			i := t.find(m.Key, next)
			if i < 0 {
				if closed {
					return false, at(unknownField(m.Key, t.fields), t.pointer(r))
				}
				i = t.add(m.Key)
			}
			f := &t.fields[i]
			if f.row == int32(r)+1 {
				return false, at(duplicateKey(m.Key), t.pointer(r))
			}
			f.row = int32(r) + 1
			f.observe(r, m.Value, &path, t.trace)
			next = i + 1
		}
	}
	for i := range t.fields {
		f := &t.fields[i]
		switch {
		case strings.Contains(f.name, ">") && i >= t.declared:
			f.kind = extraField
		case f.steps != nil && !f.noFlat && !o.NoFlatten && f.name != "" && t.declared == 0:
			f.kind = flatField
		case f.inline != nil && !f.noInline:
			f.kind = inlineField
		}
		if f.noShared {
			f.shared = nil
		}
		if f.kind != extraField {
			t.order = append(t.order, int32(i))
		}
	}
	t.columns = len(t.order)
	for i := range t.fields {
		if t.fields[i].kind == extraField {
			t.order = append(t.order, int32(i))
		}
	}
	t.slots = make([]int32, len(t.fields))
	if t.members != nil && t.label == "" {
		t.label = "key"
		for t.find(t.label, 0) >= 0 {
			t.label = "_" + t.label
		}
	}
	return t.columns > 0, nil
}

// find returns the position of a field, or -1. The search begins with the
// field after the one found before, because rows mostly have one order.
func (t *table) find(name string, hint int) int {
	if hint < len(t.fields) && t.fields[hint].name == name {
		return hint
	}
	const few = 8
	if len(t.fields) <= few {
		return slices.IndexFunc(t.fields, func(f field) bool { return f.name == name })
	}
	if t.index == nil {
		t.index = make(map[string]int32, 2*len(t.fields))
		for i := range t.fields {
			t.index[t.fields[i].name] = int32(i)
		}
	}
	if i, ok := t.index[name]; ok {
		return int(i)
	}
	return -1
}

func (t *table) add(name string) int {
	t.fields = append(t.fields, field{name: name})
	if t.index != nil {
		t.index[name] = int32(len(t.fields) - 1)
	}
	return len(t.fields) - 1
}

// observe takes one value of a field into account.
func (f *field) observe(r int, v value.Value, path *[maxFlatten]value.Value, trace *tracer) {
	switch v.Kind() {
	case value.Null:
		f.noInline = true
		f.noShared = f.noShared || r == 0
	case value.Object:
		f.noShared = true
		if !f.noFlat {
			if f.steps == nil {
				f.steps = flattenSteps(v)
				f.noFlat = f.steps == nil
			} else {
				f.noFlat = !fits(f.steps, v, path)
			}
		}
		if !f.noInline {
			if r == 0 {
				f.inline = inlineSchema(v)
				f.noInline = f.inline == nil
			} else {
				f.noInline = !conforms(f.inline, v)
			}
		}
	case value.Array:
		f.noFlat, f.noInline = true, true
		if !f.noShared {
			fields := trace.plain(v)
			if fields == nil {
				fields = scalarFields(v)
			}
			if r == 0 {
				f.shared = fields
			}
			f.noShared = fields == nil || !slices.Equal(fields, f.shared)
		}
	default:
		f.noFlat, f.noInline, f.noShared = true, true, true
	}
}

// minInline is the number of keys from which an inline schema pays (spec
// 7.4.5.1).
const minInline = 3

// inlineSchema returns the keys of an object that can declare an inline
// schema, or nil.
func inlineSchema(v value.Value) []string {
	if v.Len() < minInline || duplicate(v.Members()) != "" {
		return nil
	}
	keys := make([]string, 0, v.Len())
	for _, m := range v.Members() {
		if !m.Value.IsScalar() {
			return nil
		}
		keys = append(keys, m.Key)
	}
	return keys
}

// conforms reports whether an object has exactly the keys of an inline schema,
// in order, with scalars behind them.
func conforms(keys []string, v value.Value) bool {
	if v.Len() != len(keys) {
		return false
	}
	for i, m := range v.Members() {
		if m.Key != keys[i] || !m.Value.IsScalar() {
			return false
		}
	}
	return true
}

// scalarFields returns the field union of an array that is a table of scalars
// without attachments, or nil where it is not.
func scalarFields(v value.Value) []string {
	rows := v.Elems()
	if len(rows) == 0 || rows[0].Kind() != value.Object {
		return nil
	}
	t := table{elems: rows}
	for r, row := range rows {
		if row.Kind() != value.Object {
			return nil
		}
		next := 0
		for _, m := range row.Members() {
			if !m.Value.IsScalar() {
				return nil
			}
			i := t.find(m.Key, next)
			if i < 0 {
				if strings.Contains(m.Key, ">") {
					return nil
				}
				i = t.add(m.Key)
			}
			if t.fields[i].row == int32(r)+1 {
				return nil // a key twice: an error where the array is written
			}
			t.fields[i].row = int32(r) + 1
			next = i + 1
		}
	}
	if len(t.fields) == 0 {
		return nil
	}
	names := make([]string, len(t.fields))
	for i := range t.fields {
		names[i] = t.fields[i].name
	}
	return names
}

// appendFields appends the field declaration of the table.
func (t *table) appendFields(dst []byte) ([]byte, error) {
	dst = append(dst, '{')
	if t.members != nil {
		if t.identity != "" && t.identity == t.label {
			dst = append(dst, '@')
		}
		var err error
		if dst, err = AppendKey(dst, t.label); err != nil {
			return dst, err
		}
		dst = append(dst, ',')
	}
	for n, i := range t.order[:t.columns] {
		if n > 0 {
			dst = append(dst, ',')
		}
		f := &t.fields[i]
		names := []string{f.name}
		if f.kind == flatField {
			names = pathColumns(f.name, f.steps)
		} else if t.identity != "" && f.name == t.identity && (t.members == nil || t.label != t.identity) {
			dst = append(dst, '@')
		}
		for k, name := range names {
			if k > 0 {
				dst = append(dst, ',')
			}
			var err error
			if dst, err = AppendKey(dst, name); err != nil {
				return dst, err
			}
		}
	}
	return append(dst, '}'), nil
}

// fill finds the members of a row in slots and reports whether the row needs
// an id: it has an attachment (spec 7.4.4).
func (t *table) fill(row []value.Member) (id bool) {
	clear(t.slots)
	next := 0
	for m := range row {
		i := t.find(row[m].Key, next)
		t.slots[i] = int32(m) + 1
		next = i + 1
		id = id || t.attached(i, row[m].Value)
	}
	return id
}

// attached reports whether a value of a field is written below its row.
func (t *table) attached(field int, v value.Value) bool {
	switch t.fields[field].kind {
	case extraField:
		return true
	case flatField:
		return false
	}
	return !v.IsScalar()
}

// pointer returns the place of a row in a path.
func (t *table) pointer(r int) string {
	if t.members != nil {
		return t.members[r].Key
	}
	return strconv.Itoa(r)
}

// duplicate returns a key that an object has twice, or "" where its keys
// differ. (Where the key "" itself is there twice it returns `""`.)
func duplicate(members []value.Member) string {
	const few = 8
	if len(members) <= few {
		for i := range members {
			for j := range i {
				if members[i].Key == members[j].Key {
					return orQuotes(members[i].Key)
				}
			}
		}
		return ""
	}
	seen := make(map[string]struct{}, len(members))
	for _, m := range members {
		seen[m.Key] = struct{}{}
		if len(seen) == len(members) {
			return ""
		}
	}
	clear(seen)
	for _, m := range members {
		if _, ok := seen[m.Key]; ok {
			return orQuotes(m.Key)
		}
		seen[m.Key] = struct{}{}
	}
	return ""
}

func orQuotes(key string) string {
	if key == "" {
		return `""`
	}
	return key
}

func duplicateKey(key string) error {
	return &value.Error{Code: ast.DuplicateKey, Message: "the key " + strconv.Quote(key) +
		" is in this object twice; keys must be unique"}
}

func unknownField(key string, fields []field) error {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].name
	}
	return noSuchField(key, names)
}

func noSuchField(key string, fields []string) error {
	const most = 20
	list := strings.Join(fields[:min(len(fields), most)], ",")
	if len(fields) > most {
		list += ",…"
	}
	return &value.Error{Code: ast.InvalidFieldDeclaration, Message: "the row has the field " + strconv.Quote(key) +
		", which the header {" + list + "} lacks; declare all fields before the first row"}
}
