package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// looseWriter writes a value as a document that is valid but not canonical: in
// forms that it draws, with comments, blank lines and spaces between.
type looseWriter struct {
	t        *rapid.T
	b        strings.Builder
	trivia   bool
	comments int
}

func (w *looseWriter) chance(percent int, what string) bool {
	return rapid.IntRange(0, 99).Draw(w.t, what) < percent
}

func (w *looseWriter) line(indent int, text string) {
	for w.trivia && w.chance(25, "trivia") {
		if w.chance(50, "blank") {
			w.b.WriteString("\n")
			continue
		}
		w.comments++
		at := rapid.SampledFrom([]int{indent, indent, 0, indent + 2, indent + 6}).Draw(w.t, "comment indent")
		text := rapid.SampledFrom([]string{"", "plain", "## x [2]{a}", "a=1", "a|b", "\"", "@0 ^", "é😀"}).Draw(w.t, "comment")
		fmt.Fprintf(&w.b, "%s# %d %s\n", strings.Repeat(" ", at), w.comments, text)
	}
	w.b.WriteString(strings.Repeat(" ", indent) + text + "\n")
}

func (w *looseWriter) scalar(v value.Value) string {
	if v.Kind() == value.String && w.chance(30, "quoted") {
		return string(value.AppendQuoted(nil, v.Str()))
	}
	b, err := format.AppendScalar(nil, v)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

func (w *looseWriter) key(key string) string {
	if w.chance(20, "quoted key") {
		return string(value.AppendQuoted(nil, key))
	}
	b, err := format.AppendKey(nil, key)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

func (w *looseWriter) document(v value.Value) string {
	w.b.WriteString("GCF profile=generic\n")
	switch v.Kind() {
	case value.Object:
		w.members(v, 0)
	case value.Array:
		w.array("## ", v, 0, 0)
	default:
		w.line(0, "="+w.scalar(v))
	}
	return w.b.String()
}

func (w *looseWriter) members(v value.Value, indent int) {
	for _, m := range v.Members() {
		key := w.key(m.Key)
		switch m.Value.Kind() {
		case value.Object:
			w.line(indent, "## "+key)
			w.members(m.Value, indent+2)
		case value.Array:
			if m.Value.Len() > 0 && scalars(m.Value) && w.chance(80, "inline") {
				w.line(indent, key+w.inline(m.Value))
			} else {
				w.array("## "+key+" ", m.Value, indent, indent)
			}
		default:
			w.line(indent, key+"="+w.scalar(m.Value))
		}
	}
}

func scalars(v value.Value) bool {
	return !slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return !e.IsScalar() })
}

func (w *looseWriter) inline(v value.Value) string {
	tokens := make([]string, v.Len())
	for i, e := range v.Elems() {
		tokens[i] = w.scalar(e)
	}
	return fmt.Sprintf("[%d]: %s", v.Len(), strings.Join(tokens, rapid.SampledFrom([]string{",", ", "}).Draw(w.t, "comma")))
}

// array writes a block array behind its prefix.
func (w *looseWriter) array(prefix string, v value.Value, indent, body int) {
	fields := union(v)
	switch {
	case v.Len() == 0:
		w.line(indent, prefix+"[0]")
	case len(fields) > 0 && w.chance(60, "table"):
		w.table(prefix, v, fields, indent, body)
	default:
		w.line(indent, fmt.Sprintf("%s[%d]", prefix, v.Len()))
		for i, e := range v.Elems() {
			w.item(fmt.Sprintf("@%d ", i), e, body, body+2)
		}
	}
}

// union returns the fields of a table in a drawn order, or none where the
// array cannot be one.
func union(v value.Value) []string {
	var fields []string
	for _, row := range v.Elems() {
		if row.Kind() != value.Object {
			return nil
		}
		for _, m := range row.Members() {
			if strings.Contains(m.Key, ">") {
				return nil
			}
			if !slices.Contains(fields, m.Key) {
				fields = append(fields, m.Key)
			}
		}
	}
	return fields
}

func (w *looseWriter) table(prefix string, v value.Value, fields []string, indent, body int) {
	fields = rapid.Permutation(fields).Draw(w.t, "fields")
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = w.key(f)
	}
	w.line(indent, fmt.Sprintf("%s[%d]{%s}", prefix, v.Len(), strings.Join(names, ",")))
	for i, row := range v.Elems() {
		cells := make([]string, len(fields))
		var nested []string
		for c, f := range fields {
			switch m, ok := row.Get(f); {
			case !ok:
				cells[c] = "~"
			case m.IsScalar():
				cells[c] = w.scalar(m)
			default:
				cells[c] = "^"
				nested = append(nested, f)
			}
		}
		id := ""
		if len(nested) > 0 || w.chance(10, "id") {
			id = fmt.Sprintf("@%d ", i)
		}
		w.line(body, id+strings.Join(cells, "|"))
		if len(nested) > 1 {
			nested = rapid.Permutation(nested).Draw(w.t, "attachments")
		}
		for _, f := range nested {
			m, _ := row.Get(f)
			if m.Kind() == value.Array && m.Len() > 0 && !scalars(m) {
				if fields := union(m); len(fields) > 0 {
					w.table("."+w.key(f)+" ", m, fields, body, body+4)
					continue
				}
			}
			w.item("."+w.key(f)+" ", m, body, body+4)
		}
	}
}

func (w *looseWriter) item(prefix string, v value.Value, indent, body int) {
	switch v.Kind() {
	case value.Object:
		w.line(indent, prefix+"{}")
		w.members(v, body)
	case value.Array:
		if v.Len() > 0 && scalars(v) {
			w.line(indent, prefix+w.inline(v))
		} else {
			w.array(prefix, v, indent, body)
		}
	default:
		w.line(indent, prefix+"="+w.scalar(v))
	}
}

