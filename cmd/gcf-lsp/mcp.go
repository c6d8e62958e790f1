package main

import (
	"io"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/mcp"
)

func (a *app) mcpCommand() *cobra.Command {
	var roots []string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer checking, repairing and converting to a model, over MCP",
		Long: `Be a server of the Model Context Protocol on standard input and output. Its
tools check, repair, format, explain, decode, encode, compare, diff, apply, size
and budget take documents as texts and change nothing. Its resources are the
format on one page (gcf://sheet) and the pages of the rules; its prompt
answer_in_gcf has a task answered in GCF.

No file is read unless --root names a folder: then the tools take, beside text,
the path of a file in it as textFile. Links that lead out of it are not
followed.`,
		Example: `  gcf-lsp mcp
  gcf-lsp mcp --root ./data`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilInterrupted(cmd.Context())
			defer stop()
			return mcp.Serve(ctx, io.NopCloser(a.stdin), unclosed{a.stdout}, mcp.Options{Version: buildVersion(), Roots: roots})
		},
	}
	cmd.Flags().StringArrayVar(&roots, "root", nil, "a folder whose files the tools may read; may be given several times")
	return cmd
}

// unclosed is an output that others still need.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
