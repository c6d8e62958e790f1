package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/config"
	"gcf-lsp/internal/lint"
	"gcf-lsp/internal/report"
)

// checkFlags are the flags of check.
type checkFlags struct {
	format        string
	outputs       []string
	failOn        string
	stdinFilename string
	include       []string
	exclude       []string
	forceExclude  bool
	noIgnore      bool
	fields        []string
	embedded      bool
	quiet         bool
	jobs          int
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [PATH…|-]",
		Short: "Say what is wrong with documents",
		Long: `Check files, the *.gcf files of folders, and standard input for '-'.

Exit status: 0 nothing at or above --fail-on was found, 1 something was,
2 something could not be read or run.`,
		Example: `  gcf-lsp check .
  gcf-lsp check orders.gcf 'data/**/*.gcf'
  gcf-lsp check --format json - --stdin-filename orders.gcf < orders.gcf`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", "text", "format of the report: "+strings.Join(report.Formats(), ", "))
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write a report to a file, too: FORMAT=FILE")
	flags.StringVar(&f.failOn, "fail-on", "error", "the least severity that makes the exit status 1: error, warning, information, hint or never")
	flags.StringVar(&f.stdinFilename, "stdin-filename", "", "what standard input is called: for the report, the configuration and the kind of file")
	flags.StringArrayVar(&f.include, "include", nil, "a glob of more files to find in folders")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "a glob of files and folders to leave out")
	flags.BoolVar(&f.forceExclude, "force-exclude", false, "leave excluded files out even when they are named")
	flags.BoolVar(&f.noIgnore, "no-ignore", false, "take no notice of .gitignore and .ignore")
	flags.StringArrayVar(&f.fields, "field", nil, "where payloads are in JSON files and logs, such as result.content.*.text")
	flags.BoolVar(&f.embedded, "embedded", false, "look for payloads inside text files")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no summary on standard error")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many files are checked at the same time")
	complete(cmd, "format", report.Formats())
	complete(cmd, "fail-on", failOnNames)
	return cmd
}

var failOnNames = []string{"error", "warning", "information", "hint", "never"}

// complete offers words for a flag in shells.
func complete(cmd *cobra.Command, flag string, words []string) {
	// It fails for unknown flags only.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// checkRun is one run of check.
type checkRun struct {
	*app
	*checkFlags
	failOn   diagnostics.Severity // Off is never
	dir      string               // the working folder
	finder   *config.Finder
	badFiles []string // configuration files with mistakes, each said once
	counts   [diagnostics.Hint + 1]int
	checked  int
	unread   []string
}

func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	r := &checkRun{app: a, checkFlags: f, dir: workingDir(), finder: config.NewFinder(config.Default())}
	if f.failOn != "never" {
		severity, ok := diagnostics.SeverityByName(f.failOn)
		if !ok || severity == diagnostics.Off {
			return usage("", "--fail-on is one of %s, not %q", strings.Join(failOnNames, ", "), f.failOn)
		}
		r.failOn = severity
	}
	if len(args) == 0 {
		return usage("name files or folders, '.' for this folder, '-' for standard input", "nothing to check")
	}
	if f.stdinFilename != "" && !slices.Contains(args, "-") {
		return usage("add '-' to check standard input", "--stdin-filename without standard input")
	}
	sources, err := r.sources(args)
	if err != nil {
		return err
	}
	reports, err := r.openReports(len(sources))
	if err != nil {
		return err
	}
	err = lint.InOrder(ctx, sources, max(f.jobs, 1), r.checkOne, func(c checked) error { return r.take(c, reports) })
	if err != nil {
		return err
	}
	if err := reports.close(r.unread); err != nil {
		return err
	}
	if !f.quiet && (f.format == "text" || f.format == "concise") {
		r.summary()
	}
	return r.status()
}

// checked is what came of one source.
type checked struct {
	file *report.File
	err  error
}

func (r *checkRun) checkOne(s source) checked {
	text, err := r.text(s)
	if err != nil {
		return checked{err: err}
	}
	o := lint.Options{Kind: s.kind, KeepSuppressed: true, Rules: s.config.RulesFor(s.abs), Fields: s.config.Embedded.Fields}
	if r.fields != nil {
		o.Fields = r.fields
	}
	if !s.config.Lint {
		return checked{file: &report.File{Name: s.name, Source: text}}
	}
	return checked{file: lint.Check(s.name, text, o)}
}

func (r *checkRun) text(s source) (string, error) {
	if s.path == "" {
		data, err := io.ReadAll(r.stdin)
		return string(data), err
	}
	data, err := os.ReadFile(s.path)
	return string(data), err
}

func (r *checkRun) take(c checked, reports reports) error {
	if c.err != nil {
		r.fail(message(c.err))
		return nil
	}
	r.checked++
	for i := range c.file.Findings {
		if d := &c.file.Findings[i]; !d.Suppressed {
			r.counts[d.Severity]++
		}
	}
	return reports.file(c.file)
}

// fail notes that something could not be read.
func (r *checkRun) fail(message string) {
	r.unread = append(r.unread, message)
	fmt.Fprintf(r.stderr, "gcf-lsp: %s\n", report.Safe(message))
}

func (r *checkRun) status() error {
	if len(r.unread) > 0 {
		return status(exitFailure)
	}
	for s := diagnostics.Error; s <= r.failOn; s++ {
		if r.counts[s] > 0 {
			return status(exitFindings)
		}
	}
	return nil
}

// summary says in one line what was found.
func (r *checkRun) summary() {
	var parts []string
	for s, name := range []string{"", "error", "warning", "note", "hint"} {
		if n := r.counts[s]; n > 0 {
			parts = append(parts, counted(n, name))
		}
	}
	if parts == nil {
		parts = []string{"no problems"}
	}
	fmt.Fprintf(r.stderr, "%s in %s\n", strings.Join(parts, ", "), counted(r.checked, "file"))
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
