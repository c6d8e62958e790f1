package diagnostics

import (
	"strings"
	"testing"
)

func TestShowIsShortAndPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "an empty text",
		"Alice":                    "`Alice`",
		"a\tb\r\nc":                "`a\\tb\\r\\nc`",
		"\x1b[31mred":              "`\\u001b[31mred`",
		"abc\u202edcb":             "`abc\\u202edcb`",
		"a\u00a0b":                 "`a\\u00a0b`",
		"zero\u200bwidth":          "`zero\\u200bwidth`",
		"\ufeffGCF":                "`\\ufeffGCF`",
		"Zürich 😀":                 "`Zürich 😀`",
		"bad\xff":                  "`bad\\xff`",
		"\U000e0001":               "`\\U000e0001`",
		strings.Repeat("x", 60):    "`" + strings.Repeat("x", 60) + "`",
		strings.Repeat("ü", 61):    "`" + strings.Repeat("ü", 60) + "…`",
		strings.Repeat("x", 1<<20): "`" + strings.Repeat("x", 60) + "…`",
	} {
		if got := show(text); got != want {
			t.Errorf("show(%.20q) = %s, want %s", text, got, want)
		}
	}
}

func TestQuotedReadsBack(t *testing.T) {
	for _, text := range []string{"", "a", `a"b`, `a\b`, "a\nb\tc\rd", "\x00\x1f", "ü😀", "a|b,c"} {
		if got := unquoted(quoted(text)); got != text {
			t.Errorf("%q is written %s and read as %q", text, quoted(text), got)
		}
	}
	for _, text := range []string{"plain", `"open`, `"bad \q"`} {
		if got := unquoted(text); got != text {
			t.Errorf("unquoted(%q) = %q", text, got)
		}
	}
}

func TestCanonicalNumber(t *testing.T) {
	for token, want := range map[string]string{
		"1.0": "1", "2.40": "2.4", "1E3": "1000", "-0": "0", "-0.0": "0", "1e21": "1e+21", "12": "12",
		"0.0000001": "1e-7", "1e-6": "0.000001", "1e400": "1e400", "9223372036854775808": "9223372036854775808",
	} {
		if got := canonicalNumber(token); got != want {
			t.Errorf("canonicalNumber(%s) = %s, want %s", token, got, want)
		}
	}
}
