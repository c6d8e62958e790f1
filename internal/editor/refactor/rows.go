package refactor

import (
	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// mapRows returns the value of the document with each row of the table
// changed. Rows are found by their lines, which decoded values know.
func (t *table) mapRows(root value.Value, change func(row value.Value) value.Value) (value.Value, error) {
	return t.mapTable(root, func(v value.Value) (value.Value, error) {
		if v.Kind() == value.Array {
			elems := make([]value.Value, v.Len())
			for i, e := range v.Elems() {
				elems[i] = change(e)
			}
			return value.NewArray(elems), nil
		}
		members := make([]value.Member, v.Len())
		for i, m := range v.Members() {
			members[i] = value.Member{Key: m.Key, Value: change(m.Value)}
		}
		return value.NewObject(members), nil
	})
}

// mapTable returns the value of the document with the value of the table
// changed.
func (t *table) mapTable(root value.Value, change func(v value.Value) (value.Value, error)) (value.Value, error) {
	// From the table up to the root: each container is made anew, the others
	// stay.
	path, ok := pathTo(root, t.id)
	if !ok {
		return value.Value{}, errOtherValue
	}
	chain := []value.Value{root}
	for _, i := range path {
		chain = append(chain, child(chain[len(chain)-1], i))
	}
	v, err := change(chain[len(chain)-1])
	if err != nil {
		return value.Value{}, err
	}
	for i := len(path) - 1; i >= 0; i-- {
		v = withChild(chain[i], path[i], v)
	}
	return v, nil
}

func child(v value.Value, i int) value.Value {
	if v.Kind() == value.Array {
		return v.Elems()[i]
	}
	return v.Members()[i].Value
}

func withChild(v value.Value, i int, new value.Value) value.Value {
	if v.Kind() == value.Array {
		elems := append([]value.Value{}, v.Elems()...)
		elems[i] = new
		return value.NewArray(elems)
	}
	members := append([]value.Member{}, v.Members()...)
	members[i].Value = new
	return value.NewObject(members)
}

// pathTo returns the way from a value to the container that a line begins, as
// positions. Whatever holds the container begins at or above it, and of its
// neighbours it is the last that does.
func pathTo(root value.Value, line ast.NodeID) (path []int, ok bool) {
	for v := root; ; {
		if !v.IsScalar() && v.Line() == line {
			return path, true
		}
		at, last := -1, ast.NodeID(-1)
		for i := range v.Len() {
			// Attachments of a row come after cells that follow them.
			if l := child(v, i).Line(); l <= line && l >= last && !child(v, i).IsScalar() {
				at, last = i, l
			}
		}
		if at < 0 {
			return nil, false
		}
		path = append(path, at)
		v = child(v, at)
	}
}
