package index

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// workspace is an index with its documents.
type workspace struct {
	*Index
	docs map[string]*ast.Document
}

func newWorkspace() *workspace {
	return &workspace{New(), make(map[string]*ast.Document)}
}

// put writes a document; the name is relative to the workspace.
func (w *workspace) put(name, text string) bool {
	doc := parser.Parse(text)
	w.docs[path(name)] = doc
	return w.Put(path(name), doc)
}

func (w *workspace) read(path string) *ast.Document { return w.docs[path] }

func path(name string) string { return filepath.Join(string(filepath.Separator), "work", name) }

// entry returns what is known of a document, or an empty entry with its path.
func (w *workspace) entry(name string) Entry {
	e, _ := w.Entry(path(name))
	e.Path = path(name)
	return e
}

// table makes a table with one row for each count.
func table(counts ...int) *snapshot.Table {
	var rows []value.Value
	for i, c := range counts {
		rows = append(rows, value.NewObject([]value.Member{{Key: "id", Value: value.NewInt(int64(i))}, {Key: "n", Value: value.NewInt(int64(c))}}))
	}
	t, err := snapshot.NewTable(snapshot.TableSpec{Name: "counts", Key: "id", Fields: []string{"id", "n"}, Rows: rows})
	if err != nil {
		panic(err)
	}
	return t
}

