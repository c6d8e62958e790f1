package diagnostics

import "gcf-lsp/ast"

// Rule is everything about one code: the command line's explain, the pages in
// docs/rules, SARIF's rules and the tests all read this record. Records are
// shared and must not be changed.
type Rule struct {
	Code     ast.Code
	Severity Severity // by default
	Summary  string   // one line, no final full stop
	Spec     string   // the section of the GCF spec, such as "7.4.4"; "" where the spec says nothing
	// Needs says what beside the document it takes to find the problem, such
	// as "the base that the delta was made from". Findings of such a rule
	// come to [Check] in Options.Found. It is empty for the normal rule,
	// which reports problems of the tree.
	Needs string
	// DataOnly says that the document alone is enough, but its data must be
	// understood: another package does that.
	DataOnly bool
	Page     Page

	// find returns the problems of a finished tree that the rule is about; nil
	// for a rule whose problems only the parser can see.
	find func(doc *ast.Document) []ast.Problem
	// findWithin is find for a rule with thresholds.
	findWithin func(doc *ast.Document, limits ast.Limits) []ast.Problem
	// report puts a problem into words. It is pure; nil where Needs is set.
	report func(s site) report
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

// report is what a rule says about one problem. A zero end keeps the problem's
// own range.
type report struct {
	message    string
	start, end int
	related    []Related
	fixes      []Fix
}

// at gives the report a range of its own.
func (r report) at(start, end int) report {
	r.start, r.end = start, end
	return r
}

// see adds a related place; an empty range adds nothing.
func (r report) see(message string, start, end int) report {
	if end > start {
		r.related = append(r.related, Related{Message: message, Start: start, End: end})
	}
	return r
}

// safely adds a fix that changes no decoded data and needs no decision.
// Without edits it adds nothing.
func (r report) safely(title string, edits ...Edit) report {
	return r.fix(title, true, edits)
}

// unsafely adds a fix that a person should look at.
func (r report) unsafely(title string, edits ...Edit) report {
	return r.fix(title, false, edits)
}

func (r report) fix(title string, safe bool, edits []Edit) report {
	if len(edits) > 0 {
		r.fixes = append(r.fixes, Fix{Title: title, Safe: safe, Edits: edits})
	}
	return r
}
