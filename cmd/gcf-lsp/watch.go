package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"gcf-lsp/internal/cli/config"
)

// settle is how long files must rest before they are checked again.
const settle = 100 * time.Millisecond

// watchAndCheck checks, waits until a file changes and checks again, until it
// is interrupted. That is how it ends well.
func (a *app) watchAndCheck(ctx context.Context, f *checkFlags, args []string) error {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer watcher.Close()
	for {
		if isTerminal(a.stdout) {
			fmt.Fprint(a.stdout, "\x1b[H\x1b[2J\x1b[3J")
		}
		// Watch before checking, so that no change is missed in between.
		for _, arg := range args {
			watchTree(watcher, arg)
		}
		if err := a.checkOnce(ctx, f, args); err != nil && !errors.As(err, new(status)) {
			if ctx.Err() != nil {
				return nil
			}
			a.exit(a.rootCommand(), err)
		}
		fmt.Fprintln(a.stderr, "watching for changes; interrupt to end")
		if !waitForChange(ctx, watcher, a.relevant(f, args)) {
			return nil
		}
	}
}

// watchTree watches a file's folder, or a folder with those below it. What
// cannot be watched is left out: the check says what cannot be read.
func watchTree(watcher *fsnotify.Watcher, path string) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		_ = watcher.Add(filepath.Dir(path))
		return
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case !d.IsDir():
			return nil
		case p != path && (d.Name() == ".git" || d.Name() == "node_modules"):
			return filepath.SkipDir
		}
		_ = watcher.Add(p)
		return nil
	})
}

// relevant returns a function that says whether a change may change what is
// found. Reports that are written to a watched folder do not.
func (a *app) relevant(f *checkFlags, args []string) func(fsnotify.Event) bool {
	dir := workingDir()
	named := map[string]bool{}
	for _, arg := range args {
		if abs, err := filepath.Abs(arg); err == nil {
			named[abs] = true
		}
	}
	search := a.newSearch(&f.selectFlags)
	return func(e fsnotify.Event) bool {
		path := e.Name
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		switch name := filepath.Base(path); {
		case e.Op == fsnotify.Chmod:
			return false
		case named[path], name == config.FileName, name == ".gitignore", name == ".ignore":
			return true
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return true
		} else if err != nil && filepath.Ext(path) == "" { // it may have been a folder
			return true
		}
		var ignored error // a mistake in a configuration is said by the check
		return search.configOf(path, &ignored).Wants(path)
	}
}

// waitForChange waits until something relevant changes and then rests. It
// returns false when ctx is done.
func waitForChange(ctx context.Context, watcher *fsnotify.Watcher, relevant func(fsnotify.Event) bool) bool {
	var rest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case e, ok := <-watcher.Events:
			if !ok {
				return false
			}
			if relevant(e) {
				rest = time.After(settle)
			}
		case _, ok := <-watcher.Errors:
			if !ok {
				return false
			}
			rest = time.After(settle) // events may be lost: check again
		case <-rest:
			return true
		}
	}
}
