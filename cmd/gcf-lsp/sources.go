package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"gcf-lsp/internal/config"
	"gcf-lsp/internal/embedded"
	"gcf-lsp/internal/files"
)

// source is one thing to check: a file, or standard input.
type source struct {
	name   string // as printed
	path   string // to read; "" is standard input
	config *config.Config
	abs    string // for the configuration
	kind   embedded.Kind
}

// sources finds what the arguments name.
func (r *checkRun) sources(args []string) ([]source, error) {
	var all []source
	args, stdin := withoutStdin(args)
	if stdin {
		name := stdinName
		path := r.stdinFilename
		if path != "" {
			name = files.Display(r.dir, path)
		}
		s := source{name: name}
		if err := r.configure(&s, r.absolute(path)); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	var failed error
	finder := files.Finder{
		NoIgnore: r.noIgnore,
		Select:   func(path string) bool { return r.configOf(path, &failed).Wants(path) },
		// A folder is left out by what is configured around it.
		SkipFolder: func(path string) bool { return r.configOf(path, &failed).Excludes(path) },
	}
	found, errs := finder.Find(args)
	if failed != nil {
		return nil, failed
	}
	excluded := 0
	for _, f := range found {
		s := source{name: files.Display(r.dir, f.Path), path: f.Path}
		abs := r.absolute(f.Path)
		if err := r.configure(&s, abs); err != nil {
			return nil, err
		}
		if f.Named && r.forceExclude && s.config.Excludes(abs) {
			excluded++
			continue
		}
		all = append(all, s)
	}
	for _, err := range errs {
		r.fail(message(err))
	}
	if excluded > 0 && !r.quiet {
		fmt.Fprintf(r.stderr, "gcf-lsp: %s left out as the configuration says\n", counted(excluded, "named file"))
	}
	if len(all) == 0 && excluded == 0 && len(errs) == 0 {
		return nil, usage("folders are searched for what `include` names, by default *.gcf, and not for what is ignored or excluded; see 'gcf-lsp config'",
			"no files to check in %s", strings.Join(args, ", "))
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

func (r *checkRun) absolute(path string) string {
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
func (r *checkRun) configOf(path string, failed *error) *config.Config {
	found := r.finder.For(path)
	if *failed == nil {
		if found.Err != nil {
			*failed = found.Err
		} else if found.Problems != nil {
			*failed = r.configProblems(r.dir, found)
		}
	}
	return found.Config.With(r.include, r.exclude)
}

func (r *checkRun) configure(s *source, abs string) (err error) {
	s.abs = abs
	s.config = r.configOf(abs, &err)
	switch {
	case r.embedded && embedded.KindOf(abs) == embedded.Plain, s.config.IsText(abs):
		s.kind = embedded.Text
	default:
		s.kind = embedded.KindOf(abs)
	}
	return err
}
