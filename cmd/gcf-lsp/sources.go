package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

// selectFlags are the flags that say which files a command is about.
type selectFlags struct {
	stdinFilename string
	include       []string
	exclude       []string
	forceExclude  bool
	noIgnore      bool
	config        string
	rules         []string
	severities    map[ast.Code]diagnostics.Severity // of rules
	quiet         bool
	verbose       bool
}

func (f *selectFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.stdinFilename, "stdin-filename", "", "what standard input is called: for messages, the configuration and the kind of file")
	flags.StringArrayVar(&f.include, "include", nil, "a glob of more files to find in folders")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "a glob of files and folders to leave out")
	flags.BoolVar(&f.forceExclude, "force-exclude", false, "leave excluded files out even when they are named, also as --stdin-filename; for hooks and editors that name all files")
	flags.BoolVar(&f.noIgnore, "no-ignore", false, "take no notice of .gitignore and .ignore")
	flags.StringVar(&f.config, "config", "", "a configuration file that holds for all files, in place of those in their folders")
	flags.BoolVar(&f.verbose, "verbose", false, "say which files are taken, by which configuration, and which are left out, on standard error")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no summary on standard error")
}

// valid refuses flags and arguments that do not go together.
func (f *selectFlags) valid(args []string) (err error) {
	_, stdin := withoutStdin(args)
	if f.severities, err = config.RulesFrom(f.rules); err != nil {
		return usage("", "--rule: %v", err)
	}
	switch {
	case len(args) == 0:
		return usage("name files or folders, '.' for this folder, '-' for standard input", "no files are named")
	case f.stdinFilename != "" && !stdin:
		return usage("add '-' for standard input", "--stdin-filename without standard input")
	}
	for flag, globs := range map[string][]string{"include": f.include, "exclude": f.exclude} {
		for _, glob := range globs {
			if err := files.ValidGlob(glob); err != nil {
				return usage("", "--%s: %v", flag, err)
			}
		}
	}
	return nil
}

// search finds the files that a command is about, and their configuration.
type search struct {
	*app
	selection *selectFlags
	dir       string // the working folder
	finder    *config.Finder
	progress  progress
	unread    []report.Unread // what could not be read or written
}

func (a *app) newSearch(f *selectFlags) *search {
	s := &search{
		app: a, selection: f, dir: workingDir(),
		finder:   config.NewFinder(config.Default()),
		progress: newProgress(a.stderr),
	}
	if f.config != "" {
		s.finder = config.NewFinderOf(config.Default(), s.absolute(f.config))
	}
	return s
}

// source is one thing to read: a file, or standard input.
type source struct {
	name   string // as printed
	path   string // to read; "" is standard input
	config *config.Config
	abs    string // for the configuration
	named  bool   // by the user, not found in a folder
}

