package config

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"gcf-lsp/internal/files"
)

// Found is what a [Finder] knows about a folder.
type Found struct {
	Config *Config
	Path   string // of the configuration file, or "" where there is none
	// Source is the text of Config.Path, for the places in Problems.
	Source   string
	Problems []Problem
	extends  sources // the files that it extends, directly or not
	// Err is why a configuration file that is there could not be read.
	Err error
}

// Finder finds the configuration of files, the nearest `.gcf-lsp.toml` in
// their folder or above it. It reads each file once and is safe for concurrent
// use; make a new one to see changes.
type Finder struct {
	base *Config
	mu   sync.Mutex
	dirs map[string]*Found
	all  *Found             // of every path, where one file was named
	good map[string]sources // what a file and those that it extends were when they could be read, by its path
}

// NewFinder returns a finder whose files are read on top of base.
func NewFinder(base *Config) *Finder {
	return &Finder{base: base, dirs: map[string]*Found{}, good: map[string]sources{}}
}

// Again returns a finder that reads the files again, on top of base. A file that
// cannot be read any more, or is no TOML, as while it is being written, has the
// configuration that it had before.
func (f *Finder) Again(base *Config) *Finder {
	f.mu.Lock()
	defer f.mu.Unlock()
	next := NewFinder(base)
	next.good = maps.Clone(f.good)
	return next
}

// NewFinderOf returns a finder for which every path has the configuration of one
// file, read on top of base. Globs in it are relative to its folder.
func NewFinderOf(base *Config, path string) *Finder {
	f := NewFinder(base)
	if f.all = f.read(path); f.all == nil {
		f.all = &Found{Config: base, Path: path, Err: &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}}
	}
	return f
}

// For returns the configuration of an absolute path.
func (f *Finder) For(path string) *Found {
	if f.all != nil {
		return f.all
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var below []string
	found := (*Found)(nil)
	for dir := filepath.Dir(path); found == nil; {
		if found = f.dirs[dir]; found != nil {
			break
		}
		below = append(below, dir)
		if found = f.read(filepath.Join(dir, FileName)); found != nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			found = &Found{Config: f.base}
		}
		dir = up
	}
	for _, dir := range below {
		f.dirs[dir] = found
	}
	return found
}

// Stale says whether a configuration file has come, changed or gone since it
// was read or looked for.
func (f *Finder) Stale() bool {
	f.mu.Lock()
	known := maps.Clone(f.dirs)
	f.mu.Unlock()
	for dir, found := range known {
		path := filepath.Join(dir, FileName)
		src, err := files.ReadOwn(path, files.SmallFile)
		switch {
		case found.Path != path:
			if isThere(err) {
				return true
			}
		case (err == nil) != (found.Err == nil), err == nil && string(src) != found.Source:
			return true
		}
		for path, text := range found.extends {
			if now, err := fromDisk(path); err != nil || now != text {
				return true
			}
		}
	}
	return false
}

// isThere says whether there is a file that could be read or not. A file where
// a folder was expected is none: the name of standard input may be anything.
func isThere(err error) bool {
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// Files returns the configuration files that were read so far, by path.
func (f *Finder) Files() []*Found {
	f.mu.Lock()
	defer f.mu.Unlock()
	byPath := map[string]*Found{}
	for _, found := range f.dirs {
		if found.Path != "" {
			byPath[found.Path] = found
		}
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b *Found) int { return strings.Compare(a.Path, b.Path) })
}

// read returns nil where there is no such file.
func (f *Finder) read(path string) *Found {
	src, err := files.ReadOwn(path, files.SmallFile)
	if !isThere(err) {
		return nil
	}
	good := f.good[path]
	asBefore := func() *Config {
		c, _, _ := parseSource(f.base, good[path], &source{path: path, open: good.again, read: sources{}})
		return c
	}
	if err != nil {
		found := &Found{Config: f.base, Path: path, Err: err}
		if good != nil {
			found.Config = asBefore()
		}
		return found
	}
	read := sources{}
	c, problems, readable := parseSource(f.base, string(src), &source{path: path, open: fromDisk, read: read})
	switch {
	case readable:
		f.good[path] = maps.Clone(read)
	case good != nil:
		c = asBefore()
	}
	delete(read, path)
	return &Found{Config: c, Path: path, Source: string(src), Problems: problems, extends: read}
}
