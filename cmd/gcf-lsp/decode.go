package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/lint"
	"gcf-lsp/internal/report"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) decodeCommand() *cobra.Command {
	var compact bool
	cmd := &cobra.Command{
		Use:   "decode [FILE|-]",
		Short: "Print the data of a document as JSON",
		Long: `Print the data of a document as JSON, members in order, integers exact. A
document with errors has no data: its errors go to standard error, nothing to
standard output, and the exit status is 1.`,
		Example: `  gcf-lsp decode examples/orders.gcf
  gcf-lsp decode --compact - < examples/orders.gcf | jq .orders`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			return a.decode(name, text, compact)
		},
	}
	cmd.Flags().BoolVar(&compact, "compact", false, "without line breaks and indentation")
	return cmd
}

func (a *app) decode(name, text string, compact bool) error {
	doc := parser.Parse(text)
	if diagnostics.HasErrors(doc) {
		f := &report.File{Name: name, Source: text}
		// A comment can hide an error from a report, not from a decoder.
		for _, d := range lint.Findings(diagnostics.Check(doc, diagnostics.Options{KeepSuppressed: true})) {
			if d.Severity == diagnostics.Error {
				d.Suppressed = false
				f.Findings = append(f.Findings, d)
			}
		}
		if err := a.report("text", a.stderr, report.Options{}, f); err != nil {
			return err
		}
		return status(exitFindings)
	}
	v, err := value.Decode(doc)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var options []value.JSONOption
	if !compact {
		options = append(options, value.Indent("  "))
	}
	out := bufio.NewWriter(a.stdout)
	if err := value.WriteJSON(out, v, options...); err != nil {
		return err
	}
	fmt.Fprintln(out)
	return out.Flush()
}
