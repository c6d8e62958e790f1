package diagnosis

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
)

// A silent slip leaves a right document: the values of a whole column, or of one
// member, are texts that surely were meant as something else. Nothing is
// repaired there unasked.

// silent is one such way to write a value.
type silent struct {
	name, cause string
	// meant returns what was meant by a bare text, "" where nothing in GCF says
	// it in the same place, and whether the text looks like this slip.
	meant func(token, field string) (string, bool)
}

var (
	listMark       = regexp.MustCompile(`^(?:[-*•+]|\d+[.):]) +(\S.*)$`)
	strayRowNumber = regexp.MustCompile(`^(?:#\d+[ .:)]|@\d+[^ \d]|[\[(]\d+[\])] )`)
	separated      = regexp.MustCompile(`^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	jsonText       = regexp.MustCompile(`^(?:\[.*\]|\{".*\})$`)
	breakTag       = regexp.MustCompile(`^(.*\S)\s*<br ?/?>$`)
	tailedComment  = regexp.MustCompile(`^(-?\d+(?:\.\d+)?|true|false) +(?:#|//) .*$`)
)

var foreignWords = map[string]string{
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
	"None": "-", "NULL": "-", "Null": "-", "null": "-", "nil": "-", "undefined": "-", "NaN": "-",
}

var silents = []*silent{
	{"foreign_words", "`True`, `False`, `None` and `null` are texts here; write `true`, `false`, and `-` for null", func(token, _ string) (string, bool) {
		to, ok := foreignWords[token]
		return to, ok
	}},
	{"list_marks", "the list mark before each row is part of its first value; leave it out", func(token, _ string) (string, bool) {
		if !strings.Contains(token, " ") {
			return "", false
		}
		m := listMark.FindStringSubmatch(token)
		if m == nil {
			return "", false
		}
		return m[1], true
	}},
	{"row_numbers", "a number in other signs than `@0 ` is part of the first value of each row; leave it out", func(token, _ string) (string, bool) {
		return "", strings.IndexByte("#@[(", token[0]) >= 0 && strayRowNumber.MatchString(token)
	}},
	{"named_cells", "the name before each value is part of the value; the header names the column", func(token, field string) (string, bool) {
		name, rest, ok := strings.Cut(token, field)
		if !ok || field == "" || len(name) > 1 || name != "" && strings.Trim(name, "'`\"") != "" {
			return "", false
		}
		rest = strings.TrimLeft(strings.TrimPrefix(rest, name), " ")
		if rest == "" || rest[0] != ':' && rest[0] != '=' || strings.Trim(rest[1:], " ") == "" {
			return "", false
		}
		return strings.Trim(rest[1:], " "), true
	}},
	{"single_quotes", "single quotes are part of the text; only the double `\"` protects a text, and most need none", func(token, _ string) (string, bool) {
		if len(token) < 2 || token[0] != '\'' || token[len(token)-1] != '\'' || strings.Contains(token[1:len(token)-1], "'") {
			return "", false
		}
		return quoted(token[1 : len(token)-1]), true
	}},
	{"line_break_tag", "`<br>` is part of the text; a row ends with its line", func(token, _ string) (string, bool) {
		m := breakTag.FindStringSubmatch(token)
		if m == nil {
			return "", false
		}
		return m[1], true
	}},
	{"spreadsheet_text", "`=\"…\"` is how a spreadsheet is told that a value is text; here it is a part of it", func(token, _ string) (string, bool) {
		inner, begins := strings.CutPrefix(token, `="`)
		inner, ends := strings.CutSuffix(inner, `"`)
		if !begins || !ends || strings.Contains(inner, `"`) {
			return "", false
		}
		return quoted(inner), true
	}},
	{"assignment_sign", "the arrow behind the name is part of the value; a name and its value are joined by `=` alone", func(token, _ string) (string, bool) {
		if len(token) < 3 || token[0] != '>' && token[0] != '=' || token[1] != ' ' {
			return "", false
		}
		return strings.TrimLeft(token[1:], " "), true
	}},
	{"thousands", "a number with separators is a text here; write its digits alone", func(token, _ string) (string, bool) {
		return strings.ReplaceAll(token, ",", ""), strings.Contains(token, ",") && separated.MatchString(token)
	}},
	{"json_cells", "JSON in a cell is a text here; a nested value has `^` in its cell and an attachment below the row", func(token, _ string) (string, bool) {
		return "", (token[0] == '[' || token[0] == '{') && jsonText.MatchString(token)
	}},
	{"comment_behind", "a comment behind a value is part of the value; write it on a line of its own, as `# note`", func(token, _ string) (string, bool) {
		if !strings.Contains(token, "#") && !strings.Contains(token, "//") {
			return "", false
		}
		return "", tailedComment.MatchString(token)
	}},
}

// wrappedRows is rows in brackets: the first cell opens one, the last one closes it.
var wrappedRows = silent{name: "wrapped_rows", cause: "the brackets around each row are part of its first and last value; leave them out"}

// trailingCommas is rows that end with a comma or a semicolon.
var trailingCommas = silent{name: "trailing_commas", cause: "the sign behind each row is part of its last value; a row ends with its line"}

// rowEnds looks for signs around all rows of a table, two at least.
func rowEnds(doc *ast.Document, rows []ast.NodeID) []suspicion {
	if len(rows) < 2 {
		return nil
	}
	wrapped, commas := suspicion{silent: &wrappedRows}, suspicion{silent: &trailingCommas}
	for _, row := range rows {
		start, end := doc.Span(row)
		text := doc.Source[start:end]
		lead := len(text) - len(strings.TrimLeft(text, " "))
		text, start = strings.TrimSpace(text), start+lead
		end = start + len(text)
		if n := len(text) - len(withoutRowID(text)); n > 0 {
			return nil
		}
		cut := strings.TrimRight(text, ",;")
		if wrapped.silent != nil && len(cut) > 2 && strings.Contains("() [] {}", cut[:1]+cut[len(cut)-1:]) && !strings.ContainsAny(cut[1:len(cut)-1], "()[]{}\"") {
			wrapped.places = append(wrapped.places, ast.Span{Start: start, End: end})
			wrapped.edits = append(wrapped.edits, Edit{Start: start, End: start + 1}, Edit{Start: start + len(cut) - 1, End: end})
		} else {
			wrapped.silent = nil
		}
		if commas.silent != nil && (len(cut) == len(text)-1) && cut != "" && !strings.HasSuffix(cut, `"`) {
			commas.places = append(commas.places, ast.Span{Start: start, End: end})
			commas.edits = append(commas.edits, Edit{Start: end - 1, End: end})
		} else {
			commas.silent = nil
		}
	}
	switch {
	case wrapped.silent != nil:
		return []suspicion{wrapped}
	case commas.silent != nil:
		return []suspicion{commas}
	}
	return nil
}

// mayHaveEnds reports whether the last sign of a row is one that a row has around
// it or behind it in another notation.
func mayHaveEnds(doc *ast.Document, row ast.NodeID) bool {
	_, end := doc.Span(row)
	return end > 0 && strings.IndexByte(",;)]}", doc.Source[end-1]) >= 0
}

// oddKind is a line of a delta that reads as a symbol.
var oddKind = silent{name: "odd_kind", cause: "a symbol's kind is a word such as `fn`; a comment begins with `# `"}

// edgeType is an edge whose type has signs around it.
var edgeType = silent{name: "edge_type", cause: "the brackets or quotes around the type of an edge are a part of it; an edge is `@1<@0 calls`"}

func dressedType(doc *ast.Document, id ast.NodeID) (suspicion, bool) {
	start, end := doc.Span(id)
	at := start + strings.IndexByte(doc.Source[start:end], ' ') + 1
	word := doc.Source[at:end]
	if at == start || len(word) < 3 || !strings.Contains("() [] {} <> \"\" '' `` ||", word[:1]+word[len(word)-1:]) || !ast.IsBareKey(word[1:len(word)-1]) {
		return suspicion{}, false
	}
	return suspicion{silent: &edgeType, places: []ast.Span{{Start: at, End: end}}, edits: []Edit{{Start: at, End: end, Text: word[1 : len(word)-1]}}}, true
}

// memberList is a member whose text is a list in another notation.
var memberList = silent{name: "list_in_member", cause: "brackets with values in them are one text here; a list is `tags[2]: a,b`, with the number of its values"}

// listInMember looks for a list of another notation in a member.
func listInMember(doc *ast.Document, id ast.NodeID, c ast.Cell, token string) (suspicion, bool) {
	values, ok := foreignList(token)
	if !ok {
		return suspicion{}, false
	}
	key := doc.KeySpan(id)
	return suspicion{silent: &memberList, places: []ast.Span{{Start: c.Start, End: c.End}},
		edits: []Edit{{Start: key.End, End: c.End, Text: fmt.Sprintf("[%d]: %s", len(values), strings.Join(values, ","))}}}, true
}

// foreignList reads a flat list of JSON, Python or YAML as values of GCF.
func foreignList(token string) ([]string, bool) {
	inner, begins := strings.CutPrefix(token, "[")
	inner, ends := strings.CutSuffix(inner, "]")
	if !begins || !ends || strings.ContainsAny(inner, "[]{}\\") || strings.TrimSpace(inner) == "" {
		return nil, false
	}
	values := splitCells(strings.ReplaceAll(inner, "'", `"`), ",")
	for i, v := range values {
		v = strings.TrimSpace(v)
		switch quotes := strings.Count(v, `"`); {
		case v == "" || quotes != 0 && quotes != 2:
			return nil, false
		case quotes == 2 && (v[0] != '"' || v[len(v)-1] != '"' || len(v) < 3):
			return nil, false
		case quotes == 2 && !ast.NeedsQuotes(v[1:len(v)-1]) && !strings.Contains(v, ","):
			v = v[1 : len(v)-1]
		case quotes == 0:
			if to, ok := foreignWords[v]; ok {
				v = to
			}
		}
		values[i] = v
	}
	return values, true
}

// listBrackets is a list whose values stand in brackets, which are part of the
// first and the last one then.
var listBrackets = silent{name: "list_brackets", cause: "the brackets around the values are part of the first and the last one; a list is `tags[2]: a,b`"}

func bracketedList(doc *ast.Document, id ast.NodeID) (suspicion, bool) {
	decl := doc.DeclOf(id)
	cells := doc.Cells(id)
	if decl == nil || len(cells) == 0 || cells[0].Scalar != ast.ScalarBare || cells[len(cells)-1].Scalar != ast.ScalarBare {
		return suspicion{}, false
	}
	first, last := cells[0], cells[len(cells)-1]
	text := doc.Source[first.Start:last.End]
	if len(text) < 3 || text[0] != '[' || text[len(text)-1] != ']' || strings.ContainsAny(text[1:len(text)-1], "[]") {
		return suspicion{}, false
	}
	return suspicion{silent: &listBrackets, edits: []Edit{{Start: first.Start, End: first.Start + 1}, {Start: last.End - 1, End: last.End}}, places: []ast.Span{{Start: first.Start, End: last.End}}}, true
}

// keySeparated is a keyed table whose keys hold a value each.
var keySeparated = silent{name: "key_separator", cause: "the first value of each row is part of its name; in a table of named objects `|` stands behind the name"}

var keyAndValue = regexp.MustCompile(`^[\w.-]+ ?[:=] ?[^\s|:=][^|:=]*(?:\||$)`)

// keysWithSign reports whether each key of a keyed table, of two at least, is
// followed by a colon or an equals sign and a value.
func keysWithSign(doc *ast.Document, table ast.NodeID) bool {
	rows := 0
	for row := range doc.Children(table) {
		if doc.Nodes[row].Kind != ast.KindRow {
			continue
		}
		start, end := doc.Span(row)
		if rows++; !keyAndValue.MatchString(doc.Source[start:end]) {
			return false
		}
	}
	return rows > 1
}

// rulerRow is a line of dashes that is counted as a row.
var rulerRow = silent{name: "separator_line", cause: "a line of dashes is a row here; in GCF nothing stands between the names and the rows"}

// namesRow is a row that holds the names of its columns.
var namesRow = silent{name: "names_again", cause: "the names of the columns are a row here; in GCF they stand in the header alone"}

func namesAgainIn(doc *ast.Document, cells []ast.Cell, decl *ast.Decl) bool {
	for i, c := range cells {
		if i >= len(decl.Fields) || !strings.EqualFold(doc.CellText(c), decl.Fields[i].Name) {
			return false
		}
	}
	return true
}

// empty reports whether a document holds nothing but comments, where it has some:
// then they are most likely what it should hold.
func empty(doc *ast.Document) bool {
	comments := 0
	for i := range doc.Nodes {
		switch doc.Nodes[i].Kind {
		case ast.KindDocument, ast.KindHeader, ast.KindBlank:
		case ast.KindComment:
			comments++
		default:
			return false
		}
	}
	return comments > 0
}

// typedColumn is a column that has its type in its name.
var typedColumn = silent{name: "typed_fields", cause: "the type is part of the column's name; GCF has no types, so name the column alone"}

var typedName = regexp.MustCompile(`^\w+ ?: ?(?i:string|str|text|int|integer|float|double|number|num|bool|boolean|date|datetime|object|array|any)$`)

// headerAsText is the header of an attachment that is read as the text of a cell.
var headerAsText = regexp.MustCompile(`(?m)(?:\||^|^@\d+ )\^\[\d+\]|\|\^ \[\d+\]: `)

// escapedText is what an escaping layer left behind.
var escapedText = regexp.MustCompile(`&(?:lt|gt|amp|quot|apos|#x?[0-9a-fA-F]+)\b`)

// suspicion is one silent slip at its places.
type suspicion struct {
	*silent
	edits  []Edit // nil where nothing in the same place says it
	places []ast.Span
}

// swappedSymbol is a symbol whose name stands where the kind belongs.
var swappedSymbol = silent{name: "symbol_order", cause: "the kind of a symbol stands before its name, as `@0 fn pkg.Name`"}

// markedNames is marks around the names of all symbols.
var markedNames = silent{name: "symbol_name_marks", cause: "the marks around the names of symbols are a part of them; a name stands alone, as `@0 fn pkg.Name`"}

// flatSections is members at the margin below headings that are empty for it.
var flatSections = silent{name: "flat_sections", cause: "the members of a section are indented by two blanks below its heading; at the margin they belong to the whole document, and the section is empty"}

// endSection is an end mark that reads as an empty section.
var endSection = silent{name: "end_mark", cause: "a heading that marks the end is an empty section; a payload ends with its last line"}

// wholeSuspicions looks at the lines of a document together.
func wholeSuspicions(doc *ast.Document) []suspicion {
	swapped, marked, flat := suspicion{silent: &swappedSymbol}, suspicion{silent: &markedNames}, suspicion{silent: &flatSections}
	symbols, sections, last := 0, 0, ast.NodeID(0)
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		n := &doc.Nodes[i]
		start, end := int(n.Start), int(n.End)
		switch n.Kind {
		case ast.KindSymbol:
			symbols++
			f := ast.AppendGraphFields(nil, doc.Source, start, end)
			if len(f) < 5 {
				continue
			}
			if name := doc.Source[f[2].Start:f[2].End]; len(name) > 2 && strings.Contains("`` \"\" '' ** [] <>", name[:1]+name[len(name)-1:]) {
				marked.places = append(marked.places, ast.Span{Start: f[2].Start, End: f[2].End})
				marked.edits = append(marked.edits, Edit{Start: f[2].Start, End: f[2].End, Text: strings.Trim(name, name[:1]+name[len(name)-1:])})
			}
			kind, name := strings.Trim(doc.Source[f[2].Start:f[2].End], "()[]<>"), doc.Source[f[1].Start:f[1].End]
			if knownKind(name) || !knownKind(kind) {
				continue
			}
			swapped.places = append(swapped.places, ast.Span{Start: start, End: end})
			swapped.edits = append(swapped.edits, Edit{Start: f[1].Start, End: f[2].End, Text: kind + " " + name})
		case ast.KindSection:
			if n.Parent != 0 {
				continue
			}
			sections++
			if doc.FirstChild(id) == 0 && i+1 < len(doc.Nodes) && doc.Nodes[i+1].Kind == ast.KindKeyValue && doc.Nodes[i+1].Parent == 0 {
				flat.places = append(flat.places, ast.Span{Start: start, End: end})
			}
		}
		if n.Kind != ast.KindBlank && n.Kind != ast.KindComment {
			last = id
		}
	}
	var all []suspicion
	if symbols > 0 && len(swapped.places) == symbols {
		all = append(all, swapped)
	}
	if symbols > 0 && len(marked.places) == symbols {
		all = append(all, marked)
	}
	// One empty object may be meant; several, and no other, are not.
	if sections > 1 && len(flat.places) == sections {
		all = append(all, flat)
	}
	if doc.Nodes[last].Kind == ast.KindSection && doc.Nodes[last].Parent == 0 {
		switch start, end := doc.Span(last); strings.ToLower(doc.Key(last)) {
		case "end", "eof", "done", "end_of_payload":
			all = append(all, suspicion{silent: &endSection, places: []ast.Span{{Start: start, End: end}}})
		}
	}
	return all
}

// suspicions returns the silent slips of a document without errors: for each
// column in which every value that is not null or absent looks like one, and
// for members.
func suspicions(doc *ast.Document) []suspicion {
	all := wholeSuspicions(doc)
	var cells []ast.Cell
	for id := range doc.Outside {
		switch doc.Nodes[id].Kind {
		case ast.KindKeyValue:
			cells = doc.AppendCells(cells[:0], id)
			if len(cells) != 1 || cells[0].Scalar != ast.ScalarBare {
				continue
			}
			token := doc.CellText(cells[0]) // not empty where it is bare
			if token == "" {
				continue
			}
			if s, ok := listInMember(doc, id, cells[0], token); ok {
				all = append(all, s)
				continue
			}
			for _, s := range silents {
				if s.name == "list_marks" || s.name == "row_numbers" || s.name == "named_cells" {
					continue
				}
				if to, ok := s.meant(token, ""); ok {
					all = append(all, one(s, cells[0], to))
					break
				}
			}
		case ast.KindEdge:
			if s, ok := dressedType(doc, id); ok {
				all = append(all, s)
			}
		case ast.KindInlineArray:
			if s, ok := bracketedList(doc, id); ok {
				all = append(all, s)
			}
		case ast.KindDeltaSymbol:
			start, end := doc.Span(id)
			kind, _, _ := strings.Cut(doc.Source[start:end], " ")
			if !ast.IsBareKey(kind) {
				all = append(all, suspicion{silent: &oddKind, places: []ast.Span{{Start: start, End: end}}})
			}
		case ast.KindArray, ast.KindAttachment:
			if decl := doc.DeclOf(id); decl != nil && decl.HasFields {
				all = append(all, tableSuspicions(doc, id, decl)...)
			}
		}
	}
	return all
}

func one(s *silent, c ast.Cell, to string) suspicion {
	sus := suspicion{silent: s, places: []ast.Span{{Start: c.Start, End: c.End}}}
	if to != "" {
		sus.edits = []Edit{{Start: c.Start, End: c.End, Text: to}}
	}
	return sus
}

// firstRows is how many rows of numbers are looked at for a first word among them.
const firstRows = 50

// tableSuspicions looks at the columns of a table. Most columns are given up at
// the first rows.
func tableSuspicions(doc *ast.Document, table ast.NodeID, decl *ast.Decl) []suspicion {
	var all []suspicion
	for _, f := range decl.Fields {
		if strings.Contains(f.Name, ":") && typedName.MatchString(f.Name) {
			start, end := doc.Span(table)
			all = append(all, suspicion{silent: &typedColumn, places: []ast.Span{{Start: start, End: end}}})
			break
		}
	}
	if decl.Keyed && keysWithSign(doc, table) {
		start, end := doc.Span(table)
		all = append(all, suspicion{silent: &keySeparated, places: []ast.Span{{Start: start, End: end}}})
	}
	var cells []ast.Cell
	open := make([]*suspicion, len(decl.Fields)) // by column
	dead := make([]bool, len(decl.Fields))
	left := len(decl.Fields)
	var rows []ast.NodeID
	ends := true // the rows may have signs around them
	n := 0
	for row := range doc.Children(table) {
		if doc.Nodes[row].Kind != ast.KindRow {
			continue
		}
		n++
		if ends {
			rows = append(rows, row)
			ends = mayHaveEnds(doc, row)
		}
		start, end := doc.Span(row)
		if text := doc.Source[start:end]; strings.Contains(text, "--|") && ruler.MatchString(text) {
			all = append(all, suspicion{silent: &rulerRow, places: []ast.Span{{Start: start, End: end}}})
		}
		cells = doc.AppendCells(cells[:0], row)
		if len(cells) > 1 && namesAgainIn(doc, cells, decl) {
			all = append(all, suspicion{silent: &namesRow, places: []ast.Span{{Start: start, End: end}}})
		}
		for i := range min(len(cells), len(open)) {
			if dead[i] || cells[i].Scalar == ast.ScalarNull || cells[i].Scalar == ast.ScalarMissing {
				continue
			}
			c := cells[i]
			if c.Scalar.IsNumber() && (open[i] == nil && n <= firstRows || open[i] != nil && open[i].name == "foreign_words") {
				continue // among numbers a word for null is no text
			}
			token := ""
			if c.Scalar == ast.ScalarBare {
				token = doc.CellText(c)
			}
			if open[i] == nil && token != "" {
				for _, s := range silents {
					if _, ok := s.meant(token, decl.Fields[i].Name); ok && (i == 0 || s.name != "list_marks" && s.name != "row_numbers") {
						open[i] = &suspicion{silent: s}
						break
					}
				}
			}
			to, ok := "", false
			if open[i] != nil && token != "" {
				to, ok = open[i].meant(token, decl.Fields[i].Name)
			}
			if !ok {
				dead[i] = true
				left--
				continue
			}
			open[i].places = append(open[i].places, ast.Span{Start: c.Start, End: c.End})
			if to != "" {
				open[i].edits = append(open[i].edits, Edit{Start: c.Start, End: c.End, Text: to})
			}
		}
		if left == 0 && !ends {
			return all
		}
	}
	if ends && len(decl.Fields) > 1 {
		if around := rowEnds(doc, rows); around != nil {
			return append(all, around...)
		}
	}
	for i, s := range open {
		if s != nil && !dead[i] {
			if s.name == "list_marks" && !slices.ContainsFunc(s.edits, func(e Edit) bool { return e.Text != s.edits[0].Text }) {
				s.edits = nil // "before each row" says nothing where there is one, or one text
			}
			all = append(all, *s)
		}
	}
	return all
}

// Suspicions returns hints at what was most likely not meant in a document
// without errors, once for each column.
func Suspicions(doc *ast.Document) []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	for _, s := range suspicions(doc) {
		at := s.places[0]
		wrong := doc.Source[at.Start:at.End]
		m := &diagnostics.Mistake{Slip: s.name, Cause: s.cause, Places: s.places, Wrong: wrong}
		d := diagnostics.Diagnostic{Code: ast.UnlikelyText, Message: s.cause + ": `" + printable.Text(wrong, 40) + "`", Start: at.Start, End: at.End, Mistake: m}
		if n := len(s.places); n > 1 {
			d.Message += fmt.Sprintf(" (%s)", printable.Count(n, "line"))
		}
		if s.edits != nil {
			m.Right = s.edits[0].Text
			d.Fixes = []diagnostics.Fix{{Title: "Write `" + printable.Text(m.Right, 40) + "`" + more(len(s.edits)), Edits: s.edits}}
		}
		found = append(found, d)
	}
	return found
}

// more says that a change is made at further places.
func more(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(", and so in %s", printable.Count(n-1, "further line"))
}
