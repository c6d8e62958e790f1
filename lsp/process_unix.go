//go:build unix

package lsp

import (
	"errors"
	"syscall"
)

// processAlive reports whether a process exists. One that belongs to somebody
// else does.
func processAlive(pid int) bool {
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