func full(s snapshot.Snapshot) string {
	b, err := snapshot.AppendFull(nil, s, snapshot.Header{})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func delta(base, next snapshot.Snapshot) string {
	d, err := snapshot.Diff(base, next)
	if err != nil {
		panic(err)
	}
	b, err := snapshot.AppendDelta(nil, d, snapshot.Header{})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// base says what the base of a document is.
func (w *workspace) base(name string) string {
	found, why := w.Base(w.entry(name), w.read)
	if found == nil {
		if why == "" {
			return "nothing"
		}
		return "nothing: " + why
	}
	s := fmt.Sprintf("%s with %d rows from %s", found.Name, found.Snapshot.Len(), filepath.Base(found.Path))
	if found.Soft {
		s += ", which only declares the root"
	}
	return s
}

func (w *workspace) check(t *testing.T, name, want string) {
	t.Helper()
	if got := w.base(name); got != want {
		t.Errorf("the base of %s is %s, want %s", name, got, want)
	}
}

func TestBaseIsFoundByItsRoot(t *testing.T) {
	w := newWorkspace()
	w.put("d1.gcf", delta(table(1), table(1, 2)))
	w.check(t, "d1.gcf", "nothing")
	w.put("base.gcf", full(table(1)))
	w.check(t, "d1.gcf", "base.gcf with 1 rows from base.gcf")
	w.check(t, "other.gcf", "nothing")

	// A chain of deltas.
	w.put("d2.gcf", delta(table(1, 2), table(1, 3)))
	w.put("d3.gcf", delta(table(1, 3), table()))
	w.check(t, "d3.gcf", "the result of d2.gcf with 2 rows from d2.gcf")
	w.Delete(path("base.gcf"))
	w.check(t, "d3.gcf", "nothing: the base of d1.gcf is not known")

	// A full payload is better than a chain.
	w.put("full.gcf", full(table(1, 3)))
	w.check(t, "d3.gcf", "full.gcf with 2 rows from full.gcf")
}

func TestBaseThatHasChangedStillCounts(t *testing.T) {
	w := newWorkspace()
	w.put("base.gcf", full(table(1)))
	w.put("d.gcf", delta(table(1), table(2)))
	w.check(t, "d.gcf", "base.gcf with 1 rows from base.gcf")
	edited := strings.Replace(full(table(1)), "0|1", "0|7", 1)
	if !w.put("base.gcf", edited) {
		t.Error("the change was not noticed")
	}
	w.check(t, "d.gcf", "base.gcf with 1 rows from base.gcf")
	if found, _ := w.Base(w.entry("d.gcf"), w.read); found.Snapshot.Root() == table(1).Root() {
		t.Error("the old content was used")
	}
	// One that has the root in truth is better.
	w.put("z.gcf", full(table(1)))
	w.check(t, "d.gcf", "z.gcf with 1 rows from z.gcf")
}

// An edit may be read before the index knows of it: that must not stick.
func TestBaseReadTooEarlyIsNotKept(t *testing.T) {
	w := newWorkspace()
	w.put("base.gcf", full(table(1)))
	w.put("d.gcf", delta(table(1), table(2)))
	right := w.docs[path("base.gcf")]
	w.docs[path("base.gcf")] = parser.Parse(full(table(7)))
	if found, _ := w.Base(w.entry("d.gcf"), w.read); found.Snapshot.Root() != table(7).Root() {
		t.Error("the text at hand was not used")
	}
	w.docs[path("base.gcf")] = right
	if found, _ := w.Base(w.entry("d.gcf"), w.read); found.Snapshot.Root() != table(1).Root() {
		t.Error("what was read too early was kept")
	}
}

func TestBaseIsTheOneThatACommentNames(t *testing.T) {
	w := newWorkspace()
	w.put("base.gcf", full(table(1)))
	text := strings.Replace(delta(table(1), table(2)), "\n", "\n# gcf-lsp: base=../sub/named.gcf\n", 1)
	w.put("deltas/d.gcf", text)
	w.check(t, "deltas/d.gcf", "nothing: named.gcf is no document of the workspace")
	w.put("sub/named.gcf", full(table(5)))
	w.check(t, "deltas/d.gcf", "named.gcf with 1 rows from named.gcf")
	w.put("sub/named.gcf", "GCF profile=generic\na=1\n")
	w.check(t, "deltas/d.gcf", "nothing: named.gcf: a=1: is no part of a keyed set: a pack root is that of one table with an identity column (@field) at the top and nothing else")
}

func TestCyclesEnd(t *testing.T) {
	w := newWorkspace()
	w.put("a.gcf", delta(table(1), table(2)))
	w.put("b.gcf", delta(table(2), table(1)))
	w.check(t, "a.gcf", "nothing: the base of b.gcf is not known")
	w.put("c.gcf", "GCF profile=generic delta=true base_root=sha256:1 new_root=sha256:1 key=id\n# gcf-lsp: base=c.gcf\n")
	w.check(t, "c.gcf", "nothing: c.gcf depends on itself")
	w.put("s1.gcf", "GCF profile=graph session=true symbols=0\n# gcf-lsp: base=s2.gcf\n")
	w.put("s2.gcf", "GCF profile=graph session=true symbols=0\n# gcf-lsp: base=s1.gcf\n")
	if _, why := w.Earlier(w.entry("s1.gcf"), w.read); why != "s1.gcf depends on itself" {
		t.Error(why)
	}
}

func TestIndexKnowsWhoHoldsARootAndWhatAppliesToIt(t *testing.T) {
	w := newWorkspace()
	w.put("base.gcf", full(table(1)))
	w.put("d.gcf", delta(table(1), table(2)))
	w.put("e.gcf", delta(table(1), table(3)))
	w.put("unchanged.gcf", "GCF profile=generic unchanged=true pack_root="+table(1).Root()+" count=1\n")
	names := func(entries []Entry) (s string) {
		for _, e := range entries {
			s += filepath.Base(e.Path) + " "
		}
		return s
	}
	for _, c := range []struct{ got, want string }{
		{names(w.Holding(table(1).Root())), "base.gcf "},
		{names(w.Holding(table(2).Root())), "d.gcf "},
		{names(w.DeltasOn(table(1).Root())), "d.gcf e.gcf "},
		{strings.Join(w.Dependent(), " "), path("d.gcf") + " " + path("e.gcf")},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if w.put("d.gcf", delta(table(1), table(2))) {
		t.Error("the same text again is no change")
	}
	w.Delete(path("d.gcf"))
	if got := names(w.DeltasOn(table(1).Root())) + names(w.Holding(table(2).Root())); got != "e.gcf " {
		t.Error(got)
	}
	if w.Delete(path("d.gcf")) || w.Len() != 3 || len(w.Paths()) != 3 {
		t.Error("a deleted document is still there")
	}
	for _, name := range []string{"base.gcf", "e.gcf", "unchanged.gcf"} {
		w.Delete(path(name))
	}
	if len(w.holds)+len(w.deltas)+len(w.files) != 0 {
		t.Errorf("what is left of nothing: %v %v", w.holds, w.deltas)
	}
}

// A payload of a session that refers to nothing is as good as any.
func TestBaseMayBeOfASession(t *testing.T) {
	w := newWorkspace()
	g := func(names ...string) *snapshot.Graph {
		var symbols []snapshot.Symbol
		for _, n := range names {
			symbols = append(symbols, snapshot.Symbol{Kind: "function", QualifiedName: n, Score: 0.5, Provenance: "lsp"})
		}
		graph, err := snapshot.NewGraph(symbols, nil)
		if err != nil {
			t.Fatal(err)
		}
		return graph
	}
	session := snapshot.NewSession(snapshot.SessionOptions{PackRoot: true})
	for i, graph := range []*snapshot.Graph{g("a"), g("a", "b")} {
		call, err := session.Encode(graph, snapshot.Header{})
		if err != nil {
			t.Fatal(err)
		}
		call.Delivered()
		w.put(fmt.Sprintf("call%d.gcf", i), string(call.Payload))
	}
	w.put("d0.gcf", delta(g("a"), g("c")))
	w.check(t, "d0.gcf", "call0.gcf with 1 rows from call0.gcf")
	w.put("d1.gcf", delta(g("a", "b"), g("c")))
	w.check(t, "d1.gcf", "nothing")
}

func TestWantedIsASnapshotWithTheRootElsewhere(t *testing.T) {
	w := newWorkspace()
	w.put("d.gcf", delta(table(1), table(2)))
	if w.Wanted(table(2).Root(), path("d.gcf"), w.read) != nil {
		t.Error("there is none yet")
	}
	w.put("new.gcf", full(table(2)))
	if b := w.Wanted(table(2).Root(), path("d.gcf"), w.read); b == nil || b.Name != "new.gcf" {
		t.Error(b)
	}
}

func TestEarlierPayloadsDeclareWhatASessionRefersTo(t *testing.T) {
	w := newWorkspace()
	w.put("1.gcf", "GCF profile=graph symbols=2 session=true\n## targets\n@0 fn a 0.90 lsp\n@1 type b 0.80 lsp\n")
	w.put("2.gcf", "GCF profile=graph symbols=2 session=true\n# gcf-lsp: base=1.gcf\n## targets\n@1  # previously transmitted\n@2 fn c 0.70 lsp\n")
	w.put("3.gcf", "GCF profile=graph symbols=1 session=true\n# gcf-lsp: base=./2.gcf\n## targets\n@0  # previously transmitted\n")
	earlier, why := w.Earlier(w.entry("3.gcf"), w.read)
	if why != "" || !earlier.Complete || len(earlier.Symbols) != 3 {
		t.Fatalf("%+v %s", earlier, why)
	}
	if d := earlier.Symbols[1]; filepath.Base(d.Path) != "1.gcf" || d.Node != 4 || d.Symbol.QualifiedName != "b" || d.Symbol.Kind != "type" {
		t.Errorf("%+v", d)
	}
	if earlier, why := w.Earlier(w.entry("1.gcf"), w.read); earlier != nil || why != "" {
		t.Error("the first payload has none before it")
	}
	// Without the first payload nothing is sure.
	w.put("2.gcf", "GCF profile=graph symbols=2 session=true\n## targets\n@1  # previously transmitted\n@2 fn c 0.70 lsp\n")
	if earlier, _ = w.Earlier(w.entry("3.gcf"), w.read); earlier.Complete {
		t.Error("a session that begins with a reference is not complete")
	}
}

func TestDirective(t *testing.T) {
	for text, want := range map[string]string{
		"# gcf-lsp: base=./a.gcf\n":                    path("x/a.gcf"),
		"a=1\n  # gcf-lsp:base=a b.gcf \nb=1\n":        path("x/a b.gcf"),
		"# gcf-lsp: base=" + path("abs.gcf") + "\n":    path("abs.gcf"),
		"#  gcf-lsp: base=./a.gcf\n":                   path("x/a.gcf"),
		"# gcf-lsp: base=\n":                           "",
		"# gcf-lsp: ignore number_respelled\n":         "",
		"# base=./a.gcf\n#gcf-lsp: base=./a.gcf\n":     "",
		"# gcf-lsp: off\n# gcf-lsp: base=../a.gcf\n":   path("a.gcf"),
		"# gcf-lsp: base=1.gcf\n# gcf-lsp: base=2.gcf": path("x/1.gcf"),
	} {
		doc := parser.Parse("GCF profile=generic\n" + text)
		got := ""
		if d, ok := DirectiveOf(doc); ok {
			got = d.Resolve(path("x/doc.gcf"))
			if doc.Source[d.Start:d.End] != d.File {
				t.Errorf("%q is not at its place", d.File)
			}
		}
		if got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func TestRelevantIsWhatMayHaveOrNeedARoot(t *testing.T) {
	for text, want := range map[string]bool{
		"GCF profile=generic\npack_root=1\n": false,
		"GCF profile=generic tool=x":         false,
		"":                                   false,
		"GCF profile=graph symbols=0\n":      true,
		"GCF profile=generic key=id\n":       true,
		"GCF profile=generic unchanged=true count=3\n": true,
		full(table(1)):            true,
		delta(table(1), table(2)): true,
	} {
		if Relevant(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	w := newWorkspace()
	if !w.PutOther(path("a.gcf")) || w.PutOther(path("a.gcf")) {
		t.Error("a document that is there is noticed once")
	}
	if !w.put("a.gcf", full(table(1))) || !w.PutOther(path("a.gcf")) || len(w.Holding(table(1).Root())) != 0 {
		t.Error("what becomes irrelevant holds no root any more")
	}
}
