//go:build linux || darwin

package files

import "golang.org/x/sys/unix"

// attributes returns the names of a file's extended attributes: its access
// control list, what a user or the system noted about it.
func attributes(path string) string {
	size, err := unix.Listxattr(path, nil)
	if err != nil || size <= 0 {
		return ""
	}
	names := make([]byte, size)
	if size, err = unix.Listxattr(path, names); err != nil {
		return ""
	}
	return string(names[:size])
}
