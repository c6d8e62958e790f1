package format

import (
	"strings"
	"unicode"
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
	if NeedsQuotes(s) {
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

// NeedsQuotes reports whether a string would be read as something else, or
// split, without quotes (spec 2.4). The answer is the same for every context:
// a string with `|` or `,` is always quoted.
func NeedsQuotes(s string) bool {
	if s == "" || s[0] == ' ' || s[len(s)-1] == ' ' {
		return true
	}
	switch s[0] {
	case '#', '@', '.':
		return true
	case '-', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if s == "-" || numericLike(s) || ast.ClassifyScalar(s).IsNumber() {
			return true
		}
	case '~':
		if s == "~" {
			return true
		}
	case '^':
		if s == "^" || len(s) > 2 && s[1] == '{' && s[len(s)-1] == '}' {
			return true
		}
	case 't', 'f':
		if s == "true" || s == "false" {
			return true
		}
	}
	bracket := false // a `[` is open
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if needsQuotesRune(r) {
				return true
			}
			i += size - 1
		case c < ' ' || c == '"' || c == '\\' || c == '|' || c == ',':
			return true
		case c == '[':
			bracket = true
		case c == ']':
			if bracket && strings.HasPrefix(strings.TrimLeft(s[i+1:], " "), ":") {
				return true // the inline array pattern
			}
			bracket = false
		}
	}
	return false
}

// numericLike reports whether a string begins like a number and could be taken
// for a malformed one (spec 2.4). A leading `.` is quoted anyway.
func numericLike(s string) bool {
	switch s[0] {
	case '+', '-':
		s = strings.TrimPrefix(s[1:], ".")
		return s != "" && isDigit(s[0])
	case '0':
		return len(s) > 1 && isDigit(s[1])
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// needsQuotesRune reports whether a character beyond ASCII forces quotes: C1
// controls and white space.
func needsQuotesRune(r rune) bool {
	return r <= 0x9f || r == 0xfeff || unicode.IsSpace(r)
}
