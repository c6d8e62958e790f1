package files

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The most bytes of files that are no documents.
const (
	// SmallFile is for what people write: configuration and ignore files.
	SmallFile = 1 << 20
	// LargeFile is for what this program writes: baselines and caches.
	LargeFile = 256 << 20
)

// Read returns the content of a regular file of at most so many bytes. A
// device, which may never end, and a pipe, which may never begin, are refused;
// so are larger files. The error is an [*fs.PathError].
func Read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	refuse := func(format string, args ...any) ([]byte, error) {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf(format, args...)}
	}
	if what := kindOf(path, info.Mode()); what != "" {
		return refuse("%s", what)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Not by the size that was told: a file may grow, and those of /proc tell 0.
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return refuse("too large: at most %d bytes are read", most)
	}
	return data, nil
}

// ReadOwn is [Read] for a file that nobody named, such as a configuration file.
// It may come with a checkout, so a link is followed only inside the project:
// else what it leads to, or parts of it, would be printed. See [Project].
func ReadOwn(path string, most int64) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
		if err := inside(Project(filepath.Dir(path)), path); err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
	}
	return Read(path, most)
}

// inside returns an error where a link leads out of a folder.
func inside(root, link string) error {
	if !Inside(root, link) {
		return fmt.Errorf("a link that leads out of %s", root)
	}
	return nil
}

// Project returns the root of the repository that a folder is in, or the folder
// itself where it is in none.
func Project(dir string) string {
	for d := dir; ; {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		up := filepath.Dir(d)
		if up == d {
			return dir
		}
		d = up
	}
}

// Inside reports whether a path lies in or below a folder, links followed. A
// path that lies elsewhere by its name is not asked for; one that is not there
// is judged by its folder.
func Inside(folder, path string) bool {
	real := resolved(folder)
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if !leadsBelow(folder, path) && !leadsBelow(real, path) {
		return false
	}
	if _, err := os.Lstat(path); err != nil {
		return leadsBelow(real, filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path)))
	}
	target, err := filepath.EvalSymlinks(path)
	return err == nil && leadsBelow(real, target)
}

// resolved is an absolute path without links, as far as it is there.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// leadsBelow compares paths by their names.
func leadsBelow(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
