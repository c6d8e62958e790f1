package diagnostics

import (
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

// enabled are options under which a rule reports, also one that is off by
// default.
func enabled(rule *Rule) Options {
	if rule.Severity == Off {
		return Options{Severities: map[ast.Code]Severity{rule.Code: Warning}}
	}
	return Options{}
}

func TestBadDocumentReportsItsCodeFirst(t *testing.T) {
	for _, rule := range rules {
		found := Check(parser.Parse(rule.Page.Bad), enabled(rule))
		switch {
		case rule.Needs != "":
			for _, d := range found {
				if d.Code == rule.Code {
					t.Errorf("%s: reported for the document alone, though it needs %s", rule.Code, rule.Needs)
				}
			}
		case len(found) == 0:
			t.Errorf("%s: nothing reported for\n%s", rule.Code, rule.Page.Bad)
		case found[0].Code != rule.Code:
			t.Errorf("%s: reported %s first: %s", rule.Code, found[0].Code, found[0].Message)
		}
	}
}

func TestBadDocumentHasOneProblem(t *testing.T) {
	for _, rule := range rules {
		if rule.Needs != "" {
			continue
		}
		found := Check(parser.Parse(rule.Page.Bad), enabled(rule))
		for i := range found {
			if i > 0 {
				t.Errorf("%s: one mistake, and also %s: %s", rule.Code, found[i].Code, found[i].Message)
			}
		}
	}
}

func TestGoodDocumentReportsNothing(t *testing.T) {
	for _, rule := range rules {
		for _, d := range Check(parser.Parse(rule.Page.Good), enabled(rule)) {
			t.Errorf("%s: the good document reports %s: %s", rule.Code, d.Code, d.Message)
		}
	}
}

// TestFixesOfBadDocumentRemoveItsCode applies every fix of each bad document's
// diagnostic until the code is gone.
func TestFixesOfBadDocumentRemoveItsCode(t *testing.T) {
	for _, rule := range rules {
		first := find(Check(parser.Parse(rule.Page.Bad), enabled(rule)), rule.Code)
		if first == nil {
			continue
		}
		for i := range first.Fixes {
			src, d := rule.Page.Bad, first
			for round := 0; d != nil; round++ {
				if round == 10 || i >= len(d.Fixes) {
					t.Errorf("%s: fix %q leaves %q:\n%s", rule.Code, first.Fixes[i].Title, d.Message, src)
					break
				}
				src = applyEdits(src, d.Fixes[i].Edits)
				d = find(Check(parser.Parse(src), enabled(rule)), rule.Code)
			}
		}
	}
}

func find(found []Diagnostic, code ast.Code) *Diagnostic {
	for i := range found {
		if found[i].Code == code {
			return &found[i]
		}
	}
	return nil
}

func applyEdits(src string, edits []Edit) string {
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, src[at:e.Start]...)
		out = append(out, e.Text...)
		at = e.End
	}
	return string(append(out, src[at:]...))
}
