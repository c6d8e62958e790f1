package main

import (
	"context"

	"github.com/spf13/cobra"

	"gcf-lsp/lsp"
)

func (a *app) serveCommand() *cobra.Command {
	var logLevel string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output",
		Long: `Run the language server. It talks LSP 3.18 over standard input and output and
logs to standard error. The exit status is 0 after a shutdown request, else 1.`,
		Example: `  gcf-lsp serve
  gcf-lsp serve --log-level debug 2>server.log`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), logLevel) },
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, the only way there is")
	cmd.Flags().StringVar(&logLevel, "log-level", "error", "what is logged: debug, info, warn or error")
	return cmd
}

func (a *app) serve(ctx context.Context, logLevel string) error {
	log, err := lsp.NewLogger(a.stderr, logLevel)
	if err != nil {
		return &usageError{err: err}
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	// Why a connection broke is in the log.
	code, _ := lsp.Serve(ctx, a.stdin, a.stdout, lsp.Options{Version: buildVersion(), Log: log})
	if code != lsp.ExitOK {
		return status(exitFindings)
	}
	return nil
}
