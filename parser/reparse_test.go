package parser_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/edits"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
)

var howManyEdits = flag.Int("edits", 6000, "edits of TestReparse")

// After any edits of any documents the tree that was made from the one before is
// that of the text, and the one before is as it was.
//
//	go test ./parser -run Reparse -edits 100000
func TestReparse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	taken := 0
	for done := 0; done < *howManyEdits; {
		doc := parser.Parse(edits.Document(r))
		lines := doc.LineTable(ast.AnyLineEnd, nil, ast.Splice{})
		for range 30 {
			src, change := edits.Edit(r, doc.Source)
			was := clone(doc)
			next := parser.Reparse(doc, src, change)
			if difference := compare(next, parser.Parse(src)); difference != "" {
				t.Fatalf("after %d edits, the change %+v of\n%q\nto\n%q\n%s", done, change, doc.Source, src, difference)
			}
			if !reflect.DeepEqual(doc, was) {
				t.Fatalf("the change %+v of %q to %q changed the document before", change, doc.Source, src)
			}
			if parser.TakenOver(doc, src, change) > 0 {
				taken++
			}
			doc = next
			lines = doc.LineTable(ast.AnyLineEnd, lines, change)
			if difference := compareLines(r, src, lines); difference != "" {
				t.Fatalf("after %d edits, %q: %s", done, src, difference)
			}
			done++
		}
	}
	if taken < *howManyEdits/20 {
		t.Errorf("lines were taken over in %d of %d edits", taken, *howManyEdits)
	}
}

func FuzzReparse(f *testing.F) {
	f.Add("GCF profile=generic\n## r [9]{a,b}\n1|2\n1|2\n1|2\n1|2\n1|2\n1|2\n1|2\n1|2\n1|2\n", 60, 3, "x|")
	f.Add("GCF profile=generic\n## s\n  ## r [9]{a,b}\n  1|2\n  1|2\n  1|2\n  1|2\n  1|2\n  1|2\n  1|2\nb=2\n", 50, 0, "\n  7")
	f.Fuzz(func(t *testing.T, src string, at, remove int, insert string) {
		at = min(max(at, 0), len(src))
		end := min(at+max(remove, 0), len(src))
		next := src[:at] + insert + src[end:]
		got := parser.Reparse(parser.Parse(src), next, ast.Splice{Start: at, End: end, NewEnd: at + len(insert)})
		if difference := compare(got, parser.Parse(next)); difference != "" {
			t.Fatal(difference)
		}
	})
}

func clone(d *ast.Document) *ast.Document {
	c := *d
	c.Nodes = append([]ast.Node(nil), d.Nodes...)
	c.Problems = append([]ast.Problem(nil), d.Problems...)
	c.Decls = append([]ast.Decl(nil), d.Decls...)
	return &c
}

// compare says where two trees differ, "" where they do not. Declarations may be
// numbered as they like.
func compare(got, want *ast.Document) string {
	if len(got.Nodes) != len(want.Nodes) {
		return fmt.Sprintf("%d nodes, want %d", len(got.Nodes), len(want.Nodes))
	}
	for i := range got.Nodes {
		g, w := got.Nodes[i], want.Nodes[i]
		if gd, wd := got.DeclOf(ast.NodeID(i)), want.DeclOf(ast.NodeID(i)); (gd == nil) != (wd == nil) || gd != nil && gd.Text != wd.Text {
			return fmt.Sprintf("node %d has the declaration %+v, want %+v", i, gd, wd)
		}
		g.Decl, w.Decl = 0, 0
		if g != w {
			return fmt.Sprintf("node %d is %+v, want %+v", i, g, w)
		}
	}
	if len(got.Problems)+len(want.Problems) > 0 && !reflect.DeepEqual(got.Problems, want.Problems) {
		return fmt.Sprintf("problems %+v\nwant %+v", got.Problems, want.Problems)
	}
	g, w := *got, *want
	g.Nodes, g.Problems, g.Decls, w.Nodes, w.Problems, w.Decls = nil, nil, nil, nil, nil, nil
	if !reflect.DeepEqual(g, w) {
		return fmt.Sprintf("document %+v, want %+v", g, w)
	}
	return ""
}

// compareLines says where the lines of a text are not those of counting anew.
func compareLines(r *rand.Rand, src string, got *ast.LineTable) string {
	want := ast.NewLineTable(src, ast.AnyLineEnd)
	if got.Lines() != want.Lines() {
		return fmt.Sprintf("%d lines, want %d", got.Lines(), want.Lines())
	}
	for range 8 {
		at, enc := r.IntN(len(src)+1), ast.Encoding(r.IntN(3))
		p := want.Position(at, enc)
		if g := got.Position(at, enc); g != p || got.Offset(p, enc) != want.Offset(p, enc) {
			return fmt.Sprintf("offset %d is at %v and that at %d, want %v at %d", at, g, got.Offset(p, enc), p, want.Offset(p, enc))
		}
	}
	return ""
}

// A keystroke in the middle of a table, beside reading all of it.
func BenchmarkReparse(b *testing.B) {
	for _, rows := range []int{10_000, 100_000, 1_000_000} {
		table, _ := gendata.Table(rows)
		middle := strings.Index(table, fmt.Sprintf("\n%d|", rows/2)) + 1
		src := table[:middle] + "x" + table[middle:]
		before := parser.Parse(table)
		b.Run(fmt.Sprintf("%d rows", rows), func(b *testing.B) {
			for b.Loop() {
				parser.Reparse(before, src, ast.Splice{Start: middle, End: middle, NewEnd: middle + 1})
			}
		})
	}
}
