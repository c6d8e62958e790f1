package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

const people = `GCF profile=generic
## people [4]{id,name,city,score}
1|Anna|東京|9.5
@1 2|Zoë|^|10
.city {}
    x=1
3|"a|b"|-|-
400|Bo|a city with a very long name that goes on|7
tags[1]: a
`

// shown draws the lines as an editor does: blanks put in, long cells cut.
func shown(doc *ast.Document, lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		start, end := doc.Span(l.Line)
		at := start
		for _, c := range l.Cells {
			b.WriteString(doc.Source[at:c.Start])
			at = c.End
			text := doc.Source[c.Start:c.End]
			if c.Cut > 0 {
				text = doc.Source[c.Start:c.Cut] + "…"
			}
			pad := strings.Repeat(" ", c.Pad)
			if c.Right {
				text = pad + text
			} else {
				text += pad
			}
			b.WriteString(text)
		}
		b.WriteString(doc.Source[at:end] + "\n")
	}
	return b.String()
}

func TestColumnsLineUp(t *testing.T) {
	doc := parser.Parse(people)
	got := shown(doc, Lines(doc, 1, 99, 12))
	want := `## people [4]{id,name,city,score}
     1|Anna |東京        |9.5
@1   2|Zoë  |^           | 10
     3|"a|b"|-           |  -
   400|Bo   |a city with…|  7
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Whatever stands in a document, its cells are in order and the bars of a
// table's rows are one below the other.
func TestEveryTableLinesUp(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		bars := map[string]int{}
		for _, l := range Lines(doc, 1, 200, 20) {
			n := doc.Node(l.Line)
			start, end := doc.Span(l.Line)
			column, at := 0, start
			for i, c := range l.Cells {
				if c.Start < at || c.End > end || c.End < c.Start || c.Pad < 0 || c.Cut != 0 && (c.Cut < c.Start || c.Cut > c.End) {
					t.Fatalf("%q: cell %d is %+v", doc.Source[start:end], i, c)
				}
				text := doc.Source[c.Start:c.End]
				if c.Cut > 0 {
					text = doc.Source[c.Start:c.Cut] + "…"
				}
				column += uniseg.StringWidth(doc.Source[at:c.Start]) + uniseg.StringWidth(text) + c.Pad
				at = c.End
				if n.Kind != ast.KindRow || n.Flags&ast.FlagInvalid != 0 || i == len(l.Cells)-1 || c.Cut > 0 {
					continue
				}
				key := fmt.Sprint(n.Parent, " ", i)
				if was, seen := bars[key]; seen && was != column {
					t.Fatalf("%q: the bar behind cell %d is at %d, in another row at %d", doc.Source[start:end], i, column, was)
				}
				bars[key] = column
			}
		}
		for offset := range testdocs.Offsets(doc) {
			p, ok := At(doc, max(0, min(offset, len(doc.Source))))
			if !ok {
				continue
			}
			for _, to := range []string{"next", "previous", "up", "down", "first", "last"} {
				if q, ok := Move(doc, p, to); ok && q.Span.End > len(doc.Source) {
					t.Fatal(q)
				}
			}
		}
	})
}

func at(doc *ast.Document, text string) int { return strings.Index(doc.Source, text) }

func TestMoving(t *testing.T) {
	doc := parser.Parse(people)
	p, ok := At(doc, at(doc, "Zoë"))
	if !ok || p.Index != 1 || p.Column != 1 || p.Rows != 4 || p.Type != "string" {
		t.Fatalf("%+v", p)
	}
	for to, want := range map[string]string{"next": "^", "previous": "2", "down": `"a|b"`, "up": "Anna", "first": "Anna", "last": "Bo"} {
		q, _ := Move(doc, p, to)
		if got := doc.Source[q.Span.Start:q.Span.End]; got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
	end, _ := At(doc, at(doc, "|7")+1)
	if _, ok := Move(doc, end, "next"); ok {
		t.Error("there is a cell behind the last")
	}
	first, _ := At(doc, at(doc, "1|Anna"))
	if q, ok := Move(doc, first, "previous"); ok {
		t.Error(q)
	}
	if head, ok := At(doc, at(doc, "city,")); !ok || head.Column != 2 {
		t.Error(head)
	} else if q, _ := Move(doc, head, "down"); doc.Source[q.Span.Start:q.Span.End] != "東京" {
		t.Error(q)
	}
}

func TestTaking(t *testing.T) {
	doc := parser.Parse(people)
	all := ast.Span{Start: 0, End: len(doc.Source)}
	rows, err := Selected(doc, []ast.Span{all}, true)
	if err != nil || len(rows.Rows) != 4 || len(rows.Columns) != 4 {
		t.Fatal(rows, err)
	}
	for as, want := range map[string]string{
		"csv":      "id,name,city,score\n1,Anna,東京,9.5\n2,Zoë,\"{\"\"x\"\":1}\",10\n3,a|b,,\n400,Bo,a city with a very long name that goes on,7\n",
		"markdown": "| id | name | city | score |\n| --- | --- | --- | --- |\n| 1 | Anna | 東京 | 9.5 |\n| 2 | Zoë | {\"x\":1} | 10 |\n| 3 | a\\|b |  |  |\n| 400 | Bo | a city with a very long name that goes on | 7 |\n",
	} {
		if got, err := rows.Text(doc, as); got != want || err != nil {
			t.Errorf("%s: %v\n%s", as, err, got)
		}
	}
	p, _ := At(doc, at(doc, "9.5"))
	sum := OfColumn(doc, p).Summary(doc)
	if want := (Summary{Cells: 4, Numbers: 3, Sum: 26.5, Mean: 26.5 / 3, Min: 7, Max: 10, Distinct: 3, Nulls: 1}); sum != want {
		t.Errorf("%+v", sum)
	}
	one, _ := Selected(doc, []ast.Span{{Start: at(doc, "Anna"), End: at(doc, "|9.5")}}, false)
	if got, _ := one.Text(doc, "json"); got != "{\n  \"name\": \"Anna\",\n  \"city\": \"東京\"\n}\n" {
		t.Error(got)
	}
	if _, err := Selected(doc, []ast.Span{{Start: 0, End: 3}}, false); err == nil {
		t.Error("the header is a row")
	}
}

// What is copied from a table can be put back, and is the same then.
func TestWhatIsTakenComesBack(t *testing.T) {
	const table = "GCF profile=generic\n## t [3]{id,name,on,n}\n1|a|true|-\n2|\"1\"|false|3.5\n3|\"x\\ny\"|true|~\n"
	doc := parser.Parse(table)
	sel, _ := Selected(doc, []ast.Span{{Start: 0, End: len(table)}}, true)
	for _, as := range []string{"json", "csv", "tsv", "markdown"} {
		text, err := sel.Text(doc, as)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := At(doc, at(doc, "3|\"x"))
		records, err := Read(doc, p, text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", as, err, text)
		}
		edit, err := Insert(doc, p, records)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Edit(doc, insertOnly(edit))
		if err != nil {
			t.Fatalf("%s: %v", as, err)
		}
		want := strings.Replace(table, "[3]", "[6]", 1) + strings.SplitAfterN(table, "\n", 3)[2]
		// Null and absent are both nothing outside of JSON.
		if as != "json" {
			want = strings.TrimSuffix(want, "~\n") + "-\n"
		}
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", as, got, want)
		}
	}
}

func TestEditing(t *testing.T) {
	doc := parser.Parse(people)
	place := func(text string) Place { p, _ := At(doc, at(doc, text)); return p }
	text := func(e ...any) string {
		got, err := Edit(doc, editsOf(e[0]))
		if err != nil {
			return err.Error()
		}
		if diagnostics.HasErrors(parser.Parse(got)) {
			t.Errorf("errors in\n%s", got)
		}
		return got
	}
	for typed, want := range map[string]string{"a|b": `"a|b"`, "12": `"12"`, "-": "-", "": `""`, "x": "x"} {
		v, absent := Typed(doc, place("Anna"), typed)
		e, err := Set(doc, place("Anna"), v, absent)
		if err != nil || e.Text != want {
			t.Errorf("%q is written %s, %v", typed, e.Text, err)
		}
	}
	if v, _ := Typed(doc, place("9.5"), "12"); v.Kind() != value.Int {
		t.Error("a number in a column of numbers is a text")
	}
	if _, err := Set(doc, place("^|10"), value.NewInt(1), false); err == nil {
		t.Error("an attachment is overwritten")
	}
	if got := text(Remove(doc, place("1|Anna").Row)); !strings.Contains(got, "[3]{id") || !strings.Contains(got, "\n@0 2|Zoë") || strings.Contains(got, "Anna") {
		t.Error(got)
	}
	if got := text(Remove(doc, place("Zoë").Row)); strings.Contains(got, ".city") || !strings.Contains(got, "[3]{id") {
		t.Error(got)
	}
	swap, err := Swap(doc, place("Zoë"), -1)
	if got := text(swap); err != nil || !strings.Contains(got, "{id,name,city,score}\n@0 2|Zoë|^|10\n.city {}\n    x=1\n1|Anna") {
		t.Error(got, err)
	}
	if _, err := Swap(doc, place("1|Anna"), -1); err == nil {
		t.Error("the first row moves up")
	}
	blank, err := Insert(doc, place("Bo"), [][]*value.Value{Blank(doc, place("Bo"))})
	if got := text(blank); err != nil || !strings.Contains(got, "|7\n-|-|-|-\ntags") || !strings.Contains(got, "[5]") {
		t.Error(got, err)
	}
	for paste, want := range map[string]string{
		"1,2,3,4,5":                   "row 1 has 5 values, but the table has 4 columns",
		`[{"id":1,"nope":2}]`:         `the table has no column "nope"`,
		`[1]`:                         "row 1 is neither an object nor an array",
		`{"id"`:                       "this is not JSON",
		"name,id,nope\na,1,2":         `the table has no column "nope"`,
		" \n":                         "the clipboard has no text",
		`{"id":1,"name":{"x":[1,2]}}`: "would have to be attached",
	} {
		records, err := Read(doc, place("Bo"), paste)
		if err == nil {
			_, err = Insert(doc, place("Bo"), records)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", paste, err)
		}
	}
}

func insertOnly(e format.Edit) []format.Edit { return []format.Edit{e} }

func editsOf(v any) []format.Edit {
	if e, ok := v.(format.Edit); ok {
		return []format.Edit{e}
	}
	return v.([]format.Edit)
}
