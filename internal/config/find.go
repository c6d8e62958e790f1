package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// Found is what a [Finder] knows about a folder.
type Found struct {
	Config *Config
	// Source is the text of Config.Path, for the places in Problems.
	Source   string
	Problems []Problem
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
}

// NewFinder returns a finder whose files are read on top of base.
func NewFinder(base *Config) *Finder {
	return &Finder{base: base, dirs: map[string]*Found{}}
}

// For returns the configuration of an absolute path.
func (f *Finder) For(path string) *Found {
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

// read returns nil where there is no such file.
func (f *Finder) read(path string) *Found {
	src, err := os.ReadFile(path)
	// A file where a folder was expected: the name of standard input may be
	// anything.
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err != nil {
		return &Found{Config: f.base, Err: err}
	}
	c, problems := Parse(f.base, path, string(src))
	return &Found{Config: c, Source: string(src), Problems: problems}
}
