package grid

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/editor/refactor"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Edit returns the text of a document with edits made in it, and its counts and
// the ids of its rows corrected. It refuses what would make a document wrong
// that was right.
func Edit(doc *ast.Document, edits []format.Edit) (string, error) {
	text := format.Apply(doc.Source, edits)
	after := parser.Parse(text)
	check := func(tree *ast.Document) []diagnostics.Diagnostic {
		return diagnostics.Check(tree, diagnostics.Options{})
	}
	if kept, changed := refactor.Keep(after, check); changed {
		text, after = kept, parser.Parse(kept)
	}
	if !diagnostics.HasErrors(doc) && diagnostics.HasErrors(after) {
		for _, d := range check(after) {
			if d.Severity == diagnostics.Error {
				return "", fmt.Errorf("the document would not be right: %s", d.Message)
			}
		}
	}
	return text, nil
}

// errAttached says that a cell has its value below the row.
var errAttached = errors.New("the value of this cell is attached below its row; edit it there")

// Set returns the edit that gives a cell a value. Absent is true for none.
func Set(doc *ast.Document, p Place, v value.Value, absent bool) (format.Edit, error) {
	if p.Row == 0 || p.Column < 0 {
		return format.Edit{}, errNoTable
	}
	if p.Type == "nested" {
		return format.Edit{}, errAttached
	}
	token, err := token(p.Decl, p.Column, v, absent)
	return format.Edit{Start: p.Span.Start, End: p.Span.End, Text: token}, err
}

// token spells a value as a cell of a column.
func token(decl *ast.Decl, column int, v value.Value, absent bool) (string, error) {
	name := printable.Name(decl.Fields[column].Name, 40)
	switch {
	case absent && decl.Keyed && column == 0:
		return "", errors.New("the key of a row cannot be absent")
	case absent:
		return "~", nil
	case decl.Keyed && column == 0 && v.Kind() != value.String:
		raw, err := value.AppendJSON(nil, v)
		if err != nil {
			return "", err
		}
		v = value.NewString(string(raw))
	case !v.IsScalar():
		return "", fmt.Errorf("the value of %s is no scalar: it would have to be attached", name)
	}
	if decl.Keyed && column == 0 && ast.IsBareKey(v.Str()) {
		return v.Str(), nil
	}
	out, err := format.AppendScalar(nil, v)
	return string(out), err
}

// Remove returns the edit that takes a row out, with what is attached to it.
func Remove(doc *ast.Document, row ast.NodeID) format.Edit {
	start, end := block(doc, row)
	return format.Edit{Start: start, End: end}
}

// block is a row with its attachments, from the begin of its line to that of the
// next one.
func block(doc *ast.Document, row ast.NodeID) (start, end int) {
	start, _ = doc.Span(row)
	for start > 0 && doc.Source[start-1] != '\n' {
		start--
	}
	end = doc.SubtreeEnd(row)
	if end > start && doc.Source[end-1] == '\n' {
		return start, end
	}
	if i := strings.IndexByte(doc.Source[end:], '\n'); i >= 0 {
		return start, end + i + 1
	}
	return start, len(doc.Source)
}

// Swap returns the edits that move a row up or down by one; by is -1 or 1.
func Swap(doc *ast.Document, p Place, by int) ([]format.Edit, error) {
	other, ok := Row(doc, p.Table, p.Index+by, -1)
	if !ok {
		return nil, errors.New("it is at the end of the table")
	}
	first, second := p.Row, other.Row
	if by < 0 {
		first, second = second, first
	}
	start, middle := block(doc, first)
	second1, end := block(doc, second)
	upper, lower := doc.Source[start:middle], doc.Source[second1:end]
	if !strings.HasSuffix(lower, "\n") {
		lower, upper = lower+"\n", strings.TrimSuffix(upper, "\n")
	}
	return []format.Edit{{Start: start, End: middle, Text: lower}, {Start: second1, End: end, Text: upper}}, nil
}

