package ast

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
		if s == "-" || numericLike(s) || ClassifyScalar(s).IsNumber() {
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
