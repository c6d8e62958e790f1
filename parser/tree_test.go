package parser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
)

// checkTree checks what holds for the tree of every input.
func checkTree(t *testing.T, src string) {
	t.Helper()
	d := parser.Parse(src)
	if d.Source != src {
		t.Fatal("the tree's source is not the input")
	}
	n := len(d.Nodes)
	if root := d.Nodes[0]; root.Start != 0 || int(root.End) != len(src) || int(root.Next) != n || root.Kind != ast.KindDocument {
		t.Fatalf("document node %+v for %d bytes and %d nodes", root, len(src), n)
	}
	var rebuilt strings.Builder
	for i := 1; i < n; i++ {
		node := d.Nodes[i]
		next := len(src)
		if i+1 < n {
			next = int(d.Nodes[i+1].Start)
		}
		if node.Start > node.End || int(node.End) > next {
			t.Fatalf("node %d %+v ends behind the next line %d", i, node, next)
		}
		switch end := src[node.End:next]; {
		case end == "\n", end == "\r\n", (end == "" || end == "\r") && i == n-1:
		default:
			t.Fatalf("node %d: %q between two lines", i, end)
		}
		rebuilt.WriteString(src[node.Start:next])
		if node.Parent >= ast.NodeID(i) || node.Next <= ast.NodeID(i) || int(node.Next) > n {
			t.Fatalf("node %d: parent %d, next %d of %d", i, node.Parent, node.Next, n)
		}
		if p := d.Nodes[node.Parent]; node.Next > p.Next {
			t.Fatalf("node %d %v ends at %d, behind its parent %d %v at %d", i, node.Kind, node.Next, node.Parent, p.Kind, p.Next)
		}
		if d.Line(int(node.Start)) != ast.NodeID(i) && node.Start < uint32(len(src)) {
			t.Fatalf("node %d is not found at its start", i)
		}
		checkCells(t, d, ast.NodeID(i))
		if !holds(d, node.Parent, node.Kind) {
			t.Fatalf("line %q (%v) hangs below %q (%v), which cannot hold it", d.Text(ast.NodeID(i)), node.Kind, d.Text(node.Parent), d.Nodes[node.Parent].Kind)
		}
	}
	if rebuilt.String() != src {
		t.Fatal("the lines do not give back the source")
	}
	// Every node is a child of its parent exactly once.
	seen := make([]bool, n)
	for i := 0; i < n; i++ {
		for c := range d.Children(ast.NodeID(i)) {
			if seen[c] || d.Nodes[c].Parent != ast.NodeID(i) {
				t.Fatalf("node %d is no proper child of %d (its parent is %d)", c, i, d.Nodes[c].Parent)
			}
			seen[c] = true
		}
	}
	for i := 1; i < n; i++ {
		if !seen[i] {
			t.Fatalf("node %d %v is nobody's child", i, d.Nodes[i].Kind)
		}
	}
	for i, p := range d.Problems {
		if p.Start > p.End || int(p.End) > len(src) || int(p.RelEnd) > len(src) || p.Node < 0 || int(p.Node) >= n || p.Code == ast.NoCode {
			t.Fatalf("problem %d: %+v", i, p)
		}
		if i > 0 && p.Start < d.Problems[i-1].Start {
			t.Fatalf("problem %d stands before the one before it", i)
		}
	}
}

