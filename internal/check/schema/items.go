package schema

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// A large table is checked row by row, so that the data need not be there a
// second time as the library wants them. That is the same where nothing but
// the schemas of its items is about the items.

const (
	// itemsAbove is the length of an array from which its items are checked one
	// by one.
	itemsAbove = 512
	// itemsKept is how many items are checked with the whole at most, for the
	// array's own bounds.
	itemsKept = 4096
)

// items is an array whose items from kept on are checked one by one.
type items struct {
	path    []string
	value   value.Value
	kept    int
	schemas []*jsonschema.Schema
}

// largeArrays returns the arrays of a value that can be checked so, by the lines
// at which they begin, with the schemas of their items below compiled. It looks
// into objects, not into other arrays.
func (s *Schema) largeArrays(compiled *jsonschema.Schema, doc *ast.Document, root value.Value) map[ast.NodeID]items {
	if s.dynamic || doc.Profile != ast.ProfileGeneric {
		return nil
	}
	type open struct {
		value value.Value
		path  []string
		parts []*jsonschema.Schema
	}
	found := make(map[ast.NodeID]items)
	todo := []open{{root, nil, expand([]*jsonschema.Schema{compiled})}}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(o.parts) >= maxParts || slices.ContainsFunc(o.parts, looksAtWhole) {
			continue
		}
		if o.value.Kind() == value.Array {
			if kept, ok := boundsOf(o.parts); ok && o.value.Len() > max(itemsAbove, kept) && o.value.Line() != 0 {
				i := items{path: o.path, value: o.value, kept: kept}
				for _, part := range o.parts {
					i.schemas = step(i.schemas, part, "*")
				}
				found[o.value.Line()] = i
			}
			continue
		}
		for _, m := range o.value.Members() {
			if m.Value.IsScalar() || m.Value.Len() == 0 {
				continue
			}
			var next []*jsonschema.Schema
			for _, part := range o.parts {
				next = step(next, part, m.Key)
			}
			todo = append(todo, open{m.Value, join(o.path, m.Key), expand(next)})
		}
	}
	return found
}

// looksAtWhole reports whether a schema judges a value by more than its members
// or items one by one.
func looksAtWhole(s *jsonschema.Schema) bool {
	return s.AnyOf != nil || s.OneOf != nil || s.Not != nil || s.If != nil || s.Enum != nil || s.Const != nil ||
		s.Dependencies != nil || s.DependentSchemas != nil || s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil ||
		s.UniqueItems || s.Contains != nil || s.PrefixItems != nil || s.AdditionalItems != nil || s.Extensions != nil
}

// boundsOf returns how many items it takes to tell that an array is long enough
// and not too long.
func boundsOf(parts []*jsonschema.Schema) (kept int, ok bool) {
	for _, part := range parts {
		if _, tuple := part.Items.([]*jsonschema.Schema); tuple {
			return 0, false
		}
		if part.MinItems != nil {
			kept = max(kept, *part.MinItems)
		}
		if part.MaxItems != nil {
			kept = max(kept, *part.MaxItems+1)
		}
	}
	return kept, kept <= itemsKept
}

// check returns what is wrong with the items that were not checked with the
// whole.
func (i *items) check(by *engine) (errs []*jsonschema.ValidationError, err error) {
	elems := i.value.Elems()
	for n := i.kept; n < len(elems); n++ {
		data, values, err := convert(elems[n], nil)
		if err != nil {
			return nil, err
		}
		if n%256 == 0 && by.ctx.Err() != nil {
			return nil, context.Cause(by.ctx)
		}
		for _, s := range i.schemas {
			invalid, err := by.validate(s, data, values)
			if err != nil {
				return nil, err
			}
			if invalid == nil {
				continue
			}
			at := join(i.path, strconv.Itoa(n))
			found := leaves(invalid)
			if hasCycle(found) {
				return nil, errRefCycle
			}
			for _, e := range found {
				e.InstanceLocation = append(slices.Clip(at), e.InstanceLocation...)
				errs = append(errs, e)
			}
		}
	}
	return errs, nil
}

// isDynamic reports whether schemas refer to each other by way of where they
// are used from.
func isDynamic(files map[string]file) bool {
	for _, f := range files {
		if strings.Contains(f.text, "$dynamicRef") || strings.Contains(f.text, "$recursiveRef") {
			return true
		}
	}
	return false
}
