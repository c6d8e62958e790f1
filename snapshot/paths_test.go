package snapshot

import (
	"strings"
	"testing"

	"gcf-lsp/value"
)

// Path columns are columns to a root, and stay columns in what is written.
func TestPathColumnsAreColumns(t *testing.T) {
	const rows = `## orders [4]{@id,"customer>name","customer>address>city",total}
1|Ann|Bern|5
2|-|-|6
3|~|~|7
4|Bob|~|8
`
	s := parseSnapshot(t, "GCF profile=generic key=id\n"+rows)
	equalText(t, strings.Join(s.Records(), ""), ""+
		"R\tcustomer>address>city\t\"Bern\"\tcustomer>name\t\"Ann\"\tid\t1\ttotal\t5\n"+
		"R\tcustomer>address>city\t-\tcustomer>name\t\"Bob\"\tid\t4\ttotal\t8\n"+
		"R\tcustomer>address>city\t-\tcustomer>name\t-\tid\t2\ttotal\t6\n"+
		"R\tcustomer>address>city\t-\tcustomer>name\t-\tid\t3\ttotal\t7\n")
	payload := string(must(AppendFull(nil, s, Header{})))
	equalText(t, payload, "GCF profile=generic pack_root="+s.Root()+" key=id\n"+rows)

	delta := parseDelta(t, "GCF profile=generic delta=true base_root="+s.Root()+" new_root=sha256:00 key=id\n"+
		"## changed [1]{@id,total,\"customer>name\",\"customer>address>city\"}\n1|5|Ann|Basel\n")
	next := parseSnapshot(t, "GCF profile=generic key=id\n"+strings.Replace(rows, "Bern", "Basel", 1))
	delta.(*TableDelta).NewRoot = next.Root()
	if got := must(Apply(s, delta)); !same(got, next) {
		t.Error(got.Records())
	}
}

func TestNamesOfDataAreNoPaths(t *testing.T) {
	row := value.NewObject([]value.Member{{Key: "id", Value: value.NewInt(1)}, {Key: "a>b", Value: value.NewInt(2)}})
	_, err := TableFromValue("rows", "id", value.NewArray([]value.Value{row}))
	if err == nil || !strings.Contains(err.Error(), "a>b") {
		t.Error(err)
	}
}
