package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/parser"
)

// fmtFlags are the flags of fmt.
type fmtFlags struct {
	selectFlags
	list, diff, write, check bool
}

func (a *app) fmtCommand() *cobra.Command {
	f := &fmtFlags{}
	cmd := &cobra.Command{
		Use:        "fmt [PATH…|-]",
		SuggestFor: []string{"format", "pretty"},
		Short:      "Write documents in canonical form, with their comments",
		Long: `Format files, the *.gcf files of folders, or standard input. Without a flag the
result is printed. A document with errors is named with the first of them and
left alone; the others are formatted all the same. In Markdown the fenced blocks
are formatted that hold payloads, see 'gcf-lsp check --help'; JSON files, logs and
other text are left as they are.

Each comment stays before its data, also where data goes in another order.
Columns stand in the order in which the rows first have them (spec 7.4.3), so
the members of a row may change their order. Lines keep their line ends, LF or
CRLF; new lines get what most lines have.

Exit status: 0 formatted, 1 a document has errors, or with -d or --check
something would change, 2 something could not be read, written or run.`,
		Example: `  gcf-lsp fmt -w .
  gcf-lsp fmt --check .
  gcf-lsp fmt -d orders.gcf | git apply
  gcf-lsp fmt < orders.gcf`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.fmt(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVarP(&f.list, "list", "l", false, "list the files that would change")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what would change as a diff")
	flags.BoolVarP(&f.write, "write", "w", false, "write the files")
	flags.BoolVar(&f.check, "check", false, "list the files that would change and exit with status 1 if there are any")
	f.register(flags)
	return cmd
}

// fmtRun is one run of fmt.
type fmtRun struct {
	*search
	*fmtFlags
	changed, refused, total int
}

func (a *app) fmt(ctx context.Context, f *fmtFlags, args []string) error {
	if len(args) == 0 && f.forceExclude && (f.write || isTerminal(a.stdin)) {
		return nil // a hook was called for files that are none of ours
	}
	if len(args) == 0 && !isTerminal(a.stdin) {
		args = []string{"-"}
	}
	if err := f.valid(args); err != nil {
		return err
	}
	if _, stdin := withoutStdin(args); stdin && f.write {
		return usage("standard input is printed", "-w with standard input")
	}
	r := &fmtRun{search: a.newSearch(&f.selectFlags), fmtFlags: f}
	sources, err := r.sources(ctx, args)
	if err != nil {
		return err
	}
	r.progress.total = len(sources)
	err = lint.InOrder(ctx, sources, runtime.GOMAXPROCS(0), r.formatOne, r.take)
	r.progress.clear()
	if err != nil {
		return err
	}
	return r.status()
}

// formatted is what came of one source.
type formatted struct {
	source        source
	before, after string
	refused       *report.File // with its first error
	skipped       bool
	unsafe        error // the formatter does not trust its result
	err           error
}

// formatOne runs on any goroutine.
func (r *fmtRun) formatOne(s source) formatted {
	c := formatted{source: s}
	c.err = files.Contain(s.name, func() error { return r.formatSource(&c) })
	return c
}

func (r *fmtRun) formatSource(c *formatted) (err error) {
	if c.before, err = r.text(c.source); err != nil {
		return err
	}
	c.after = c.before
	if !c.source.config.Format.Enable {
		return nil
	}
	switch kind := c.source.config.KindOf(c.source.abs); kind {
	case embedded.Plain, embedded.Markdown:
		r.formatPayloads(c, kind)
	default:
		c.skipped = true
	}
	return nil
}

// formatPayloads formats the payloads in a source, but for those with errors.
func (r *fmtRun) formatPayloads(c *formatted, kind embedded.Kind) {
	for _, p := range slices.Backward(embedded.Find(kind, c.before, nil).Payloads) {
		doc := parser.Parse(p.Text)
		if diagnostics.HasErrors(doc) {
			c.refused = &report.File{Name: c.source.name, Source: c.before, Findings: lint.Place(&p, errorsOf(doc)[:1])}
			continue
		}
		result, err := format.Document(doc, formatOptions(c.source.config))
		if err != nil {
			c.unsafe = err
		} else if result.Text != p.Text {
			start, end, text := p.Edit(0, len(p.Text), result.Text)
			c.after = c.after[:start] + text + c.after[end:]
		}
	}
}

// formatOptions are the options that a configuration asks for.
func formatOptions(c *config.Config) format.DocumentOptions {
	return format.DocumentOptions{
		Options:       format.Options{NoFlatten: !c.Format.Flatten},
		KeepStreaming: c.Format.Streaming == "keep",
	}
}

// take gets the results one by one, in order.
func (r *fmtRun) take(c formatted) error {
	r.progress.step()
	switch {
	case c.err != nil:
		r.fail(c.source.name, c.err)
		return nil
	case c.refused != nil:
		r.refused++
		r.progress.clear()
		if err := r.report("text", r.stderr, report.Options{}, c.refused); err != nil {
			return err
		}
	case c.unsafe != nil:
		r.refused++
		r.progress.clear()
		r.complain("%s: %s", c.source.name, message(c.unsafe))
	case c.skipped && c.source.named:
		r.note("%s: only GCF files and Markdown are formatted", c.source.name)
	}
	if (c.refused != nil || c.unsafe != nil) && c.after == c.before {
		return nil
	}
	r.total++
	if c.after != c.before {
		r.changed++
		r.progress.clear()
	}
	return r.emit(c)
}

// emit lists, shows, writes or prints a formatted document, as asked.
func (r *fmtRun) emit(c formatted) error {
	changed := c.after != c.before
	if (r.list || r.check) && changed {
		if _, err := fmt.Fprintln(r.stdout, c.source.name); err != nil {
			return err
		}
	}
	if r.diff && changed {
		if _, err := io.WriteString(r.stdout, r.painted(unifiedDiff(c.source.name, c.before, c.after))); err != nil {
			return err
		}
	}
	if r.write && changed {
		if err := files.Write(r.dir, c.source.path, []byte(c.before), []byte(c.after)); err != nil {
			r.fail(c.source.name, err)
		}
	}
	if !r.list && !r.check && !r.diff && !r.write {
		_, err := io.WriteString(r.stdout, c.after)
		return err
	}
	return nil
}

func (r *fmtRun) status() error {
	if len(r.unread) > 0 {
		return status(exitFailure)
	}
	if r.refused > 0 || (r.check || r.diff) && r.changed > 0 {
		return status(exitFindings)
	}
	return nil
}
