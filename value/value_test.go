package value_test

import (
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"gcf-lsp/value"
)

func TestValueIsSmall(t *testing.T) {
	if got := unsafe.Sizeof(value.Value{}); got != 24 {
		t.Errorf("a Value is %d bytes, want 24", got)
	}
	if got := unsafe.Sizeof(value.Member{}); got != 40 {
		t.Errorf("a Member is %d bytes, want 40", got)
	}
}

func TestAccessorsOfOtherKindsAreEmpty(t *testing.T) {
	for _, v := range []value.Value{
		{}, value.NewBool(true), value.NewInt(7), value.NewDouble(7), value.NewString("7"),
		value.NewArray([]value.Value{value.NewInt(7)}), value.NewObject([]value.Member{{Key: "k"}}),
	} {
		k := v.Kind()
		got := []bool{v.Bool(), v.Int() != 0, v.Double() != 0, v.Str() != "", v.Elems() != nil, v.Members() != nil}
		want := []bool{k == value.Bool, k == value.Int, k == value.Int || k == value.Double, k == value.String, k == value.Array, k == value.Object}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%v (-want +got):\n%s", k, d)
		}
	}
}

func TestGetInSmallAndBigObjects(t *testing.T) {
	for _, n := range []int{0, 1, 16, 17, 5000} {
		members := make([]value.Member, n)
		for i := range members {
			members[i] = value.Member{Key: strconv.Itoa(i), Value: value.NewInt(int64(i))}
		}
		v := value.NewObject(members)
		for i := range members {
			if got, ok := v.Get(strconv.Itoa(i)); !ok || got.Int() != int64(i) {
				t.Fatalf("%d members: Get(%d) = %d, %v", n, i, got.Int(), ok)
			}
		}
		if _, ok := v.Get("none"); ok {
			t.Errorf("%d members: found a key that is not there", n)
		}
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b          string
		equal, strict bool
	}{
		{`1`, `1.0`, true, true},
		{`0`, `-0.0`, true, true},
		{`9007199254740992`, `9007199254740992.0`, true, true},
		{`9007199254740993`, `9007199254740992.0`, false, false},
		{`9223372036854775807`, `9.223372036854775807e18`, false, false},
		{`1`, `"1"`, false, false},
		{`null`, `false`, false, false},
		{`{"a":1,"b":[]}`, `{"b":[],"a":1}`, true, false},
		{`{"a":null}`, `{}`, false, false},
		{`{"a":null}`, `{"b":null}`, false, false},
		{`[1,[2,{"x":"y"}]]`, `[1,[2,{"x":"y"}]]`, true, true},
		{`[1,2]`, `[2,1]`, false, false},
		{`[]`, `{}`, false, false},
		{`"é"`, `"e\u0301"`, false, false},
	}
	for _, test := range tests {
		a, b := parse(t, test.a), parse(t, test.b)
		if got := value.Equal(a, b); got != test.equal {
			t.Errorf("Equal(%s, %s) = %v", test.a, test.b, got)
		}
		if got := value.Equal(a, b, value.MemberOrder); got != test.strict {
			t.Errorf("Equal(%s, %s, MemberOrder) = %v", test.a, test.b, got)
		}
	}
}

func TestDeepValues(t *testing.T) {
	const depth = 10000
	src := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	v := parse(t, src)
	if !value.Equal(v, parse(t, src)) {
		t.Error("a deep value does not equal itself")
	}
	if got := compact(t, v); got != src {
		t.Error("a deep value does not come back")
	}
}

func parse(t testing.TB, src string) value.Value {
	t.Helper()
	v, err := value.FromJSON(src)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return v
}

func compact(t testing.TB, v value.Value) string {
	t.Helper()
	b, err := value.AppendJSON(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
