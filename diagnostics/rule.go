package diagnostics

import "gcf-lsp/ast"

// Rule is everything about one code: the command line's explain, the pages in
// docs/rules, SARIF's rules and the tests all read this record.
type Rule struct {
	Code     ast.Code
	Severity Severity // by default
	Summary  string   // one line, no final full stop
	Spec     string   // the section of the GCF spec, such as "7.4.4"
	Page     Page

	// report puts a problem into words. It is pure.
	report func(doc *ast.Document, p *ast.Problem) report
}

// Page is what a user reads to understand a rule. What, Why and Fix are
// Markdown paragraphs; Bad and Good are whole documents. Bad reports the
// rule's code, Good reports nothing.
type Page struct {
	What string
	Why  string
	Bad  string
	Good string
	Fix  string
}

// report is what a rule says about one problem. A zero Start and End keeps the
// problem's own range.
type report struct {
	message string
	related []Related
	fixes   []Fix
}
