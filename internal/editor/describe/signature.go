package describe

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
)

// Signature is what a line consists of, as the one who types it wants to know.
type Signature struct {
	Label      string
	Text       markup.Text // about the whole; may be empty
	Parameters []Parameter
	// Active is the parameter that the place is in, or -1 where it is in none:
	// in the `@N` of a row or behind the last one.
	Active int
	// Row is set where the line is a row of cells. Blanks separate nothing in
	// it.
	Row bool
}

// Parameter is a part of a signature. Start and End are bytes of its label.
type Parameter struct {
	Start, End int
	Text       markup.Text // of the active one, others have none
}

// Help returns the signature of the line that an offset is in: of a row, of a
// positional body, of the lines of a graph. It returns false for lines that
// have none.
func Help(src Source, offset int) (Signature, bool) {
	at := cursor.At(src.Document, offset)
	switch at.LineKind(src.Document) {
	case ast.KindInlineBody:
		return bodyHelp(src, &at)
	case ast.KindRow:
		return rowHelp(src, &at)
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		return graphHelp(src, &at)
	case ast.KindBlank, ast.KindError:
		if src.Profile == ast.ProfileGraph {
			return graphHelp(src, &at)
		}
		return rowHelp(src, &at)
	}
	return Signature{}, false
}

// rowHelp is the signature of a row, or of the positional body that must come
// before the next row.
func rowHelp(src Source, at *cursor.Place) (Signature, bool) {
	if at.LineKind(src.Document) != ast.KindRow {
		if row := cursor.Row(src.Document, at.Line, at.Indent); row != 0 {
			for _, m := range cursor.MissingOf(src.Document, row) {
				if m.Schema != "" {
					return schemaHelp(src, row, &m)
				}
			}
		}
	}
	table, decl := cursor.Table(src.Document, at.Line, at.Indent)
	if table == 0 {
		return Signature{}, false
	}
	active := at.Cell
	if len(at.Cells) == 0 {
		active = 0
	}
	s := fieldsHelp(decl, active, "|")
	s.Row = true
	if a := s.Active; a >= 0 {
		h := hover{Source: src, line: table}
		h.column(table, decl, active)
		s.Parameters[a].Text = h.text
	} else if active >= len(decl.Fields) {
		s.Text.Line(words(counted(active+1, "cell"), " for ", counted(len(decl.Fields), "column")))
	}
	return s, true
}

// bodyHelp is the signature of a positional body (spec 7.4.5.1).
func bodyHelp(src Source, at *cursor.Place) (Signature, bool) {
	decl := src.DeclOf(at.Line)
	if decl == nil {
		return Signature{}, false
	}
	s := fieldsHelp(decl, at.Cell, "|")
	s.Row = true
	if a := s.Active; a >= 0 {
		s.Parameters[a].Text.Line(markup.Code(pathTo(src.Document, at.Line)))
	}
	return s, true
}

// schemaHelp is the signature of a positional body that is still to be written.
func schemaHelp(src Source, row ast.NodeID, m *cursor.Missing) (Signature, bool) {
	label := markup.Safe(strings.Trim(m.Schema, "{}"), labelLimit)
	s := Signature{Label: strings.ReplaceAll(label, ",", "|"), Active: -1, Row: true}
	path := pathTo(src.Document, row)
	if decl := src.DeclOf(row); decl != nil && int(m.Column) < len(decl.Fields) {
		path += member(decl.Fields[m.Column].Name)
	}
	s.Text.Line(markup.Code(path), words(" · the values of its inline schema (spec 7.4.5.1)"))
	return s, true
}

// Limits of a label.
const (
	labelFields = 50  // fields around the active one
	labelLimit  = 400 // code points of a label that has no fields
	fieldLimit  = 40  // code points of a field
)

// fieldsHelp is the signature of a list of fields: the label is the list, or
// the part of it around the active field where it is long.
func fieldsHelp(decl *ast.Decl, active int, delimiter string) Signature {
	s := Signature{Active: -1}
	first := max(0, min(active-labelFields/2, len(decl.Fields)-labelFields))
	last := min(len(decl.Fields), first+labelFields)
	var label strings.Builder
	if first > 0 {
		label.WriteString("…" + delimiter)
	}
	for i := first; i < last; i++ {
		if i > first {
			label.WriteString(delimiter)
		}
		f := &decl.Fields[i]
		start := label.Len()
		label.WriteString(markup.Safe(decl.Text[f.Start:f.End], fieldLimit))
		if i == active {
			s.Active = len(s.Parameters)
		}
		s.Parameters = append(s.Parameters, Parameter{Start: start, End: label.Len()})
	}
	if last < len(decl.Fields) {
		label.WriteString(delimiter + "…")
	}
	s.Label = label.String()
	return s
}

