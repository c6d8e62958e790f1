package value_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/value"
)

func TestFromJSONErrors(t *testing.T) {
	tests := []struct {
		name, src string
		code      ast.Code
		message   string
	}{
		{"integer above int64", `{"id": 9223372036854775808}`, ast.OutOfRange, `1:8: the integer 9223372036854775808 is outside the range of a 64-bit integer (-9223372036854775808 to 9223372036854775807); write it as a string to keep its digits`},
		{"integer below int64", "[\n  -9223372036854775809]", ast.OutOfRange, `2:3: the integer -9223372036854775809 is outside the range of a 64-bit integer (-9223372036854775808 to 9223372036854775807); write it as a string to keep its digits`},
		{"number below double", `[1e-400]`, ast.OutOfRange, `1:2: the number 1e-400 is too near to zero for a double (the smallest is about ±4.9e-324) and would become 0; write it as a string to keep its digits`},
		{"number above double", `[1e400]`, ast.OutOfRange, `1:2: the number 1e400 is outside the range of a double (about ±1.8e+308); write it as a string to keep its digits`},
		{"duplicate key", `{"a":1,"b":{"k":1,"k":2}}`, ast.DuplicateKey, `1:19: the key "k" is in this object twice; keys must be unique`},
		{"invalid UTF-8", "{\"é\":\"\xff\"}", ast.InvalidUTF8, `1:7: invalid UTF-8: JSON text must be UTF-8`},
		{"invalid UTF-8 in a key", "{\"\xff\":1}", ast.InvalidUTF8, `1:3: invalid UTF-8: JSON text must be UTF-8`},
		{"lone high surrogate", `["\ud800"]`, ast.InvalidSurrogate, `1:3: a lone or malformed surrogate escape: "\\ud800\"]"`},
		{"lone low surrogate", `["\udc00"]`, ast.InvalidSurrogate, `1:3: a lone or malformed surrogate escape: "\\udc00\"]"`},
		{"malformed pair", `["\ud800\u0041"]`, ast.InvalidSurrogate, `1:3: a lone or malformed surrogate escape: "\\ud800\\u0041"`},
		{"trailing data", "{}\n[]", ast.NoCode, `2:1: there is more text after the JSON value; one file or stream holds one value`},
		{"nothing", " \n", ast.NoCode, `2:1: the input is empty; JSON text was expected`},
		{"cut off", `{"a":[1,`, ast.NoCode, `1:9: the JSON text ends too early`},
		{"leading zero", `[01]`, ast.NoCode, `1:3: not valid JSON: invalid character '1' after array element (expecting ',' or ']')`},
		{"too deep", strings.Repeat("[", 10001), ast.LimitExceeded, `1:10001: arrays and objects are nested deeper than 10000 levels`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := value.FromJSON(test.src)
			if err == nil {
				t.Fatal("no error")
			}
			if code := value.CodeOf(err); code != test.code {
				t.Errorf("code %q, want %q", code, test.code)
			}
			if err.Error() != test.message {
				t.Errorf("got  %s\nwant %s", err, test.message)
			}
		})
	}
}

// TestFromJSONNearZero reads numbers that a double holds, or that are zero.
func TestFromJSONNearZero(t *testing.T) {
	for src, want := range map[string]float64{"5e-324": 5e-324, "3e-324": 5e-324, "-1e-310": -1e-310, "0e-999": 0, "-0.000": 0} {
		if v, err := value.FromJSON(src); err != nil || v.Double() != want {
			t.Errorf("%s: %v, %v", src, v.Double(), err)
		}
	}
}

func TestMaxDepth(t *testing.T) {
	if _, err := value.FromJSON(`[[1]]`, value.MaxDepth(2)); err != nil {
		t.Error(err)
	}
	if _, err := value.FromJSON(`[[{}]]`, value.MaxDepth(2)); value.CodeOf(err) != ast.LimitExceeded {
		t.Errorf("got %v, want limit_exceeded", err)
	}
}

func TestJSONText(t *testing.T) {
	const src = `{"z":-9223372036854775808,"a":[9223372036854775807,1e10,1.50,-0,1e-7],"":{"k":[]},"e":{},"s":"\u0041\u001f/\/\ud83d\ude00","n":null,"t":true,"f":false}`
	const want = `{"z":-9223372036854775808,"a":[9223372036854775807,10000000000,1.5,0,1e-7],"":{"k":[]},"e":{},"s":"A\u001f//😀","n":null,"t":true,"f":false}`
	v := parse(t, src)
	if got := compact(t, v); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(want), "", "  "); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := value.WriteJSON(&got, v, value.Indent("  ")); err != nil {
		t.Fatal(err)
	}
	if got.String() != indented.String() {
		t.Errorf("got\n%s\nwant\n%s", &got, &indented)
	}
}

func TestAppendJSONErrors(t *testing.T) {
	for _, test := range []struct {
		v    value.Value
		code ast.Code
	}{
		{value.NewDouble(math.NaN()), ast.OutOfRange},
		{value.NewDouble(math.Inf(-1)), ast.OutOfRange},
		{value.NewString("a\xffb"), ast.InvalidUTF8},
		{value.NewObject([]value.Member{{Key: "\xc3"}}), ast.InvalidUTF8},
	} {
		if _, err := value.AppendJSON(nil, value.NewArray([]value.Value{test.v})); value.CodeOf(err) != test.code {
			t.Errorf("got %v, want %s", err, test.code)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 4}).Draw(t, "value")
		text, err := value.AppendJSON(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.FromJSON(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !value.Equal(v, back, value.MemberOrder) {
			t.Fatalf("%s does not come back", text)
		}
		if !json.Valid(text) {
			t.Fatalf("%s is not valid JSON for the standard library", text)
		}
	})
}

func FuzzFromJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5,"x",null,true]}`, `[1e400]`, `{"a":1,"a":2}`, `"\ud800"`, "[\"\xff\"]", ``, `[[[[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := value.FromJSON(src)
		if err != nil {
			return
		}
		if !json.Valid(src) {
			t.Fatalf("accepted %q, which is not JSON", src)
		}
		text, err := value.AppendJSON(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.FromJSON(text)
		if err != nil || !value.Equal(v, back, value.MemberOrder) {
			t.Fatalf("%q became %q: %v", src, text, err)
		}
	})
}

func BenchmarkFromJSON(b *testing.B) {
	src := benchmarkTable(20000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := value.FromJSON(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodingJSONUnmarshal(b *testing.B) {
	src := benchmarkTable(20000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		var v any
		if err := json.Unmarshal(src, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	v := parse(b, string(benchmarkTable(20000)))
	var buf []byte
	for b.Loop() {
		var err error
		if buf, err = value.AppendJSON(buf[:0], v); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(buf)))
}

func benchmarkTable(rows int) []byte {
	b := []byte{'['}
	for i := range rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"id":`...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, `,"name":"Alice Smith","department":"Engineering","salary":95000.5,"active":true}`...)
	}
	return append(b, ']')
}
