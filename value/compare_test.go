package value_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestMain(m *testing.M) { valuegen.Main(m) }

func compared(c value.Compared) string {
	var b strings.Builder
	for _, d := range c.Differences {
		text := func(v value.Value) string {
			if v.Lexeme() != "" {
				return v.Lexeme()
			}
			json, err := value.AppendJSON(nil, v)
			if err != nil {
				return err.Error()
			}
			return string(json)
		}
		fmt.Fprintf(&b, "%s %s: %s | %s\n", d.Change, d.Path, text(d.A), text(d.B))
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	for _, test := range []struct{ name, a, b, want string }{
		{"equal", `{"a":[1,null,"x"]}`, `{"a":[1.0,null,"x"]}`, ""},
		{"exact integers", `[9007199254740993]`, `[9007199254740992.0]`, "changed /0: 9007199254740993 | 9.007199254740992e+15\n"},
		{"digits no double has", `[33.333333333333333]`, `[33.333333333333336]`, "changed /0: 33.333333333333333 | 33.333333333333336\n"},
		{"one number, two spellings", `[0.10000000000000000001]`, `[1.0000000000000000001e-1]`, ""},
		{"an integer of twenty digits", `[18446744073709551617]`, `[18446744073709551616]`, "changed /0: 18446744073709551617 | 18446744073709551616\n"},
		{"absent is not null", `{"a":null}`, `{}`, "removed /a: null | null\n"},
		{"null is not absent", `{}`, `{"a":null}`, "added /a: null | null\n"},
		{"order of members", `{"x":{"a":1,"b":2}}`, `{"x":{"b":2,"a":1}}`, `reordered /x: {"a":1,"b":2} | {"b":2,"a":1}` + "\n"},
		{"a row removed in front", `[{"id":1},{"id":2},{"id":3}]`, `[{"id":2},{"id":3}]`, "removed /0: {\"id\":1} | null\n"},
		{"a row added in the middle", `[1,2,4]`, `[1,2,3,4]`, "added /2: null | 3\n"},
		{"one changed, one more", `[1,2]`, `[1,3,4]`, "changed /1: 2 | 3\nadded /2: null | 4\n"},
		{"kinds", `{"a":[]}`, `{"a":{}}`, "changed /a: [] | {}\n"},
		{"keys that a pointer escapes", `{"a/b":{"~":1}}`, `{"a/b":{"~":2}}`, "changed /a~1b/~0: 1 | 2\n"},
		{"in order", `{"a":1,"b":[1,{"c":2}],"d":3}`, `{"e":5,"b":[2,{"c":3}],"d":3}`,
			"removed /a: 1 | null\nchanged /b/0: 1 | 2\nchanged /b/1/c: 2 | 3\nadded /e: null | 5\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			read := func(text string) value.Value {
				v, err := value.FromJSON(text, value.KeepNumbers())
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			if got := compared(value.Compare(read(test.a), read(test.b), 10)); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestCompareCountsWhatItDoesNotList(t *testing.T) {
	a, b := make([]value.Value, 100), make([]value.Value, 100)
	for i := range a {
		a[i], b[i] = value.NewInt(int64(i)), value.NewInt(-1)
	}
	c := value.Compare(value.NewArray(a), value.NewArray(b), 3)
	if c.Count != 100 || len(c.Differences) != 3 || c.Equal() {
		t.Errorf("%d differences, %d listed", c.Count, len(c.Differences))
	}
}

// Arrays in arrays of different lengths are hashed at every level: once each.
func TestCompareDeep(t *testing.T) {
	deep := func(leaf int64) value.Value {
		v := value.NewArray([]value.Value{value.NewInt(leaf)})
		for i := range 100000 {
			elems := []value.Value{v}
			if leaf == 1 && i%2 == 0 {
				elems = append(elems, value.NewInt(7))
			}
			v = value.NewArray(elems)
		}
		return v
	}
	if c := value.Compare(deep(1), deep(2), 1); c.Count != 50001 {
		t.Errorf("%d differences", c.Count)
	}
}

// What encode writes compares equal to what it was given.
func TestPropertyCompareAfterEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 3}).Draw(t, "value")
		text, err := format.Generic(v, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.Decode(parser.Parse(string(text)), value.KeepLexemes)
		if err != nil {
			t.Fatal(err)
		}
		if c := value.Compare(v, back, 3); !c.Equal() || !value.Equal(v, back) {
			t.Fatalf("after encoding:\n%s%s", compared(c), text)
		}
	})
}

