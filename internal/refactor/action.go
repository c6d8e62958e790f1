package refactor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/place"
	"gcf-lsp/internal/plain"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Action is a refactoring that is offered at a place. Its edits are made when
// they are asked for.
type Action struct {
	ID    string // tells it from the others at the place
	Title string
	// Disabled says why it cannot be done here, or is "".
	Disabled string
	// Inline says that it takes something away rather than rewrites it.
	Inline bool

	edits func() ([]format.Edit, error)
	// checked says that whoever makes the edits has checked them.
	checked bool
	// want is what the value of the document must be afterwards, given what it
	// was. Without it the value must stay.
	want func(before value.Value) (value.Value, error)
}

// Edits returns the edits of an action, in order and apart. They are checked:
// the document that they make has the value that the title promises, all
// comments and no new mistake. An error says why they cannot be made. The time
// is linear in the document.
func (a *Action) Edits(doc *ast.Document) ([]format.Edit, error) {
	if a.Disabled != "" {
		return nil, errors.New(a.Disabled)
	}
	edits, err := a.edits()
	if err != nil {
		return nil, err
	}
	if a.checked {
		return edits, nil
	}
	slices.SortStableFunc(edits, func(x, y format.Edit) int { return cmp.Compare(x.Start, y.Start) })
	after := parser.Parse(format.Apply(doc.Source, edits))
	want := value.DecodePartial(doc)
	if a.want != nil {
		if want, err = a.want(want); err != nil {
			return nil, err
		}
	}
	if !value.Equal(want, value.DecodePartial(after)) {
		return nil, errOtherValue
	}
	if countErrors(after) > countErrors(doc) || !slices.Equal(sorted(comments(doc)), sorted(comments(after))) {
		return nil, errNewMistake
	}
	return edits, nil
}

// These mean that a case was not thought of; nothing is changed then.
var (
	errOtherValue = errors.New("this would change other data of the document, so it was not done")
	errNewMistake = errors.New("this would leave the document with a mistake, so it was not done")
)

func countErrors(doc *ast.Document) int {
	n := 0
	for i := range doc.Problems {
		if value.IsError(doc.Problems[i].Code) {
			n++
		}
	}
	return n
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}

// At returns the refactorings at a place. What they need to know of the
// document they look up at the place; of a table they look at no more than its
// first rows.
func At(doc *ast.Document, offset int) []Action {
	line := doc.Line(offset)
	if line == 0 {
		return nil
	}
	p := point{doc: doc, line: line, offset: offset}
	var all []Action
	switch doc.Node(line).Kind {
	case ast.KindRow, ast.KindKeyValue, ast.KindScalar, ast.KindInlineArray, ast.KindInlineBody, ast.KindItem, ast.KindAttachment:
		all = p.cellActions(all)
	}
	switch doc.Node(line).Kind {
	case ast.KindSymbol, ast.KindEdge, ast.KindGroup:
		all = p.graphActions(all)
	}
	all = p.countActions(all)
	return p.tableActions(all)
}

// ByID returns the action with an ID at a place, and false where there is none
// any more.
func ByID(doc *ast.Document, offset int, id string) (Action, bool) {
	for _, a := range At(doc, offset) {
		if a.ID == id {
			return a, true
		}
	}
	return Action{}, false
}

// point is where the refactorings are wanted.
type point struct {
	doc    *ast.Document
	line   ast.NodeID
	offset int
}

