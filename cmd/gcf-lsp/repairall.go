package main

import (
	"errors"
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnosis"
	"gcf-lsp/internal/text/embedded"
)

// payloadsOf returns the payloads in a text: those of its fences, or, where more
// stand there without the mark of the format, those that begin with a header.
func payloadsOf(text string) []embedded.Payload {
	fenced, headed := embedded.Find(embedded.Markdown, text, nil).Payloads, embedded.Find(embedded.Text, text, nil).Payloads
	if len(headed) > len(fenced) {
		return headed
	}
	return fenced
}

// repairAll repairs each of the payloads in a text by itself. Each is told with
// its place, and printed.
func (a *app) repairAll(name, text, format string, most diagnosis.Level, schema schemaFlag) error {
	type report struct {
		Line int `json:"beginsOnLine"`
		repairReport
	}
	reports := []report{}
	payloads := payloadsOf(text)
	if len(payloads) == 0 {
		a.complain("%s: there is no payload in it", name)
		return status(exitFindings)
	}
	lines := ast.NewLineTable(text, ast.LF)
	worst := exitOK
	for i := range payloads {
		p := &payloads[i]
		start, _ := p.Range(0, 0)
		line := lines.Position(start, ast.UTF8).Line + 1
		title := fmt.Sprintf("%s (payload on line %d)", name, line)
		var err error
		if format == "json" {
			j, r := repairReportOf(p.Text, most)
			reports = append(reports, report{line, j})
			err = a.repairStatus(title, r, schema)
		} else {
			err = a.repairInFence(title, p.Text, i > 0, most, schema)
		}
		var code status
		if err != nil && !errors.As(err, &code) {
			return err
		}
		worst = worse(worst, int(code))
	}
	if format == "json" {
		if err := a.printJSON(map[string]any{"payloads": reports}); err != nil {
			return err
		}
	}
	if worst == exitOK {
		return nil
	}
	return status(worst)
}

// worse returns the worse of two statuses of a repair: one without a result is
// worse than any with one.
func worse(a, b int) int {
	if a == exitFindings || b == exitFindings {
		return exitFindings
	}
	return max(a, b)
}

// repairInFence prints a repaired payload in a fence that is longer than any in it.
func (a *app) repairInFence(title, text string, next bool, most diagnosis.Level, schema schemaFlag) error {
	var b strings.Builder
	out := a.stdout
	a.stdout = &b
	err := a.repair(title, text, most, schema)
	a.stdout = out
	fence := "```"
	for strings.Contains(b.String(), fence) {
		fence += "`"
	}
	if next {
		fmt.Fprintln(out)
	}
	_, failed := fmt.Fprintf(out, "%sgcf\n%s\n%s\n", fence, strings.TrimSuffix(b.String(), "\n"), fence)
	return errors.Join(err, failed)
}
