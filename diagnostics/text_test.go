package diagnostics_test

import (
	"encoding/json"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// Codes and severities are their names in JSON.
func TestNamesInJSON(t *testing.T) {
	type finding struct {
		Code     ast.Code
		Severity diagnostics.Severity
		By       map[ast.Code]diagnostics.Severity
	}
	const want = `{"Code":"duplicate_key","Severity":"error","By":{"empty_section":"hint"}}`
	text, err := json.Marshal(finding{ast.DuplicateKey, diagnostics.Error, map[ast.Code]diagnostics.Severity{ast.EmptySection: diagnostics.Hint}})
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	var back finding
	if err := json.Unmarshal(text, &back); err != nil || back.Code != ast.DuplicateKey || back.By[ast.EmptySection] != diagnostics.Hint {
		t.Errorf("%+v, %v", back, err)
	}
	for _, text := range []string{`{"Code":"nothing"}`, `{"Severity":"bad"}`} {
		if json.Unmarshal([]byte(text), &back) == nil {
			t.Errorf("%s is read", text)
		}
	}
}