// TestPropertyDocument formats documents in any form: the value and the
// comments stay, formatting again changes nothing, and a document without
// comments becomes what encoding its value gives.
func TestPropertyDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 4}).Draw(t, "value")
		w := &looseWriter{t: t, trivia: rapid.Bool().Draw(t, "with trivia")}
		src := w.document(v)
		if rapid.IntRange(0, 9).Draw(t, "crlf") == 0 {
			src = strings.ReplaceAll(src, "\n", "\r\n")
		}
		if rapid.IntRange(0, 9).Draw(t, "cut") == 0 {
			src = strings.TrimRight(src, "\r\n")
		}
		checkDocument(t, src, v)
	})
}

func checkDocument(t fataler, src string, v value.Value) {
	t.Helper()
	doc := parser.Parse(src)
	before, err := value.Decode(doc)
	if err != nil {
		t.Fatalf("the document is not valid: %v\n%s", err, src)
	}
	if !value.Equal(before, v) {
		t.Fatalf("the document has another value\n%s", src)
	}
	o := format.DocumentOptions{LineEnds: format.LF}
	got := formatted(t, src, o)
	after, err := value.Decode(parser.Parse(got))
	if err != nil || !value.Equal(before, after) {
		t.Fatalf("%v: the value changed:\n%s\nbecame\n%s", err, src, got)
	}
	checkCanonical(t, src, got)
	for _, p := range parser.Parse(got).Problems {
		if p.Code != ast.UnsafeInteger {
			t.Fatalf("the result has %s:\n%s", p.Code, got)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		"GCF profile=generic\n# c\n## t [2]{a,\"b>c\"}\n1|2\n  # d\n3|~\n",
		"GCF profile=generic\n## t [1]{id,o}\n@0 1|^\n# c\n.o {}\n    # d\n    x=1\n",
		"GCF profile=generic\n## t [?]{a}\n1\n##! summary counts=1\n",
		"GCF profile=graph tool=t symbols=2\n## related\n# c\n@0 fn a 0.10 p\n## targets\n@1 fn b 0.20 p\n## edges [1]\n@0<@1 x\n",
		"GCF profile=graph delta=true base_root=a new_root=b\n## added\n@0 fn a 0.10 p 1\n## removed\nfn b\n",
		"GCF profile=generic delta=true base_root=a new_root=b key=id\n## removed [1]{@id}\n1\n",
		"GCF profile=generic\r\na=1.0\r\n\r\nb=",
	} {
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, src string, stream bool) {
		doc := parser.Parse(src)
		o := format.DocumentOptions{KeepStreaming: stream}
		r, err := format.Document(doc, o)
		if err != nil {
			if value.FirstError(doc) == nil {
				t.Fatalf("a valid document is refused: %v\n%q", err, src)
			}
			if r.Text != "" || len(r.Edits) > 0 {
				t.Fatal("an error with a result")
			}
			return
		}
		formatted(t, src, o)
	})
}

// TestPropertyNearlyCanonical changes a little in canonical documents: the
// quick look at a document must not take it for canonical where it is not.
func TestPropertyNearlyCanonical(t *testing.T) {
	quick, valid := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 4}).Draw(t, "value")
		wire, err := format.Generic(v, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		src := string(wire)
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			src = nudge(t, src)
		}
		doc := parser.Parse(src)
		full, err := format.Rewrite(doc, format.DocumentOptions{})
		if err != nil {
			if value.FirstError(doc) == nil {
				t.Fatalf("a valid document is refused: %v\n%s", err, src)
			}
			return
		}
		valid++
		if format.IsCanonical(doc, format.DocumentOptions{}) {
			quick++
			if len(full.Edits) > 0 {
				t.Fatalf("looks canonical, but\n%s\nbecomes\n%s", src, full.Text)
			}
		}
	})
	if quick < valid/4 {
		t.Errorf("only %d of %d documents were told to be canonical", quick, valid)
	}
}

// nudge changes a few bytes or a line of a document.
func nudge(t *rapid.T, src string) string {
	lines := strings.SplitAfter(src, "\n")
	i := rapid.IntRange(1, len(lines)-1).Draw(t, "line")
	switch rapid.IntRange(0, 4).Draw(t, "nudge") {
	case 0: // exchange two lines
		j := rapid.IntRange(1, len(lines)-1).Draw(t, "other line")
		lines[i], lines[j] = lines[j], lines[i]
	case 1: // exchange two cells
		cells := strings.Split(strings.TrimSuffix(lines[i], "\n"), "|")
		j := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
		k := rapid.IntRange(0, len(cells)-1).Draw(t, "other cell")
		cells[j], cells[k] = cells[k], cells[j]
		lines[i] = strings.Join(cells, "|") + "\n"
	case 2: // another value in a cell
		cells := strings.Split(strings.TrimSuffix(lines[i], "\n"), "|")
		j := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
		cells[j] = rapid.SampledFrom([]string{"~", "-", "^", `"x"`, "x", "1", `"1"`, "1.0", "x,y", " x"}).Draw(t, "token")
		lines[i] = strings.Join(cells, "|") + "\n"
	case 3: // a field list more or less
		if j := strings.IndexByte(lines[i], '{'); j > 0 && strings.Contains(lines[i], "]{") {
			lines[i] = lines[i][:j] + "\n"
		} else if line, ok := strings.CutSuffix(lines[i], "]\n"); ok {
			lines[i] = line + "]{a,b}\n"
		}
	case 4: // a comment
		lines[i] = rapid.SampledFrom([]string{"# c\n", "  # c\n", "    # c\n", "# c \n"}).Draw(t, "comment") + lines[i]
	}
	return strings.Join(lines, "")
}
