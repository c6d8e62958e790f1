package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestInexactNumbers converts numbers that do not fit a double: they are warned
// of with the place of the first and their count, and --exact refuses them.
func TestInexactNumbers(t *testing.T) {
	const document = "GCF profile=generic\na=33.333333333333333\nb=1e-400\nc=9223372036854775808.0\nd=0.1\n"
	for _, c := range []struct {
		args, stdin string
		status      int
		stderr      []string
	}{
		{"encode", `[0.1,9223372036854775808.0,1e-5,9007199254740993]`, 0, nil},
		{"encode", "{\"a\":1,\n\"é\": 33.333333333333333,\"b\":4503599627370496.5}", 0, []string{"<stdin>:2:6: 33.333333333333333 ", "33.333333333333336", "1 number", "[inexact_number]"}},
		{"encode --exact", `[4503599627370496.5]`, 1, []string{"<stdin>:1:2: 4503599627370496.5 ", "4503599627370496"}},
		{"encode", `[1e-400]`, 1, []string{"[out_of_range]"}},
		{"encode", `[18446744073709551615]`, 1, []string{"[out_of_range]"}},
		{"encode", `{"a":1,"a":2}`, 1, []string{"[duplicate_key]"}},
		{"decode", document, 0, []string{"<stdin>:2:3: 33.333333333333333 ", "1 number"}},
		{"decode --exact", document, 1, []string{"<stdin>:2:3: "}},
		{"decode --exact", "GCF profile=generic\nd=0.1\n", 0, nil},
	} {
		var stdout, stderr bytes.Buffer
		got := run(append(strings.Fields(c.args), "-"), strings.NewReader(c.stdin), &stdout, &stderr)
		if got != c.status || (stdout.Len() > 0) != (c.status == 0) || (stderr.Len() > 0) != (c.stderr != nil) {
			t.Errorf("%s of %q: status %d, printed %q and %q", c.args, c.stdin, got, stdout.String(), stderr.String())
		}
		for _, part := range c.stderr {
			if !strings.Contains(stderr.String(), part) {
				t.Errorf("%s of %q: %q is not in %q", c.args, c.stdin, part, stderr.String())
			}
		}
	}
}
