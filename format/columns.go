package format

import (
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Columns returns rows with a member for each column, named as the column: a
// path column (spec 7.4.6) has a member of its own in place of the objects that
// it leads through. Members that are no columns come last. So are the rows of a
// keyed set, whose root is of its columns (spec 10a.3).
func Columns(rows []value.Value, fields []ast.Field) []value.Value {
	if !slices.ContainsFunc(fields, func(f ast.Field) bool { return f.Path != nil }) {
		return rows
	}
	c := columnRows{fields: fields, slots: make([]*value.Value, len(fields))}
	for i := range fields {
		node := &c.top
		if fields[i].Path == nil {
			node = node.child(fields[i].Name)
		}
		for _, key := range fields[i].Path {
			node = node.child(key)
			node.columns = append(node.columns, i)
		}
		node.leaf, node.column = true, i
	}
	flat := make([]value.Value, len(rows))
	for i := range rows {
		flat[i] = c.row(rows[i])
	}
	return flat
}

// MemberColumns is [Columns] of the members of a keyed map: fields are those
// behind its key.
func MemberColumns(members []value.Member, fields []ast.Field) []value.Member {
	rows := make([]value.Value, len(members))
	for i := range members {
		rows[i] = members[i].Value
	}
	out := make([]value.Member, len(members))
	for i, row := range Columns(rows, fields) {
		out[i] = value.Member{Key: members[i].Key, Value: row}
	}
	return out
}

// columnNode is a key of the objects that path columns lead through.
type columnNode struct {
	children map[string]*columnNode
	columns  []int // whose paths have the key
	leaf     bool
	column   int // of a leaf
}

func (n *columnNode) child(key string) *columnNode {
	c := n.children[key]
	if c == nil {
		if n.children == nil {
			n.children = make(map[string]*columnNode)
		}
		c = &columnNode{}
		n.children[key] = c
	}
	return c
}

// columnRows takes rows apart, in time that is linear in their members.
type columnRows struct {
	fields []ast.Field
	top    columnNode
	slots  []*value.Value // of the current row by column; nil is absent
}

func (c *columnRows) row(v value.Value) value.Value {
	type open struct {
		node *columnNode
		v    value.Value
	}
	clear(c.slots)
	var others []value.Member
	stack := []open{{&c.top, v}}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		members := o.v.Members()
		for i := range members {
			m := &members[i]
			n := o.node.children[m.Key]
			switch {
			case n == nil:
				others = append(others, *m)
			case n.leaf:
				c.slots[n.column] = &m.Value
			case m.Value.Kind() == value.Null: // so are its leaves
				for _, column := range n.columns {
					c.slots[column] = &m.Value
				}
			default:
				stack = append(stack, open{n, m.Value})
			}
		}
	}
	members := make([]value.Member, 0, len(c.fields)+len(others))
	for i, cell := range c.slots {
		if cell != nil {
			members = append(members, value.Member{Key: c.fields[i].Name, Value: *cell})
		}
	}
	return value.NewObject(append(members, others...)).AtLine(v.Line())
}
