package tools

import (
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnosis"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Document is the input of a question about one document.
type Document struct {
	Text string `json:"text" document:"" jsonschema:"the GCF document, from its line GCF profile=…"`
}

// Problem is something that is wrong. Lines and columns count from 1, columns
// in code points; the end is exclusive.
type Problem struct {
	Code      string   `json:"code" jsonschema:"explain says what it means"`
	Severity  string   `json:"severity" jsonschema:"error, warning, information or hint"`
	Message   string   `json:"message"`
	Line      int      `json:"line" jsonschema:"from 1"`
	Column    int      `json:"column" jsonschema:"from 1, in code points"`
	EndLine   int      `json:"endLine"`
	EndColumn int      `json:"endColumn" jsonschema:"exclusive"`
	Fixes     []string `json:"fixes" jsonschema:"what can be done about it"`
}

// mostProblems is how many problems an answer lists.
const mostProblems = 100

// mostWords is how many of them its text has, for a model.
const mostWords = 10

// CheckResult says what is wrong with a document.
type CheckResult struct {
	OK       bool      `json:"ok" jsonschema:"whether a decoder takes the document: it has no errors"`
	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
	Problems []Problem `json:"problems" jsonschema:"at most 100, errors first"`
}

func checkText(in Document) (CheckResult, string, error) {
	found := lint.Check(name, in.Text, lint.Options{})
	r := CheckResult{OK: decodes(in.Text) == nil, Problems: list(found)}
	for i := range found.Findings {
		switch found.Findings[i].Severity {
		case diagnostics.Error:
			r.Errors++
		case diagnostics.Warning:
			r.Warnings++
		}
	}
	if len(r.Problems) == 0 {
		return r, "There is nothing wrong with it.", nil
	}
	return r, words(r.Problems, len(found.Findings)), nil
}

// name is what a document is called; it has no file.
const name = "document.gcf"

// list returns findings as problems, the worst first and not all where there
// are very many.
func list(f *report.File) []Problem {
	findings := slices.Clone(f.Findings)
	slices.SortStableFunc(findings, func(a, b report.Finding) int { return int(a.Severity) - int(b.Severity) })
	lines := ast.NewLineTable(f.Source, ast.LF)
	problems := []Problem{}
	for _, d := range findings[:min(len(findings), mostProblems)] {
		from, to := lines.Position(d.Start, ast.UTF32), lines.Position(max(d.Start, d.End), ast.UTF32)
		p := Problem{
			Code: d.Code, Severity: d.Severity.String(), Message: d.Message,
			Line: from.Line + 1, Column: from.Column + 1, EndLine: to.Line + 1, EndColumn: to.Column + 1,
			Fixes: []string{},
		}
		for _, fix := range d.Fixes {
			p.Fixes = append(p.Fixes, fix.Title)
		}
		problems = append(problems, p)
	}
	return problems
}

// words lists problems in a few lines. Total is how many there are.
func words(problems []Problem, total int) string {
	var b strings.Builder
	for _, p := range problems[:min(mostWords, len(problems))] {
		fmt.Fprintf(&b, "line %d, column %d: %s: %s [%s]", p.Line, p.Column, p.Severity, printable.Text(p.Message, 500), p.Code)
		if len(p.Fixes) > 0 {
			fmt.Fprintf(&b, " — %s", printable.Text(p.Fixes[0], 200))
		}
		b.WriteString("\n")
	}
	if left := total - mostWords; left > 0 {
		fmt.Fprintf(&b, "and %d more\n", left)
	}
	return b.String()
}

// decodes says why a document does not decode.
func decodes(text string) error {
	_, err := value.Decode(parser.Parse(text))
	return err
}

// RepairInput is a broken document.
type RepairInput struct {
	Document
	Unsafe bool `json:"unsafe,omitempty" jsonschema:"also make decisions, the likeliest ones: nothing is dropped or made up"`
	Lossy  bool `json:"lossy,omitempty" jsonschema:"also do what drops or makes up data, which is listed"`
}

// RepairResult is a repaired document.
type RepairResult struct {
	Text    string    `json:"text" jsonschema:"the document as far as it could be repaired"`
	Changed bool      `json:"changed"`
	OK      bool      `json:"ok" jsonschema:"whether the result decodes"`
	Applied []string  `json:"applied" jsonschema:"what was done, in order"`
	Left    []Problem `json:"left" jsonschema:"errors and warnings that are left"`
	Level   string    `json:"level" jsonschema:"what was done: safe, unsafe or lossy"`
	// What the repair lost and made up, by value.
	Dropped  []string `json:"dropped,omitempty"`
	Invented []string `json:"invented,omitempty"`
}

func repair(in RepairInput) (RepairResult, string, error) {
	// Nothing is hidden from a repair: suppressed errors stop a decoder, too.
	most := diagnosis.Safe
	switch {
	case in.Lossy:
		most = diagnosis.Lossy
	case in.Unsafe:
		most = diagnosis.Decision
	}
	fixed := diagnosis.Explain(in.Text).Repair(most)
	left := &report.File{Source: fixed.Text}
	for _, d := range lint.Findings(check.Document(parser.Parse(fixed.Text), check.Context{Options: diagnostics.Options{KeepSuppressed: true}})) {
		if report.Worse(d.Severity, diagnostics.Warning) {
			left.Findings = append(left.Findings, d)
		}
	}
	r := RepairResult{
		Text: fixed.Text, Changed: fixed.Text != in.Text, OK: decodes(fixed.Text) == nil,
		Applied: []string{}, Left: list(left), Level: fixed.Level.String(), Dropped: fixed.Dropped, Invented: fixed.Invented,
	}
	for _, s := range fixed.Steps {
		r.Applied = append(r.Applied, s.Title)
	}
	var b strings.Builder
	switch {
	case r.OK && !r.Changed:
		b.WriteString("There is nothing to repair.")
	case r.OK:
		b.WriteString("Repaired, and it decodes:\n\n" + r.Text)
	default:
		fmt.Fprintf(&b, "It does not decode yet. Left:\n%s\n%s", words(r.Left, len(left.Findings)), r.Text)
	}
	return r, b.String(), nil
}

// FormatResult is a document in canonical form.
type FormatResult struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed"`
}

