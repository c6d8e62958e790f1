package ast

// Scalar is the grammar rule that makes a token what it is (spec 2.1).
type Scalar uint8

// The scalars of spec 2.1, in its order of precedence.
const (
	ScalarQuoted       Scalar = iota // `"…"`
	ScalarNull                       // `-`
	ScalarMissing                    // `~`
	ScalarAttachment                 // `^`
	ScalarInlineSchema               // `^{…}`
	ScalarTrue                       // `true`
	ScalarFalse                      // `false`
	ScalarInt                        // a number without fraction and exponent
	ScalarDouble                     // any other number
	ScalarBare                       // everything else, the empty token included
)

var scalarNames = [...]string{"quoted string", "null", "missing", "attachment", "inline schema", "true", "false", "integer", "number", "bare string"}

// String returns the rule's name.
func (s Scalar) String() string { return scalarNames[s] }

// IsString reports whether the token is read as a string.
func (s Scalar) IsString() bool { return s == ScalarQuoted || s == ScalarBare }

// IsNumber reports whether the token is read as a number.
func (s Scalar) IsNumber() bool { return s == ScalarInt || s == ScalarDouble }

// ClassifyScalar applies the precedence of spec 2.1 to a token that has no
// blanks around it. It looks at the shape only: `"abc` is ScalarQuoted, and
// `^{` is ScalarInlineSchema, whatever is wrong inside.
func ClassifyScalar(token string) Scalar {
	if token == "" {
		return ScalarBare
	}
	switch c := token[0]; c {
	case '"':
		return ScalarQuoted
	case '-':
		if len(token) == 1 {
			return ScalarNull
		}
		return classifyNumber(token)
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return classifyNumber(token)
	case '~':
		if len(token) == 1 {
			return ScalarMissing
		}
	case '^':
		if len(token) == 1 {
			return ScalarAttachment
		}
		if token[1] == '{' && token[len(token)-1] == '}' {
			return ScalarInlineSchema
		}
	case 't':
		if token == "true" {
			return ScalarTrue
		}
	case 'f':
		if token == "false" {
			return ScalarFalse
		}
	}
	return ScalarBare
}

// classifyNumber matches the whole token against the JSON number grammar
// (spec 2.3), ASCII digits only.
func classifyNumber(s string) Scalar {
	i := 0
	if s[0] == '-' {
		i = 1
	}
	switch {
	case i == len(s):
		return ScalarBare
	case s[i] == '0':
		i++
	case s[i] >= '1' && s[i] <= '9':
		i = skipDigits(s, i)
	default:
		return ScalarBare
	}
	if i == len(s) {
		return ScalarInt
	}
	if s[i] == '.' {
		j := skipDigits(s, i+1)
		if j == i+1 {
			return ScalarBare
		}
		i = j
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		j := skipDigits(s, i)
		if j == i {
			return ScalarBare
		}
		i = j
	}
	if i != len(s) {
		return ScalarBare
	}
	return ScalarDouble
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// IsBareKey reports whether a key needs no quotes (spec 2a.1).
func IsBareKey(s string) bool { return s != "" && bareKeyEnd(s, 0) == len(s) }

// bareKeyEnd returns the end of the bare key that begins at i, or i.
func bareKeyEnd(s string, i int) int {
	if i >= len(s) || !isKeyStart(s[i]) {
		return i
	}
	for i++; i < len(s) && (isKeyStart(s[i]) || s[i] >= '0' && s[i] <= '9'); i++ {
	}
	return i
}

func isKeyStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// QuotedEnd returns the offset after the closing quote of the quoted string
// that begins with the `"` at i, and whether there is a closing quote. It
// does not look into escapes beyond `\"` and `\\`.
func QuotedEnd(s string, i int) (end int, closed bool) {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		}
	}
	return len(s), false
}

// UnescapeError says what is wrong inside a quoted string.
type UnescapeError struct {
	Code       Code // InvalidEscape, InvalidSurrogate or UnterminatedQuote
	Start, End int  // bytes from the start of the token
}

// Error implements error.
func (e *UnescapeError) Error() string { return e.Code.String() }

// Unquote decodes a quoted string, quotes included, by the JSON string grammar
// (spec 2.2). It returns the text as far as it can be read and the first
// error: a bad escape stands for itself. A control character in the string is
// an InvalidEscape; a token without a quote at its beginning is returned as it is,
// with UnterminatedQuote.
func Unquote(token string) (string, *UnescapeError) {
	if token == "" || token[0] != '"' {
		return token, &UnescapeError{UnterminatedQuote, 0, len(token)}
	}
	end, closed := QuotedEnd(token, 0)
	body := token[1:end]
	if closed {
		body = token[1 : end-1]
	}
	var first *UnescapeError
	if !closed {
		first = &UnescapeError{UnterminatedQuote, 0, len(token)}
	}
	if isPlain(body) {
		return body, first
	}
	fail := func(code Code, start, end int) {
		if first == nil || first.Code == UnterminatedQuote {
			first = &UnescapeError{code, start + 1, min(end, len(body)) + 1}
		}
	}
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		c := body[i]
		if c < 0x20 {
			fail(InvalidEscape, i, i+1)
			out = append(out, c)
			i++
			continue
		}
		if c != '\\' {
			out = append(out, c)
			i++
			continue
		}
		if i+1 >= len(body) {
			fail(InvalidEscape, i, i+1)
			out = append(out, c)
			break
		}
		if r := simpleEscape(body[i+1]); r != 0 {
			out = append(out, r)
			i += 2
			continue
		}
		if body[i+1] != 'u' {
			n := 1 + runeLen(body[i+1:])
			fail(InvalidEscape, i, i+n)
			out = append(out, body[i:min(i+n, len(body))]...)
			i += n
			continue
		}
		r, n := hex4(body, i+2)
		if n < 4 {
			fail(InvalidEscape, i, i+2+n)
			out = append(out, body[i:i+2+n]...)
			i += 2 + n
			continue
		}
		i += 6
		if r >= 0xD800 && r <= 0xDFFF {
			low, m := rune(0), 0
			if r < 0xDC00 && i+1 < len(body) && body[i] == '\\' && body[i+1] == 'u' {
				low, m = hex4(body, i+2)
			}
			if m == 4 && low >= 0xDC00 && low <= 0xDFFF {
				r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
				i += 6
			} else {
				fail(InvalidSurrogate, i-6, i)
				r = 0xFFFD
			}
		}
		out = appendRune(out, r)
	}
	return string(out), first
}

func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] == '\\' {
			return false
		}
	}
	return true
}

func simpleEscape(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// hex4 reads up to four hex digits at i and returns their value and number.
func hex4(s string, i int) (r rune, n int) {
	for n < 4 && i+n < len(s) {
		c := s[i+n]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return r, n
		}
		r = r<<4 | rune(c)
		n++
	}
	return r, n
}