// Insert returns the edit that puts rows behind a place: after its row, or as
// the first ones. Each record has a value for each column; nil is absent.
func Insert(doc *ast.Document, p Place, records [][]*value.Value) (format.Edit, error) {
	at, indent := 0, cursor.RowIndent(doc, p.Table)
	if p.Row != 0 {
		_, at = block(doc, p.Row)
	} else {
		_, end := doc.Span(p.Table)
		at = min(end+1, len(doc.Source))
	}
	var b strings.Builder
	if at > 0 && doc.Source[at-1] != '\n' {
		b.WriteByte('\n')
	}
	for _, record := range records {
		b.WriteString(strings.Repeat(" ", indent))
		for i := range p.Decl.Fields {
			if i > 0 {
				b.WriteByte('|')
			}
			var v value.Value
			absent := i >= len(record) || record[i] == nil
			if !absent {
				v = *record[i]
			}
			cell, err := token(p.Decl, i, v, absent)
			if err != nil {
				return format.Edit{}, err
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return format.Edit{Start: at, End: at, Text: b.String()}, nil
}

// maxPasted is how many rows are taken from the clipboard.
const maxPasted = 100_000

// Read reads rows as people copy them: JSON (an object or an array of them, or
// of arrays), a Markdown table, tab-separated or comma-separated values. A first
// line with the names of columns says which is which; else they come in the
// order of the table. What is text in the column stays text.
func Read(doc *ast.Document, p Place, text string) ([][]*value.Value, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, errors.New("the clipboard has no text")
	}
	if trimmed[0] == '[' || trimmed[0] == '{' {
		return readJSON(p.Decl, trimmed)
	}
	trimmed = strings.Trim(text, "\r\n") // the last cell may be empty
	var lines [][]string
	if trimmed[0] == '|' {
		lines = readMarkdown(trimmed)
	} else {
		r := csv.NewReader(strings.NewReader(trimmed))
		r.FieldsPerRecord, r.LazyQuotes = -1, true
		if first, _, _ := strings.Cut(trimmed, "\n"); strings.Contains(first, "\t") {
			r.Comma = '\t'
		}
		var err error
		if lines, err = r.ReadAll(); err != nil {
			return nil, err
		}
	}
	order, named, err := columnsOf(p.Decl, lines)
	if err != nil {
		return nil, err
	}
	if named {
		lines = lines[1:]
	}
	if len(lines) > maxPasted {
		return nil, fmt.Errorf("these are %d rows; %d are taken at most", len(lines), maxPasted)
	}
	kinds := columnKinds(doc, p)
	all := make([][]*value.Value, 0, len(lines))
	for n, line := range lines {
		if len(line) > len(order) {
			return nil, fmt.Errorf("row %d has %d values, but the table has %d columns", n+1, len(line), len(p.Decl.Fields))
		}
		record := make([]*value.Value, len(p.Decl.Fields))
		for i, word := range line {
			record[order[i]] = kinds[order[i]].read(word)
		}
		all = append(all, record)
	}
	return all, nil
}

// columnsOf says which column each value of a line is for, and whether the first
// line names them.
func columnsOf(decl *ast.Decl, lines [][]string) (order []int, named bool, err error) {
	at := map[string]int{}
	for i := range decl.Fields {
		at[decl.Fields[i].Name] = i
	}
	known := 0
	for _, word := range lines[0] {
		i, ok := at[strings.TrimSpace(word)]
		order = append(order, i)
		if ok {
			known++
		}
	}
	switch {
	case known == len(lines[0]):
		return order, true, nil
	case known > 0 && known*2 > len(lines[0]):
		for _, word := range lines[0] {
			if _, ok := at[strings.TrimSpace(word)]; !ok {
				return nil, false, fmt.Errorf("the table has no column %q", printable.Name(word, 40))
			}
		}
	}
	order = order[:0]
	for i := range decl.Fields {
		order = append(order, i)
	}
	return order, false, nil
}

// kind is what a column holds, as far as reading goes.
type kind struct{ text, null, absent bool }

// columnKinds looks at a sample of the rows.
func columnKinds(doc *ast.Document, p Place) []kind {
	kinds := make([]kind, len(p.Decl.Fields))
	others := make([]bool, len(kinds))
	rows := cursor.RowsOf(doc, p.Table, ast.KindRow)
	var cells []ast.Cell
	rows.Sample(sampleRows, func(row ast.NodeID) {
		cells = doc.AppendCells(cells[:0], row)
		for i, c := range cells {
			if i >= len(kinds) {
				break
			}
			switch TypeOf(c.Scalar) {
			case "string":
				kinds[i].text = true
			case "null":
				kinds[i].null = true
			case "absent":
				kinds[i].absent = true
			default:
				others[i] = true
			}
		}
	})
	for i := range kinds {
		kinds[i].text = kinds[i].text && !others[i] || p.Decl.Keyed && i == 0
	}
	return kinds
}

// read is the value of a word; nil is absent.
func (k kind) read(word string) *value.Value {
	v := value.NewString(word)
	switch {
	case word == "" && k.null:
		v = value.NewNull()
	case word == "" && (k.absent || !k.text):
		return nil
	case k.text:
	case word == "true" || word == "false":
		v = value.NewBool(word == "true")
	default:
		if n, err := value.FromJSON(word); err == nil && (n.Kind() == value.Int || n.Kind() == value.Double) {
			v = n
		}
	}
	return &v
}

func readMarkdown(text string) [][]string {
	var lines [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.Trim(line, "|-: ") == "" && strings.Contains(line, "-") {
			continue
		}
		var words []string
		var word strings.Builder
		for i := 1; i < len(line); i++ {
			switch {
			case line[i] == '\\' && i+1 < len(line) && strings.IndexByte(`\|`, line[i+1]) >= 0:
				i++
				word.WriteByte(line[i])
			case line[i] == '|':
				words = append(words, unescape.Replace(strings.TrimSpace(word.String())))
				word.Reset()
			default:
				word.WriteByte(line[i])
			}
		}
		if rest := strings.TrimSpace(word.String()); rest != "" {
			words = append(words, unescape.Replace(rest))
		}
		lines = append(lines, words)
	}
	if len(lines) == 0 {
		lines = [][]string{{}}
	}
	return lines
}

var unescape = strings.NewReplacer("<br>", "\n", "&lt;", "<", "&amp;", "&")

func readJSON(decl *ast.Decl, text string) ([][]*value.Value, error) {
	v, err := value.FromJSON(text)
	if err != nil {
		return nil, fmt.Errorf("this is not JSON: %w", err)
	}
	rows := []value.Value{v}
	if v.Kind() == value.Array {
		rows = v.Elems()
	}
	all := make([][]*value.Value, 0, len(rows))
	fields := map[string]int{}
	for i := range decl.Fields {
		fields[decl.Fields[i].Name] = i
	}
	for n, row := range rows {
		record := make([]*value.Value, len(decl.Fields))
		switch row.Kind() {
		case value.Array:
			if row.Len() > len(record) {
				return nil, fmt.Errorf("row %d has %d values, but the table has %d columns", n+1, row.Len(), len(record))
			}
			for i := range row.Elems() {
				record[i] = &row.Elems()[i]
			}
		case value.Object:
			var unknown string
			flatten(row, "", 0, func(path string, v value.Value) bool {
				i, ok := fields[path]
				if ok {
					record[i] = &v
				} else if v.IsScalar() {
					unknown = path
				}
				return ok
			})
			if unknown != "" {
				return nil, fmt.Errorf("the table has no column %q", printable.Name(unknown, 40))
			}
		default:
			return nil, fmt.Errorf("row %d is neither an object nor an array", n+1)
		}
		all = append(all, record)
	}
	return all, nil
}

// flatten calls take with the members of an object, and with those of the
// objects in it that it does not take, by their paths: a>b.
func flatten(v value.Value, prefix string, depth int, take func(string, value.Value) bool) {
	for _, m := range v.Members() {
		path := prefix + m.Key
		if !take(path, m.Value) && m.Value.Kind() == value.Object && depth < 16 {
			flatten(m.Value, path+">", depth+1, take)
		}
	}
}

// Typed is what somebody means who types a text into a cell: in a column of
// texts a text, else a number, a boolean, `-` for null or `~` for absent where it
// reads as one, and a JSON string for what would not be a text.
func Typed(doc *ast.Document, p Place, text string) (v value.Value, absent bool) {
	switch text {
	case "-":
		return value.NewNull(), false
	case "~":
		return value.NewNull(), true
	}
	if strings.HasPrefix(text, `"`) {
		if v, err := value.FromJSON(text); err == nil && v.Kind() == value.String {
			return v, false
		}
	}
	k := columnKinds(doc, p)[p.Column]
	k.null, k.absent = false, false
	if r := k.read(text); r != nil {
		return *r, false
	}
	return value.NewString(text), false
}

// Blank is a new row for a table: null in each column, and a key of its own
// where rows have one.
func Blank(doc *ast.Document, p Place) []*value.Value {
	row := make([]*value.Value, len(p.Decl.Fields))
	taken := map[string]bool{}
	key := -1
	if p.Decl.Keyed {
		key = 0
	} else if p.Decl.Identity >= 0 {
		key = p.Decl.Identity
	}
	if key >= 0 {
		var cells []ast.Cell
		for _, id := range rowsOf(doc, p.Table) {
			if cells = doc.AppendCells(cells[:0], id); key < len(cells) {
				taken[doc.CellString(cells[key])] = true
			}
		}
	}
	for i := range row {
		v := value.NewNull()
		if i == key {
			name := "new"
			for n := 2; taken[name]; n++ {
				name = fmt.Sprintf("new%d", n)
			}
			v = value.NewString(name)
		}
		row[i] = &v
	}
	return row
}
