package diagnostics

//go:generate go test -run TestPagesAreUpToDate -update .

import (
	"strings"

	"gcf-lsp/internal/text/printable"
)

// Markdown is the page of a rule: what `explain` prints, a hover shows and
// docs/rules holds.
func Markdown(rule *Rule) string {
	var b strings.Builder
	b.WriteString("# " + rule.Code.String() + "\n\n")
	b.WriteString(rule.Summary + ".\n\n")
	b.WriteString(severityLine(rule) + "\n\n")
	b.WriteString("## What\n\n" + rule.Page.What + "\n\n")
	b.WriteString("## Why\n\n" + rule.Page.Why + "\n\n")
	b.WriteString("## Example\n\nReported:\n\n" + fenced(rule.Page.Bad))
	b.WriteString("\nNot reported:\n\n" + fenced(rule.Page.Good) + "\n")
	b.WriteString(standIns(rule.Page.Bad + rule.Page.Good))
	switch {
	case rule.DataOnly:
		b.WriteString("This code is found by " + rule.Needs + ".\n\n")
	case rule.Needs != "":
		b.WriteString("This code is found with the help of " + rule.Needs + ", so the first document alone does not show it.\n\n")
	}
	b.WriteString("## How to fix\n\n" + rule.Page.Fix + "\n")
	return b.String()
}

// standIns says what stands in [fenced] for characters that cannot be seen.
func standIns(documents string) string {
	var all []string
	if strings.Contains(documents+"\n", " \n") {
		all = append(all, "`·` for a blank at the end of a line")
	}
	for line := range strings.Lines(documents) {
		if text := strings.TrimSuffix(line, "\n"); printable.Text(text, len(text)) != text {
			all = append(all, "an escape such as `\\t` or `\\xfc` for a character, or a byte, that cannot be shown")
			break
		}
	}
	if all == nil {
		return ""
	}
	return "In these documents stands " + strings.Join(all, ", and ") + ".\n\n"
}

// Index is the page that lists the rules: docs/rules/README.md.
func Index() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" +
		"Every code that `gcf-lsp` reports, in the order of the code list. An error is what a decoder must reject; the other severities can be changed or turned off in the configuration, and so can errors, which does not make a document valid.\n\n" +
		"These pages are written by `go generate ./diagnostics` from the rules themselves.\n\n" +
		"| code | severity | spec | what it finds |\n| --- | --- | --- | --- |\n")
	for _, rule := range rules {
		name := rule.Code.String()
		b.WriteString("| [" + name + "](" + name + ".md) | " + rule.Severity.String() + " | " + rule.Spec + " | " + strings.ReplaceAll(rule.Summary, "|", `\|`) + " |\n")
	}
	return b.String()
}

func severityLine(rule *Rule) string {
	line := "Severity: " + rule.Severity.String() + "."
	if rule.Severity == Off {
		line = "Severity: off by default."
	}
	if rule.Spec != "" {
		line += " Spec section: " + rule.Spec + "."
	}
	return line
}

// fenced is a document as a code block. Characters that a reader could not see
// are named by their escapes.
func fenced(document string) string {
	var b strings.Builder
	b.WriteString("```gcf\n")
	for line := range strings.Lines(document) {
		text := strings.TrimSuffix(line, "\n")
		trimmed := strings.TrimRight(text, " ")
		b.WriteString(printable.Text(trimmed, len(trimmed)))
		b.WriteString(strings.Repeat("·", len(text)-len(trimmed)) + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}
