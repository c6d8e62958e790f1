package ast

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// AppendDouble appends the canonical spelling of a finite double (spec 2.3.1),
// the one of GCF, of JSON and of pack roots: plain decimal for 1e-6 <= |v| <
// 2^53, else one digit before the point and an explicit exponent sign; `0` for
// both zeros. NaN and the infinities, which have none, are as strconv spells
// them.
func AppendDouble(dst []byte, v float64) []byte {
	if v == 0 {
		return append(dst, '0')
	}
	if a := math.Abs(v); a >= 1e-6 && a < 1<<53 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, v, 'e', -1, 64)
	// strconv pads the exponent to two digits: 4e-07.
	if n := len(dst); dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// CanonicalDouble returns the canonical spelling of a finite double.
func CanonicalDouble(v float64) string { return string(AppendDouble(nil, v)) }

// IsExact reports whether the double that a number token reads as is all that
// the token says: its digits are those of the double's shortest spelling, or it
// spells the double exactly, as `9223372036854775808.0` does.
func IsExact(token string, v float64) bool {
	var buf [32]byte
	if digits(token) == digits(string(strconv.AppendFloat(buf[:0], v, 'e', -1, 64))) {
		return true
	}
	if v == 0 || len(token) > 400 {
		return false
	}
	spelled, ok := new(big.Rat).SetString(token)
	return ok && spelled.Cmp(new(big.Rat).SetFloat64(v)) == 0
}

// digits returns the significant digits of a number, without the zeros at
// either end.
func digits(s string) string {
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimPrefix(s, "-")
	if i := strings.IndexByte(s, '.'); i >= 0 {
		s = s[:i] + s[i+1:]
	}
	return strings.Trim(s, "0")
}
