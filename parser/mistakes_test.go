package parser_test

import (
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// TestOneMistakeOneProblem lists slips that once gave several problems, none,
// or one that blamed something else: the errors that each must give, in order.
func TestOneMistakeOneProblem(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"tab at the root", "\ta=1\n", "tab_indentation"},
		{"keyed header without fields", "## r [2:]\nk|1\n", "keyed_too_few_fields"},
		{"unterminated quote in a cell", "## r [1]{a,b,c}\n1|\"x|y\n", "unterminated_quote"},
		{"unterminated quote in a list", "a[3]: x,\"y,z\n", "unterminated_quote"},
		{"unterminated quote in a positional body", "## r [1]{o}\n@0 ^{a,b,c}\n1|\"2|3\n", "unterminated_quote"},
		{"unterminated quote in a field list", "## r [1]{\"a,b}\n1|2\n", "unterminated_quote"},
		{"unterminated quote in a section", "## \"a\n  b=1\n", "unterminated_quote"},
		{"characters behind a quoted key", "\"a\"b=1\n", "trailing_characters"},
		{"characters behind a quoted field name", "## r [1]{\"a\"b,c}\n1|2\n", "trailing_characters"},
		{"malformed inline schema", "## r [1]{o}\n@0 ^{1x}\n1\n", "invalid_attachment_marker"},
		{"surplus row of one column", "## r [1]{a}\n1\n2\n", "count_mismatch"},
		{"surplus row of a delta", "## r [1]{a,b}\n1|2\n3|4\n", "count_mismatch"},
		{"row cut behind a bar", "## r [1]{a,b,c}\n2|", "row_width_mismatch"},
		{"row cut behind a number", "## r [1]{a,b,c}\n2|1.0", "row_width_mismatch"},
		{"keyed attachment without fields after a shared schema", "## t [2]{c}\n@0 ^\n.c [1]{a}\n    a\n@1 ^\n.c [1:]\n    b|a\n", "keyed_too_few_fields"},
		{"second payload", "a=1\nGCF profile=generic\nb=2\n", "invalid_line"},
		{"second payload after a table", "## r [1]{x,y}\n1|2\nGCF profile=generic\nb=2\n", "invalid_line"},
		{"header as data of one column", "## r [1]{line}\nGCF profile=generic\n", ""},
		{"section without its blank as data of one column", "## r [2]{line}\n##x[2]\n##y {a,b}\n", ""},
		{"two hashes as data", "## r [1]{a,b}\n##x|z\n", ""},
		{"section without its blank behind an open table", "## r [?]{a}\nx\n##y [1]{a,b}\n1|2\n", "invalid_section_header"},
		{"array without its mark", "[3]: a,b,c\n", "invalid_line"},
		{"table without its mark", "[2]{a,b}:\n1|2\n3|4\n", "invalid_line"},
		{"blank behind an empty list", "a[0]: \nb[?]: \n##! summary counts=0\n", ""},
	}
	for _, c := range cases {
		var codes []string
		for _, p := range parser.Parse("GCF profile=generic\n" + c.body).Problems {
			if diagnostics.ByCode(p.Code).Severity == diagnostics.Error {
				codes = append(codes, p.Code.String())
			}
		}
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.name, got, c.want, c.body)
		}
	}
}

func TestIdentityByValue(t *testing.T) {
	head := "GCF profile=generic key=id pack_root=sha256:00\n## r [2]{@id,a}\n"
	for rows, want := range map[string]string{
		"1|x\n1.0|y\n": "duplicate_identity", "1e2|x\n100|y\n": "duplicate_identity",
		"-0|x\n0|y\n": "duplicate_identity", "a|x\n\"a\"|y\n": "duplicate_identity",
		"1|x\n\"1\"|y\n": "", "true|x\n\"true\"|y\n": "",
	} {
		if got := firstError(parser.Parse(head + rows)); got != want {
			t.Errorf("%q: %q, want %q", rows, got, want)
		}
	}
}

func TestBodyBeforeTheHeader(t *testing.T) {
	d := parser.Parse("a=1\n## r [1]{x}\n5\nGCF profile=generic\nb=2\n")
	if got := outline(d); !strings.HasPrefix(got, "array\n row\n") {
		t.Errorf("data before a header is not read:\n%s", got)
	}
}
