package snapshot

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"gcf-lsp/value"
)

// recorder writes the canonical records of a table's rows (spec 10a.3). Rows
// mostly have the same members in the same order, so it keeps where the fields
// are from row to row.
type recorder struct {
	key    string
	fields []string       // declared, in the order of their bytes
	place  map[string]int // in fields
	last   []string       // the names of the row before, in its order
	at     []int          // for each of fields its position in last, or -1
	buf    []byte
	absent []byte
}

func newRecorder(key string, fields []string) *recorder {
	r := &recorder{key: key, fields: sorted(fields), place: make(map[string]int, len(fields)), at: make([]int, len(fields))}
	for i, f := range r.fields {
		r.place[f] = i
	}
	return r
}

// row returns a row with its canonical record and its identity. The record has
// all declared fields; one that is absent has the value of null there. The spec
// has no form for it, and this is how the format's own libraries hash, which
// could not verify our roots otherwise; the row has apart what is absent. The
// second result says what is wrong, or is "".
func (r *recorder) row(v value.Value) (row, string) {
	if v.Kind() != value.Object {
		return row{}, "is " + article(v.Kind()) + ", not an object"
	}
	members := v.Members()
	if fault := r.arrange(members); fault != "" {
		return row{}, fault
	}
	buf := append(r.buf[:0], 'R')
	absent := r.absent[:0]
	start, end := 0, 0
	for f, i := range r.at {
		buf = append(buf, '\t')
		buf = append(buf, r.fields[f]...)
		buf = append(buf, '\t')
		if i < 0 {
			buf = append(buf, '-')
			absent = binary.AppendUvarint(absent, uint64(f))
			continue
		}
		m := members[i]
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
	r.buf, r.absent = append(buf, '\n'), absent
	if end == 0 {
		return row{}, "has no identity: " + shown(r.key) + " is absent"
	}
	record := string(r.buf)
	return row{v: v, record: record, id: record[start:end], absent: string(absent)}, ""
}

// arrange finds the declared fields among a row's members.
func (r *recorder) arrange(members []value.Member) string {
	same := len(members) == len(r.last)
	for i := 0; same && i < len(members); i++ {
		same = members[i].Key == r.last[i]
	}
	if same && r.last != nil {
		return ""
	}
	r.last = r.last[:0]
	for f := range r.at {
		r.at[f] = -1
	}
	for i, m := range members {
		f, ok := r.place[m.Key]
		switch {
		case !ok:
			r.last = nil
			return "has a field " + shown(m.Key) + " that the table does not declare"
		case r.at[f] >= 0:
			r.last = nil
			return "has the field " + shown(m.Key) + " twice"
		}
		r.at[f] = i
		r.last = append(r.last, m.Key)
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
