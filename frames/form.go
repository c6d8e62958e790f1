package frames

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// DigestOf returns the digest of a content: `sha256:` and 64 hex digits of its
// UTF-8 bytes.
func DigestOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return digestPrefix + hex.EncodeToString(sum[:])
}

const digestPrefix = "sha256:"

// isDigest reports whether s is `sha256:` and 64 lowercase hex digits.
func isDigest(s string) bool {
	digits, ok := strings.CutPrefix(s, digestPrefix)
	if !ok || len(digits) != 2*sha256.Size {
		return false
	}
	for i := range len(digits) {
		if c := digits[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// instant is a point in time that can be compared: seconds in their written
// order, and the digits of the fraction.
type instant struct {
	seconds  string // YYYY-MM-DDTHH:MM:SS
	fraction string // without zeros at its end
}

func (a instant) compare(b instant) int {
	return cmp.Or(cmp.Compare(a.seconds, b.seconds), cmp.Compare(a.fraction, b.fraction))
}

// parseTime reads `YYYY-MM-DDTHH:MM:SS(.f+)?Z`: a real date of the Gregorian
// calendar, in UTC, with leap seconds (rule F4).
func parseTime(s string) (t instant, ok bool) {
	const pattern = "0000-00-00T00:00:00"
	if len(s) < len(pattern)+1 || s[len(s)-1] != 'Z' {
		return t, false
	}
	for i := range len(pattern) {
		if pattern[i] == '0' && !isDigit(s[i]) || pattern[i] != '0' && s[i] != pattern[i] {
			return t, false
		}
	}
	number := func(from, to int) int { n, _ := strconv.Atoi(s[from:to]); return n }
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || number(11, 13) > 23 || number(14, 16) > 59 || number(17, 19) > 60 {
		return t, false
	}
	rest := s[len(pattern) : len(s)-1]
	if rest != "" {
		if rest[0] != '.' || len(rest) == 1 {
			return t, false
		}
		for i := 1; i < len(rest); i++ {
			if !isDigit(rest[i]) {
				return t, false
			}
		}
		rest = strings.TrimRight(rest[1:], "0")
	}
	return instant{s[:len(pattern)], rest}, true
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isBlank reports whether a text is empty or white space only.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// hasScheme reports whether a URI begins with a scheme.
func hasScheme(uri string) bool {
	scheme, _, ok := strings.Cut(uri, ":")
	if !ok || scheme == "" {
		return false
	}
	for i := range len(scheme) {
		c := scheme[i] | 0x20
		if letter := c >= 'a' && c <= 'z'; !letter && (i == 0 || !isDigit(scheme[i]) && !strings.ContainsRune("+-.", rune(scheme[i]))) {
			return false
		}
	}
	return true
}

// fingerprint reads `<model>/<dimensions>[/<normalization>]` and returns the
// dimensions.
func fingerprint(s string) (dimensions uint64, ok bool) {
	parts := strings.Split(s, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "" || parts[len(parts)-1] == "" {
		return 0, false
	}
	for i := range len(parts[1]) {
		if !isDigit(parts[1][i]) {
			return 0, false
		}
	}
	dimensions, err := strconv.ParseUint(parts[1], 10, 32)
	return dimensions, err == nil
}

// version reads `contextgraph/MAJOR.MINOR[-draft]`.
func version(s string) (major, minor string, ok bool) {
	s, ok = strings.CutPrefix(s, "contextgraph/")
	if !ok {
		return "", "", false
	}
	major, minor, ok = strings.Cut(strings.TrimSuffix(s, "-draft"), ".")
	return major, minor, ok && isNumber(major) && isNumber(minor)
}

func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
