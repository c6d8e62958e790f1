//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// sameOwnership reports whether a fresh file has the owner and the group of an
// old one, which has no other name.
func sameOwnership(old, fresh fs.FileInfo) bool {
	a, ok1 := old.Sys().(*syscall.Stat_t)
	b, ok2 := fresh.Sys().(*syscall.Stat_t)
	return !ok1 || !ok2 || a.Nlink < 2 && a.Uid == b.Uid && a.Gid == b.Gid
}
