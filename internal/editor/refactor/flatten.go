package refactor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/value"
)

// maxPath is how many objects a path column may lead through.
const maxPath = 100

// flattenActions turn a column of objects into path columns and back (spec
// 7.4.6).
func (t *table) flattenActions(all []Action) []Action {
	f := &t.decl.Fields[t.column]
	if f.Path != nil {
		a := Action{ID: "nest", Title: "Write the object `" + plainName(f.Path[0]) + "` below each row", Disabled: t.fixedColumns(), edits: t.nest}
		return append(all, a)
	}
	if !t.holdsObjects() {
		return all
	}
	a := Action{ID: "flatten", Title: "Flatten " + t.title(t.column) + " into columns", edits: t.flatten}
	switch fixed := t.fixedColumns(); {
	case fixed != "":
		a.Disabled = fixed
	case f.Name == "" || strings.Contains(f.Name, ">"):
		a.Disabled = "the name of the column cannot begin a path"
	case f.Identity:
		a.Disabled = "the column tells the rows apart"
	default:
		a.Disabled = t.beforehand(func() error { _, err := t.shape(); return err })
	}
	return append(all, a)
}

// fixedColumns is why the same data cannot be written in other columns, or "":
// a root is of the columns (spec 10a.3), and a delta has those of its base
// (spec 10a.7).
func (t *table) fixedColumns() string {
	switch {
	case t.decl.Identity < 0:
		return ""
	case t.doc.Header.Is("delta"):
		return deltaColumns
	case t.doc.Header.Field("pack_root") != nil:
		return "the pack root is that of the columns as they are"
	}
	return ""
}

// holdsObjects reports whether a cell of the column among the first rows has
// an object below it.
func (t *table) holdsObjects() bool {
	const few = 20
	n := 0
	for row := range t.doc.Children(t.id) {
		if t.doc.Node(row).Kind != ast.KindRow {
			continue
		}
		if n++; n > few && row != t.line {
			break
		}
		if id := cursor.Attachment(t.doc, row, uint32(t.column)); id != 0 {
			if t.doc.Node(id).Kind == ast.KindInlineBody {
				return true
			}
			d := t.doc.DeclOf(id)
			return d != nil && d.Object && d.Count == ast.CountNone || d != nil && d.Keyed
		}
	}
	return false
}

// leaves returns the scalars of an object with their paths, or an error where
// the object cannot be flattened.
func leaves(v value.Value) (paths []string, scalars []value.Value, err error) {
	type open struct {
		prefix  string
		members []value.Member
	}
	stack := []open{{"", v.Members()}}
	null := true
	if v.Len() == 0 {
		return nil, nil, errors.New("an empty object")
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.members) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		m := top.members[0]
		top.members = top.members[1:]
		path := top.prefix + ">" + m.Key
		switch {
		case m.Key == "" || strings.Contains(m.Key, ">"):
			return nil, nil, fmt.Errorf("a key that cannot be a part of a path: %s", plainName(m.Key))
		case m.Value.IsScalar():
			paths, scalars = append(paths, path), append(scalars, m.Value)
			null = null && m.Value.Kind() == value.Null
		case m.Value.Kind() == value.Array:
			return nil, nil, fmt.Errorf("an array in %s", plainName(m.Key))
		case m.Value.Len() == 0:
			return nil, nil, fmt.Errorf("an empty object in %s", plainName(m.Key))
		case len(stack) >= maxPath:
			return nil, nil, errors.New("objects too deep in each other")
		default:
			stack = append(stack, open{path, m.Value.Members()})
		}
	}
	if null {
		return nil, nil, errors.New("an object with nothing but nulls, which would become null itself")
	}
	return paths, scalars, nil
}

// object returns the object that a cell has below its row.
func (t *table) object(row ast.NodeID, c ast.Cell) (value.Value, error) {
	id := cursor.Attachment(t.doc, row, uint32(t.column))
	if c.Scalar != ast.ScalarAttachment && c.Scalar != ast.ScalarInlineSchema || id == 0 {
		return value.Value{}, fmt.Errorf("line %d: the cell has no object", row)
	}
	v, ok := value.DecodeNode(t.doc, id)
	if !ok || v.Kind() != value.Object {
		return value.Value{}, fmt.Errorf("line %d: the cell has an %s, not an object", row, v.Kind())
	}
	return v, nil
}

// shape returns the paths of the objects of the column, or why it cannot be
// flattened.
func (t *table) shape() (shape []string, err error) {
	err = t.rows(func(row ast.NodeID, cells []ast.Cell) error {
		c := cells[t.column]
		if c.Scalar == ast.ScalarMissing || c.Scalar == ast.ScalarNull {
			return nil
		}
		v, err := t.object(row, c)
		if err != nil {
			return err
		}
		paths, _, err := leaves(v)
		if err != nil {
			return fmt.Errorf("line %d: %w", row, err)
		}
		if shape == nil {
			shape = paths
		}
		if !slices.Equal(paths, shape) {
			return fmt.Errorf("line %d: the object has other keys than the first one, or in another order", row)
		}
		return nil
	})
	if err == nil && shape == nil {
		err = errors.New("no row has an object there")
	}
	return shape, err
}

