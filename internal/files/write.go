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
// Before is the content that data was made from. A file that has another by now
// is left alone: somebody saved it meanwhile.
//
// A file with several names (hard links), of another owner or with attributes
// that a new file would not get is not replaced but written in place, beside a
// copy of its old content while that goes on.
func Write(root, path string, before, data []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(path); err != nil {
		return err
	} else if info.Mode()&fs.ModeSymlink != 0 && !Inside(root, target) {
		return fmt.Errorf("%s: not written: it is a link to %s, outside %s", path, target, root)
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not written: not a regular file", path)
	}
	if err := writable(path, info); err != nil {
		return err
	}
	if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return replace(target, data, info.Mode(), func() error {
		if now, err := os.ReadFile(target); err != nil {
			return err
		} else if !bytes.Equal(now, before) {
			return fmt.Errorf("%s: not written: the file was changed after it was read", path)
		}
		return nil
	})
}

// Create writes a file in one step whether it is there or not. A file that is
// there keeps its mode; one without permission to write is refused.
func Create(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	// What a link in /dev leads to may have no path.
	info, err := os.Stat(path)
	if err != nil {
		if _, link := os.Readlink(path); link == nil {
			return fmt.Errorf("%s: not written: a link that leads nowhere", path)
		}
	} else {
		if !info.Mode().IsRegular() { // /dev/stderr, a pipe
			return os.WriteFile(path, data, mode)
		}
		if err := writable(path, info); err != nil {
			return err
		}
		mode = info.Mode()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	return replace(path, data, mode, func() error { return nil })
}

func writable(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: not written: the file is read-only", path)
	}
	return nil
}

// replace writes a temporary file beside the one that is meant and gives it its
// name, unless last, which is called right before that, returns an error. Errors
// are about the file that is meant.
func replace(path string, data []byte, mode fs.FileMode, last func() error) error {
	err := uninterrupted(func() error { return swap(path, data, mode, last) })
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

func swap(path string, data []byte, mode fs.FileMode, last func() error) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if mustStay(path, tmp) {
		tmp.Close()
		os.Remove(tmp.Name())
		return overwrite(path, data, last)
	}
	if _, err = tmp.Write(data); err != nil {
		return err
	}
	// The owner's bits come back with the mode: writing takes them away.
	if err = tmp.Chmod(mode & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if err = last(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
