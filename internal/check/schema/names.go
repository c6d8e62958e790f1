package schema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"gcf-lsp/value"
)

// nameError tells errors about the names of members apart.
type nameError struct {
	schema string
	depth  int
	name   string
}

// placeNames sets the location of errors about the names of members: the
// library gives them a slice that it goes on writing to. The objects are looked
// for in one walk over the data.
func (s *Schema) placeNames(root value.Value, errs []*jsonschema.ValidationError) {
	wanted := make(map[nameError][]*jsonschema.ValidationError)
	names := make(map[string]bool)
	deepest := -1
	for _, e := range errs {
		if k, ok := e.ErrorKind.(*kind.PropertyNames); ok {
			key := nameError{e.SchemaURL, len(e.InstanceLocation), k.Property}
			wanted[key] = append(wanted[key], e)
			names[k.Property] = true
			deepest = max(deepest, key.depth)
		}
	}
	if deepest < 0 {
		return
	}
	type open struct {
		value value.Value
		next  int
	}
	var path []string
	stack := []open{}
	enter := func(v value.Value) {
		s.takeNames(v, path, names, wanted)
		stack = append(stack, open{value: v})
	}
	enter(root)
	for len(stack) > 0 {
		o := &stack[len(stack)-1]
		if o.next == o.value.Len() || len(stack) > deepest {
			stack = stack[:len(stack)-1]
			path = path[:max(len(path)-1, 0)]
			continue
		}
		i := o.next
		o.next++
		if o.value.Kind() == value.Object {
			m := o.value.Members()[i]
			if m.Value.IsScalar() {
				continue
			}
			path = append(path, m.Key)
			enter(m.Value)
		} else if e := o.value.Elems()[i]; !e.IsScalar() {
			path = append(path, strconv.Itoa(i))
			enter(e)
		}
	}
}

// takeNames gives the errors that can be about an object its path, each object
// to one error.
func (s *Schema) takeNames(v value.Value, path []string, names map[string]bool, wanted map[nameError][]*jsonschema.ValidationError) {
	var rules []string
	known := false
	for _, m := range v.Members() {
		if !names[m.Key] {
			continue
		}
		if !known {
			known = true
			for _, part := range s.parts(path) {
				if part.PropertyNames != nil {
					rules = append(rules, part.PropertyNames.Location)
				}
			}
		}
		for _, rule := range rules {
			key := nameError{rule, len(path), m.Key}
			if errs := wanted[key]; len(errs) > 0 {
				errs[0].InstanceLocation = slices.Clone(path)
				wanted[key] = errs[1:]
			}
		}
	}
}
