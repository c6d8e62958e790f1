package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) repairCommand() *cobra.Command {
	var unsafe bool
	cmd := &cobra.Command{
		Use:   "repair [FILE|-]",
		Short: "Print a broken payload repaired as far as that is safe",
		Long: `Apply every safe fix until nothing changes and print the result. What was done
and what is left is on standard error. The exit status is 0 when the result
decodes, alone or with the earlier payloads of its session, else 1. No data is invented: a missing cell becomes '~' (absent) only
where a fix says so. --unsafe-fixes goes on with fixes that need a decision,
such as keeping the whole rows of a payload that was cut off. A fix is kept only
where it makes progress: there are never more errors than before, unless there
was no header, without which nothing else is looked for.`,
		Example: `  gcf-lsp repair answer.gcf > repaired.gcf
  produce | gcf-lsp repair | gcf-lsp decode`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			return a.repair(name, text, unsafe)
		},
	}
	cmd.Flags().BoolVar(&unsafe, "unsafe-fixes", false, "apply fixes that need a decision, too: data may be lost or changed")
	return cmd
}

func (a *app) repair(name, text string, unsafe bool) error {
	// Nothing is hidden from a repair: suppressed errors stop a decoder, too.
	fixed := lint.Fix(name, text, lint.Options{}, unsafe)
	if _, err := io.WriteString(a.stdout, fixed.Text); err != nil {
		return err
	}
	a.listFixes(fixed.Applied)
	doc := parser.Parse(fixed.Text)
	left := &report.File{Name: name, Source: fixed.Text}
	for _, d := range lint.Findings(check.Document(doc, check.Context{Options: diagnostics.Options{KeepSuppressed: true}})) {
		if d.Severity == diagnostics.Error || d.Severity == diagnostics.Warning {
			d.Suppressed = false
			left.Findings = append(left.Findings, d)
		}
	}
	if len(left.Findings) > 0 {
		fmt.Fprintln(a.stderr, "left:")
		if err := a.report("text", a.stderr, report.Options{}, left); err != nil {
			return err
		}
	}
	_, err := value.Decode(doc)
	if err == nil {
		return nil
	}
	if e := (*value.Error)(nil); doc.Header.Is("session") && errors.As(err, &e) && e.Code == ast.InvalidSessionReference {
		return nil // right, and its references are in the payloads before it
	}
	if !diagnostics.HasErrors(doc) { // else the errors have been listed
		_ = a.refuseValue(name, err)
	}
	fmt.Fprintf(a.stderr, "%s does not decode\n", report.Safe(name))
	return status(exitFindings)
}

// listFixes lists what was done, in order, and says how often where a fix was
// applied at many places: the list is read by agents, too.
func (a *app) listFixes(titles []string) {
	times := map[string]int{}
	var order []string
	for _, title := range titles {
		if times[title]++; times[title] == 1 {
			order = append(order, title)
		}
	}
	for _, title := range order {
		often := ""
		if n := times[title]; n > 1 {
			often = fmt.Sprintf(" (%d times)", n)
		}
		fmt.Fprintf(a.stderr, "fixed: %s%s\n", report.Safe(title), often)
	}
}
