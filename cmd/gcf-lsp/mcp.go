package main

import (
	"io"
	"os"

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
	cmd.AddCommand(a.mcpProxyCommand())
	cmd.Flags().StringArrayVar(&roots, "root", nil, "a folder whose files the tools may read; may be given several times")
	return cmd
}

func (a *app) mcpProxyCommand() *cobra.Command {
	var o mcp.ProxyOptions
	var log string
	cmd := &cobra.Command{
		Use:   "proxy [flags] -- COMMAND…",
		Short: "Stand before an MCP server and write the results of its tools as GCF",
		Long: `Start an MCP server, a command that speaks over its standard input and output,
and stand between it and a client. A text of a tool's result that is a JSON
object or array becomes GCF where that has fewer tokens (o200k_base) and decodes
to the same data. Every other byte passes unchanged, as do the results of a tool
that failed.

This is done for a client that asks for it: with the experimental capability
"gcf", or with "gcf": true in the _meta of a call. --always does it for every
client: for one that hands the texts to a model. What was saved is said on
standard error when the server has ended.

With --check-only nothing is changed: what is wrong with the GCF in the results
of the server's own is reported on standard error.

The exit status is 2 when the server could not be started or failed.`,
		Example: `  gcf-lsp mcp proxy --always -- node server.js
  gcf-lsp mcp proxy --check-only -- node server.js 2>findings.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("name it behind --: gcf-lsp mcp proxy -- node server.js", "there is no server to stand before")
			}
			ctx, stop := untilInterrupted(cmd.Context())
			defer stop()
			o.Errors = a.stderr
			if log != "" {
				f, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
				if err != nil {
					return err
				}
				defer f.Close()
				o.Log = f
			}
			return mcp.Proxy(ctx, a.stdin, a.stdout, args, o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.Always, "always", false, "write GCF for a client that does not ask for it")
	flags.BoolVar(&o.CheckOnly, "check-only", false, "change nothing, and report what is wrong with GCF in results")
	flags.StringVar(&log, "log", "", "a file to add a line to for each text that was written as GCF")
	flags.SetInterspersed(false)
	return cmd
}

// unclosed is an output that others still need.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
