package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) decodeCommand() *cobra.Command {
	var compact bool
	cmd := &cobra.Command{
		Use:   "decode [FILE|-]",
		Short: "Print the data of a document as JSON",
		Long: `Print the data of a document as JSON, members in order, integers exact. A
document with errors has no data: its errors go to standard error, nothing to
standard output, and the exit status is 1. A reply with unchanged=true has no
data and a delta has changes: they are printed as they are decoded, {} for the
first, and standard error says that this is not the data.`,
		Example: `  gcf-lsp decode examples/orders.gcf
  gcf-lsp decode --compact - < examples/orders.gcf | jq .orders`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			return a.decode(name, text, compact)
		},
	}
	cmd.Flags().BoolVar(&compact, "compact", false, "without line breaks and indentation")
	return cmd
}

func (a *app) decode(name, text string, compact bool) error {
	p := payload{name, parser.Parse(text)}
	if diagnostics.HasErrors(p.doc) {
		if err := a.refuse(p, errorsOf(p.doc)); err != nil {
			return err
		}
		return status(exitFindings)
	}
	v, err := value.Decode(p.doc)
	if err != nil {
		return a.refuseValue(name, err)
	}
	switch header := &p.doc.Header; {
	case header.Is("unchanged"):
		a.complain("%s: the data is not here: unchanged=true says that the receiver has it already", name)
	case header.Is("delta"):
		a.complain("%s: these are changes, not the data: delta=true; gcf-lsp apply makes the data of them and their base", name)
	}
	var options []value.JSONOption
	if !compact {
		options = append(options, value.Indent("  "))
	}
	out := bufio.NewWriter(a.stdout)
	if err := value.WriteJSON(out, v, options...); err != nil {
		return err
	}
	fmt.Fprintln(out)
	return out.Flush()
}

// refuseValue says why a value cannot be read or written, and where, and
// returns the status to end with.
func (a *app) refuseValue(name string, err error) error {
	if e := (*value.Error)(nil); errors.As(err, &e) && e.Line > 0 {
		a.complain("%s:%d:%d: %s", name, e.Line, e.Column, e.Message)
	} else {
		a.complain("%s: %s", name, valueMessage(err))
	}
	return status(exitFindings)
}

// valueMessage says why a value cannot be read or written, and where in it.
func valueMessage(err error) string {
	e := (*value.Error)(nil)
	switch {
	case !errors.As(err, &e):
		return message(err)
	case e.Line > 0:
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	case e.Path != "":
		return fmt.Sprintf("at %s: %s", e.Path, e.Message)
	}
	return e.Message
}
