package schema

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// maxDepth is how deep data may be nested to be checked: a schema that refers
// to itself is followed as deep as the data go.
const maxDepth = 1000

// convert returns a value in the types that the library checks, without the
// items of large arrays that are checked on their own, and how many values that
// are. A value that is nested deeper than maxDepth is an error.
func convert(root value.Value, large map[ast.NodeID]items) (data any, values int, err error) {
	type open struct {
		value  value.Value
		next   int
		length int
		object map[string]any
		array  []any
	}
	var stack []open
	begin := func(v value.Value) any {
		values++
		switch v.Kind() {
		case value.Array:
			n := v.Len()
			if i, ok := large[v.Line()]; ok && v.Line() != 0 {
				n = i.kept
			}
			stack = append(stack, open{value: v, length: n, array: make([]any, n)})
			return stack[len(stack)-1].array
		case value.Object:
			stack = append(stack, open{value: v, length: v.Len(), object: make(map[string]any, v.Len())})
			return stack[len(stack)-1].object
		}
		return scalar(v)
	}
	result := begin(root)
	for len(stack) > 0 {
		if len(stack) > maxDepth {
			return nil, 0, fmt.Errorf("the data are nested deeper than %d levels", maxDepth)
		}
		o := &stack[len(stack)-1]
		i := o.next
		if i == o.length {
			stack = stack[:len(stack)-1]
			continue
		}
		o.next++
		// begin may move the stack, but not the maps and slices in it.
		if o.object != nil {
			m, object := o.value.Members()[i], o.object
			object[m.Key] = begin(m.Value)
		} else {
			e, array := o.value.Elems()[i], o.array
			array[i] = begin(e)
		}
	}
	return result, values, nil
}

func scalar(v value.Value) any {
	switch v.Kind() {
	case value.Bool:
		return v.Bool()
	case value.Int:
		return v.Int()
	case value.Double:
		return v.Double()
	case value.String:
		return v.Str()
	}
	return nil
}
