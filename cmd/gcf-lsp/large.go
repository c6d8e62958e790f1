package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"gcf-lsp/internal/files"
	"gcf-lsp/stream"
	"gcf-lsp/value"
)

// largeInput is from how many bytes on a text is not held in memory if there is
// another way. What is smaller is read as a whole, which is as fast.
const largeInput = 4 << 20

// openLarge opens what read would read where it is large. Of a pipe it keeps a
// temporary copy, since counts stand before what they count: who writes data that
// are right reads them twice. It returns nil for what is small, which is a.stdin
// again where it was that.
func (a *app) openLarge(args []string) (large *os.File, name string, err error) {
	if len(args) > 0 && args[0] != "-" {
		if err := files.Readable(args[0]); err != nil {
			return nil, "", err
		}
		info, err := os.Stat(args[0])
		if err != nil || !info.Mode().IsRegular() || info.Size() < largeInput {
			return nil, "", err
		}
		f, err := os.Open(args[0])
		return f, files.Display(workingDir(), args[0]), err
	}
	if isTerminal(a.stdin) {
		return nil, "", nil
	}
	if f, ok := a.stdin.(*os.File); ok {
		info, err := f.Stat()
		at, seekErr := f.Seek(0, io.SeekCurrent)
		if err == nil && seekErr == nil && info.Mode().IsRegular() && at == 0 {
			if info.Size() < largeInput {
				return nil, "", nil
			}
			return f, stdinName, nil
		}
	}
	begin := bufio.NewReaderSize(a.stdin, largeInput)
	a.stdin = begin
	if _, err := begin.Peek(largeInput); err != nil {
		return nil, "", nil // where reading fails, reading all will say so
	}
	f, err := os.CreateTemp("", "gcf-lsp-")
	if err != nil {
		return nil, "", nil
	}
	a.atEnd = append(a.atEnd, func() { _ = errors.Join(f.Close(), os.Remove(f.Name())) })
	if _, err := io.Copy(f, begin); err != nil {
		return nil, "", err
	}
	a.stdin = f
	_, err = f.Seek(0, io.SeekStart)
	return f, stdinName, err
}

// decodeLarge prints the data of a large document while it is read. It returns
// false, and has printed nothing, where that has to be done as a whole.
func (a *app) decodeLarge(args []string, compact, exact bool) (done bool, err error) {
	f, name, err := a.openLarge(args)
	if f == nil || err != nil {
		return err != nil, err
	}
	if io.Reader(f) != a.stdin {
		defer f.Close()
	}
	inexact, err := stream.Check(f)
	if _, rewound := f.Seek(0, io.SeekStart); rewound != nil {
		return true, rewound
	}
	switch invalid := (*value.Error)(nil); {
	case errors.Is(err, stream.ErrWhole), errors.As(err, &invalid):
		return false, nil
	case err != nil:
		return true, err
	}
	if err := a.warnInexact(name, inexact, exact); err != nil {
		return true, err
	}
	indent := "  "
	if compact {
		indent = ""
	}
	out := bufio.NewWriter(a.stdout)
	if err := stream.WriteJSON(out, f, indent); err != nil {
		if invalid := (*value.Error)(nil); errors.As(err, &invalid) {
			return true, a.refuseValue(name, err)
		}
		return true, err
	}
	if err := out.WriteByte('\n'); err != nil {
		return true, err
	}
	return true, out.Flush()
}
