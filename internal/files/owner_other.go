//go:build !unix

package files

import "io/fs"

// sameOwnership takes every file for one with one name: other systems do not
// tell.
func sameOwnership(_, _ fs.FileInfo) bool { return true }
