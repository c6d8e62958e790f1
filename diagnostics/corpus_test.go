package diagnostics

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestCorpus compares the codes that are reported for a corpus of payloads with
// testdata/corpus.tsv: a file, then its codes in the order of their first
// place, errors marked with `!`, and how often each is there. -update writes
// it; a change of it is a change of what users see.
func TestCorpus(t *testing.T) {
	root := material.Dir(t, "corpus")
	var got strings.Builder
	for _, path := range corpusFiles(t, root) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkSoundness(t, string(src))
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(filepath.ToSlash(name) + "\t" + summarize(Check(parser.Parse(string(src)), Options{})) + "\n")
	}
	golden.File(t, filepath.Join("testdata", "corpus.tsv"), got.String())
}

func corpusFiles(t *testing.T, root string) []string {
	var files []string
	for _, pattern := range []string{"*.gcf", "*/*.gcf"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	if len(files) == 0 {
		t.Fatal("the corpus has no files")
	}
	return files
}

// summarize lists codes in the order of their first place with their number.
func summarize(found []Diagnostic) string {
	var order []string
	count := map[string]int{}
	for _, d := range found {
		name := d.Code.String()
		if d.Severity == Error {
			name += "!"
		}
		if count[name]++; count[name] == 1 {
			order = append(order, name)
		}
	}
	if len(order) == 0 {
		return "ok"
	}
	for i, name := range order {
		if n := count[name]; n > 1 {
			order[i] = fmt.Sprintf("%s*%d", name, n)
		}
	}
	return strings.Join(order, " ")
}

// TestGeneratedPayloads keeps what is said about payloads that language models
// wrote: the whole list of errors, since there are to be few and the first is
// to name the cause.
func TestGeneratedPayloads(t *testing.T) {
	root := material.Dir(t, "corpus", "generated")
	var got strings.Builder
	for _, path := range corpusFiles(t, filepath.Dir(root)) {
		if filepath.Dir(path) != root {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc := parser.Parse(string(src))
		got.WriteString(filepath.Base(path) + "\n")
		errors := 0
		for _, d := range Check(doc, Options{}) {
			if d.Severity == Error {
				errors++
				fmt.Fprintf(&got, "  %d: %s: %s\n", doc.Line(d.Start), d.Code, d.Message)
			}
		}
		if errors > 4 {
			t.Errorf("%s: %d errors, want one for each mistake", filepath.Base(path), errors)
		}
		fmt.Fprintf(&got, "  with the safe fixes it %s\n", outcome(repair(string(src), false)))
		fmt.Fprintf(&got, "  with all fixes it %s\n", outcome(repair(string(src), true)))
	}
	golden.File(t, filepath.Join("testdata", "generated.txt"), got.String())
}

// repair applies the first fix of an error, the first safe one unless unsafe
// ones are wanted, until there is none.
func repair(src string, unsafe bool) string {
	for range 100 {
		var fix *Fix
		for _, d := range Check(parser.Parse(src), Options{}) {
			for i := range d.Fixes {
				if fix == nil && d.Severity == Error && (unsafe || d.Fixes[i].Safe) {
					fix = &d.Fixes[i]
				}
			}
		}
		if fix == nil {
			break
		}
		src = applyEdits(src, fix.Edits)
	}
	return src
}

// outcome says whether a document decodes, and if not why.
func outcome(src string) string {
	doc := parser.Parse(src)
	if v, err := value.Decode(doc); err == nil {
		json, err := value.AppendJSON(nil, v)
		if err != nil {
			return "gives no JSON: " + err.Error()
		}
		return "decodes to " + printable.Text(string(json), 100)
	}
	if d := firstError(doc); d != nil {
		return fmt.Sprintf("leaves %s, first %s: %s", printable.Count(errorCount(src), "error"), d.Code, d.Message)
	}
	return "has no errors and does not decode"
}

func firstError(doc *ast.Document) *Diagnostic {
	for _, d := range Check(doc, Options{}) {
		if d.Severity == Error {
			return &d
		}
	}
	return nil
}

// TestConformanceErrorsSoundness runs the checker over the format's own error
// fixtures as far as they are plain text.
func TestConformanceDocumentsAreSound(t *testing.T) {
	root := material.Dir(t, "conformance")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures: ", err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range documentsIn(string(src)) {
			checkSoundness(t, document)
		}
	}
}

// documentsIn finds the strings of a JSON text that are GCF documents.
func documentsIn(json string) []string {
	var found []string
	for {
		i := strings.Index(json, `"GCF`)
		if i < 0 {
			return found
		}
		json = json[i:]
		end, closed := ast.QuotedEnd(json, 0)
		if !closed {
			return found
		}
		if s, err := ast.Unquote(json[:end]); err == nil {
			found = append(found, s)
		}
		json = json[end:]
	}
}
