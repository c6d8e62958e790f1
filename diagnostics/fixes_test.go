package diagnostics

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// testDocuments are the documents of the pages and of testdata/messages.
func testDocuments(t *testing.T) []string {
	var documents []string
	for _, rule := range rules {
		documents = append(documents, rule.Page.Bad, rule.Page.Good)
	}
	paths, err := filepath.Glob("testdata/messages/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".gcf") {
				documents = append(documents, string(f.Data))
			}
		}
	}
	return documents
}

// TestSafeFixesKeepTheData applies each safe fix by itself. A document that
// decodes has the same value afterwards; one that does not has no more errors
// than before.
func TestSafeFixesKeepTheData(t *testing.T) {
	for _, src := range testDocuments(t) {
		for _, d := range Check(parser.Parse(src), Options{}) {
			for _, fix := range d.Fixes {
				if fix.Safe {
					keepsData(t, src, d, fix)
				}
			}
		}
	}
}

func keepsData(t *testing.T, src string, d Diagnostic, fix Fix) {
	t.Helper()
	before, after := parser.Parse(src), parser.Parse(applyEdits(src, fix.Edits))
	if had, has := errorCount(before.Source), errorCount(after.Source); has > had {
		t.Errorf("%s: %q makes %d errors of %d:\n%s-- after\n%s", d.Code, fix.Title, has, had, src, after.Source)
	}
	was, err := value.Decode(before)
	if err != nil {
		return
	}
	is, err := value.Decode(after)
	if err != nil || !value.Equal(was, is) {
		t.Errorf("%s: %q changes the data:\n%s-- after\n%s", d.Code, fix.Title, src, after.Source)
	}
}

func errorCount(src string) int {
	n := 0
	for _, d := range Check(parser.Parse(src), Options{}) {
		if d.Severity == Error {
			n++
		}
	}
	return n
}

// TestSafeFixesOfSlipsSeldomMakeItWorse does the same for documents with one
// slip anywhere, where a mistake can look like another.
func TestSafeFixesOfSlipsSeldomMakeItWorse(t *testing.T) {
	fixes, worse := 0, 0
	for n, rule := range rules {
		src := rule.Page.Good
		for i := n % 3; i < len(src); i += 3 {
			slips := [...]string{src[:i] + src[i+1:], src[:i] + "|" + src[i:], src[:i] + `"` + src[i:], src[:i] + " " + src[i:], src[:i] + "\n" + src[i:]}
			slip := slips[(i/3+n)%len(slips)]
			had := errorCount(slip)
			for _, d := range Check(parser.Parse(slip), Options{}) {
				for _, fix := range d.Fixes {
					if !fix.Safe {
						continue
					}
					fixes++
					if errorCount(applyEdits(slip, fix.Edits)) > had {
						worse++
						t.Logf("%s: %q in %q", d.Code, fix.Title, slip)
					}
				}
			}
		}
	}
	if worse*200 > fixes {
		t.Errorf("%d of %d safe fixes add errors, want at most 0.5%%", worse, fixes)
	}
}
