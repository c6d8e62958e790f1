package format

import (
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// AppendScalar appends the canonical token of a scalar: a table cell, the right
// side of `key=`, an element of an inline array (spec 2, 2.4). A string that is
// not UTF-8 is an error with [ast.InvalidUTF8], a double that is not finite one
// with [ast.OutOfRange]. The value must not be an array or an object.
func AppendScalar(dst []byte, v value.Value) ([]byte, error) {
	switch v.Kind() {
	case value.Null:
		return append(dst, '-'), nil
	case value.Bool:
		if v.Bool() {
			return append(dst, "true"...), nil
		}
		return append(dst, "false"...), nil
	case value.Int, value.Double:
		if lexeme := v.Lexeme(); lexeme != "" {
			return append(dst, lexeme...), nil
		}
		if err := value.Finite(v); err != nil {
			return dst, err
		}
		return value.AppendNumber(dst, v), nil
	}
	return AppendString(dst, v.Str())
}

// AppendString appends a string as a scalar token, in quotes where spec 2.4
// asks for them.
func AppendString(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return dst, value.InvalidText(s)
	}
	if ast.NeedsQuotes(s) {
		return value.AppendQuoted(dst, s), nil
	}
	return append(dst, s...), nil
}

// AppendKey appends a key or a field name: bare where it can be, else quoted
// (spec 2a.1). A key that is not UTF-8 is an error with [ast.InvalidUTF8].
func AppendKey(dst []byte, key string) ([]byte, error) {
	if ast.IsBareKey(key) {
		return append(dst, key...), nil
	}
	if !utf8.ValidString(key) {
		return dst, value.InvalidText(key)
	}
	return value.AppendQuoted(dst, key), nil
}

// AppendFields appends a field declaration `{a,"b c",@id}` (spec 2a.3). The
// field that equals identity gets the `@` of spec 10a.1; "" is none.
func AppendFields(dst []byte, fields []string, identity string) ([]byte, error) {
	dst = append(dst, '{')
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		if f == identity && identity != "" {
			dst = append(dst, '@')
		}
		var err error
		if dst, err = AppendKey(dst, f); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}
