package main

import (
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gcf-lsp/lsp"
)

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output",
		Long: `Run the language server. It talks LSP 3.18 over standard input and output and
logs to standard error. The exit status is 0 after a shutdown request, else 1.
Flags that it does not know are logged and do no harm: clients pass their own.`,
		Example: `  gcf-lsp serve
  gcf-lsp serve --log-level debug 2>server.log`,
		Args:               noArguments,
		RunE:               func(cmd *cobra.Command, _ []string) error { return a.serve(cmd, f) },
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, the only way there is")
	f.register(cmd.Flags())
	return cmd
}

// serveFlags are the flags of the server.
type serveFlags struct {
	logLevel      string
	clientProcess int
}

func (f *serveFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.logLevel, "log-level", "error", "what the server logs: debug, info, warn or error")
	flags.IntVar(&f.clientProcess, "clientProcessId", 0, "end when the process with this id is gone")
}

func (a *app) serve(cmd *cobra.Command, f serveFlags) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100)
	}
	log, err := lsp.NewLogger(a.stderr, f.logLevel)
	if err != nil {
		return &usageError{err: err}
	}
	for _, arg := range a.args {
		if name, ok := strings.CutPrefix(arg, "--"); ok {
			if name, _, _ = strings.Cut(name, "="); name != "" && name != "help" && cmd.Flag(name) == nil {
				log.Error("an unknown flag is ignored", "flag", "--"+name)
			}
		}
	}
	signal.Ignore(syscall.SIGPIPE) // a log that nobody reads is no reason to end
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	// Why a connection broke is in the log.
	code, _ := lsp.Serve(ctx, a.stdin, a.stdout, lsp.Options{Version: buildVersion(), Log: log, ClientProcess: f.clientProcess})
	if code != lsp.ExitOK {
		return status(exitFindings)
	}
	return nil
}
