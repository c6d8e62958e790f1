package markup

import (
	"strings"
	"testing"
)

func TestDocumentTextIsShownAndNeverInterpreted(t *testing.T) {
	tests := []struct {
		text, markdown, plain string
	}{
		{"plain", "`plain`", "plain"},
		{"<img src=x onerror=1>", "`<img src=x onerror=1>`", "<img src=x onerror=1>"},
		{"a|b", "`a|b`", "a|b"},
		{"`x`", "`` `x` ``", "`x`"},
		{"a``b", "```a``b```", "a``b"},
		{"[a](http://x)", "`[a](http://x)`", "[a](http://x)"},
		{"two\nlines\r\t", "`two\\nlines\\r\\t`", "two\\nlines\\r\\t"},
		{"\x1b[31m", "`\\u001b[31m`", "\\u001b[31m"},
		{"a\u202eb\u2066", "`a\\u202eb\\u2066`", "a\\u202eb\\u2066"},
		{"a\u00a0b\ufeff", "`a\\u00a0b\\ufeff`", "a\\u00a0b\\ufeff"},
		{"e\u0301 👩\u200d💻", "`e\u0301 👩\u200d💻`", "e\u0301 👩\u200d💻"},
		{"\xff\xfe", "`\\xff\\xfe`", "\\xff\\xfe"},
		{" a ", "`  a  `", " a "},
		{"", "", ""},
	}
	for _, test := range tests {
		var text Text
		text.Line(Code(test.text))
		if got := text.Markdown(); got != test.markdown {
			t.Errorf("%q as Markdown is %q, want %q", test.text, got, test.markdown)
		}
		if got := text.Plain(); got != test.plain {
			t.Errorf("%q as plain text is %q, want %q", test.text, got, test.plain)
		}
	}
}

func TestLongTextIsCutAtACodePoint(t *testing.T) {
	if got := Safe("ééééé", 3); got != "ééé…" {
		t.Error(got)
	}
	if got := Safe("ééé", 3); got != "ééé" {
		t.Error(got)
	}
}

func TestBlocks(t *testing.T) {
	var text Text
	text.Line(Strong("a_b"), Plain(" is *"), Code("c"))
	text.Table([]string{"x|y", "n"}, []Span{Code("a|b"), Plain("1")}, []Span{Code("`|`")})
	text.List([]Span{Plain("one")}, []Span{Code("two")})
	text.Source("json", "{\n  \"a\": \"```\u202e\"\n}")
	const markdown = "**a\\_b** is \\*`c`\n\n" +
		"| x\\|y | n |\n| --- | --- |\n| `a\\|b` | 1 |\n| `` `\\|` `` |  |\n\n" +
		"- one\n- `two`\n\n" +
		"````json\n{\n  \"a\": \"```\\u202e\"\n}\n````"
	const plain = "a_b is *c\n\nx|y  n\na|b  1\n`|`\n\n- one\n- two\n\n{\n  \"a\": \"```\\u202e\"\n}"
	if got := text.Markdown(); got != markdown {
		t.Errorf("%s\nwant\n%s", got, markdown)
	}
	if got := text.Plain(); got != plain {
		t.Errorf("%s\nwant\n%s", got, plain)
	}
}

// A value with a backslash before a pipe stays one cell, however a renderer
// counts the backslashes.
func TestPipesAfterBackslashes(t *testing.T) {
	for _, s := range []string{`a\|b`, `a\\|b`, `|`, `\|`, `a|b`} {
		var text Text
		text.Table([]string{s}, []Span{Code(s)})
		for _, row := range strings.Split(text.Markdown(), "\n") {
			if strings.HasPrefix(row, "| ---") {
				continue
			}
			cells, backslashes := 0, 0
			for i := range row {
				switch {
				case row[i] == '\\':
					backslashes++
					continue
				case row[i] == '|' && backslashes%2 == 0:
					cells++
				}
				backslashes = 0
			}
			if cells != 2 {
				t.Errorf("%q is shown as %q", s, row)
			}
		}
	}
}
