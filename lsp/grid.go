package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/editor/grid"
	"gcf-lsp/internal/editor/refactor"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/value"
)

// The requests about tables in the text of a document: see package grid and
// docs/lsp.md. Lines and characters are those of LSP.
type (
	columnsResult struct {
		Version *int32       `json:"version"`
		Lines   []columnLine `json:"lines"`
	}
	columnLine struct {
		Line  int          `json:"line"`
		Cells []columnCell `json:"cells"`
	}
	columnCell struct {
		Start  uint32 `json:"start"`
		End    uint32 `json:"end"`
		Column int    `json:"column"`
		Type   string `json:"type,omitzero"`
		Pad    int    `json:"pad,omitzero"`
		Right  bool   `json:"right,omitzero"`
		Cut    uint32 `json:"cut,omitzero"`
	}
	placeResult struct {
		Version *int32         `json:"version"`
		Text    string         `json:"text"` // for a status bar
		Path    string         `json:"path"`
		Column  string         `json:"column"`
		Index   int            `json:"index"` // of the column, from 0
		Columns int            `json:"columns"`
		Row     int            `json:"row"` // from 0, -1 in the declaration
		Rows    int            `json:"rows"`
		Type    string         `json:"type,omitzero"`
		Range   protocol.Range `json:"range"`
		Line    int            `json:"line"`   // of the declaration, from 0
		Header  string         `json:"header"` // the declaration, or its beginning
	}
)

// columns answers gcf/columns: the cells of some lines, and what they need to
// line up.
func (s *server) columns(ctx context.Context, params any) (*columnsResult, error) {
	doc, err := document(ctx, documentKey(text(params, "textDocument", "uri")))
	if err != nil {
		return nil, err
	}
	first, _ := integer(params, "range", "start", "line")
	last, _ := integer(params, "range", "end", "line")
	widest, ok := integer(params, "widest")
	if !ok || widest < 4 {
		widest = 40
	}
	r := &columnsResult{Version: doc.number, Lines: []columnLine{}}
	for _, l := range grid.Lines(doc.tree(), ast.NodeID(max(first, 0)+1), ast.NodeID(last+1), widest) {
		line := columnLine{Line: int(doc.position(l.Cells[0].Start).Line)}
		for _, c := range l.Cells {
			cell := columnCell{Start: doc.position(c.Start).Character, End: doc.position(c.End).Character,
				Column: c.Column, Type: c.Type, Pad: c.Pad, Right: c.Right}
			if c.Cut > 0 {
				cell.Cut = doc.position(c.Cut).Character
			}
			line.Cells = append(line.Cells, cell)
		}
		r.Lines = append(r.Lines, line)
	}
	return r, nil
}

// placeIn is where the position of a request is in a table.
func placeIn(ctx context.Context, params any) (doc *snapshot, p grid.Place, ok bool, err error) {
	doc, err = document(ctx, documentKey(text(params, "textDocument", "uri")))
	if err != nil {
		return nil, p, false, err
	}
	at := decodeWhatFits[protocol.Position](member(params, "position"))
	p, ok = grid.At(doc.tree(), doc.offset(at))
	return doc, p, ok, nil
}

// place answers gcf/place: where one is, null where it is no table.
func (s *server) place(ctx context.Context, params any) (*placeResult, error) {
	doc, p, ok, err := placeIn(ctx, params)
	if err != nil || !ok {
		return nil, err
	}
	return describePlace(doc, p), nil
}

func describePlace(doc *snapshot, p grid.Place) *placeResult {
	tree := doc.tree()
	r := &placeResult{Version: doc.number, Index: p.Column, Columns: len(p.Decl.Fields), Row: -1, Rows: p.Rows, Type: p.Type,
		Range: doc.span(p.Span.Start, p.Span.End)}
	start, end := tree.Span(p.Table)
	r.Line, r.Header = int(doc.position(start).Line), printable.Text(tree.Source[start:end], 300)
	line := p.Table
	if p.Row != 0 {
		line, r.Row = p.Row, p.Index
	}
	where := describe.Path(tree, line)
	if where == "" {
		where = "$"
	}
	r.Path = strings.TrimPrefix(describe.Path(tree, line), "$")
	if p.Column < 0 || p.Column >= len(p.Decl.Fields) {
		r.Text = printable.Name(where, 60)
		return r
	}
	f := &p.Decl.Fields[p.Column]
	r.Column = f.Name
	if p.Row != 0 && !(p.Decl.Keyed && p.Column == 0) {
		r.Path = describe.PathTo(tree, line, f)
	}
	r.Text = fmt.Sprintf("%s · %s, %d of %d", printable.Name(where, 60), printable.Name(f.Name, 40), p.Column+1, len(p.Decl.Fields))
	if p.Type != "" {
		r.Text += " · " + p.Type
	}
	return r
}

// move answers gcf/move: the cell in a direction, or of a row by its position.
func (s *server) move(ctx context.Context, params any) (*placeResult, error) {
	doc, p, ok, err := placeIn(ctx, params)
	if err != nil || !ok {
		return nil, err
	}
	if row, given := integer(params, "row"); given {
		p, ok = grid.Row(doc.tree(), p.Table, min(max(row, 0), p.Rows-1), max(p.Column, 0))
	} else {
		p, ok = grid.Move(doc.tree(), p, text(params, "to"))
	}
	if !ok {
		return nil, nil
	}
	return describePlace(doc, p), nil
}