func formatText(in Document) (FormatResult, string, error) {
	doc, err := whole(in.Text)
	if err != nil {
		return FormatResult{}, "", err
	}
	result, err := format.Document(doc, format.DocumentOptions{})
	if err != nil {
		return FormatResult{}, "", err
	}
	return FormatResult{result.Text, result.Text != in.Text}, result.Text, nil
}

// whole returns a document without errors; the error names the first and where
// it is.
func whole(text string) (*ast.Document, error) {
	doc := parser.Parse(text)
	if !diagnostics.HasErrors(doc) {
		return doc, nil
	}
	for _, d := range diagnosis.Check(doc, diagnostics.Options{KeepSuppressed: true}) {
		if d.Severity == diagnostics.Error {
			at := ast.NewLineTable(text, ast.LF).Position(d.Start, ast.UTF32)
			return nil, fmt.Errorf("line %d, column %d: %s [%s]", at.Line+1, at.Column+1, printable.Text(d.Message, 500), d.Code)
		}
	}
	return doc, nil
}

// ExplainInput names a rule.
type ExplainInput struct {
	Code string `json:"code,omitempty" jsonschema:"the code of a rule; without one all are listed"`
}

// ExplainResult is the page of a rule, or the list of all.
type ExplainResult struct {
	Markdown string `json:"markdown"`
}

func explain(in ExplainInput) (ExplainResult, string, error) {
	text := diagnostics.Index()
	if in.Code != "" {
		rule := diagnostics.ByCode(ast.CodeByName(strings.Trim(in.Code, "[] ")))
		if rule == nil {
			return ExplainResult{}, "", fmt.Errorf("there is no rule %q; without a code all are listed", in.Code)
		}
		text = diagnostics.Markdown(rule)
	}
	return ExplainResult{text}, text, nil
}
