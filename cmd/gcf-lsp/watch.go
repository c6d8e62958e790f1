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
)

// settle is how long files must rest before they are checked again.
const settle = 100 * time.Millisecond

// watchAndCheck checks, waits until a file changes and checks again, until it
// is interrupted. That is how it ends well.
func (a *app) watchAndCheck(ctx context.Context, f *checkFlags, args []string) error {
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
		if !waitForChange(ctx, watcher) {
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

// waitForChange waits until something changes and then rests. It returns false
// when ctx is done.
func waitForChange(ctx context.Context, watcher *fsnotify.Watcher) bool {
	var rest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case e, ok := <-watcher.Events:
			if !ok {
				return false
			}
			if e.Op != fsnotify.Chmod {
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