// sources finds what the arguments name.
func (r *search) sources(ctx context.Context, args []string) ([]source, error) {
	var all []source
	args, stdin := withoutStdin(args)
	if stdin {
		name := stdinName
		path := r.selection.stdinFilename
		if path != "" {
			name = files.Display(r.dir, path)
		}
		s := source{name: name, named: true}
		abs := r.absolute(path)
		if err := r.configure(&s, abs); err != nil {
			return nil, err
		}
		if path != "" && r.selection.forceExclude && s.config.Excludes(abs) {
			s.config = s.config.LeftAlone() // what is read is printed, where it would be
		}
		all = append(all, s)
	}
	var failed error
	finder := files.Finder{
		NoIgnore: r.selection.noIgnore,
		Select: func(path string) bool {
			c := r.configOf(path, &failed)
			wanted := c.Wants(path)
			if !wanted && c.Excludes(path) {
				r.detail("left out: %s: excluded by %s", files.Display(r.dir, path), r.nameOf(c, "exclude"))
			}
			return wanted
		},
		// A folder is left out by what is configured around it.
		SkipFolder: func(path string) bool {
			c := r.configOf(path, &failed)
			if !c.Excludes(path) {
				return false
			}
			r.detail("left out: %s: excluded by %s", files.Display(r.dir, path), r.nameOf(c, "exclude"))
			return true
		},
		LeftOut: func(path string) {
			r.detail("left out: %s: an ignore file names it", files.Display(r.dir, path))
		},
	}
	found, errs := finder.Find(ctx, args)
	if failed != nil {
		return nil, failed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	excluded := 0
	for _, f := range found {
		s := source{name: files.Display(r.dir, f.Path), path: f.Path, named: f.Named}
		abs := r.absolute(f.Path)
		if err := r.configure(&s, abs); err != nil {
			return nil, err
		}
		if f.Named && r.selection.forceExclude && s.config.Excludes(abs) {
			excluded++
			r.detail("left out: %s: excluded by %s", s.name, r.nameOf(s.config, "exclude"))
			continue
		}
		all = append(all, s)
	}
	for i := range all {
		r.detail("taken: %s: %s", all[i].name, r.nameOf(all[i].config, ""))
	}
	for _, err := range errs {
		r.fail("", err)
	}
	if excluded > 0 {
		r.note("%s left out as the configuration says", counted(excluded, "named file"))
	}
	if len(all) == 0 && excluded == 0 && len(errs) == 0 {
		// A folder without files is as it should be; a glob is a mistake.
		if !slices.ContainsFunc(args, func(arg string) bool { _, err := os.Stat(arg); return err != nil }) {
			r.note("no files in %s", strings.Join(args, ", "))
			return nil, nil
		}
		return nil, usage("folders are searched for what `include` names, by default *.gcf, and not for what is ignored or excluded; see 'gcf-lsp config'",
			"no files in %s", strings.Join(args, ", "))
	}
	return all, nil
}

func withoutStdin(args []string) (paths []string, stdin bool) {
	for _, arg := range args {
		if arg == "-" {
			stdin = true
		} else {
			paths = append(paths, arg)
		}
	}
	return paths, stdin
}

func (r *search) absolute(path string) string {
	if path == "" {
		path = "stdin.gcf" // in the working folder, whose configuration holds
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(r.dir, path)
}

// configOf returns the configuration of a file. The first file of it that has
// mistakes is in failed.
func (r *search) configOf(path string, failed *error) *config.Config {
	found := r.finder.For(path)
	if *failed == nil {
		if found.Err != nil {
			*failed = found.Err
		} else if found.Problems != nil {
			*failed = r.configProblems(r.dir, found)
		}
	}
	return found.Config.With(r.selection.include, r.selection.exclude).WithRules(r.selection.severities)
}

func (r *search) configure(s *source, abs string) (err error) {
	s.abs = abs
	s.config = r.configOf(abs, &err)
	return err
}

func (r *search) text(s source) (string, error) {
	if s.path == "" {
		data, err := io.ReadAll(r.stdin)
		return textOf(data), err
	}
	data, err := os.ReadFile(s.path)
	return textOf(data), err
}

// fail notes that the file with this name, "" for that which the error tells,
// could not be read or written.
func (r *search) fail(name string, err error) {
	r.progress.clear()
	if p := (*fs.PathError)(nil); name == "" && errors.As(err, &p) {
		name = files.Display(r.dir, p.Path)
	}
	r.unread = append(r.unread, report.Unread{Path: name, Message: message(err)})
	fmt.Fprintf(r.stderr, "gcf-lsp: %s\n", report.Safe(message(err)))
}

// detail says something that is only of interest where somebody asks for it.
func (r *search) detail(format string, args ...any) {
	if r.selection.verbose {
		r.progress.clear()
		fmt.Fprintf(r.stderr, "%s\n", report.Safe(fmt.Sprintf(format, args...)))
	}
}

// nameOf names the configuration of a file, or of a key of it.
func (r *search) nameOf(c *config.Config, key string) string {
	from := c.Origin(key).Source
	if !filepath.IsAbs(from) {
		from = c.Path
	}
	if from == "" {
		return "the defaults and the flags"
	}
	return files.Display(r.dir, from)
}

// note says something beside the report.
func (r *search) note(format string, args ...any) {
	if !r.selection.quiet {
		fmt.Fprintf(r.stderr, "gcf-lsp: %s\n", report.Safe(fmt.Sprintf(format, args...)))
	}
}
