package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/nearest"
)

// The exit statuses. Findings and failures are told apart in every subcommand.
const (
	exitOK       = 0
	exitFindings = 1 // the command ran, and what it looked at is not right
	exitFailure  = 2 // the command could not run: arguments, files, configuration
	exitDecided  = 3 // repair: the result decodes by a decision that was allowed
	exitLossy    = 4 // repair: the result decodes, and data was dropped or made up
)

// version is set when a release is built; otherwise the build says it, and where
// it does not, that it is made of what becomes this release.
var version string

const release = "0.1.0"

// app is what a run has of the world.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	args           []string // of the command line
	color          string   // auto, always or never
	atEnd          []func() // what is to be done when the run ends
}

// status ends a run without a message: what there is to say was said.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usageError is a mistake in the arguments.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(hint, format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), hint}
}

// run runs the command line and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	a := &app{args: args, stdin: stdin, stdout: out, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(context.Background())
	for _, do := range a.atEnd {
		do()
	}
	if out.failed != nil && (err == nil || errors.As(err, new(status))) {
		err = out.failed
	}
	return a.exit(cmd, err)
}

// output is standard output. It remembers that something could not be written
// where nobody asks, as for help.
type output struct {
	io.Writer
	failed error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.failed == nil {
		o.failed = err
	}
	return n, err
}

// Fd is for the question whether it is a terminal.
func (o *output) Fd() uintptr {
	if f, ok := o.Writer.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// untilInterrupted returns a context for what goes on until somebody ends it, and
// does so well: it is done when the program is interrupted. Whatever else the
// program does an interruption ends at once, as the system has it.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// exit says why a command failed and returns its status.
func (a *app) exit(cmd *cobra.Command, err error) int {
	var code status
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, syscall.EPIPE): // the reader has had enough
		return exitOK
	}
	fmt.Fprintf(a.stderr, "gcf-lsp: %s\n", report.Safe(message(err)))
	if u := (*usageError)(nil); errors.As(err, &u) {
		hint := u.hint
		if hint == "" {
			hint = fmt.Sprintf("run '%s --help'", cmd.CommandPath())
		}
		fmt.Fprintf(a.stderr, "hint: %s\n", hint)
	}
	return exitFailure
}

// message puts an error into words: `path: what is wrong`.
func message(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return fmt.Sprintf("%s: %v", p.Path, p.Err)
	}
	return err.Error()
}

func (a *app) rootCommand() *cobra.Command {
	var server serveFlags
	var stdio bool
	root := &cobra.Command{
		Use:   "gcf-lsp",
		Short: "Check, explain, format and serve GCF documents",
		Long: `gcf-lsp checks, explains, formats and serves GCF documents.

Exit status: 0 all is well, 1 something was found, 2 could not run.
Without arguments and with standard input not a terminal it is the language
server.`,
		Example: `  gcf-lsp check .                     check all .gcf files below this folder
  gcf-lsp check --format json a.gcf   the findings for a program
  gcf-lsp decode a.gcf                the data as JSON
  gcf-lsp explain row_width_mismatch  what a code means`,
		Args:              noArguments,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if print, _ := cmd.Flags().GetBool("version"); print {
				return a.printVersion()
			}
			if !stdio && isTerminal(a.stdin) {
				return cmd.Help()
			}
			if !stdio && server.clientProcess == 0 && !a.speaksLSP() {
				return usage("to check what is piped in, run 'gcf-lsp check -'", "standard input is not from a language client")
			}
			return a.serve(cmd, server)
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			switch a.color {
			case "auto", "always", "never":
				return nil
			}
			return usage("", "--color is auto, always or never, not %q", a.color)
		},
	}
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colour the output: auto, which minds NO_COLOR and FORCE_COLOR, always or never")
	root.Flags().BoolVar(&stdio, "stdio", false, "be the language server on standard input and output")
	server.register(root.Flags())
	root.Flags().BoolP("version", "V", false, "print the version")
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(
		a.checkCommand(),
		a.repairCommand(),
		a.fmtCommand(), a.decodeCommand(), a.encodeCommand(), a.compareCommand(),
		a.explainCommand(),
		a.configCommand(),
		a.packRootCommand(), a.diffCommand(), a.applyCommand(), a.verifyCommand(),
		a.showCommand(), a.mergeCommand(),
		a.statsCommand(), a.budgetCommand(), a.fitCommand(), a.graphCommand(),
		a.playCommand(),
		a.serveCommand(), a.mcpCommand(),
		a.versionCommand(),
	)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil && completion != root {
		// It has no work of its own, so that a misspelt shell would print its help.
		completion.Args = cobra.ArbitraryArgs
		completion.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("one of bash, zsh, fish, powershell", "there is no shell %.40q", args[0])
			}
			return cmd.Help()
		}
	}
	return root
}

