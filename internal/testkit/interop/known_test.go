package interop

import (
	"strings"

	"gcf-lsp/value"
)

// knownDifference returns the sentence of the spec that decides a difference
// between the encoders which a value leads to, or "".
func knownDifference(v value.Value) string {
	todo := []value.Value{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		todo = append(todo, children(v)...)
		for name, column := range columns(v) {
			if nullOnPath(name, column) {
				return "7.4.6.1: The encoder MUST verify that every row containing the nested object has exactly the same keys. " +
					"They take a null member for a null on the way where it has the name of an object on the way."
			}
			if inlineWithNull(column) {
				return "7.4.5.1: A present null value makes the field ineligible for inline schema encoding."
			}
			if sharedWithoutColumn(column) {
				return "7.4.6.1: If a top-level field name contains the > character, the encoder MUST NOT include it as a tabular column. " +
					"A shared array schema has columns only, so an array with such a field has none to share."
			}
		}
	}
	return ""
}

func children(v value.Value) []value.Value {
	all := append([]value.Value(nil), v.Elems()...)
	for _, m := range v.Members() {
		all = append(all, m.Value)
	}
	return all
}

// columns returns, for each field of what may be a table, the values in its
// rows.
func columns(v value.Value) map[string][]value.Value {
	all := map[string][]value.Value{}
	for _, row := range children(v) {
		if row.Kind() != value.Object {
			return nil
		}
		for _, m := range row.Members() {
			all[m.Key] = append(all[m.Key], m.Value)
		}
	}
	return all
}

// nullOnPath reports whether an object of a column has a null member with the
// name of the column or of an object in it.
func nullOnPath(name string, column []value.Value) bool {
	objects, nulls := map[string]bool{name: true}, map[string]bool{}
	for todo := column; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[: len(todo)-1 : len(todo)-1]
		for _, m := range v.Members() {
			switch m.Value.Kind() {
			case value.Object:
				objects[m.Key] = true
				todo = append(todo, m.Value)
			case value.Null:
				nulls[m.Key] = true
			}
		}
	}
	for key := range nulls {
		if objects[key] && len(objects) > 1 {
			return true
		}
	}
	return false
}

// inlineWithNull reports whether a column could have an inline schema but for
// a null.
func inlineWithNull(column []value.Value) bool {
	first, null := column[0], false
	if !flat(first) || first.Len() < 3 {
		return false
	}
	for _, v := range column {
		if v.Kind() == value.Null {
			null = true
			continue
		}
		if !flat(v) || v.Len() != first.Len() {
			return false
		}
		for i, m := range v.Members() {
			if m.Key != first.Members()[i].Key {
				return false
			}
		}
	}
	return null
}

// sharedWithoutColumn reports whether a column begins with a table of scalars
// and one of its tables has a field with `>` in its name.
func sharedWithoutColumn(column []value.Value) bool {
	if column[0].Kind() != value.Array || column[0].Len() == 0 {
		return false
	}
	found := false
	for _, v := range column {
		for _, row := range v.Elems() {
			for _, m := range row.Members() {
				found = found || strings.Contains(m.Key, ">")
			}
		}
	}
	return found
}

// flat reports whether a value is an object of scalars.
func flat(v value.Value) bool {
	for _, m := range v.Members() {
		if !m.Value.IsScalar() {
			return false
		}
	}
	return v.Kind() == value.Object
}

// unreadable returns the sentence of the spec that their decoder breaks on our
// bytes for a value, or "".
func unreadable(v value.Value) string {
	todo := []value.Value{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], children(v)...)
		for _, m := range v.Members() {
			if strings.Contains(m.Key, "[") && m.Value.Kind() == value.Array {
				return "4.2: a [ or ] inside a quoted key or value MUST NOT be interpreted as an array count bracket."
			}
		}
	}
	return ""
}
