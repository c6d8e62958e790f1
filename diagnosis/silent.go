package diagnosis

import (
	"fmt"
	"regexp"
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
	listMark       = regexp.MustCompile(`^(?:[-*•]|\d+[.)]) +(\S.*)$`)
	strayRowNumber = regexp.MustCompile(`^(?:#\d+[ .:)]|@\d+[^ \d]|[\[(]\d+[\])] )`)
	separated      = regexp.MustCompile(`^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	jsonText       = regexp.MustCompile(`^(?:\[.*\]|\{".*\})$`)
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
		if !strings.HasPrefix(token, field) || field == "" {
			return "", false
		}
		rest := strings.TrimLeft(token[len(field):], " ")
		if rest == "" || rest[0] != ':' && rest[0] != '=' || strings.Trim(rest[1:], " ") == "" {
			return "", false
		}
		return strings.Trim(rest[1:], " "), true
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

// oddKind is a line of a delta that reads as a symbol.
var oddKind = silent{name: "odd_kind", cause: "a symbol's kind is a word such as `fn`; a comment begins with `# `"}

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

// escapedText is what an escaping layer left behind.
var escapedText = regexp.MustCompile(`&(?:lt|gt|amp|quot|apos|#x?[0-9a-fA-F]+)\b`)

// suspicion is one silent slip at its places.
type suspicion struct {
	*silent
	edits  []Edit // nil where nothing in the same place says it
	places []ast.Span
}

// suspicions returns the silent slips of a document without errors: for each
// column in which every value that is not null or absent looks like one, and
// for members.
func suspicions(doc *ast.Document) []suspicion {
	var all []suspicion
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
			for _, s := range silents {
				if s.name == "list_marks" || s.name == "row_numbers" || s.name == "named_cells" {
					continue
				}
				if to, ok := s.meant(token, ""); ok {
					all = append(all, one(s, cells[0], to))
					break
				}
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

// tableSuspicions looks at the columns of a table. Most columns are given up at
// the first row.
func tableSuspicions(doc *ast.Document, table ast.NodeID, decl *ast.Decl) []suspicion {
	var all []suspicion
	for _, f := range decl.Fields {
		if strings.Contains(f.Name, ":") && typedName.MatchString(f.Name) {
			start, end := doc.Span(table)
			all = append(all, suspicion{silent: &typedColumn, places: []ast.Span{{Start: start, End: end}}})
			break
		}
	}
	var cells []ast.Cell
	open := make([]*suspicion, len(decl.Fields)) // by column
	dead := make([]bool, len(decl.Fields))
	left := len(decl.Fields)
	for row := range doc.Children(table) {
		if doc.Nodes[row].Kind != ast.KindRow {
			continue
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
		if left == 0 {
			return all
		}
	}
	for i, s := range open {
		if s != nil && !dead[i] {
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
