package value_test

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

func TestAppendNumber(t *testing.T) {
	tests := []struct {
		v    value.Value
		want string
	}{
		{value.NewInt(0), "0"},
		{value.NewInt(math.MaxInt64), "9223372036854775807"},
		{value.NewInt(math.MinInt64), "-9223372036854775808"},
		{value.NewDouble(math.Copysign(0, -1)), "0"},
		{value.NewDouble(2.40), "2.4"},
		{value.NewDouble(1e10), "10000000000"},
		{value.NewDouble(1e-6), "0.000001"},
		{value.NewDouble(-4e-7), "-4e-7"},
		{value.NewDouble(1.25e-10), "1.25e-10"},
		{value.NewDouble(1<<53 - 1), "9007199254740991"},
		{value.NewDouble(1 << 53), "9.007199254740992e+15"},
		{value.NewDouble(9e18), "9e+18"},
		{value.NewDouble(-1.25e21), "-1.25e+21"},
		{value.NewDouble(5e-324), "5e-324"},
		{value.NewDouble(math.MaxFloat64), "1.7976931348623157e+308"},
	}
	for _, test := range tests {
		if got := string(value.AppendNumber(nil, test.v)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	tests := []struct {
		token string
		kind  value.Kind
		code  ast.Code
	}{
		{"-0", value.Int, ast.NoCode},
		{"-9223372036854775808", value.Int, ast.NoCode},
		{"9223372036854775808", 0, ast.OutOfRange},
		{"1.0", value.Double, ast.NoCode},
		{"1e400", 0, ast.OutOfRange},
		{"1e-400", value.Double, ast.NoCode},
	}
	for _, test := range tests {
		v, err := value.ParseNumber(test.token)
		if code := value.CodeOf(err); code != test.code || err == nil && v.Kind() != test.kind {
			t.Errorf("%s: %v, %v", test.token, v.Kind(), err)
		}
	}
	for _, token := range []string{"", "01", "1.", ".5", "+1", "1e", "NaN", "1.٥", "1 ", "0x1"} {
		if _, err := value.ParseNumber(token); !errors.Is(err, value.ErrNotNumber) {
			t.Errorf("%q: %v, want ErrNotNumber", token, err)
		}
	}
}

func TestNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if value.Finite(value.NewDouble(f)) != nil {
			t.Skip("not finite")
		}
		text := string(value.AppendNumber(nil, value.NewDouble(f)))
		back, err := value.ParseNumber(text)
		if err != nil || !value.Equal(back, value.NewDouble(f)) {
			t.Fatalf("%x is %s, which reads as %v, %v", f, text, back.Double(), err)
		}
		if !value.IsExact(text) {
			t.Fatalf("the canonical text %s is not exact", text)
		}
		if math.Abs(f) >= 1<<53 && back.Kind() != value.Double {
			t.Fatalf("%s reads as an %v", text, back.Kind())
		}
	})
}

func TestIsExact(t *testing.T) {
	for token, want := range map[string]bool{
		"0": true, "-0.000": true, "0e999999999999999999999": true, "1.50": true, "100e-2": true, "0.10": true,
		"0.12345678901234567890": false, "0.1000000000000000055511151231257827": false,
		"9007199254740993": true, "9223372036854775808.0": true, "9223372036854775809.0": false, "9007199254740993.0": false, "1e-400": false, "1e400": false,
		"123456789012345678": true, "1e23": true, "0.30000000000000004": true, "5e-324": true, "4.9e-324": false,
	} {
		if got := value.IsExact(token); got != want {
			t.Errorf("IsExact(%s) = %v", token, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.Int64().Draw(t, "integer")
		if !value.IsExact(strconv.FormatInt(i, 10)) {
			t.Fatalf("%d is not exact", i)
		}
	})
}
