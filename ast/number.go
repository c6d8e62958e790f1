package ast

import (
	"math"
	"strconv"
	"strings"
)

// CanonicalDouble returns the canonical spelling of a finite double (spec
// 2.3.1): plain decimal for 1e-6 <= |v| < 2^53, else one digit before the
// point and an explicit exponent sign; `0` for both zeros. NaN and the
// infinities, which have none, come back as strconv spells them.
func CanonicalDouble(v float64) string {
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e-6 && a < 1<<53 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	s := strconv.FormatFloat(v, 'e', -1, 64)
	// strconv pads the exponent to two digits.
	mantissa, exp, _ := strings.Cut(s, "e")
	digits := strings.TrimLeft(exp[1:], "0")
	return mantissa + "e" + exp[:1] + digits
}
