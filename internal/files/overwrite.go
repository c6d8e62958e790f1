package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// backupSuffix is the end of the name of a file's old content.
const backupSuffix = ".gcf-lsp-backup"

// overwrite writes new content into a file that must stay the one it is: it has
// other names, or an owner or attributes that a new file would not get. Until
// the new content is complete the old one is in a file beside it, which is kept
// where the old content cannot be put back. One that is there already comes
// from a write that was cut off: then nothing is written, and the error says
// where the old content is.
func overwrite(path string, data []byte, last func() error) error {
	name := path + backupSuffix
	backup, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: not written: an earlier write was cut off, and the content before it is in %s: put it back or remove it", path, name)
	}
	if err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err == nil {
		_, err = backup.Write(old)
	}
	if err == nil {
		err = backup.Sync()
	}
	if closed := backup.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = last()
	}
	if err == nil {
		if err = fill(path, data); err != nil {
			if fill(path, old) != nil {
				return fmt.Errorf("%s: not written whole (%w); its old content is in %s", path, err, name)
			}
		}
	}
	os.Remove(name)
	return err
}

// fill replaces the content of a file.
func fill(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Truncate(int64(len(data)))
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// mustStay reports whether replacing a file by a new one would lose something:
// the file's other names, its owner or group, or its attributes.
func mustStay(path string, fresh *os.File) bool {
	old, err := os.Stat(path)
	if err != nil {
		return false // there is none
	}
	other, err := fresh.Stat()
	return err == nil && (!sameOwnership(old, other) || attributes(path) != attributes(fresh.Name()))
}
