package format

import (
	"strings"

	"gcf-lsp/value"
)

// maxFlatten is how many objects a path column may lead through. A header
// repeats the whole path for each leaf, so without a bound it would grow with
// the square of the depth, and with more than this short rows would stand for
// more objects than decoders read ([ast.PathBudget]).
const maxFlatten = 32

// step is one member of the nested objects of a field that is flattened into
// path columns (spec 7.4.6). The steps of a field are its members in depth
// first order, as the first object has them.
type step struct {
	key   string
	depth int // 0 for the members of the field's own object
	index int // position in its object
	size  int // number of members, where the member is an object itself
	leaf  bool
}

// flattenSteps returns the steps of a field's first object, or nil where the
// object cannot be flattened: an empty object, an array, an empty key or one
// with `>` on the way, or only null leaves.
func flattenSteps(v value.Value) []step {
	type open struct {
		members []value.Member
		next    int
	}
	var steps []step
	leaves := false // at least one leaf is not null
	stack := []open{{members: v.Members()}}
	if v.Len() == 0 {
		return nil
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.members) {
			stack = stack[:len(stack)-1]
			continue
		}
		m := top.members[top.next]
		if m.Key == "" || strings.Contains(m.Key, ">") {
			return nil
		}
		s := step{key: m.Key, depth: len(stack) - 1, index: top.next, size: m.Value.Len(), leaf: m.Value.IsScalar()}
		top.next++
		steps = append(steps, s)
		switch {
		case s.leaf:
			leaves = leaves || m.Value.Kind() != value.Null
		case m.Value.Kind() != value.Object || s.size == 0 || len(stack) == maxFlatten:
			return nil
		default:
			stack = append(stack, open{members: m.Value.Members()})
		}
	}
	if !leaves {
		return nil
	}
	return steps
}

// walk visits the leaves of an object of the shape that steps describes. It
// stops and returns false where the object has another shape or visit says
// false. It keeps its path in *path, so that rows share the memory.
func walk(steps []step, v value.Value, path *[maxFlatten]value.Value, visit func(leaf value.Value) bool) bool {
	path[0] = v
	for _, s := range steps {
		members := path[s.depth].Members()
		if s.index >= len(members) || members[s.index].Key != s.key {
			return false
		}
		child := members[s.index].Value
		if s.leaf {
			if !child.IsScalar() || !visit(child) {
				return false
			}
			continue
		}
		if child.Kind() != value.Object || child.Len() != s.size {
			return false
		}
		path[s.depth+1] = child
	}
	return true
}

// fits reports whether an object can be written in the path columns of steps:
// the same keys in the same order on all levels (spec 7.4.6.1), scalar leaves,
// one of them not null.
func fits(steps []step, v value.Value, path *[maxFlatten]value.Value) bool {
	top := 0
	for _, s := range steps {
		if s.depth == 0 {
			top++
		}
	}
	leaves := false
	return v.Len() == top && walk(steps, v, path, func(leaf value.Value) bool {
		leaves = leaves || leaf.Kind() != value.Null
		return true
	}) && leaves
}

// pathColumns returns the names of the path columns of a field.
func pathColumns(field string, steps []step) []string {
	var names []string
	var prefix [maxFlatten + 1]string
	prefix[0] = field
	for _, s := range steps {
		name := prefix[s.depth] + ">" + s.key
		if s.leaf {
			names = append(names, name)
		} else {
			prefix[s.depth+1] = name
		}
	}
	return names
}
