package parser

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// The declarative part of the grammar (spec 4): what declares the shape of
// data, as opposed to the data itself. The grammar stands in grammar_test.go,
// for people to read and for the tests to compare with. Each text that the line
// scanner cuts for it is read, the wrong ones included: what is wrong is found
// in the result.

// parseDecl reads the text of a declaration, as cut by ast.DeclEnd.
func parseDecl(text string) ast.Decl {
	d := ast.Decl{Text: text, Identity: -1, End: len(text)}
	i := 0
	counted := strings.HasPrefix(text, "[")
	if counted {
		var closed bool
		if i, closed = readCount(&d); !closed {
			d.Count = ast.CountInvalid
		}
	}
	for i < len(text) && isBlank(text[i]) {
		i++
	}
	if i < len(text) && text[i] == '{' {
		// The keys of an inline schema are literal: only a tabular header has
		// path columns (spec 7.4.6.2).
		i = readFields(&d, i, counted)
	}
	if i < len(text) && text[i] == ':' {
		d.Inline = true
		i++
	}
	if i < len(text) && !counted {
		// The cut has something that is no part of a declaration: what was read
		// before it holds, but there is no inline schema here.
		d.Count, d.CountEnd = ast.CountInvalid, len(text)
	}
	return d
}

// readCount reads the count bracket that a declaration begins with. It returns
// where the bracket ends, and whether it is closed.
func readCount(d *ast.Decl) (i int, closed bool) {
	text := d.Text
	quotes := quotes{text: text}
	i = 1
	for i < len(text) && text[i] != ':' && text[i] != '[' && text[i] != ']' {
		i = quotes.next(i)
	}
	d.Count, d.N = countValue(text[1:i])
	if i < len(text) && text[i] == ':' {
		d.Keyed = true
		i++
	}
	if i < len(text) && text[i] == ']' {
		closed = true
		i++
	}
	d.CountEnd = i
	return i, closed
}

// readFields reads the field list that begins at i and returns where it ends.
func readFields(d *ast.Decl, i int, paths bool) int {
	text := d.Text
	quotes := quotes{text: text}
	d.FieldsStart = i
	for start := i + 1; ; start = i + 1 {
		for i = start; i < len(text) && text[i] != ',' && text[i] != '}'; {
			i = quotes.next(i)
		}
		field := makeField(text, start, i, paths)
		if field.Identity && d.Identity < 0 {
			d.Identity = len(d.Fields)
		}
		d.Fields = append(d.Fields, field)
		if i == len(text) || text[i] == '}' {
			break
		}
	}
	if len(d.Fields) == 1 && d.Fields[0].Start == d.Fields[0].End {
		d.Fields = nil
	}
	d.HasFields = len(d.Fields) > 0
	if i < len(text) {
		d.Object = !d.HasFields
		i++
	}
	d.FieldsEnd = i
	return i
}

// quotes steps over the quoted names of a text.
type quotes struct {
	text string
	open bool // there is a quote that is not closed, so no later one is
}

// next returns the offset after the quoted name or the byte at i.
func (q *quotes) next(i int) int {
	if q.text[i] == '"' && !q.open {
		end, closed := ast.QuotedEnd(q.text, i)
		if closed {
			return end
		}
		q.open = true
	}
	return i + 1
}

// countValue reads what stands between the brackets (spec 4, `count`).
func countValue(s string) (ast.CountKind, uint64) {
	if s == "?" {
		return ast.CountDeferred, 0
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil || len(s) > 1 && s[0] == '0' {
		return ast.CountInvalid, 0
	}
	return ast.CountExact, n
}

// makeField reads one name of a field list from its place in the text. A name
// that is neither bare nor quoted stands for itself (language decision 10).
func makeField(text string, start, end int, paths bool) ast.Field {
	for start < end && isBlank(text[start]) {
		start++
	}
	for end > start && isBlank(text[end-1]) {
		end--
	}
	f := ast.Field{Start: start, End: end}
	name := text[start:end]
	if strings.HasPrefix(name, "@") {
		f.Identity = true
		name = name[1:]
	}
	if n := len(name); n > 0 && name[0] == '"' {
		if q, closed := ast.QuotedEnd(name, 0); closed && q == n {
			f.Quoted = true
			name, _ = ast.Unquote(name)
		}
	}
	f.Name = name
	// Only a quoted name is a path for sure; an unquoted one is an
	// invalid_key, and is read as the path that its writer meant.
	if !paths {
		return f
	}
	if n := strings.Count(name, ">"); n > 0 && n < ast.MaxPath {
		path := strings.Split(name, ">")
		for _, segment := range path {
			if segment == "" {
				return f
			}
		}
		f.Path = path
	}
	return f
}

// badField reports a field list entry that is no field name at all.
func badField(f *ast.Field) bool { return f.Name == "" && !f.Quoted }

// parsePairs reads `key=value` fields in src[start:end]. Fields without a
// key or without `=` are in the result too; their Key or ValueStart say so:
// a missing `=` has ValueStart 0.
func parsePairs(src string, start, end int) []ast.HeaderField {
	var fields []ast.HeaderField
	for i := start; ; {
		for i < end && isBlank(src[i]) {
			i++
		}
		if i == end {
			return fields
		}
		f := ast.HeaderField{KeyStart: i}
		for i < end && !isBlank(src[i]) && src[i] != '=' {
			i++
		}
		f.Key, f.KeyEnd = src[f.KeyStart:i], i
		if i < end && src[i] == '=' {
			f.ValueStart = i + 1
			for i < end && !isBlank(src[i]) {
				i++
			}
			f.Value, f.ValueEnd = src[f.ValueStart:i], i
		}
		fields = append(fields, f)
	}
}

// trailerCount is one entry of `counts=`, with its place in the source.
type trailerCount struct {
	label      string
	n          uint64
	valid      bool
	start, end int
}

// parseCounts reads the value of a trailer's `counts=`.
func parseCounts(f *ast.HeaderField) []trailerCount {
	if f.Value == "" {
		return nil
	}
	counts := make([]trailerCount, 0, strings.Count(f.Value, ",")+1)
	start := f.ValueStart
	for entry := range strings.SplitSeq(f.Value, ",") {
		c := trailerCount{start: start, end: start + len(entry)}
		if label, number, ok := strings.Cut(entry, ":"); ok && ast.IsBareKey(label) {
			c.label, entry = label, number
		}
		kind, n := countValue(entry)
		c.n, c.valid = n, kind == ast.CountExact
		counts = append(counts, c)
		start = c.end + 1
	}
	return counts
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
