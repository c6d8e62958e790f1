package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestMain(m *testing.M) { valuegen.Main(m) }

// check compares what a document is in pieces with what it is as a whole, and
// reports whether it could be read in pieces.
func check(t *testing.T, src string, size int) bool {
	t.Helper()
	want, wantErr := value.Decode(parser.Parse(src))
	count := 0
	for p, err := range pieces(strings.NewReader(src), size) {
		if errors.Is(err, ErrWhole) {
			return false
		}
		if err == nil {
			_, err = p.Value()
		}
		if err != nil {
			if wantErr == nil {
				t.Fatalf("size %d of %q: %v, and nothing is wrong as a whole", size, src, err)
			}
			return false
		}
		count++
	}
	if wantErr != nil {
		t.Fatalf("size %d of %q: nothing is wrong in pieces, but as a whole: %v", size, src, wantErr)
	}
	for _, indent := range []string{"", "  "} {
		var options []value.JSONOption
		if indent != "" {
			options = append(options, value.Indent(indent))
		}
		text, err := value.AppendJSON(nil, want, options...)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := writeJSON(&got, pieces(strings.NewReader(src), size), indent); err != nil {
			t.Fatalf("size %d of %q: %v", size, src, err)
		}
		if got.String() != string(text) {
			t.Fatalf("size %d of %q in %d pieces:\n%s\nwant\n%s", size, src, count, &got, text)
		}
	}
	return true
}

// TestPieces compares the documents of every form, good and broken, and their
// prefixes, in pieces of every size with what they are as a whole.
func TestPieces(t *testing.T) {
	all, cut := 0, 0
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		if len(doc.Source) > 1<<20 {
			return
		}
		for _, size := range []int{1, 20, pieceSize} {
			all++
			if check(t, doc.Source, size) {
				cut++
			}
		}
	})
	if cut < all/10 {
		t.Errorf("only %d of %d were read in pieces", cut, all)
	}
}

// TestPropertyPieces does so with what encoders write of random values, as it is
// and with some bytes changed.
func TestPropertyPieces(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		v := valuegen.Value(valuegen.Options{}).Draw(r, "value")
		text, err := format.Generic(v, format.Options{})
		if err != nil {
			r.Skip(err)
		}
		src := string(text)
		size := rapid.SampledFrom([]int{1, 40, 300}).Draw(r, "size")
		check(t, src, size)
		pieces := []string{"\n", "|", "@0 ", "@1 ", "^", "## a [1]{b}\n", "1", "\"", " ", "# c\n", "a=1\n", "##! summary counts=1\n", "[?]", "x\n"}
		for range 3 {
			at := rapid.IntRange(0, len(src)).Draw(r, "at")
			src = src[:at] + rapid.SampledFrom(pieces).Draw(r, "piece") + src[min(len(src), at+rapid.IntRange(0, 3).Draw(r, "cut")):]
			check(t, src, size)
		}
	})
}

// What a stream with deferred counts says at its end is compared with its rows.
func TestDeferred(t *testing.T) {
	head := "GCF profile=generic\n## a [?]{x,y}\n" + strings.Repeat("1|2\n", 50) + "## b [?]{x}\n" + strings.Repeat("1\n", 7)
	for summary, right := range map[string]bool{
		"##! summary counts=50,7\n": true, "##! summary counts=50,8\n": false, "##! summary counts=50\n": false, "": false,
	} {
		if got := check(t, head+summary, 30); got != right {
			t.Errorf("%q: read in pieces: %v", summary, got)
		}
	}
}

// Rows are those of the decoded document, with their places.
func TestRows(t *testing.T) {
	text, _ := gendata.Table(30_000)
	doc := parser.Parse(text)
	whole, err := value.Decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	table := whole.Members()[0]
	n := 0
	for row, err := range Rows(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Table != table.Key || row.Index != n || !value.Equal(row.Value, table.Value.Elems()[n]) {
			t.Fatalf("row %d is %+v", n, row)
		}
		n++
	}
	if n != table.Value.Len() {
		t.Errorf("%d rows", n)
	}
	// An error has its place in the whole document.
	lines := strings.SplitAfter(text, "\n")
	at := 20_000 + rand.IntN(5_000)
	lines[at] = "1|\"x|2\n"
	_, want := value.Decode(parser.Parse(strings.Join(lines, "")))
	var got error
	for _, got = range Rows(strings.NewReader(strings.Join(lines, ""))) {
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Memory does not depend on the number of rows: the second document has fifty times
// as many as the first.
func TestMemory(t *testing.T) {
	read := func(rows int) uint64 {
		in := io.MultiReader(strings.NewReader(fmt.Sprintf("GCF profile=generic\n## a [%d]{x,y,z}\n", rows)),
			io.LimitReader(&repeated{text: "1234567|some text|true\n"}, int64(rows*len("1234567|some text|true\n"))))
		n := 0
		for _, err := range Rows(in) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != rows {
			t.Fatalf("%d rows of %d", n, rows)
		}
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.Sys
	}
	few := read(40_000)
	many := read(2_000_000)
	if many > few+24<<20 {
		t.Errorf("%d bytes for 40,000 rows, %d for 2,000,000", few, many)
	}
}

// repeated is a text without an end.
type repeated struct {
	text string
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}

// ExampleRows adds up a column of a document of any size.
func ExampleRows() {
	in := strings.NewReader("GCF profile=generic\n## orders [2]{id,total}\n1|20\n2|22\n")
	sum := int64(0)
	for row, err := range Rows(in) {
		if err != nil {
			fmt.Println(err)
			return
		}
		total, _ := row.Value.Get("total")
		sum += total.Int()
	}
	fmt.Println(sum)
	// Output: 42
}

func BenchmarkRows(b *testing.B) {
	text, _ := gendata.Table(100_000)
	b.Run("rows", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for _, err := range Rows(strings.NewReader(text)) {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := value.Decode(parser.Parse(text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