// form is what a line of a graph consists of.
type form []struct{ name, about string }

var (
	nodeForm = form{
		{"@id", "The id: 0, 1, 2 … in the order of the lines; in a session the id that the symbol has there (spec 5)."},
		{"kind", "The kind of the symbol, abbreviated: fn, type, method, iface, … (spec 5). Others may be used."},
		{"qualified_name", "The full name, without blanks (spec 5)."},
		{"score", "The relevance, with two decimals (spec 5)."},
		{"provenance", "How the symbol was found, without blanks: lsp_resolved, ast_inferred, … (spec 5)."},
	}
	addedForm = append(nodeForm[:len(nodeForm):len(nodeForm)], form{
		{"distance", "The distance from the query: in a delta no group says it (spec 10.1)."},
	}...)
	edgeForm = form{
		{"@target", "The symbol that the edge points to (spec 6)."},
		{"<@source", "The symbol that the edge comes from: `@0<@4 calls` means that 4 calls 0 (spec 6)."},
		{"type", "What the source does: calls, imports, implements, … (spec 6)."},
		{"status", "Optional: added or removed (spec 6)."},
	}
	removedForm = form{
		{"kind", "The kind of the symbol that is gone, abbreviated (spec 10.1)."},
		{"qualified_name", "Its full name (spec 10.1)."},
	}
	deltaEdgeForm = form{
		{"source", "The full name of the symbol that the edge comes from (spec 10.1)."},
		{"->", "The arrow points to the target."},
		{"target", "The full name of the symbol that the edge points to (spec 10.1)."},
		{"type", "What the source does: calls, imports, implements, … (spec 10.1)."},
	}
)

// graphHelp is the signature of a line of a graph.
func graphHelp(src Source, at *cursor.Place) (Signature, bool) {
	group := cursor.Group(src.Document, at.Line)
	if group == 0 || src.Node(group).Kind != ast.KindGroup {
		return Signature{}, false
	}
	f := nodeForm
	switch name := src.Key(group); {
	case name == "edges":
		f = edgeForm
	case !src.Header.Is("delta"):
	case name == "added":
		f = addedForm
	case name == "removed":
		f = removedForm
	case name == "edges_removed", name == "edges_added":
		f = deltaEdgeForm
	default:
		return Signature{}, false
	}
	s := Signature{Active: -1}
	active := 0
	if int(at.Line) < len(src.Nodes) {
		start := int(src.Node(at.Line).Start)
		active = fieldIndex(src.Document.Source[start:max(start, at.Offset)], f[0].name == "@target")
	}
	var label strings.Builder
	for i, part := range f {
		if i > 0 && !strings.HasPrefix(part.name, "<") {
			label.WriteByte(' ')
		}
		start := label.Len()
		label.WriteString(part.name)
		s.Parameters = append(s.Parameters, Parameter{Start: start, End: label.Len()})
	}
	s.Label = label.String()
	if active < len(f) {
		s.Active = active
		s.Parameters[active].Text.Prose(f[active].about)
	} else {
		s.Text.Line(words("field ", strconv.Itoa(active+1), " of a line with ", counted(len(f), "field")))
	}
	return s, true
}

// fieldIndex returns which field of a graph line the end of a text is in. The
// `<` of an edge begins a field too.
func fieldIndex(text string, edge bool) int {
	text = strings.TrimLeft(text, " \t")
	n := 0
	for i := 1; i < len(text); i++ {
		blank := text[i] == ' ' || text[i] == '\t'
		if before := text[i-1] == ' ' || text[i-1] == '\t'; blank && !before {
			n++
		}
		if edge && text[i] == '<' && n == 0 {
			n = 1
			edge = false
		} else if edge && blank {
			n = 2 // no source: what follows is the type
			edge = false
		}
	}
	return n
}