// holds reports whether a node can have a line of this kind below it (spec 7):
// members below an object, rows below a table, items below an expanded array,
// what fills its markers below a row, lines of a graph below their group.
// Comments and what could not be read stand anywhere.
func holds(d *ast.Document, parent ast.NodeID, kind ast.Kind) bool {
	p := d.Node(parent)
	decl := d.DeclOf(parent)
	isBlock := p.Kind == ast.KindArray || (p.Kind == ast.KindAttachment || p.Kind == ast.KindItem) && decl != nil && !decl.Inline && !decl.Object
	isTable := isBlock && (decl.HasFields || p.Flags&ast.FlagShared != 0)
	switch kind {
	case ast.KindHeader, ast.KindSummary, ast.KindGroup, ast.KindScalar:
		return p.Kind == ast.KindDocument
	case ast.KindComment, ast.KindBlank, ast.KindError:
		return true
	case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray:
		return p.Kind == ast.KindDocument || p.Kind == ast.KindSection ||
			(p.Kind == ast.KindAttachment || p.Kind == ast.KindItem) && decl != nil && decl.Object && decl.Count == ast.CountNone && !decl.Inline
	case ast.KindRow:
		return isTable
	case ast.KindItem:
		return isBlock && !isTable
	case ast.KindAttachment, ast.KindInlineBody:
		return p.Kind == ast.KindRow
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		return p.Kind == ast.KindGroup
	}
	return false
}

// checkCells checks that the cells of a line are ordered, inside it, and as
// many as the parser counted.
func checkCells(t *testing.T, d *ast.Document, id ast.NodeID) {
	t.Helper()
	node := d.Node(id)
	at := int(node.Start)
	cells := d.Cells(id)
	for _, c := range cells {
		if c.Start < at || c.End < c.Start || c.End > int(node.End) {
			t.Fatalf("line %q has the cell %+v", d.Text(id), c)
		}
		at = c.End
	}
	if key := d.KeySpan(id); key.Start > key.End || key.End > int(node.End) || key.Start < int(node.Start) {
		t.Fatalf("line %q has its key at %+v", d.Text(id), key)
	}
	d.Key(id)
	if s, ok := d.DeclSpan(id); ok && (s.Start > s.End || s.End > int(node.End)) {
		t.Fatalf("line %q has its declaration at %+v", d.Text(id), s)
	}
	if node.Kind != ast.KindRow {
		return
	}
	if len(d.Problems) == 0 && len(cells) != len(d.DeclOf(id).Fields) {
		t.Fatalf("row %q has %d cells for %d fields and no problem", d.Text(id), len(cells), len(d.DeclOf(id).Fields))
	}
}

