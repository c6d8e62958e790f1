package format_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

func parseJSON(t testing.TB, src string) value.Value {
	t.Helper()
	v, err := value.FromJSON(src)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func obj(members ...value.Member) value.Value { return value.NewObject(members) }

func arr(elems ...value.Value) value.Value { return value.NewArray(elems) }

func TestGenericErrors(t *testing.T) {
	bad := value.NewString("a\xff")
	twice := obj(value.Member{Key: "k"}, value.Member{Key: "k"})
	tests := []struct {
		name string
		v    value.Value
		code ast.Code
		path string
	}{
		{"text in a member", obj(value.Member{Key: "a/b", Value: obj(value.Member{Key: "c", Value: bad})}), ast.InvalidUTF8, "/a~1b/c"},
		{"text in a cell", arr(obj(value.Member{Key: "a"}), obj(value.Member{Key: "a", Value: bad})), ast.InvalidUTF8, "/1/a"},
		{"text in an inline array", obj(value.Member{Key: "a", Value: arr(value.NewInt(1), bad)}), ast.InvalidUTF8, "/a/1"},
		{"text in an attachment", arr(obj(value.Member{Key: "a", Value: arr(arr(), arr(bad))})), ast.InvalidUTF8, "/0/a/1/0"},
		{"key", obj(value.Member{Key: "a\xff"}), ast.InvalidUTF8, "/a\xff"},
		{"not a number", arr(value.NewInt(1), value.NewDouble(math.NaN())), ast.OutOfRange, "/1"},
		{"infinite", value.NewDouble(math.Inf(1)), ast.OutOfRange, ""},
		{"root with a key twice", twice, ast.DuplicateKey, ""},
		{"row with a key twice", arr(obj(value.Member{Key: "k"}), twice), ast.DuplicateKey, "/1"},
		{"nested object with a key twice", arr(obj(value.Member{Key: "o", Value: twice})), ast.DuplicateKey, "/0/o"},
		{"member with a key twice", obj(value.Member{Key: "x", Value: obj(value.Member{Key: "o", Value: twice})}), ast.DuplicateKey, "/x/o"},
		{"keyed table with a key twice", obj(
			value.Member{Key: "k", Value: obj(value.Member{Key: "a"})},
			value.Member{Key: "k", Value: obj(value.Member{Key: "a"})}), ast.DuplicateKey, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := format.Generic(test.v, format.Options{})
			if err == nil {
				t.Fatalf("no error, but\n%s", out)
			}
			e, ok := err.(*value.Error)
			if !ok || e.Code != test.code || e.Path != test.path {
				t.Errorf("%v: code %q at %q, want %q at %q", err, e.Code, e.Path, test.code, test.path)
			}
		})
	}
}

// TestDeepAndWide encodes values that would break an encoder which recurses or
// looks fields up one by one.
func TestDeepAndWide(t *testing.T) {
	depth := 10000 // the indentation makes the output grow with its square
	if testing.Short() {
		depth = 3000
	}
	v := value.NewInt(1)
	for i := range depth {
		switch i % 3 {
		case 0:
			v = obj(value.Member{Key: "a", Value: v})
		case 1:
			v = arr(v, arr())
		case 2:
			v = arr(obj(value.Member{Key: "r", Value: v}))
		}
	}
	if _, err := format.Generic(v, format.Options{}); err != nil {
		t.Fatal(err)
	}

	const columns = 10000
	members := make([]value.Member, columns)
	for i := range members {
		members[i] = value.Member{Key: fmt.Sprint("c", columns-i), Value: value.NewInt(int64(i))}
	}
	backwards := make([]value.Member, columns)
	for i := range backwards {
		backwards[i] = members[columns-1-i]
	}
	out, err := format.Generic(arr(value.NewObject(members), value.NewObject(backwards)), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(out), "\n")
	if lines[2] != lines[3] || strings.Count(lines[2], "|") != columns-1 {
		t.Error("two rows with the same wide fields differ")
	}

	chain := value.NewInt(1)
	for range 2000 {
		chain = obj(value.Member{Key: "x", Value: chain}, value.Member{Key: "y", Value: value.NewObject(nil)})
	}
	if out, err = format.Generic(arr(chain), format.Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, []byte(">")) {
		t.Error("a chain of 2000 objects was flattened")
	}
}

func TestAppendTable(t *testing.T) {
	rows := parseJSON(t, `[{"id":1,"a b":"x"},{"id":2,"n":{"p":1,"q":2}},{"a b":null,"id":3}]`).Elems()
	got, err := format.AppendTable(nil, format.DeclaredTable{
		Name: "orders", Fields: []string{"id", "n", "a b"}, Identity: "id", Rows: rows})
	want := `## orders [3]{@id,n,"a b"}
1|~|x
@1 2|^|~
.n {}
    p=1
    q=2
3|~|-
`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	got, err = format.AppendTable(nil, format.DeclaredTable{Root: true, Keyed: true, Fields: []string{"k", "v"}, Identity: "k",
		Rows: parseJSON(t, `[{"k":"1","v":1}]`).Elems()})
	if want := "## [1:]{@k,v}\n\"1\"|1\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	_, err = format.AppendTable(nil, format.DeclaredTable{Name: "t", Fields: []string{"id"}, Rows: rows})
	if value.CodeOf(err) != ast.InvalidFieldDeclaration {
		t.Errorf("a row with a field that is not declared: %v", err)
	}
}
