package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

// reports are all reports of a run: the one on standard output and those that
// go to files.
type reports []openReport

type openReport struct {
	report.Writer
	path string        // "" is standard output
	data *bytes.Buffer // of a file, which is written in one step at the end
}

// openReports opens the reports about n files.
func (r *checkRun) openReports(n int) (reports, error) {
	options := report.Options{Files: n, Version: buildVersion(), FailOn: r.failOn, Base: r.inRepository()}
	open := func(format, path string) (openReport, error) {
		o := openReport{path: path}
		options := options
		out := r.reportStream()
		if path == "" {
			options.Color = r.colors(out)
		} else {
			o.data = &bytes.Buffer{}
			out = o.data
		}
		if format == "sarif" {
			options.Rules = lint.Rules(nil)
		}
		var err error
		if o.Writer, err = report.New(format, out, options); err != nil {
			return o, &usageError{err: err}
		}
		return o, nil
	}
	var all reports
	for _, output := range r.outputs {
		format, path, ok := strings.Cut(output, "=")
		if !ok || path == "" {
			return nil, usage("", "--output is FORMAT=FILE, not %q", output)
		}
		o, err := open(format, path)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	if r.diff { // the diff is what standard output is for
		return all, nil
	}
	o, err := open(r.format, "")
	if err != nil {
		return nil, err
	}
	return append(all, o), nil
}

// inRepository returns the working folder relative to the root of its repository.
func (r *checkRun) inRepository() string {
	rel, err := filepath.Rel(files.Project(r.dir), r.dir)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// reportStream is where the report goes: to standard output, unless the fixed
// text of standard input is printed there.
func (r *checkRun) reportStream() io.Writer {
	if r.fix && r.stdinOnly {
		return r.stderr
	}
	return r.stdout
}

func (all reports) file(f *report.File) error {
	for _, o := range all {
		if err := o.File(f); err != nil {
			return err
		}
	}
	return nil
}

func (all reports) close(unread []report.Unread) error {
	for _, o := range all {
		if err := o.Close(unread); err != nil {
			return err
		}
		if o.path != "" {
			if err := files.Create(o.path, o.data.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// report writes one file's findings for people or programs.
func (a *app) report(format string, w io.Writer, o report.Options, f *report.File) error {
	o.Color = a.colors(w)
	out, err := report.New(format, w, o)
	if err != nil {
		return err
	}
	return errors.Join(out.File(f), out.Close(nil))
}