// seeds are small documents of every form, good and bad.
var seeds = []string{
	"", "\n", "\r\n", "GCF", "GCF ", "GCF profile=generic", "\uFEFFGCF profile=generic\na=1\n", "GCF2 profile=generic\n",
	"GCF profile=generic\na=1\r\nb=\"x\\ny\"\r\n",
	"GCF profile=generic\n## rows [2]{id,\"a>b\",\"c,d\"}\n1|2|3\n# comment\n2|~|-\n",
	"GCF profile=generic\n## orders [2]{id,c,items}\n@0 1|^{a,b,c}|^\n1|2|3\n.items [1]{x,y}\n    1|2\n@1 2|^|^\n4|5|6\n.items [1]\n    3|4\n",
	"GCF profile=generic\n## v [4]\n@0 =1\n@1 [2]: a,b\n@2 {}\n  x=1\n@3 [1]{y}\n  1\n",
	"GCF profile=generic\n## m [2:]{key,a}\nk|1\n\"l\"|2\n",
	"GCF profile=generic\n## a [?]{x}\n1\n## b [?]{x}\n2\n##! summary counts=1,1\n",
	"GCF profile=generic\n=1\ntrailing\n", "GCF profile=generic\n## [3]: a,\"b,c\",-\n",
	"GCF profile=generic pack_root=sha256:00 key=id\n## r [1]{@id,n}\n1|2\n",
	"GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [1]{@id,n}\n1|2\n## removed [1]{@id}\n3\n",
	"GCF profile=graph tool=t symbols=2 edges=1\n## targets\n@0 fn a.B 0.78 lsp\n## related\n@1 type c 0.50 ast\n## edges [1]\n@0<@1 calls added\n",
	"GCF profile=graph session=true\n## targets\n@0  # previously transmitted\n@7 fn x 0.10 y\n## edges [?]\n@0<@7 calls\n##! summary symbols=2 edges=1 counts=targets:2,edges:1\n",
	"GCF profile=graph delta=true\n## removed\nfn a\n## added\n@0 fn b 0.50 lsp 1\n## edges_removed\na -> b calls\n",
	"```gcf\nGCF profile=generic\na=1\n```\nprose\n", "Here it is:\n\nGCF profile=generic\n## r [1]{a}\n1\n",
	"GCF profile=generic\n## s\n  ## t\n    x=1\n      y=2\n\tz=3\n  # c\n",
	"GCF profile=generic\n## r [1]{id,items}\n@0 1|.items [1]{a}\n    2\n",
	"GCF profile=generic\n## r [2]{id}\n@0 1\n.items [1]{a}\n    2\n@1 1\n.items [1]\n    2\n",
	"GCF profile=generic\na=\xff\xfe\n## \"x\n\"y=1\n.z\n@\n@0\n^\n~\n|\n=\n#\n##\n##!\n",
	"GCF profile=generic\n## [1]{d,name}\n@0 1|^\n.name {}:\n    b=2\n", "GCF profile=generic\n## [1]\n@0 {}:\n  b=2\n  c=3\n",
	"GCF profile=generic\n## [1:]{k,v}\n@0 a|^\n.v { }:\n    b=2\n", "GCF profile=generic\n## a {}:\n  b=2\n",
	"A=\n##{}:", "GCF profile=generic\na=1\nGCF profile=graph\n## targets\n",
	"GCF profile=generic\n ##! summary counts=1\n", "GCF profile=generic\n## a [?]{b,c}\n0\n#\n.d\n",
	"GCF profile=generic\r\na=1\r", "GCF profile=generic\r", "GCF profile=generic\nfull name = x\n\"a\"b=1\n\"a=b\" c=1\n## a b [1]{x}\n1\n",
	"GCF profile=generic\n## [2]{a,b}\nx|1\nGCF profile=generic|2\n", "GCF profile=generic\n## [1]{a}\n@0 ^{x,y,z}\nGCF profile=generic|1|2\n",
	"A=\n##{0\n0\n.[:0\n    0", "GCF profile=generic\n## r [1]{a}\n@0 ^\n.a [1:]\n    0\n",
	"GCF profile=generic\n## [1\n1\n", "GCF profile=generic\n## a [1\n1|2\n@0 x\n",
	"{\"a\":[1,2]}\n", "## targets\n@0 fn a 0.50 x\n", "1|2|3\n4|5|6\n",
}

func TestTreeOfSeeds(t *testing.T) {
	for _, s := range seeds {
		checkTree(t, s)
	}
}

// TestTreeOfPrefixes cuts every seed after every byte.
func TestTreeOfPrefixes(t *testing.T) {
	for _, s := range seeds {
		for i := range s {
			checkTree(t, s[:i])
		}
	}
}

func TestTreeOfShared(t *testing.T) {
	fixtures(t, func(_, text, _ string) { checkTree(t, text) })
	for _, text := range corpus(t) {
		checkTree(t, text)
		checkTree(t, strings.ReplaceAll(text, "\n", "\r\n"))
	}
}

func corpus(t testing.TB) (texts []string) {
	err := filepath.WalkDir(material.Dir(t, "corpus"), func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".gcf" {
			return err
		}
		b, err := os.ReadFile(path)
		texts = append(texts, string(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) { checkTree(t, src) })
}

// TestDeepNesting reads ten thousand levels without recursion.
func TestDeepNesting(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a 100 MB document")
	}
	const depth = 10_000
	var b strings.Builder
	b.WriteString("GCF profile=generic\n")
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i))
		b.WriteString("## a\n")
	}
	d := parser.Parse(b.String())
	if len(d.Problems) > 0 || len(d.Nodes) != depth+2 {
		t.Fatalf("%d nodes, problems %v", len(d.Nodes), d.Problems)
	}
	id := ast.NodeID(len(d.Nodes) - 1)
	levels := 0
	for ; d.Node(id).Parent != id; id = d.Node(id).Parent {
		levels++
	}
	if levels != depth {
		t.Fatalf("%d levels, want %d", levels, depth)
	}
}
