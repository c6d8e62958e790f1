package value

import (
	"math"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// AppendNumber appends the canonical text of an Int or a Double (spec 2.3.1).
// It is the one spelling of numbers in GCF, in JSON and in pack roots. The
// double must be finite.
func AppendNumber(dst []byte, v Value) []byte {
	if v.kind == Int {
		return strconv.AppendInt(dst, v.Int(), 10)
	}
	return ast.AppendDouble(dst, v.Double())
}

// ParseNumber reads a token of the JSON number grammar (spec 2.3): an integer
// literal as an exact Int, any other as the nearest Double. Its error has the
// code [ast.OutOfRange], or is [ErrNotNumber].
func ParseNumber(token string) (Value, error) {
	shape := ast.ClassifyScalar(token)
	if !shape.IsNumber() {
		return Value{}, ErrNotNumber
	}
	if shape == ast.ScalarInt {
		i, err := strconv.ParseInt(token, 10, 64)
		if err != nil {
			return Value{}, integerRange(token)
		}
		return NewInt(i), nil
	}
	f, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return Value{}, doubleRange(token)
	}
	return NewDouble(f), nil
}

// IsExact reports whether a number token denotes exactly the value that
// decoders keep of it, see [ast.IsExact]. The token must match the number
// grammar.
func IsExact(token string) bool {
	if len(token) <= 16 && strings.IndexByte(token, 'e') < 0 && strings.IndexByte(token, 'E') < 0 {
		return true // 15 digits survive in any double
	}
	v, err := ParseNumber(token)
	if err != nil {
		return false
	}
	if v.kind == Int {
		return true
	}
	return ast.IsExact(token, v.Double())
}

// significand splits the magnitude of a number token into its digits, without
// the zeros before and after, and the power of ten of the first of them. An
// exponent too large for an int64 is saturated; such a number is never exact.
func significand(token string) (digits string, exp int64) {
	token = strings.TrimPrefix(token, "-")
	mantissa, exponent := token, ""
	if i := strings.IndexAny(token, "eE"); i >= 0 {
		mantissa, exponent = token[:i], token[i+1:]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	all := whole + frac
	trimmed := strings.TrimLeft(all, "0")
	digits = strings.TrimRight(trimmed, "0")
	if digits == "" {
		return "", 0
	}
	if exponent != "" {
		exp, _ = strconv.ParseInt(exponent, 10, 64)
		exp = min(max(exp, math.MinInt64/2), math.MaxInt64/2)
	}
	return digits, exp + int64(len(whole)) - int64(len(all)-len(trimmed))
}

// Finite returns an error with the code [ast.OutOfRange] for a Double that is
// NaN or infinite (spec 2.3.2), else nil.
func Finite(v Value) error {
	if f := v.Double(); math.IsNaN(f) || math.IsInf(f, 0) {
		return &Error{Code: ast.OutOfRange, Message: strconv.FormatFloat(f, 'g', -1, 64) +
			" is not a JSON number (a double must be finite); use null or a string instead"}
	}
	return nil
}

func integerRange(token string) error {
	return &Error{Code: ast.OutOfRange, Message: "the integer " + shorten(token) +
		" is outside the range of a 64-bit integer (-9223372036854775808 to 9223372036854775807); write it as a string to keep its digits"}
}

func doubleRange(token string) error {
	return &Error{Code: ast.OutOfRange, Message: "the number " + shorten(token) +
		" is outside the range of a double (about ±1.8e+308); write it as a string to keep its digits"}
}

func underflow(token string) error {
	return &Error{Code: ast.OutOfRange, Message: "the number " + shorten(token) +
		" is too near to zero for a double (the smallest is about ±4.9e-324) and would become 0; write it as a string to keep its digits"}
}
