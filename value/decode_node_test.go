package value_test

import (
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestDecodeNodeReadsOneLineAndWhatBelongsToIt(t *testing.T) {
	doc := parser.Parse(`GCF profile=generic
name=x
## config
  tags[2]: a,b
## orders [2]{id,customer,items,"ship>to"}
@0 ORD-001|^{id,name,email}|^|here
1|Alice|-
.items [2]{sku,qty}
    A|1
    B|2
@1 ORD-002|^|^|~
2|Bob|b@x
.items [1]
    C|3
## servers [2:]{key,cpu}
web|1
db|2
## mixed [2]
@0 =1
@1 {}
  x=1
`)
	want := map[int]string{
		2:  `"x"`,
		3:  `{"tags":["a","b"]}`,
		4:  `["a","b"]`,
		6:  `{"id":"ORD-001","customer":{"id":1,"name":"Alice","email":null},"items":[{"sku":"A","qty":1},{"sku":"B","qty":2}],"ship":{"to":"here"}}`,
		7:  `{"id":1,"name":"Alice","email":null}`,
		8:  `[{"sku":"A","qty":1},{"sku":"B","qty":2}]`,
		9:  `{"sku":"A","qty":1}`,
		11: `{"id":"ORD-002","customer":{"id":2,"name":"Bob","email":"b@x"},"items":[{"sku":"C","qty":3}]}`,
		13: `[{"sku":"C","qty":3}]`,
		15: `{"web":{"cpu":1},"db":{"cpu":2}}`,
		16: `{"cpu":1}`,
		19: `1`,
		20: `{"x":1}`,
	}
	for line := range doc.Nodes {
		v, ok := value.DecodeNode(doc, ast.NodeID(line))
		if want[line] == "" {
			if line == 1 && ok {
				t.Error("the header has a value")
			}
			continue
		}
		got, err := value.AppendJSON(nil, v)
		if !ok || err != nil || string(got) != want[line] {
			t.Errorf("line %d: %s (%v, %v), want %s", line, got, ok, err, want[line])
		}
	}
}

// One row after the other costs what the rows cost: see BenchmarkDecode.
func BenchmarkDecodeNode(b *testing.B) {
	text, _ := gendata.Table(1000)
	doc := parser.Parse(text)
	table := ast.NodeID(0)
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind == ast.KindArray {
			table = ast.NodeID(id)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for id := range doc.Children(table) {
			if _, ok := value.DecodeNode(doc, id); !ok {
				b.Fatal("no value")
			}
		}
	}
}
