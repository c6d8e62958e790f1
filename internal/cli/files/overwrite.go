package files

import (
	"fmt"
	"os"
)

// overwrite writes new content into a file that must stay the one it is: it has
// other names, or an owner that a new file would not get. Until the new content
// is complete the old one is in backup, which must be open and empty; it is
// removed at the end, and kept where the old content cannot be put back.
func overwrite(path string, data []byte, backup *os.File) error {
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
		if err = fill(path, data); err != nil {
			if fill(path, old) != nil {
				return fmt.Errorf("%s: not written whole (%w); its old content is in %s", path, err, backup.Name())
			}
		}
	}
	os.Remove(backup.Name())
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
// the file's other names, or its owner or group.
func mustStay(path string, fresh *os.File) bool {
	old, err := os.Stat(path)
	if err != nil {
		return false // there is none
	}
	other, err := fresh.Stat()
	return err == nil && !sameOwnership(old, other)
}