// maxColumnCells is how many cells of a column are selected: editors have no
// more cursors.
const maxColumnCells = 10_000

// takeResult is the answer to gcf/take.
type takeResult struct {
	Text    string           `json:"text,omitzero"`
	Rows    int              `json:"rows"`
	Columns int              `json:"columns"`
	Summary *grid.Summary    `json:"summary,omitzero"`
	Ranges  []protocol.Range `json:"ranges,omitzero"`
}

// take answers gcf/take: rows, a column or a selection, as text, as figures, or
// as the ranges of the cells.
func (s *server) take(ctx context.Context, params any) (*takeResult, error) {
	doc, err := document(ctx, documentKey(text(params, "textDocument", "uri")))
	if err != nil {
		return nil, err
	}
	tree := doc.tree()
	var spans []ast.Span
	for _, r := range list(params, "ranges") {
		span := decodeWhatFits[protocol.Range](r)
		spans = append(spans, ast.Span{Start: doc.offset(span.Start), End: doc.offset(span.End)})
	}
	if len(spans) == 0 {
		return nil, refused(errors.New("nothing is selected"))
	}
	what := text(params, "what")
	var sel grid.Selection
	if what == "column" {
		p, ok := grid.At(tree, spans[0].Start)
		if !ok {
			return nil, refused(errors.New("there is no column of a table here"))
		}
		sel = grid.OfColumn(tree, p)
		if text(params, "as") == "ranges" {
			r := &takeResult{Rows: p.Rows, Columns: 1}
			for _, span := range grid.Column(tree, p, maxColumnCells) {
				r.Ranges = append(r.Ranges, doc.span(span.Start, span.End))
			}
			return r, nil
		}
	} else if sel, err = grid.Selected(tree, spans, what == "row"); err != nil {
		return nil, refused(err)
	}
	r := &takeResult{Rows: len(sel.Rows), Columns: len(sel.Columns)}
	switch as := text(params, "as"); as {
	case "summary":
		sum := sel.Summary(tree)
		r.Summary = &sum
	case "json", "csv", "tsv", "markdown":
		if r.Text, err = sel.Text(tree, as); err != nil {
			return nil, refused(err)
		}
	default:
		return nil, refused(fmt.Errorf("nothing is taken as %q", printable.Name(as, 40)))
	}
	return r, nil
}

// editResult is the answer to gcf/edit.
type editResult struct {
	Version *int32              `json:"version"`
	Edits   []protocol.TextEdit `json:"edits"`
}

// edit answers gcf/edit: the edits that change a table, with its counts and ids
// kept right. The place is a position, or a table and a row as gcf/table has
// them.
func (s *server) edit(ctx context.Context, params any) (*editResult, error) {
	doc, p, ok, err := placeIn(ctx, params)
	if err != nil {
		return nil, err
	}
	tree := doc.tree()
	if index, given := integer(params, "table"); given {
		tables := doc.tables().Tables()
		if index < 0 || index >= len(tables) {
			return nil, refused(errors.New("there is no such table"))
		}
		row, _ := integer(params, "row")
		column, _ := integer(params, "column")
		if p, ok = grid.Row(tree, tables[index].Node, row, column); !ok {
			p, ok = grid.AtTable(tree, tables[index].Node)
		}
	}
	if !ok {
		return nil, refused(errors.New("there is no row of a table here"))
	}
	if number, given := integer(params, "version"); given && doc.number != nil && int(*doc.number) != number {
		return nil, refused(errors.New("the document has changed; try again"))
	}
	edits, err := tableEdits(doc, p, params)
	if err != nil {
		return nil, refused(err)
	}
	after, err := grid.Edit(tree, edits)
	if err != nil {
		return nil, refused(err)
	}
	return &editResult{Version: doc.number, Edits: doc.edits(refactor.Changed(doc.text, after))}, nil
}

func tableEdits(doc *snapshot, p grid.Place, params any) ([]format.Edit, error) {
	tree := doc.tree()
	one := func(e format.Edit, err error) ([]format.Edit, error) { return []format.Edit{e}, err }
	switch what := text(params, "what"); what {
	case "set":
		absent, _ := member(params, "absent").(bool)
		if typed, ok := member(params, "typed").(string); ok {
			v, absent := grid.Typed(tree, p, typed)
			return one(grid.Set(tree, p, v, absent))
		}
		return one(grid.Set(tree, p, jsonOf(member(params, "value")), absent))
	case "paste":
		records, err := grid.Read(tree, p, text(params, "text"))
		if err != nil {
			return nil, err
		}
		return one(grid.Insert(tree, p, records))
	case "insert":
		return one(grid.Insert(tree, p, [][]*value.Value{grid.Blank(tree, p)}))
	case "remove", "up", "down":
		if p.Row == 0 {
			return nil, errors.New("there is no row of a table here")
		}
		switch what {
		case "up":
			return grid.Swap(tree, p, -1)
		case "down":
			return grid.Swap(tree, p, 1)
		}
		return one(grid.Remove(tree, p.Row), nil)
	default:
		return nil, fmt.Errorf("there is no edit %q", printable.Name(what, 40))
	}
}

// jsonOf is a scalar of a request as a value.
func jsonOf(v any) value.Value {
	switch v := v.(type) {
	case string:
		return value.NewString(v)
	case bool:
		return value.NewBool(v)
	case float64:
		if v == float64(int64(v)) {
			return value.NewInt(int64(v))
		}
		return value.NewDouble(v)
	}
	return value.NewNull()
}
