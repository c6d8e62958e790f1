package main

import (
	"bytes"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/files"
)

// into is the file that a command writes its result to.
type into struct{ path string }

func (o *into) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.path, "output", "o", "", "write the result to this file, in one step, and not to standard output; nothing is written where there is none")
}

// write runs a command that prints a result, and writes the result to the file.
// A status that good names is one with a result, too.
func (o *into) write(a *app, run func() error, good ...status) error {
	if o.path == "" {
		return run()
	}
	var result bytes.Buffer
	out := a.stdout
	a.stdout = &result
	err := run()
	a.stdout = out
	var code status
	if err != nil && !(errors.As(err, &code) && slices.Contains(good, code)) {
		return err
	}
	return errors.Join(files.Create(o.path, result.Bytes()), err)
}
