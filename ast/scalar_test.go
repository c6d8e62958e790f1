package ast_test

import (
	"testing"

	"gcf-lsp/ast"
)

func TestClassifyScalar(t *testing.T) {
	cases := []struct {
		token string
		want  ast.Scalar
	}{
		{"", ast.ScalarBare}, {"-", ast.ScalarNull}, {"~", ast.ScalarMissing}, {"^", ast.ScalarAttachment},
		{"^{a,b}", ast.ScalarInlineSchema}, {"^{a", ast.ScalarBare}, {"^a", ast.ScalarBare}, {"~~", ast.ScalarBare},
		{"true", ast.ScalarTrue}, {"false", ast.ScalarFalse}, {"True", ast.ScalarBare}, {"truex", ast.ScalarBare},
		{`"true"`, ast.ScalarQuoted}, {`"`, ast.ScalarQuoted},
		{"0", ast.ScalarInt}, {"-0", ast.ScalarInt}, {"12", ast.ScalarInt}, {"-9223372036854775809", ast.ScalarInt},
		{"01", ast.ScalarBare}, {"-01", ast.ScalarBare}, {"+1", ast.ScalarBare}, {"--1", ast.ScalarBare},
		{"1.", ast.ScalarBare}, {".5", ast.ScalarBare}, {"1.5", ast.ScalarDouble}, {"00.5", ast.ScalarBare},
		{"1e10", ast.ScalarDouble}, {"6.022E+23", ast.ScalarDouble}, {"1e", ast.ScalarBare}, {"1e+", ast.ScalarBare},
		{"1.0e-7", ast.ScalarDouble}, {"1.e5", ast.ScalarBare}, {"1.5x", ast.ScalarBare}, {"1 2", ast.ScalarBare},
		{"NaN", ast.ScalarBare}, {"Infinity", ast.ScalarBare}, {"1.\u0665", ast.ScalarBare}, {"\uff11", ast.ScalarBare},
		{"2026-01-01", ast.ScalarBare}, {"-x", ast.ScalarBare},
	}
	for _, c := range cases {
		if got := ast.ClassifyScalar(c.token); got != c.want {
			t.Errorf("%q is a %v, want %v", c.token, got, c.want)
		}
	}
}

func TestUnquote(t *testing.T) {
	cases := []struct {
		token, want string
		code        ast.Code
		text        string // of the error's range
	}{
		{`""`, "", ast.NoCode, ""},
		{`"a\"b\\c\/d\b\f\n\r\t"`, "a\"b\\c/d\b\f\n\r\t", ast.NoCode, ""},
		{`"\u0041\u00e9\uD83D\ude00"`, "Aé😀", ast.NoCode, ""},
		{`"a|b"`, "a|b", ast.NoCode, ""},
		{`"a\|b"`, `a\|b`, ast.InvalidEscape, `\|`},
		{`"a\é"`, `a\é`, ast.InvalidEscape, `\é`},
		{`"\u12"`, `\u12`, ast.InvalidEscape, `\u12`},
		{`"\uD800"`, "\uFFFD", ast.InvalidSurrogate, `\uD800`},
		{`"\uDC00x"`, "\uFFFDx", ast.InvalidSurrogate, `\uDC00`},
		{`"\uD83D\u0041"`, "\uFFFDA", ast.InvalidSurrogate, `\uD83D`},
		{"\"a\tb\"", "a\tb", ast.InvalidEscape, "\t"},
		{`"abc`, "abc", ast.UnterminatedQuote, `"abc`},
		{`"abc\`, `abc\`, ast.InvalidEscape, `\`},
		{`"`, "", ast.UnterminatedQuote, `"`},
	}
	for _, c := range cases {
		got, err := ast.Unquote(c.token)
		code, text := ast.NoCode, ""
		if err != nil {
			code, text = err.Code, c.token[err.Start:err.End]
		}
		if got != c.want || code != c.code || text != c.text {
			t.Errorf("%s is %q with %v at %q, want %q with %v at %q", c.token, got, code, text, c.want, c.code, c.text)
		}
	}
}

func TestCanonicalDouble(t *testing.T) {
	cases := map[float64]string{
		0: "0", 1: "1", -1.5: "-1.5", 0.1: "0.1", 1e-6: "0.000001", 9.99e-7: "9.99e-7", 4e-7: "4e-7",
		9007199254740991: "9007199254740991", 9007199254740992: "9.007199254740992e+15",
		1.25e21: "1.25e+21", 9e18: "9e+18", 1e100: "1e+100", 5e-324: "5e-324", -2.5e-10: "-2.5e-10",
	}
	for v, want := range cases {
		if got := ast.CanonicalDouble(v); got != want {
			t.Errorf("%g is spelled %s, want %s", v, got, want)
		}
	}
	negative := 0.0
	if got := ast.CanonicalDouble(-negative); got != "0" {
		t.Errorf("negative zero is spelled %s", got)
	}
}

func TestCodesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range ast.Codes() {
		name := c.String()
		if name == "" || seen[name] || ast.CodeByName(name) != c {
			t.Errorf("code %d is named %q", c, name)
		}
		seen[name] = true
	}
	if ast.CodeByName("no_such_code") != ast.NoCode {
		t.Error("an unknown name has a code")
	}
}
