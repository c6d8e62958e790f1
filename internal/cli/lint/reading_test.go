package lint

import (
	"strings"
	"testing"
)

// TestReading has the smallest documents that were once read wrongly: what is
// wrong with each, as severity and code in order, and what the safe fixes make of
// it, "" for no change. The header is left out.
func TestReading(t *testing.T) {
	for _, c := range readings {
		src := "GCF profile=generic\n" + c.body
		if strings.HasPrefix(c.body, "GCF ") {
			src = c.body
		}
		fixed := Fix("a.gcf", src, Options{}, false)
		var found []string
		for _, f := range fixed.Found.Findings {
			found = append(found, f.Severity.String()+" "+f.Code)
		}
		if got := strings.Join(found, ", "); got != c.found {
			t.Errorf("%q:\n got %s\nwant %s", c.body, got, c.found)
		}
		want := src
		if c.fixed != "" {
			want = src[:len(src)-len(c.body)] + c.fixed
		}
		if fixed.Text != want {
			t.Errorf("%q is repaired to\n%q, want\n%q", c.body, fixed.Text, want)
		}
	}
}

var readings = []struct{ body, found, fixed string }{
	// An object has no colon (spec 4, 7.4.4, 7.6): its members once leaked into
	// what stands around it.
	{"## [1]{d,name}\n@0 1|^\n.name {}:\n    b=2\n", "error invalid_line", "## [1]{d,name}\n@0 1|^\n.name {}\n    b=2\n"},
	{"## [1]{d,name}\n@0 1|^\n.name {}:\n    d=2\n", "error invalid_line", "## [1]{d,name}\n@0 1|^\n.name {}\n    d=2\n"},
	{"## [1]\n@0 {}:\n  b=2\n  c=3\n", "error invalid_line", "## [1]\n@0 {}\n  b=2\n  c=3\n"},
	{"## [1:]{k,v}\n@0 a|^\n.v {}:\n    b=2\n", "error invalid_line", "## [1:]{k,v}\n@0 a|^\n.v {}\n    b=2\n"},
	{"## a {}:\n  b=2\n", "error invalid_field_declaration", "## a\n  b=2\n"},
	{"## a {}\n  b=2\n", "error invalid_field_declaration", "## a\n  b=2\n"},
	{"## {}\n  b=2\n", "error invalid_section_header", ""},
	// Only exactly `^` and `^{…}` are markers (spec 2.1): a declaration in a cell
	// is a text unless a body follows it, or it makes the row too wide.
	{"## z [2]{a,b}\n^[0]|1\nx|2\n", "", ""},
	{"## z [1]{a}\n^ [0]\n", "", ""},
	{"## z [1]{a}\n^[?]\n", "", ""},
	{"## z [2:]{k,v}\n^[2]|1\ny|^[3:]\n", "", ""},
	{"## z [1]{a}\n^[2]{a}\n", "warning header_like_text", ""},
	{"## z [1]{a}\n^[2:]{k,v}\n", "warning header_like_text", ""},
	{"## z [1]{a}\n.a [0]\n", "warning header_like_text", ""},
	{"## z [1]{a,b}\ny|.items [1]{a}\n", "warning header_like_text", ""},
	{"## t [2]{id,items}\n@0 1|^.items [1]{sku,qty}\nA|2\n", "warning header_like_text", ""},
	{"## t [1]{id,items}\n1|^.items [1]{sku,qty}\n    A|2\n", "error missing_row_id, error missing_row_id", "## t [1]{id,items}\n@0 1|^\n.items [1]{sku,qty}\n    A|2\n"},
	// Beside a header in a cell, `^[0]` may be meant as one, too.
	{"## t [2]{id,items,x}\n@0 1|^ [1]{sku,qty}|^[0]\n    A|2\n@1 2|y|^[0]\n", "error invalid_attachment_marker", ""},
	// Blanks that the grammar does not have.
	{"## x [1] {a}\n1\n", "error invalid_field_declaration", "## x [1]{a}\n1\n"},
	{"## [1] {a}\n1\n", "error invalid_field_declaration", "## [1]{a}\n1\n"},
	{"## x [2:]\t{a,b}\nk|1\nl|2\n", "error invalid_field_declaration", "## x [2:]{a,b}\nk|1\nl|2\n"},
	{"## [1]\n@0  =1\n", "error invalid_item_id", "## [1]\n@0 =1\n"},
	{"## [1]\n@0\t=1\n", "error invalid_item_id", "## [1]\n@0 =1\n"},
	{"## [1]\n@0 { }\n", "error invalid_field_declaration", "## [1]\n@0 {}\n"},
	{"## [1]\n@0  {}\n", "error invalid_item_id", "## [1]\n@0 {}\n"},
	{"## [1]\n@0 [1] {a}\n  1\n", "error invalid_field_declaration", "## [1]\n@0 [1]{a}\n  1\n"},
	{"## [1]{a}\n@0 ^\n.a [1] {x}\n    1\n", "error invalid_field_declaration", "## [1]{a}\n@0 ^\n.a [1]{x}\n    1\n"},
	{"## [1]{a}\n@0 ^\n.a  [1]{x}\n    1\n", "error invalid_line", "## [1]{a}\n@0 ^\n.a [1]{x}\n    1\n"},
	{"## [1]{a}\n@0 ^\n.a { }\n    x=1\n", "error invalid_field_declaration", "## [1]{a}\n@0 ^\n.a {}\n    x=1\n"},
	{"## [1]{a}\n@0  ^\n.a {}\n", "error invalid_item_id", "## [1]{a}\n@0 ^\n.a {}\n"},
	{"##\t x [1]{a}\n1\n", "error invalid_section_header", "## x [1]{a}\n1\n"},
	{"##  x\n  a=1\n", "error invalid_section_header", "## x\n  a=1\n"},
	{"## x\t[1]{a}\n1\n", "error invalid_section_header", "## x [1]{a}\n1\n"},
	{"## x  [1]{a}\n1\n", "hint not_canonical", "## x [1]{a}\n1\n"},
	{"x [1]: 1\n", "hint not_canonical", "x[1]: 1\n"},
	{"GCF profile=graph\n## targets\n@0 fn a 0.50 p\n## edges  [1]\n@0<@0 calls\n", "error invalid_section_header", "GCF profile=graph\n## targets\n@0 fn a 0.50 p\n## edges [1]\n@0<@0 calls\n"},
	// Behind a closing quote nothing is trimmed, but at the line's end.
	{"## x [1]{a,b}\n\"x\" |1\n", "error trailing_characters", "## x [1]{a,b}\n\"x\"|1\n"},
	{"## x [1]{a,b}\n1|\"x\"\t\n", "warning trailing_whitespace", "## x [1]{a,b}\n1|\"x\"\n"},
	{"a[2]: \"x\"\t,y\n", "error trailing_characters", "a[2]: \"x\",y\n"},
	{"## x [1]{a}\n@0 ^{p,q,r}\n\"x\" |y|z\n", "error trailing_characters", "## x [1]{a}\n@0 ^{p,q,r}\n\"x\"|y|z\n"},
	// An empty cell behind a row's number.
	{"## x [1]{a}\n@0 \n", "hint not_canonical", "## x [1]{a}\n@0 \"\"\n"},
	{"## x [1]{a}\n@0 \n.\"a>b\" =1\n", "hint not_canonical", "## x [1]{a}\n@0 \"\"\n.\"a>b\" =1\n"},
	// A row too many is a wrong count, whatever the table.
	{"## r [1]{a,b}\n1|2\n3|4\n", "error count_mismatch", ""},
	{"GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [1]{@id,n}\n1|2\n2|3\n", "error count_mismatch, information unknown_pack_root_algorithm, information unknown_pack_root_algorithm", "GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [2]{@id,n}\n1|2\n2|3\n"},
	{"## x [0]\n1|2\n", "error count_mismatch", ""},
	// A member behind a table with too few rows is no row.
	{"## e [4]{id,name,dept}\n1|a|b\n2|a|b\n3|a|b\ntotal=3\n", "error count_mismatch", ""},
	{"## e [5]{id,name,dept}\n1|a|b\n2|a|b\n3|a|b\ntotal=3\ntags[2]: a,b\n", "error count_mismatch", ""},
	{"## s\n  ## e [2]{id,name}\n  1|a\n  \"to tal\"=3\n", "error count_mismatch", ""},
	{"## e [1]{a}\nx=1\n", "", ""},
	{"b=1e-400\n", "warning inexact_number", ""},
	// One right row among many wrong ones.
	{"## r [3]{a,b}\n1|2\n3|4|5\n3|4|5\n", "error row_width_mismatch, error row_width_mismatch", ""},
	// A comment behind the body of an attachment.
	{"## t [1]{a,b}\n@0 1|^\n.b {}\n    x=1\n# c\n@1 3|4\n", "error count_mismatch", "## t [2]{a,b}\n@0 1|^\n.b {}\n    x=1\n# c\n@1 3|4\n"},
	{"## [1]\n@0 {}\n  x=1\n\n# c\n@1 =3\n", "error count_mismatch", "## [2]\n@0 {}\n  x=1\n\n# c\n@1 =3\n"},
	// `##x` is a text where `#x` is.
	{"## t [2]{a}\n##x\n#y\n## u\n  b=1\n", "hint not_canonical, hint not_canonical", "## t [2]{a}\n\"##x\"\n\"#y\"\n## u\n  b=1\n"},
}
