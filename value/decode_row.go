package value

import "gcf-lsp/ast"

// cellValue is the value of a column in one row.
type cellValue struct {
	Value
	present bool // not `~`
}

// rowPlan says which members the columns of a declaration make (spec 7.4,
// 7.4.6.2).
type rowPlan struct {
	keyed bool // column 0 is the member's key
	paths bool // there are path columns
	tops  []topField
}

// topField is one member of a row's object: a column, or all path columns that
// begin with its name.
type topField struct {
	name   string
	column int
	steps  []pathStep // of path columns, else nil
}

// pathStep is one member of the object that path columns make, in depth first
// order.
type pathStep struct {
	key    string
	depth  int // 0 for the members of the field's own object
	column int // of a leaf, else -1
}

// plan returns the row plan of a declaration.
func (d *decoder) plan(id ast.DeclID) *rowPlan {
	if p := d.plans[id]; p != nil {
		return p
	}
	decl := &d.doc.Decls[id]
	p := &rowPlan{keyed: decl.Keyed, tops: make([]topField, 0, len(decl.Fields))}
	trees := make(map[string]*pathTree)
	var order []*pathTree // by top, nil for plain columns
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if i == 0 && p.keyed {
			continue
		}
		if f.Path == nil {
			p.tops = append(p.tops, topField{name: f.Name, column: i})
			order = append(order, nil)
			continue
		}
		p.paths = true
		t := trees[f.Path[0]]
		if t == nil {
			t = &pathTree{column: -1}
			trees[f.Path[0]] = t
			p.tops = append(p.tops, topField{name: f.Path[0], column: i})
			order = append(order, t)
		}
		t.add(f.Path[1:], i)
	}
	for i, t := range order {
		if t != nil {
			p.tops[i].steps = t.steps()
		}
	}
	d.plans[id] = p
	return p
}

// pathTree collects path columns that need not stand side by side.
type pathTree struct {
	key      string
	column   int // of a leaf, else -1
	children []*pathTree
	byKey    map[string]*pathTree
}

func (t *pathTree) add(path []string, column int) {
	for _, key := range path {
		child := t.byKey[key]
		if child == nil {
			child = &pathTree{key: key, column: -1}
			if t.byKey == nil {
				t.byKey = make(map[string]*pathTree)
			}
			t.byKey[key] = child
			t.children = append(t.children, child)
		}
		t = child
	}
	t.column = column
}

func (t *pathTree) steps() []pathStep {
	type visit struct {
		tree  *pathTree
		depth int
	}
	var steps []pathStep
	var todo []visit
	push := func(t *pathTree, depth int) {
		for i := len(t.children) - 1; i >= 0; i-- {
			todo = append(todo, visit{t.children[i], depth})
		}
	}
	push(t, 0)
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := pathStep{key: v.tree.key, depth: v.depth, column: v.tree.column}
		if len(v.tree.children) > 0 {
			s.column = -1
		}
		steps = append(steps, s)
		push(v.tree, v.depth+1)
	}
	return steps
}

// row reads the cells of a row. One without attachments is complete; one with
// them waits for those.
func (d *decoder) row(id ast.NodeID, n *ast.Node) {
	if n.Decl == ast.NoDecl || len(d.stack) == 0 {
		return
	}
	p := d.plan(n.Decl)
	d.cells = d.doc.AppendCells(d.cells[:0], id)
	key := ""
	if p.keyed && len(d.cells) > 0 {
		key = d.doc.CellString(d.cells[0])
	}
	if n.Next == id+1 && !p.paths {
		d.deliver(d.plainRow(id, p), key, ast.NoColumn)
		return
	}
	o := open{kind: openRow, node: id, end: n.Next, key: key, column: ast.NoColumn}
	d.open(o)
	for i := range d.doc.Decls[n.Decl].Fields {
		cell := cellValue{}
		if i < len(d.cells) {
			cell.Value, cell.present = d.scalar(d.cells[i], id)
		}
		d.values = append(d.values, cell)
	}
	if n.Next == id+1 {
		d.closeUpTo(id + 1)
	}
}

// plainRow makes the object of a row with neither attachments nor path
// columns.
func (d *decoder) plainRow(id ast.NodeID, p *rowPlan) Value {
	count := 0
	for i := range p.tops {
		c := p.tops[i].column
		if c >= len(d.cells) {
			break
		}
		if d.cells[c].Scalar != ast.ScalarMissing {
			count++
		}
	}
	members := d.slab.members.take(count)
	kept := members[:0]
	for i := range p.tops {
		top := &p.tops[i]
		if top.column >= len(d.cells) {
			break
		}
		if v, ok := d.scalar(d.cells[top.column], id); ok {
			kept = append(kept, Member{top.name, v})
		}
	}
	return d.object(kept).AtLine(id)
}

// finishRow makes the object of a row from its cells and attachments.
func (d *decoder) finishRow(o *open) Value {
	p := d.plan(d.doc.Nodes[o.node].Decl)
	values := d.values[o.start:]
	// The members without a column are on the stack already; the object's
	// members come first, so it is built behind them.
	start := len(d.members)
	for i := range p.tops {
		top := &p.tops[i]
		if top.steps == nil {
			if c := &values[top.column]; c.present {
				d.members = append(d.members, Member{top.name, c.Value})
			}
		} else if v, ok := d.pathObject(top.steps, values, o.node); ok {
			d.members = append(d.members, Member{top.name, v})
		}
	}
	columns, extra := d.members[start:], d.members[o.extra:start]
	members := d.slab.members.take(len(columns) + len(extra))
	copy(members, columns)
	copy(members[len(columns):], extra)
	d.members = d.members[:o.extra]
	d.values = d.values[:o.start]
	return d.object(members)
}

// pathObject makes the object of a field that has path columns. It is absent
// where all its columns are, and null where all are null (spec 7.4.6.2).
func (d *decoder) pathObject(steps []pathStep, values []cellValue, line ast.NodeID) (v Value, ok bool) {
	null := true
	for i := range steps {
		if c := steps[i].column; c >= 0 {
			ok = ok || values[c].present
			null = null && values[c].present && values[c].kind == Null
		}
	}
	if !ok || null {
		return Value{line: line}, ok
	}
	// The parser reports what is beyond the budget; what is read all the same
	// leaves it out.
	if d.paths += len(steps); d.paths > 2*ast.PathBudget(len(d.doc.Source)) {
		return Value{}, false
	}
	levels := append(d.levels[:0], pathLevel{start: len(d.members)})
	closeTo := func(depth int) {
		for len(levels) > depth+1 {
			top := levels[len(levels)-1]
			levels = levels[:len(levels)-1]
			if len(d.members) > top.start { // an object without members is absent
				d.members = append(d.members, Member{top.key, d.object(d.take(top.start)).AtLine(line)})
			}
		}
	}
	for i := range steps {
		s := &steps[i]
		closeTo(s.depth)
		if s.column < 0 {
			levels = append(levels, pathLevel{s.key, len(d.members)})
		} else if c := &values[s.column]; c.present {
			d.members = append(d.members, Member{s.key, c.Value})
		}
	}
	closeTo(0)
	d.levels = levels
	return d.object(d.take(levels[0].start)).AtLine(line), true
}

// pathLevel is an object that path columns are making.
type pathLevel struct {
	key   string
	start int // of its members
}
