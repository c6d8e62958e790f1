package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) decodeCommand() *cobra.Command {
	var compact, exact bool
	var bases []string
	var result into
	var schema schemaFlag
	cmd := &cobra.Command{
		Use:   "decode [FILE|-]",
		Short: "Print the data of a document as JSON",
		Long: `Print the data of a document as JSON, members in order, integers exact. A
document with errors has no data: its errors go to standard error, nothing to
standard output, and the exit status is 1.

A delta, a reply with unchanged=true and a payload of a session need the payloads
before them: those that --base names, in their order, or a comment in the
document (# gcf-lsp: base=FILE, a file of its folder or of the working folder).
Without them the changes of a delta are printed, and {} for unchanged=true, and
standard error says that this is not the data.

With --schema data that do not fit the schema are refused, too, with status 1.

Numbers that do not fit a double are warned of; --exact refuses them.`,
		Example: `  gcf-lsp decode examples/orders.gcf
  gcf-lsp decode --base examples/stock.gcf examples/stock.delta.gcf
  gcf-lsp decode --compact - < examples/orders.gcf | jq .orders`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := schema.valid(); err != nil {
				return err
			}
			path := ""
			if len(args) > 0 && args[0] != "-" {
				path = args[0]
			}
			return result.write(a, func() error {
				if len(bases) == 0 && schema.path == "" {
					if done, err := a.decodeLarge(args, compact, exact); done {
						return err
					}
				}
				name, text, err := a.read(args)
				if err != nil {
					return err
				}
				return a.decode(payload{name, parser.Parse(text)}, path, bases, schema, compact, exact)
			})
		},
	}
	cmd.Flags().StringArrayVar(&bases, "base", nil, "a payload before this one: what a delta applies to, or an earlier one of a session; may be given several times, in order")
	cmd.Flags().BoolVar(&exact, "exact", false, "refuse numbers that a double cannot hold exactly")
	result.register(cmd)
	schema.register(cmd)
	cmd.Flags().BoolVar(&compact, "compact", false, "without line breaks and indentation")
	return cmd
}

func (a *app) decode(p payload, path string, bases []string, schema schemaFlag, compact, exact bool) error {
	if diagnostics.HasErrors(p.doc) {
		if err := a.refuse(p, errorsOf(p.doc)); err != nil {
			return err
		}
		return status(exitFindings)
	}
	doc, err := a.withEarlier(p, path, bases)
	if err != nil {
		return err
	}
	if err := a.fits(schema, payload{p.name, doc}); err != nil {
		return err
	}
	v, err := value.Decode(doc)
	if err != nil {
		return a.refuseValue(p.name, err)
	}
	if err := a.warnInexact(p.name, value.InexactOf(p.doc), exact); err != nil {
		return err
	}
	switch header := &doc.Header; {
	case header.Is("unchanged"):
		a.complain("%s: the data is not here: unchanged=true says that the receiver has it already; --base names it", p.name)
	case header.Is("delta"):
		a.complain("%s: these are changes, not the data: delta=true; --base names what they apply to", p.name)
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

// warnInexact warns of numbers that become others, or with exact refuses them.
func (a *app) warnInexact(name string, all value.Inexact, exact bool) error {
	if all.Count == 0 {
		return nil
	}
	verb, more := "becomes", ""
	if exact {
		verb = "would become"
	}
	if all.Count > 1 {
		more = fmt.Sprintf(", and %s like it", counted(all.Count-1, "number"))
	}
	a.complain("%s:%d:%d: %s does not fit a double and %s %s%s; a string keeps its digits [%s]", name, all.Line, all.Column,
		printable.Text(all.Token, 60), verb, ast.CanonicalDouble(all.Read), more, ast.InexactNumber)
	if exact {
		return status(exitFindings)
	}
	return nil
}

// refuseValue says why a value cannot be read or written, and where, and
// returns the status to end with.
func (a *app) refuseValue(name string, err error) error {
	if e := (*value.Error)(nil); errors.As(err, &e) && e.Line > 0 {
		a.complain("%s:%d:%d: %s%s", name, e.Line, e.Column, e.Message, codeOf(err))
	} else {
		a.complain("%s: %s%s", name, valueMessage(err), codeOf(err))
	}
	return status(exitFindings)
}

// codeOf is the code of an error, as findings have it behind their message, or
// "" where it has none.
func codeOf(err error) string {
	if code := value.CodeOf(err); code != ast.NoCode {
		return " [" + code.String() + "]"
	}
	return ""
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