// eol is the line end of new lines.
func (p *point) eol() string {
	if i := strings.IndexByte(p.doc.Source, '\n'); i > 0 && p.doc.Source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// cell returns the cell of the line that the place is in.
func (p *point) cell() (c ast.Cell, index int, ok bool) {
	cells := p.doc.Cells(p.line)
	i := place.Cell(p.doc, cells, p.offset)
	if i < 0 {
		return ast.Cell{}, -1, false
	}
	return cells[i], i, true
}

// withErrors is why what needs a document without errors cannot be done, or "".
func (p *point) withErrors() string {
	if diagnostics.HasErrors(p.doc) {
		return "the document has errors; correct them first"
	}
	return ""
}

// cellActions quote and unquote.
func (p *point) cellActions(all []Action) []Action {
	c, i, ok := p.cell()
	if !ok {
		return all
	}
	token := p.doc.CellText(c)
	shown := plain.Text(token, 40)
	replace := func(text string) func() ([]format.Edit, error) {
		return func() ([]format.Edit, error) {
			return []format.Edit{{Start: c.Start, End: c.End, Text: text}}, nil
		}
	}
	key := p.doc.Node(p.line).Kind == ast.KindRow && i == 0 && keyed(p.doc, p.line)
	switch {
	case c.Scalar == ast.ScalarBare:
		all = append(all, Action{ID: "quote", Title: "Quote " + shown, edits: replace(string(value.AppendQuoted(nil, token)))})
	case c.Scalar == ast.ScalarQuoted:
		s, broken := ast.Unquote(token)
		if broken != nil {
			return all
		}
		a := Action{ID: "unquote", Title: "Remove the quotes of " + shown, edits: replace(s)}
		switch kind := ast.ClassifyScalar(s); {
		case !format.NeedsQuotes(s):
		case kind <= ast.ScalarDouble && kind >= ast.ScalarTrue && !key:
			a.ID, a.Title = "untext", fmt.Sprintf("Make it the %s %s", typeName(kind), plain.Text(s, 40))
			a.want = func(before value.Value) (value.Value, error) { return p.changed(before, i, s) }
		default:
			a.Disabled = "without quotes it would be read as something else"
		}
		all = append(all, a)
	case c.Scalar >= ast.ScalarTrue && !key:
		text := string(value.AppendQuoted(nil, token))
		all = append(all, Action{ID: "text", Title: "Make it the text " + plain.Text(text, 40), edits: replace(text),
			want: func(before value.Value) (value.Value, error) { return p.changed(before, i, text) }})
	}
	return all
}

func typeName(s ast.Scalar) string {
	if s.IsNumber() {
		return "number"
	}
	return "boolean"
}

func keyed(doc *ast.Document, row ast.NodeID) bool {
	d := doc.DeclOf(row)
	return d != nil && d.Keyed
}

// changed returns the value with another scalar in one cell of the line: what
// the document says with that token alone in its place. All other values must
// stay, which is checked line by line: only the line's own may differ.
func (p *point) changed(before value.Value, cell int, token string) (value.Value, error) {
	c := p.doc.Cells(p.line)[cell]
	text := p.doc.Source[:c.Start] + token + p.doc.Source[c.End:]
	after := value.DecodePartial(parser.Parse(text))
	if !equalBut(before, after, p.line) {
		return value.Value{}, errOtherValue
	}
	return after, nil
}

// equalBut reports whether two values of documents with the same lines differ
// in scalars of one line only.
func equalBut(a, b value.Value, line ast.NodeID) bool {
	type pair struct{ a, b value.Value }
	todo := []pair{{a, b}}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.a.IsScalar() || x.b.IsScalar() {
			if x.a.Line() != line && !value.Equal(x.a, x.b) || x.a.IsScalar() != x.b.IsScalar() {
				return false
			}
			continue
		}
		if x.a.Kind() != x.b.Kind() || x.a.Len() != x.b.Len() {
			return false
		}
		for i, e := range x.a.Elems() {
			todo = append(todo, pair{e, x.b.Elems()[i]})
		}
		for i, m := range x.a.Members() {
			if n := x.b.Members()[i]; m.Key == n.Key {
				todo = append(todo, pair{m.Value, n.Value})
			} else {
				return false
			}
		}
	}
	return true
}

// graphActions sort.
func (p *point) graphActions(all []Action) []Action {
	h := &p.doc.Header
	if p.doc.Profile != ast.ProfileGraph || h.Is("delta") {
		return all
	}
	// The formatter checks its result: it says the same in another order.
	a := Action{ID: "sort", Title: "Sort the nodes by group and score, the edges by their ends", checked: true}
	if h.Is("session") {
		a.Disabled = "the ids of a session's symbols must stay as they are"
	} else {
		a.Disabled = p.withErrors()
	}
	a.edits = func() ([]format.Edit, error) {
		result, err := format.Document(p.doc, format.DocumentOptions{KeepStreaming: true})
		return result.Edits, err
	}
	return append(all, a)
}
