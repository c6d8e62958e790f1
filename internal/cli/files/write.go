package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces the content of an existing file in one step: whoever reads it
// sees the old content or the new, also when the process is killed. The mode
// and the owner stay as they are, a file that has this content already is not
// touched, and one without permission to write is refused even where the user
// may do anything. A symbolic link is followed only to a file below root.
//
// A file with several names (hard links) or of another owner is not replaced but
// written in place, beside a copy of its old content while that goes on.
func Write(root, path string, data []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(path); err != nil {
		return err
	} else if info.Mode()&fs.ModeSymlink != 0 && !below(root, target) {
		return fmt.Errorf("%s: not written: it is a link to %s, outside %s", path, target, root)
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not written: not a regular file", path)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: not written: the file is read-only", path)
	}
	if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return replace(target, data, info.Mode().Perm())
}

// Create writes a file in one step whether it is there or not. A file that is
// there keeps its mode.
func Create(path string, data []byte) error {
	perm := fs.FileMode(0o644)
	// What a link in /dev leads to may have no path.
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() { // /dev/stderr, a pipe
			return os.WriteFile(path, data, perm)
		}
		perm = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	return replace(path, data, perm)
}

// replace writes a temporary file beside the one that is meant and gives it its
// name. Errors are about the latter.
func replace(path string, data []byte, perm fs.FileMode) error {
	err := uninterrupted(func() error { return swap(path, data, perm) })
	var inPath *fs.PathError
	var inLink *os.LinkError
	switch {
	case errors.As(err, &inPath):
		err = &fs.PathError{Op: "write", Path: path, Err: inPath.Err}
	case errors.As(err, &inLink):
		err = &fs.PathError{Op: "write", Path: path, Err: inLink.Err}
	}
	return err
}

func swap(path string, data []byte, perm fs.FileMode) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	if mustStay(path, tmp) {
		return overwrite(path, data, tmp)
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(data); err != nil {
		return err
	}
	if err = tmp.Chmod(perm); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func below(root, path string) bool {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, abs)
	return err == nil && filepath.IsLocal(rel)
}