// One change of the data is one difference, at its path, from either side.
func TestPropertyCompareFindsOneChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 3}).Draw(t, "value")
		changed, path := change(t, v, "")
		for _, c := range []value.Compared{value.Compare(v, changed, 10), value.Compare(changed, v, 10)} {
			if c.Count != 1 || !slices.ContainsFunc(c.Differences, func(d value.Difference) bool {
				return d.Path == path && d.Change != value.Reordered
			}) {
				t.Fatalf("changed at %q, found\n%s", path, compared(c))
			}
		}
		if value.Equal(v, changed) {
			t.Fatal("Equal takes no notice")
		}
	})
}

// fresh is a value that no generator makes.
var fresh = value.NewString("a value that is nowhere else")

// change changes one thing at a random place and returns its path.
func change(t *rapid.T, v value.Value, path string) (value.Value, string) {
	n := v.Len()
	if n == 0 || rapid.IntRange(0, 4).Draw(t, "here") == 0 {
		return changeHere(t, v, path)
	}
	i := rapid.IntRange(0, n-1).Draw(t, "item")
	if v.Kind() == value.Array {
		elems := append([]value.Value(nil), v.Elems()...)
		elems[i], path = change(t, elems[i], path+"/"+strconv.Itoa(i))
		return value.NewArray(elems), path
	}
	members := append([]value.Member(nil), v.Members()...)
	members[i].Value, path = change(t, members[i].Value, path+"/"+escaped(members[i].Key))
	return value.NewObject(members), path
}

// changeHere replaces a scalar, and of a container adds, removes or replaces
// something.
func changeHere(t *rapid.T, v value.Value, path string) (value.Value, string) {
	i := 0
	if v.Len() > 0 {
		i = rapid.IntRange(0, v.Len()-1).Draw(t, "place")
	}
	removes := v.Len() > 0 && rapid.Bool().Draw(t, "removes")
	switch {
	case v.Kind() == value.Array && removes:
		elems := append([]value.Value(nil), v.Elems()[:i]...)
		elems = append(elems, v.Elems()[i+1:]...)
		// Of equal neighbours the last is the one that is missing.
		for i+1 < v.Len() && value.Equal(v.Elems()[i], v.Elems()[i+1]) {
			i++
		}
		return value.NewArray(elems), path + "/" + strconv.Itoa(i)
	case v.Kind() == value.Array:
		elems := append([]value.Value(nil), v.Elems()[:i]...)
		elems = append(append(elems, fresh), v.Elems()[i:]...)
		return value.NewArray(elems), path + "/" + strconv.Itoa(i)
	case v.Kind() == value.Object && removes:
		members := append([]value.Member(nil), v.Members()[:i]...)
		return value.NewObject(append(members, v.Members()[i+1:]...)), path + "/" + escaped(v.Members()[i].Key)
	case v.Kind() == value.Object:
		key := fresh.Str()
		members := append([]value.Member(nil), v.Members()[:i]...)
		members = append(members, value.Member{Key: key, Value: value.NewNull()})
		return value.NewObject(append(members, v.Members()[i:]...)), path + "/" + escaped(key)
	case v.Kind() == value.Int && v.Int() < 1<<62:
		return value.NewInt(v.Int() + 1), path
	case v.Kind() == value.Bool:
		return value.NewBool(!v.Bool()), path
	}
	return fresh, path
}

func escaped(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }
