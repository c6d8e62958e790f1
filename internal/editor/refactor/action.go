package refactor

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
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

	at    *point
	edits func() ([]format.Edit, error)
	// checked says that whoever makes the edits has checked them.
	checked bool
	// want is what the value of the document must be afterwards, given what it
	// was. Without it the value must stay.
	want func(before value.Value) (value.Value, error)
	// otherwise is why it cannot be done where other data would change, as far
	// as that is known.
	otherwise string
	// idle reports whether the document that it makes is the same as far as
	// the title says.
	idle func(after *ast.Document) bool

	made   bool
	result []format.Edit
	err    error
}

// Edits returns the edits of an action, in order and apart. They are checked:
// the document that they make has the value that the title promises, all
// comments, the errors that it had and no new one. An error says why they
// cannot be made. The time is linear in the document.
func (a *Action) Edits() ([]format.Edit, error) {
	if a.Disabled != "" {
		return nil, errors.New(a.Disabled)
	}
	if !a.made {
		a.result, a.err = a.make()
		a.made = true
	}
	return a.result, a.err
}

func (a *Action) make() ([]format.Edit, error) {
	edits, err := a.edits()
	if err != nil {
		return nil, err
	}
	doc, was := a.at.doc, a.at.before
	slices.SortStableFunc(edits, func(x, y format.Edit) int { return cmp.Compare(x.Start, y.Start) })
	text := format.Apply(doc.Source, edits)
	if text == doc.Source {
		return nil, errIdle
	}
	after := parser.Parse(text)
	if a.idle != nil && a.idle(after) {
		return nil, errIdle
	}
	if a.checked {
		return edits, nil
	}
	want := was.value()
	if a.want != nil {
		if want, err = a.want(want); err != nil {
			return nil, a.why(err)
		}
	}
	if !value.Equal(want, value.DecodePartial(after)) {
		return nil, a.why(errOtherValue)
	}
	// An error that is gone was a text that was not understood.
	if !maps.Equal(was.errors(), errorsOf(after)) || !slices.Equal(was.comments(), commentsOf(after)) {
		return nil, errNewMistake
	}
	if m := was.broken(after); m != "" {
		return nil, fmt.Errorf("it would be a mistake: %s", m)
	}
	return edits, nil
}

func (a *Action) why(err error) error {
	if errors.Is(err, errOtherValue) && a.otherwise != "" {
		return errors.New(a.otherwise)
	}
	return err
}

var (
	// These mean that a case was not thought of; nothing is changed then.
	errOtherValue = errors.New("this would change other data of the document")
	errNewMistake = errors.New("this would leave the document with a mistake")

	errIdle = errors.New("there is nothing to do")
)

// before is what a document is before it is changed. Each part is worked out
// when it is first needed, once for all actions at a place.
type before struct {
	value    func() value.Value
	errors   func() map[ast.Code]int
	comments func() []string
	findings func() map[ast.Code]int // those that are errors
	check    Check
}

func newBefore(doc *ast.Document, check Check) *before {
	b := &before{check: check}
	b.value = sync.OnceValue(func() value.Value { return value.DecodePartial(doc) })
	b.errors = sync.OnceValue(func() map[ast.Code]int { return errorsOf(doc) })
	b.comments = sync.OnceValue(func() []string { return commentsOf(doc) })
	b.findings = sync.OnceValue(func() map[ast.Code]int {
		n := map[ast.Code]int{}
		for _, d := range check(doc) {
			if d.Severity == diagnostics.Error {
				n[d.Code]++
			}
		}
		return n
	})
	return b
}

// broken returns what is wrong with a document that was not before, or "".
func (b *before) broken(after *ast.Document) string {
	if b.check == nil {
		return ""
	}
	n := map[ast.Code]int{}
	for _, d := range b.check(after) {
		if d.Severity != diagnostics.Error {
			continue
		}
		if n[d.Code]++; n[d.Code] > b.findings()[d.Code] {
			return d.Message
		}
	}
	return ""
}

// errorsOf counts the errors of a document by their codes.
func errorsOf(doc *ast.Document) map[ast.Code]int {
	n := map[ast.Code]int{}
	for i := range doc.Problems {
		if value.IsError(doc.Problems[i].Code) {
			n[doc.Problems[i].Code]++
		}
	}
	return n
}

// commentsOf returns the comments of a document, sorted.
func commentsOf(doc *ast.Document) []string {
	all := comments(doc)
	slices.Sort(all)
	return all
}

// A document of at most so many bytes and lines is small: what can be done in
// it is tried out before it is offered.
const (
	smallSize  = 64 << 10
	smallLines = fewRows
)

// At returns the refactorings at a place. Check says what is wrong with the
// document beyond its syntax, where that matters, too; nil for nothing. In a
// small document all of them are tried. In a larger one what they need to know
// is looked up at the place, of a table no more than its first rows.
func At(doc *ast.Document, offset int, check Check) []Action {
	all := offers(doc, offset, check)
	if len(doc.Nodes) > smallLines || len(doc.Source) > smallSize {
		return all
	}
	kept := all[:0]
	for _, a := range all {
		if a.Disabled != "" || !a.try() {
			kept = append(kept, a)
		}
	}
	return kept
}

// offers returns the refactorings at a place before they are tried.
func offers(doc *ast.Document, offset int, check Check) []Action {
	at := cursor.At(doc, offset)
	if int(at.Line) >= len(doc.Nodes) {
		return nil
	}
	p := point{doc: doc, at: at, line: at.Line, before: newBefore(doc, check)}
	var all []Action
	switch doc.Node(p.line).Kind {
	case ast.KindRow, ast.KindKeyValue, ast.KindScalar, ast.KindInlineArray, ast.KindInlineBody, ast.KindItem, ast.KindAttachment:
		all = p.cellActions(all)
	}
	switch doc.Node(p.line).Kind {
	case ast.KindSymbol, ast.KindEdge, ast.KindGroup:
		all = p.graphActions(all)
	}
	all = p.countActions(all)
	all = p.tableActions(all)
	for i := range all {
		a := &all[i]
		a.at = &p
		if a.Disabled == "" && a.want != nil && doc.Header.Is("delta") {
			a.Disabled = "a delta with other data does not give its new root"
		}
	}
	return all
}

// try makes the edits. What cannot be done is disabled; it reports whether
// there is nothing to do.
func (a *Action) try() (idle bool) {
	_, err := a.Edits()
	if err != nil {
		a.Disabled = err.Error()
	}
	return errors.Is(err, errIdle)
}

// ByID returns the action with an ID at a place, untried, and false where there
// is none any more.
func ByID(doc *ast.Document, offset int, id string, check Check) (Action, bool) {
	for _, a := range offers(doc, offset, check) {
		if a.ID == id {
			return a, true
		}
	}
	return Action{}, false
}

// point is where the refactorings are wanted.
type point struct {
	doc    *ast.Document
	at     cursor.Place
	line   ast.NodeID
	before *before
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
	if p.at.Cell < 0 {
		return ast.Cell{}, -1, false
	}
	return p.at.Cells[p.at.Cell], p.at.Cell, true
}

// withErrors is why what needs a document without errors cannot be done, or "".
func (p *point) withErrors() string {
	if diagnostics.HasErrors(p.doc) {
		return "the document has errors; correct them first"
	}
	return ""
}

// brokenLine is why lines from one to before another cannot be rewritten, or
// "": one of them has an error, so that something in it is not understood.
func (p *point) brokenLine(from, to ast.NodeID) string {
	start, end := p.doc.Node(from).Start, p.doc.Node(to-1).End
	for i := range p.doc.Problems {
		b := &p.doc.Problems[i]
		if value.IsError(b.Code) && (b.Node >= from && b.Node < to || b.Start <= end && b.End >= start && b.Node != 0) {
			return correctFirst(min(max(p.doc.Line(int(b.Start)), from), to-1))
		}
	}
	if p.doc.Unlisted == 0 && to-from > fewRows {
		return "" // every error is listed
	}
	for id := from; id < to; id++ {
		if n := p.doc.Node(id); n.Kind == ast.KindError || n.Flags&ast.FlagInvalid != 0 {
			return correctFirst(id)
		}
	}
	return ""
}

func correctFirst(line ast.NodeID) string {
	return fmt.Sprintf("line %d has an error; correct it first", line)
}

// cellActions quote and unquote.
func (p *point) cellActions(all []Action) []Action {
	c, i, ok := p.cell()
	if !ok {
		return all
	}
	token := p.doc.CellText(c)
	shown := printable.Text(token, 40)
	replace := func(text string) func() ([]format.Edit, error) {
		return func() ([]format.Edit, error) {
			return []format.Edit{{Start: c.Start, End: c.End, Text: text}}, nil
		}
	}
	key := p.doc.Node(p.line).Kind == ast.KindRow && i == 0 && keyed(p.doc, p.line)
	before := len(all)
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
		case !ast.NeedsQuotes(s):
		case kind <= ast.ScalarDouble && kind >= ast.ScalarTrue && !key:
			a.ID, a.Title = "untext", fmt.Sprintf("Make it the %s %s", typeName(kind), printable.Text(s, 40))
			a.want = func(before value.Value) (value.Value, error) { return p.changed(before, i, s) }
		default:
			a.Disabled = "without quotes it would be read as something else"
		}
		all = append(all, a)
	case c.Scalar >= ast.ScalarTrue && !key:
		text := string(value.AppendQuoted(nil, token))
		all = append(all, Action{ID: "text", Title: "Make it the text " + printable.Text(text, 40), edits: replace(text),
			want: func(before value.Value) (value.Value, error) { return p.changed(before, i, text) }})
	}
	broken := p.brokenLine(p.line, p.line+1)
	for j := before; j < len(all); j++ {
		if broken != "" {
			all[j].Disabled = broken
		}
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
	c := p.at.Cells[cell]
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
	a.idle = func(after *ast.Document) bool { return slices.Equal(order(p.doc), order(after)) }
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

// order returns the nodes and edges of a graph in their order, with their groups
// and without what has nothing to do with it.
func order(doc *ast.Document) []string {
	var all []string
	group := ""
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		switch doc.Nodes[i].Kind {
		case ast.KindGroup:
			group = doc.Key(id)
		case ast.KindSymbol, ast.KindEdge:
			f := doc.GraphFields(id)
			if doc.Nodes[i].Kind == ast.KindSymbol && len(f) > 2 {
				f[1] = "" // a kind may be abbreviated
			}
			all = append(all, group+" "+strings.Join(f, " "))
		}
	}
	return all
}