// noArguments refuses arguments: of the program itself they are names of
// subcommands that do not exist.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasParent() {
		return usage("", "unexpected argument %q", args[0])
	}
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("did you mean '%s %s'?", cmd.Name(), near[0])
	} else if _, err := os.Stat(args[0]); err == nil {
		hint = fmt.Sprintf("to check a file or folder, run '%s check %s'", cmd.Name(), args[0])
	}
	return usage(hint, "unknown command %.100q", args[0])
}

// atMostOne refuses more than one argument.
func atMostOne(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("", "unexpected argument %q", args[1])
	}
	return nil
}

// atLeast refuses a command line without an argument for each of the nouns.
func atLeast(nouns ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(nouns) {
			return usage("usage: "+cmd.UseLine(), "%s is missing", nouns[len(args)])
		}
		return nil
	}
}

// exactly refuses more arguments, too.
func exactly(nouns ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > len(nouns) {
			return usage("", "unexpected argument %q", args[len(nouns)])
		}
		return atLeast(nouns...)(cmd, args)
	}
}

// flagError is a mistake in the flags of a command. A flag that does not exist is
// likely another one, misspelt.
func flagError(cmd *cobra.Command, err error) error {
	hint := ""
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest.Word(unknown.GetSpecifiedName(), names); near != "" && len(unknown.GetSpecifiedName()) > 1 {
			hint = fmt.Sprintf("did you mean --%s?", near)
		}
	}
	return &usageError{err, hint}
}

// helpCommand is help with a status for what there is no help about.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noArguments(root, args)
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// speaksLSP waits for the first bytes of standard input and says whether a
// language client sent them; one that says nothing is taken for one.
func (a *app) speaksLSP() bool {
	const begin = "Content-"
	in := bufio.NewReader(a.stdin)
	first, err := in.Peek(len(begin))
	a.stdin = in
	return len(first) == 0 && err != nil || strings.EqualFold(string(first), begin)
}

// colors says whether what goes to w is coloured.
func (a *app) colors(w io.Writer) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if force := os.Getenv("FORCE_COLOR"); force != "" && force != "0" && os.Getenv("NO_COLOR") == "" {
		return true
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// stdinName is how standard input is called where nothing else names it.
const stdinName = "<stdin>"

// read reads one argument of a command: a file, or standard input for `-` and
// for nothing.
func (a *app) read(args []string) (name, text string, err error) {
	if len(args) == 0 || args[0] == "-" {
		if len(args) == 0 && isTerminal(a.stdin) {
			return "", "", usage("name a file, or `-` for standard input", "nothing to read")
		}
		data, err := io.ReadAll(a.stdin)
		return stdinName, textOf(data), err
	}
	if err := files.Readable(args[0]); err != nil {
		return "", "", err
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return "", "", err
	}
	return files.Display(workingDir(), args[0]), textOf(data), nil
}

// contain does what there is to do for one of the files that a command is
// about. A panic over it is said, and is the status to end with.
func (a *app) contain(name string, work func() error) error {
	err := files.Contain(name, work)
	if internal := (*files.InternalError)(nil); errors.As(err, &internal) {
		a.complain("%v", internal)
		return status(exitFailure)
	}
	return err
}

// workingDir is the folder that printed paths are relative to.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	return dir
}

// buildVersion is the version of this program.
func buildVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+changes"
		}
	}
	if revision == "" {
		return release + "-devel"
	}
	return release + "-devel-" + revision + modified
}
