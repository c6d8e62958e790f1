package diagnostics

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

func TestSuppressWritesACommentThatWorks(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"a member": {
			"GCF profile=generic\na=1.0\n",
			"GCF profile=generic\n# gcf-lsp: ignore number_respelled\na=1.0\n",
		},
		"a nested member": {
			"GCF profile=generic\r\n## x\r\n  a=1.0\r\n",
			"GCF profile=generic\r\n## x\r\n  # gcf-lsp: ignore number_respelled\r\n  a=1.0\r\n",
		},
		"a line with a suppression": {
			"GCF profile=generic\n# gcf-lsp: ignore not_canonical -- old\na= 1.0\n",
			"GCF profile=generic\n# gcf-lsp: ignore not_canonical, number_respelled -- old\na= 1.0\n",
		},
		"the header": {
			"GCF profile=generic tol=x\n",
			"GCF profile=generic tol=x\n# gcf-lsp: ignore-file unknown_header_field\n",
		},
		"a header without line end": {
			"GCF profile=generic tol=x",
			"GCF profile=generic tol=x\n# gcf-lsp: ignore-file unknown_header_field",
		},
		"a row between attachments": {
			"GCF profile=generic\n## t [2]{a,b}\n@0 1|^\n.b [1]: x\n@1 1.0|^\n.b [1]: x\n",
			"GCF profile=generic\n## t [2]{a,b}\n@0 1|^\n.b [1]: x\n# gcf-lsp: ignore number_respelled\n@1 1.0|^\n.b [1]: x\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			doc := parser.Parse(test.src)
			found := Check(doc, Options{})
			if len(found) != 1 {
				t.Fatalf("%d diagnostics: %+v", len(found), found)
			}
			fix, ok := Suppress(doc, found[0])
			if !ok {
				t.Fatal("no suppression")
			}
			got := applyEdits(test.src, fix.Edits)
			if got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			for _, d := range Check(parser.Parse(got), Options{}) {
				t.Errorf("still reported: %s: %s", d.Code, d.Message)
			}
		})
	}
}

// What stands before the header is no data: suppressions still stand on top.
func TestSuppressInADocumentBelowOtherText(t *testing.T) {
	const src = "Here it is:\nGCF profile=generic tol=x\na=1\n"
	doc := parser.Parse(src)
	for _, d := range Check(doc, Options{}) {
		if d.Code != ast.UnknownHeaderField {
			continue
		}
		fix, ok := Suppress(doc, d)
		if !ok {
			t.Fatal("no suppression")
		}
		after := Check(parser.Parse(applyEdits(src, fix.Edits)), Options{})
		if len(after) != 1 || after[0].Code != ast.MissingHeader {
			t.Errorf("%+v", after)
		}
	}
}

func TestSuppressIsNotOfferedWhereItCannotWork(t *testing.T) {
	for name, src := range map[string]string{
		"without a header":   "name=Alice\n",
		"in an empty text":   "",
		"on a comment":       "GCF profile=generic\n# note \na=1\n",
		"on a blank line":    "GCF profile=generic\n  \na=1\n",
		"on a suppression":   "GCF profile=generic\n# gcf-lsp: ignore nothing\na=1\n",
		"on an unneeded one": "GCF profile=generic\n# gcf-lsp: ignore duplicate_key\na=1\n",
	} {
		doc := parser.Parse(src)
		found := Check(doc, Options{})
		if len(found) != 1 {
			t.Errorf("%s: %d diagnostics", name, len(found))
		}
		for _, d := range found {
			if fix, ok := Suppress(doc, d); ok {
				t.Errorf("%s: offered for %s: %+v", name, d.Code, fix)
			}
		}
	}
}

// TestSuppressSilencesEveryDiagnostic tries it on all test documents.
func TestSuppressSilencesEveryDiagnostic(t *testing.T) {
	for _, src := range testDocuments(t) {
		doc := parser.Parse(src)
		for _, d := range Check(doc, Options{}) {
			fix, ok := Suppress(doc, d)
			if !ok {
				continue
			}
			after := applyEdits(src, fix.Edits)
			line := strings.Count(src[:d.Start], "\n") + strings.Count(after, "\n") - strings.Count(src, "\n")
			if doc.Nodes[doc.Line(d.Start)].Kind == ast.KindHeader {
				line = 0
			}
			for _, left := range Check(parser.Parse(after), Options{}) {
				if left.Code == d.Code && strings.Count(after[:left.Start], "\n") == line {
					t.Errorf("%s is still reported in\n%s", d.Code, after)
				}
			}
		}
	}
}

func TestManySuppressionsOfOneLine(t *testing.T) {
	src := "GCF profile=generic\n" + strings.Repeat("# gcf-lsp: ignore not_canonical\n", 3) + "a= 1\n"
	found := Check(parser.Parse(src), Options{})
	if len(found) != 2 || found[0].Code != ast.UnusedSuppression || found[1].Code != ast.UnusedSuppression {
		t.Errorf("two of three are not needed: %+v", found)
	}
}

func TestSuppressionOfARuleThatIsOffOrNeedsOtherDocumentsIsKept(t *testing.T) {
	src := "GCF profile=generic\n# gcf-lsp: ignore unsafe_integer, root_mismatch\na=1\n"
	if found := Check(parser.Parse(src), Options{}); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}
