package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/internal/cli/baseline"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/embedded"
)

// checkFlags are the flags of check.
type checkFlags struct {
	format  string
	outputs []string
	failOn  string
	max     int
	stats   bool

	selectFlags
	fields   []string
	embedded bool

	fix         bool
	unsafeFixes bool
	showFixes   bool
	diff        bool

	baseline      string
	writeBaseline string

	schema schemaFlag

	jobs  int
	cache bool
	watch bool
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:        "check [PATH…|-]",
		SuggestFor: []string{"lint", "validate", "test"},
		Short:      "Say what is wrong with documents",
		Long: `Check files, the *.gcf files of folders, and standard input for '-'.

In Markdown the fenced blocks gcf, gcf-generic and gcf-graph are checked, in
JSON files and logs (.json, .jsonl, .ndjson, .log) the payloads in strings, also
in strings of strings, or the strings that --field names, with their places in
the file. A payload in text begins at a header, a line 'GCF …' where only
key=value pairs follow or where a body does, and ends at the next one or at a
fence. A fence with the word 'fragment' (gcf fragment) is left out, and so is
what stands between <!-- gcf-lsp: off --> and <!-- gcf-lsp: on -->.

Deltas and payloads of sessions are checked against the payloads before them:
those that are checked, too, or that a comment names (# gcf-lsp: base=FILE).

Exit status: 0 nothing at or above --fail-on was found, 1 something was,
2 something could not be read or run.`,
		Example: `  gcf-lsp check                       this folder
  gcf-lsp check --rule number_respelled=off --rule graph=hint .
  gcf-lsp check orders.gcf README.md 'data/**/*.gcf'
  gcf-lsp check --format json - --stdin-filename orders.gcf < orders.gcf
  gcf-lsp check --output sarif=report.sarif --output junit=report.xml .
  gcf-lsp check --fix .
  gcf-lsp check --diff . | git apply
  gcf-lsp check --field result.content.*.text session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.diff && cmd.Flags().Changed("format") {
				return usage("", "--diff prints a diff: use --output for a report")
			}
			return a.check(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.format, "format", "f", "text", "format of the report: "+strings.Join(report.Formats(), ", "))
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write a report to a file, too: FORMAT=FILE")
	flags.StringVar(&f.failOn, "fail-on", "error", "the least severity that makes the exit status 1: error, warning, information, hint or never")
	flags.IntVar(&f.max, "max-diagnostics", 0, "how many findings are listed at most; 0 is all of them")
	flags.BoolVar(&f.stats, "statistics", false, "count the findings by code, on standard error")
	flags.BoolVar(&f.fix, "fix", false, "apply the safe fixes and report what is left")
	flags.BoolVar(&f.showFixes, "show-fixes", false, "with --fix or --diff: say what is fixed and where, on standard error")
	flags.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff: apply fixes that need a decision, too")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change, and change nothing")
	flags.StringVar(&f.baseline, "baseline", "", "a file of known findings that are not reported")
	flags.StringVar(&f.writeBaseline, "write-baseline", "", "write all findings to a baseline file, in place of what is in it, and report none")
	f.register(flags)
	f.schema.register(cmd)
	flags.StringArrayVar(&f.rules, "rule", nil, "the severity of a rule or of a category, over the configuration: CODE=SEVERITY")
	flags.StringArrayVar(&f.fields, "field", nil, "where payloads are in JSON files and logs, such as result.content.*.text")
	flags.BoolVar(&f.embedded, "embedded", false, "look for payloads inside text files: from a header line 'GCF …' to the next or to a fence")
	flags.BoolVarP(&f.watch, "watch", "w", false, "check again whenever a file changes, until interrupted")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "how many files are checked at the same time; 0 is one for each core")
	flags.BoolVar(&f.cache, "cache", false, "remember findings by content between runs")
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
	*search
	*checkFlags
	failOn    diagnostics.Severity // Off is never
	stdinOnly bool
	known     *baseline.Baseline // nil for none
	cached    *lint.Cache        // nil for none
	schemas   schema.Store
	tally     tally
	others    *index.Index // documents that others depend on; nil for none
}

func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	if len(args) == 0 {
		// Not what is piped in: a CI step has a pipe that nobody ends.
		args = []string{"."}
	}
	if err := f.valid(args); err != nil {
		return err
	}
	if err := f.schema.valid(); err != nil {
		return err
	}
	if f.watch {
		return a.watchAndCheck(ctx, f, args)
	}
	return a.checkOnce(ctx, f, args)
}

// valid refuses flags that do not go together.
func (f *checkFlags) valid(args []string) error {
	_, stdin := withoutStdin(args)
	if full, short := map[string]string{"warn": "warning", "info": "information"}[f.failOn]; short {
		f.failOn = full
	}
	switch {
	case !slices.Contains(failOnNames, f.failOn):
		return usage("", "--fail-on is one of %s, not %q", strings.Join(failOnNames, ", "), f.failOn)
	case f.max < 0:
		return usage("0 lists all of them", "--max-diagnostics is %d", f.max)
	case f.jobs < 0:
		return usage("0 is one for each core", "--jobs is %d", f.jobs)
	case f.fix && stdin && len(args) > 1:
		return usage("fix standard input alone: it is printed, files are written", "--fix with standard input and files")
	case f.unsafeFixes && !f.fix && !f.diff:
		return usage("add --fix or --diff", "--unsafe-fixes without --fix")
	case f.showFixes && !f.fix && !f.diff:
		return usage("add --fix or --diff", "--show-fixes without --fix")
	case f.watch && (stdin || f.fix || f.diff || f.writeBaseline != ""):
		return usage("", "--watch with standard input, --fix, --diff or --write-baseline")
	case f.baseline != "" && f.writeBaseline != "":
		return usage("", "--baseline with --write-baseline")
	}
	return f.selectFlags.valid(args)
}

func (a *app) checkOnce(ctx context.Context, f *checkFlags, args []string) error {
	r := &checkRun{search: a.newSearch(&f.selectFlags), checkFlags: f}
	r.failOn, _ = diagnostics.SeverityByName(f.failOn) // never is Off
	r.stdinOnly = len(args) == 1 && args[0] == "-"
	if err := r.openBaseline(); err != nil {
		return err
	}
	if f.cache && !f.fix && !f.diff {
		if dir, err := os.UserCacheDir(); err == nil {
			r.cached = lint.OpenCache(filepath.Join(dir, "gcf-lsp"), r.dir, buildVersion())
		}
	}
	sources, err := r.sources(ctx, args)
	if err != nil {
		return err
	}
	r.openOthers(sources)
	if err := r.refuseTargets(sources); err != nil {
		return err
	}
	reports, err := r.openReports(len(sources))
	if err != nil {
		return err
	}
	jobs := f.jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	r.progress.total = len(sources)
	err = lint.InOrder(ctx, sources, jobs, r.checkOne, func(c checked) error { return r.take(c, reports) })
	r.progress.clear()
	if err != nil {
		return err
	}
	return r.finish(reports)
}

func (r *checkRun) openBaseline() (err error) {
	switch {
	case r.baseline != "":
		r.known, err = baseline.Load(r.baseline)
	case r.writeBaseline != "":
		r.known = baseline.New(r.writeBaseline)
	}
	return err
}

// checked is what came of one source.
type checked struct {
	source source
	before string // the text as it was read
	fixed  lint.Fixed
	err    error
}

// checkOne runs on any goroutine.
func (r *checkRun) checkOne(s source) checked {
	c := checked{source: s}
	c.err = files.Contain(s.name, func() error { return r.checkSource(&c) })
	return c
}

func (r *checkRun) checkSource(c *checked) (err error) {
	s := c.source
	if c.before, err = r.text(s); err != nil {
		return err
	}
	o := lint.Options{Context: s.config.Context(s.abs, []string{r.dir}, &r.schemas), Kind: r.kind(s), Fields: s.config.Embedded.Fields}
	if r.schema.path != "" {
		o.Files.Configured = r.schema.path
	}
	o.KeepSuppressed = true
	if o.Kind == embedded.Plain {
		o.Others = r.othersFor(s)
	}
	if r.fields != nil {
		o.Fields = r.fields
	}
	c.fixed.Text = c.before
	switch {
	case !s.config.Lint:
		c.fixed.Left = &report.File{Name: s.name, Source: c.before}
	case r.fix || r.diff:
		c.fixed = lint.Fix(s.name, c.before, o, r.unsafeFixes)
	case r.cached != nil:
		c.fixed.Left = r.cached.Check(s.name, c.before, o)
	default:
		c.fixed.Left = lint.Check(s.name, c.before, o)
	}
	return nil
}

// kind says how payloads are found in a source.
func (r *checkRun) kind(s source) embedded.Kind {
	kind := s.config.KindOf(s.abs)
	if r.embedded && (kind == embedded.Plain || kind == embedded.JSONLines) {
		return kind.AsText()
	}
	return kind
}

// take gets the results one by one, in order.
func (r *checkRun) take(c checked, reports reports) error {
	r.progress.step()
	if c.err != nil {
		r.fail(c.source.name, c.err)
		return nil
	}
	f := c.fixed.Left
	if f.Payloads == 0 && c.source.named && c.source.config.Lint {
		r.note("%s: there is no payload in it", f.Name)
	}
	for _, note := range f.Notes {
		r.note("%s: %s", f.Name, note)
	}
	written, err := r.takeFixes(c)
	if err != nil {
		return err
	}
	if !written { // what was found is still there
		f = c.fixed.Found
	} else if r.fix {
		f.Fixed = c.fixed.Applied
	}
	if r.showFixes && (written || r.diff) {
		r.sayFixes(c.fixed.Applied)
	}
	if r.writeBaseline != "" {
		r.known.Add(c.source.abs, f)
		f.Findings = nil
	} else if r.known != nil {
		r.known.Filter(c.source.abs, f)
	}
	r.tally.add(f, r.unsafeFixes)
	r.tally.limit(f, r.max)
	if len(f.Findings) > 0 {
		r.progress.clear()
	}
	return reports.file(f)
}

// finish ends the reports, says what there is to say and returns the status.
func (r *checkRun) finish(reports reports) error {
	if err := reports.close(r.unread); err != nil {
		return err
	}
	if r.cached != nil {
		if err := r.cached.Close(); err != nil {
			r.note("the cache could not be written: %s", message(err))
		}
	}
	if r.writeBaseline != "" {
		if err := r.known.Write(r.writeBaseline); err != nil {
			return err
		}
		r.note("wrote %s to %s", counted(r.known.Len(), "finding"), r.writeBaseline)
	} else if r.known != nil {
		r.noteStale()
	}
	if hidden := r.tally.total() - r.tally.listed; hidden > 0 && !r.diff {
		r.note("%d more not listed (--max-diagnostics %d)", hidden, r.max)
	}
	if r.stats {
		r.tally.write(r.stderr)
	}
	nothing := r.tally.files == 0 && len(r.unread) > 0
	if !r.quiet && !nothing && (r.format == "text" || r.format == "concise") && r.writeBaseline == "" {
		r.tally.summary(r.stderr, r.checkFlags)
	}
	return r.status()
}

// noteStale says what is not there any more of what was known. Writing a baseline
// replaces all of it, so that is advised only after a run that saw all files.
func (r *checkRun) noteStale() {
	stale, all := r.known.Stale()
	switch {
	case stale > 0 && all:
		r.note("%s of %s not there any more: write it again", counted(stale, "finding"), r.baseline)
	case stale > 0:
		r.note("%s of %s not there any more: write it again in a run over all of its files", counted(stale, "finding"), r.baseline)
	}
}

func (r *checkRun) status() error {
	if len(r.unread) > 0 {
		return status(exitFailure)
	}
	if r.diff {
		if r.tally.fixedFiles > 0 {
			return status(exitFindings)
		}
		return nil
	}
	for s := diagnostics.Error; s <= r.failOn; s++ {
		if r.tally.counts[s] > 0 {
			return status(exitFindings)
		}
	}
	return nil
}
