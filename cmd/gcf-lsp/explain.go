package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/report"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Say what a code means and how to fix it",
		Long:  "Print the page of a rule by its code, or the list of all rules.",
		Example: `  gcf-lsp explain
  gcf-lsp explain row_width_mismatch`,
		Args: atMostOne,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			if len(args) == 0 {
				for _, r := range diagnostics.Rules() {
					codes = append(codes, r.Code.String()+"\t"+r.Summary)
				}
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listRules()
			}
			name := strings.Trim(args[0], "[]")
			rule := diagnostics.ByCode(ast.CodeByName(name))
			if rule == nil {
				return usage("run 'gcf-lsp explain' for the list", "there is no rule %q", name)
			}
			page := diagnostics.Markdown(rule)
			if a.colors(a.stdout) {
				page = report.PaintMarkdown(page)
			}
			_, err := fmt.Fprint(a.stdout, page)
			return err
		},
	}
}

func (a *app) listRules() error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, r := range diagnostics.Rules() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Code, r.Severity, r.Summary)
	}
	return w.Flush()
}
