package printable

import "testing"

func TestText(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"plain", 10, "plain"},
		{"plain", 5, "plain"},
		{"plain", 4, "plai…"},
		{"é́😀", 3, "é́😀"},
		{"😀😀😀", 2, "😀😀…"},
		{"👩‍🚀", 9, "👩‍🚀"},
		{"a\u200Db", 9, `a\u200db`},
		{"a\tb\r\n\x00", 20, `a\tb\r\n\u0000`},
		{"a\u202eb\u00a0\u2028\ufeff", 20, `a\u202eb\u00a0\u2028\ufeff`},
		{"a\xffb", 20, `a\xffb`},
		{"\U000e0041", 20, `\U000e0041`},
		{"", 0, ""},
	} {
		if got := Text(c.in, c.limit); got != c.want {
			t.Errorf("Text(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
	if got := Name("", 5); got != `""` {
		t.Errorf("the empty name is shown as %s", got)
	}
	if got := Count(1, "row") + ", " + Count(0, "row") + ", " + Count(2, "entry"); got != "1 row, 0 rows, 2 entries" {
		t.Error(got)
	}
}

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Count(1, "row"): "1 row", Count(100_000, "row"): "100 000 rows", Count(2, "entry"): "2 entries", Number(-1234): "-1 234",
		Bytes(9999): "9 999 bytes", Bytes(12_345): "12.3 kB", Bytes(4_500_000): "4.5 MB",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
