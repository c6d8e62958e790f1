package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gcf-lsp/internal/files"
)

// target is a file that a run of check writes beside those that it fixes.
type target struct {
	flag, path string
	info       fs.FileInfo // nil where there is no such file
	real       string      // the absolute path, no folder of it a link
}

func newTarget(flag, path string) target {
	t := target{flag: flag, path: path, real: path}
	t.info, _ = os.Stat(path)
	if abs, err := filepath.Abs(path); err == nil {
		t.real = abs
		if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
			t.real = filepath.Join(dir, filepath.Base(abs))
		}
	}
	return t
}

// special reports whether there is a device or a pipe, which may be written to by
// many.
func (t *target) special() bool { return t.info != nil && !t.info.Mode().IsRegular() }

func (t *target) same(u *target) bool {
	if t.special() || u.special() {
		return false
	}
	return t.real == u.real || t.is(u.info)
}

func (t *target) is(info fs.FileInfo) bool {
	return t.info != nil && info != nil && os.SameFile(t.info, info)
}

// refuseTargets returns an error where a report or a baseline would be written
// over a file that is read in the same run, or over another of them.
func (r *checkRun) refuseTargets(sources []source) error {
	var all []target
	for _, output := range r.outputs {
		if _, path, ok := strings.Cut(output, "="); ok {
			all = append(all, newTarget("--output", path))
		}
	}
	if r.writeBaseline != "" {
		all = append(all, newTarget("--write-baseline", r.writeBaseline))
	}
	if len(all) == 0 {
		return nil
	}
	for i := range all {
		for j := range i {
			if all[i].same(&all[j]) {
				return usage("", "%s and %s are the same file: %s", all[j].flag, all[i].flag, all[i].path)
			}
		}
	}
	refuse := func(path, what string) error {
		read := newTarget("", path)
		for i := range all {
			if all[i].same(&read) {
				return usage("", "%s would overwrite %s, %s", all[i].flag, files.Display(r.dir, path), what)
			}
		}
		return nil
	}
	if r.baseline != "" {
		if err := refuse(r.baseline, "which is the baseline"); err != nil {
			return err
		}
	}
	for _, s := range sources {
		if s.path == "" {
			continue
		}
		if err := refuse(s.path, "which is being checked"); err != nil {
			return err
		}
	}
	for _, c := range r.finder.Files() {
		if err := refuse(c.Path, "which is the configuration"); err != nil {
			return err
		}
	}
	return nil
}
