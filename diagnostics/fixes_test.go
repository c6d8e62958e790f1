package diagnostics

import (
	"os"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// testDocuments are the documents of the pages and of testdata/messages.
func testDocuments(t *testing.T) []string {
	var documents []string
	for _, rule := range rules {
		documents = append(documents, rule.Page.Bad, rule.Page.Good)
	}
	for _, archive := range golden.Archives(t, "testdata/messages/*.txtar") {
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

// TestNoFixAddsErrors applies each fix by itself, safe or not: afterwards there
// are no more errors than before, and after a safe one none of another kind.
func TestNoFixAddsErrors(t *testing.T) {
	for _, src := range testDocuments(t) {
		noFixAddsErrors(t, src)
	}
}

func TestNoFixAddsErrorsInTheCorpus(t *testing.T) {
	for _, path := range corpusFiles(t, material.Dir(t, "corpus")) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		noFixAddsErrors(t, string(src))
	}
}

func noFixAddsErrors(t *testing.T, src string) {
	t.Helper()
	before, had := errorKinds(src), errorCount(src)
	for _, d := range Check(parser.Parse(src), Options{}) {
		for _, fix := range d.Fixes {
			fixed := applyEdits(src, fix.Edits)
			if has := errorCount(fixed); has > had {
				t.Errorf("%s: %q makes %d errors of %d:\n%s-- after\n%s", d.Code, fix.Title, has, had, src, fixed)
			}
			for code, n := range errorKinds(fixed) {
				if fix.Safe && n > before[code] {
					t.Errorf("%s: %q adds %s:\n%s-- after\n%s", d.Code, fix.Title, code, src, fixed)
				}
			}
		}
	}
}

// TestFixesOfBlanksAddNoProblems puts blanks into good documents, one at each
// place. What is safe to do about them brings up nothing else, hints included.
func TestFixesOfBlanksAddNoProblems(t *testing.T) {
	good := []string{
		"GCF profile=generic\n## [2]: a,b\n",
		"GCF profile=generic\n## t [2]{a,\"b c\",d}\n@0 1|^|\"x\"\n  .\"b c\" {}\n@1 1|^{x,y}|2\n  3|4\n",
		"GCF profile=generic\n## t [2:]{k,a}\nx|1\ny|2\nz[2]: 1,\"b\"\n## o\n  p=1\n  q[0]:\n",
		"GCF profile=generic\n## t [3]\n@0 =1\n@1 {}\n@2 [2]: 1,2\n",
		"GCF profile=generic\r\n## t [1]{a}\r\n@0 ^\r\n  .a =1\r\n",
	}
	for _, rule := range rules {
		if len(rule.Page.Good) < 200 {
			good = append(good, rule.Page.Good)
		}
	}
	for n, src := range good {
		for i := range len(src) {
			blank := [...]string{" ", "  ", "\t"}[(i+n)%3]
			blanksFixed(t, src[:i]+blank+src[i:])
		}
	}
}

func blanksFixed(t *testing.T, src string) {
	t.Helper()
	found := Check(parser.Parse(src), Options{})
	before := byCode(found, Hint)
	for _, d := range found {
		for _, fix := range d.Fixes {
			if !fix.Safe {
				continue
			}
			fixed := applyEdits(src, fix.Edits)
			for code, n := range byCode(Check(parser.Parse(fixed), Options{}), Hint) {
				if n > before[code] {
					t.Errorf("%s: %q adds %s:\n%q\n%q", d.Code, fix.Title, code, src, fixed)
				}
			}
		}
	}
}

// errorKinds counts the errors of a document by code.
func errorKinds(src string) map[ast.Code]int {
	return byCode(Check(parser.Parse(src), Options{}), Error)
}

// byCode counts diagnostics by code, those at least as bad as a severity.
func byCode(found []Diagnostic, least Severity) map[ast.Code]int {
	counts := map[ast.Code]int{}
	for _, d := range found {
		if d.Severity <= least {
			counts[d.Code]++
		}
	}
	return counts
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
