package snapshot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gcf-lsp/value"
)

// recorder writes the canonical records of a table's rows (spec 10a.3). Rows
// mostly have the same members in the same order, so it keeps the order of the
// names from row to row.
type recorder struct {
	key      string
	declared map[string]bool
	last     []string // the names of the row before, in its order
	byName   []int    // their indices, by name
	buf      []byte
}

func newRecorder(key string, fields []string) *recorder {
	r := &recorder{key: key, declared: make(map[string]bool, len(fields))}
	for _, f := range fields {
		r.declared[f] = true
	}
	return r
}

// row returns a row with its canonical record and its identity. A field that
// is absent is left out of the record, which tells it from one that is null.
// The second result says what is wrong, or is "".
func (r *recorder) row(v value.Value) (row, string) {
	if v.Kind() != value.Object {
		return row{}, "is " + article(v.Kind()) + ", not an object"
	}
	members := v.Members()
	if fault := r.arrange(members); fault != "" {
		return row{}, fault
	}
	buf := append(r.buf[:0], 'R')
	start, end := 0, 0
	for _, i := range r.byName {
		m := members[i]
		buf = append(buf, '\t')
		buf = appendName(buf, m.Key)
		buf = append(buf, '\t')
		from, ok := len(buf), false
		if buf, ok = appendCanonical(buf, m.Value); !ok {
			return row{}, "holds in " + shown(m.Key) + " text that is not valid UTF-8 or a number that is not finite"
		}
		if m.Key == r.key {
			start, end = from, len(buf)
			if k := m.Value.Kind(); k == value.Null || k == value.Array || k == value.Object {
				return row{}, "has " + article(k) + " as its identity"
			}
		}
	}
	r.buf = append(buf, '\n')
	if end == 0 {
		return row{}, "has no identity: " + shown(r.key) + " is absent"
	}
	record := string(r.buf)
	return row{v: v, record: record, id: record[start:end]}, ""
}

// arrange puts the names of a row's members in order.
func (r *recorder) arrange(members []value.Member) string {
	same := len(members) == len(r.last)
	for i := 0; same && i < len(members); i++ {
		same = members[i].Key == r.last[i]
	}
	if same {
		return ""
	}
	r.last, r.byName = r.last[:0], r.byName[:0]
	for i, m := range members {
		if !r.declared[m.Key] {
			r.last = nil
			return "has a field " + shown(m.Key) + " that the table does not declare"
		}
		if !utf8.ValidString(m.Key) {
			r.last = nil
			return "has a field name that is not valid UTF-8"
		}
		r.last, r.byName = append(r.last, m.Key), append(r.byName, i)
	}
	slices.SortFunc(r.byName, func(a, b int) int { return strings.Compare(r.last[a], r.last[b]) })
	for i := 1; i < len(r.byName); i++ {
		if name := r.last[r.byName[i]]; name == r.last[r.byName[i-1]] {
			r.last = nil
			return "has the field " + shown(name) + " twice"
		}
	}
	return ""
}

func article(k value.Kind) string {
	switch k {
	case value.Int, value.Array, value.Object:
		return "an " + k.String()
	case value.Null:
		return "null"
	}
	return "a " + k.String()
}

// appendName appends a field name as a record holds it: as it is. A name that
// would break the record, or could be taken for such a name, is quoted; the
// spec does not speak of them.
func appendName(b []byte, name string) []byte {
	if strings.ContainsAny(name, "\t\n") || strings.HasPrefix(name, `"`) {
		return value.AppendQuoted(b, name)
	}
	return append(b, name...)
}

// appendCanonical appends a value as a record holds it (spec 10a.3): `-` for
// null, canonical numbers, strings always quoted. The spec has no form for
// nested values: arrays are `[a,b]` in order and objects `{"k":v}` with their
// members in the order of their names' bytes. It returns false where a string
// is not valid UTF-8 or a number not finite.
func appendCanonical(b []byte, v value.Value) ([]byte, bool) {
	ok := true
	scalar := func(v value.Value) {
		switch v.Kind() {
		case value.Null:
			b = append(b, '-')
		case value.Bool:
			if v.Bool() {
				b = append(b, "true"...)
			} else {
				b = append(b, "false"...)
			}
		case value.String:
			ok = ok && utf8.ValidString(v.Str())
			b = value.AppendQuoted(b, v.Str())
		default:
			ok = ok && value.Finite(v) == nil
			b = value.AppendNumber(b, v)
		}
	}
	if k := v.Kind(); k != value.Array && k != value.Object {
		scalar(v)
		return b, ok
	}
	// An explicit stack: the depth is the document's to choose.
	type frame struct {
		array   bool
		items   []value.Value
		members []value.Member // of an object, sorted
		next    int
	}
	var stack []frame
	open := func(v value.Value) {
		if v.Kind() == value.Array {
			b = append(b, '[')
			stack = append(stack, frame{array: true, items: v.Elems()})
			return
		}
		members := slices.Clone(v.Members())
		slices.SortStableFunc(members, func(x, y value.Member) int { return strings.Compare(x.Key, y.Key) })
		b = append(b, '{')
		stack = append(stack, frame{members: members})
	}
	open(v)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		n, closing := len(f.members), byte('}')
		if f.array {
			n, closing = len(f.items), ']'
		}
		if f.next == n {
			b = append(b, closing)
			stack = stack[:len(stack)-1]
			continue
		}
		if f.next > 0 {
			b = append(b, ',')
		}
		var item value.Value
		if f.array {
			item = f.items[f.next]
		} else {
			m := f.members[f.next]
			ok = ok && utf8.ValidString(m.Key)
			b = append(value.AppendQuoted(b, m.Key), ':')
			item = m.Value
		}
		f.next++
		if k := item.Kind(); k == value.Array || k == value.Object {
			open(item)
		} else {
			scalar(item)
		}
	}
	return b, ok
}