func (t *table) flatten() ([]format.Edit, error) {
	shape, err := t.shape()
	if err != nil {
		return nil, err
	}
	var names []byte
	for i, path := range shape {
		if i > 0 {
			names = append(names, ',')
		}
		if names, err = format.AppendKey(names, t.decl.Fields[t.column].Name+path); err != nil {
			return nil, err
		}
	}
	f := t.field(t.column)
	edits := []format.Edit{{Start: f.Start, End: f.End, Text: string(names)}}
	err = t.rows(func(row ast.NodeID, cells []ast.Cell) error {
		c := cells[t.column]
		tokens := make([]string, len(shape))
		if c.Scalar == ast.ScalarMissing || c.Scalar == ast.ScalarNull {
			for i := range tokens {
				tokens[i] = t.doc.CellText(c)
			}
		} else {
			v, err := t.object(row, c)
			if err != nil {
				return err
			}
			_, scalars, err := leaves(v)
			if err != nil {
				return err
			}
			for i := range scalars {
				token, err := format.AppendScalar(nil, scalars[i])
				if err != nil {
					return err
				}
				tokens[i] = string(token)
			}
			edits = append(edits, t.withoutID(row, cells, t.column)...)
			edits = append(edits, t.withoutAttachment(row, t.column)...)
		}
		edits = append(edits, format.Edit{Start: c.Start, End: c.End, Text: strings.Join(tokens, "|")})
		return nil
	})
	return edits, err
}

// nestStep is a member of the object that path columns make, in depth first
// order.
type nestStep struct {
	key    string
	depth  int
	column int // of a leaf, else -1
}

// nest writes the object that the path columns make as an attachment.
func (t *table) nest() ([]format.Edit, error) {
	top := t.decl.Fields[t.column].Path[0]
	var columns []int
	for i := range t.decl.Fields {
		if f := &t.decl.Fields[i]; len(f.Path) > 0 && f.Path[0] == top {
			columns = append(columns, i)
		} else if f.Path == nil && f.Name == top {
			return nil, fmt.Errorf("there is a column %s already", plainName(top))
		}
	}
	if len(t.decl.Fields[columns[0]].Path) > maxPath {
		return nil, errors.New("the paths are too long")
	}
	steps := t.nestSteps(columns)
	name, err := format.AppendKey(nil, top)
	if err != nil {
		return nil, err
	}
	edits := merge(t.fieldSpans(), columns, string(name))
	err = t.rows(func(row ast.NodeID, cells []ast.Cell) error {
		absent, null := true, true
		for _, c := range columns {
			absent = absent && cells[c].Scalar == ast.ScalarMissing
			null = null && cells[c].Scalar == ast.ScalarNull
			if s := cells[c].Scalar; s == ast.ScalarAttachment || s == ast.ScalarInlineSchema {
				return fmt.Errorf("line %d: a path column has something attached; correct it first", row)
			}
		}
		token := "^"
		switch {
		case absent:
			token = "~"
		case null:
			token = "-"
		default:
			body, err := t.nested(row, string(name), steps, cells)
			if err != nil {
				return err
			}
			end := int(t.doc.Node(row).End)
			edits = append(edits, format.Edit{Start: end, End: end, Text: body})
			if t.doc.Node(row).Flags&ast.FlagRowID == 0 {
				start, _ := t.doc.Span(row)
				edits = append(edits, format.Edit{Start: start, End: start, Text: fmt.Sprintf("@%d ", t.doc.Node(row).Index)})
			}
		}
		edits = append(edits, merge(cellSpans(cells), columns, token)...)
		return nil
	})
	return edits, err
}

// merge puts a text in the place of the first of some parts and removes the
// others.
func merge(parts []ast.Span, which []int, text string) []format.Edit {
	first := parts[which[0]]
	edits := []format.Edit{{Start: first.Start, End: first.End, Text: text}}
	for _, i := range which[1:] {
		edits = append(edits, removeOne(parts, i))
	}
	return edits
}

// nestSteps orders the members of the object: those that share the beginning
// of their path stand together.
func (t *table) nestSteps(columns []int) []nestStep {
	type node struct {
		key      string
		column   int
		children []*node
		byKey    map[string]*node
	}
	root := &node{column: -1}
	for _, c := range columns {
		at := root
		for _, key := range t.decl.Fields[c].Path[1:] {
			next := at.byKey[key]
			if next == nil {
				next = &node{key: key, column: -1}
				at.children = append(at.children, next)
				if at.byKey == nil {
					at.byKey = map[string]*node{}
				}
				at.byKey[key] = next
			}
			at = next
		}
		at.column = c
	}
	type visit struct {
		*node
		depth int
	}
	var steps []nestStep
	todo := []visit{{root, -1}}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v.depth >= 0 {
			s := nestStep{v.key, v.depth, v.column}
			if len(v.children) > 0 {
				s.column = -1
			}
			steps = append(steps, s)
		}
		for _, child := range slices.Backward(v.children) {
			todo = append(todo, visit{child, v.depth + 1})
		}
	}
	return steps
}

// nested writes the attachment of one row.
func (t *table) nested(row ast.NodeID, name string, steps []nestStep, cells []ast.Cell) (string, error) {
	start := int(t.doc.Node(row).Start)
	indent := t.doc.Source[start : start+t.doc.Indent(row)]
	var b strings.Builder
	b.WriteString(t.eol() + indent + "." + name + " {}")
	var around []string // the sections around a leaf
	written := 0        // how many of them have their header
	for _, s := range steps {
		around = around[:min(s.depth, len(around))]
		written = min(written, len(around))
		key, err := format.AppendKey(nil, s.key)
		if err != nil {
			return "", err
		}
		if s.column < 0 {
			around = append(around, string(key))
			continue
		}
		c := cells[s.column]
		if c.Scalar == ast.ScalarMissing {
			continue
		}
		for i, section := range around[written:] {
			b.WriteString(t.eol() + indent + strings.Repeat(" ", 4+2*(written+i)) + "## " + section)
		}
		written = len(around)
		b.WriteString(t.eol() + indent + strings.Repeat(" ", 4+2*s.depth) + string(key) + "=" + t.doc.CellText(c))
	}
	return b.String(), nil
}
