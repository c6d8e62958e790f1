package diagnostics

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/golden"
)

func TestRegistryHasOneCompleteRuleForEachCode(t *testing.T) {
	codes := ast.Codes()
	if len(codes) != len(rules) {
		t.Fatalf("%d codes, %d rules", len(codes), len(rules))
	}
	summaries := map[string]ast.Code{}
	for i, code := range codes {
		rule := rules[i]
		if rule.Code != code {
			t.Errorf("rule %d is for %s, want %s", i, rule.Code, code)
		}
		if ByCode(code) != rule {
			t.Errorf("ByCode(%s) is not its rule", code)
		}
		if rule.Summary == "" || strings.HasSuffix(rule.Summary, ".") || strings.Contains(rule.Summary, "\n") {
			t.Errorf("%s: summary %q: want one line without a full stop", code, rule.Summary)
		}
		if other, ok := summaries[rule.Summary]; ok {
			t.Errorf("%s and %s have the same summary", code, other)
		}
		summaries[rule.Summary] = code
		page := rule.Page
		for name, text := range map[string]string{"What": page.What, "Why": page.Why, "Fix": page.Fix} {
			if text == "" || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: page.%s %q: want sentences", code, name, text)
			}
		}
		if page.Bad == page.Good {
			t.Errorf("%s: the bad and the good document are the same", code)
		}
		if !strings.HasPrefix(page.Good, "GCF ") || !strings.HasSuffix(page.Good, "\n") {
			t.Errorf("%s: the good document is not a document", code)
		}
		ownReport := rule.Needs == "" && code != ast.UnknownSuppression && code != ast.UnusedSuppression
		if ownReport && rule.report == nil {
			t.Errorf("%s: no report function, and nothing said of what it needs", code)
		}
	}
	if ByCode(ast.NoCode) != nil || ByCode(255) != nil {
		t.Error("ByCode finds rules for codes that do not exist")
	}
}

func TestRulesIsACopy(t *testing.T) {
	list := Rules()
	list[0] = nil
	if Rules()[0] == nil {
		t.Error("changing the slice changes the registry")
	}
}

// TestPagesAreUpToDate compares docs/rules with what the rules say; with
// -update it writes them.
func TestPagesAreUpToDate(t *testing.T) {
	dir := filepath.Join("..", "docs", "rules")
	want := map[string]string{"README.md": Index()}
	for _, rule := range rules {
		want[rule.Code.String()+".md"] = Markdown(rule)
	}
	for name, text := range want {
		golden.File(t, filepath.Join(dir, name), text)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := want[file.Name()]; !ok {
			t.Errorf("docs/rules/%s belongs to no rule", file.Name())
		}
	}
}

// What decoders reject is an error, every code has a category, and no category
// has the name of a code.
func TestWhatRejectsIsAnError(t *testing.T) {
	for _, code := range ast.Codes() {
		if rule := ByCode(code); code.Rejects() && rule.Severity != Error {
			t.Errorf("%s rejects a document and is %v", code, rule.Severity)
		}
		if !slices.Contains(ast.Categories(), code.Category()) {
			t.Errorf("%s has the category %q", code, code.Category())
		}
	}
	for _, c := range ast.Categories() {
		if ast.CodeByName(string(c)) != ast.NoCode {
			t.Errorf("%s is a category and a code", c)
		}
	}
}
