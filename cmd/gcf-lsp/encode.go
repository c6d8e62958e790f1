package main

import (
	"bytes"
	"slices"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/data"
	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/value"
)

func (a *app) encodeCommand() *cobra.Command {
	var profile string
	var o encode.Options
	var exact, texts bool
	var from string
	var result into
	cmd := &cobra.Command{
		Use:   "encode [FILE|-]",
		Short: "Write JSON, JSON Lines or CSV as a GCF document",
		Long: `Write a JSON value as a canonical GCF document. The profile is graph where the
value has exactly the members that 'decode' prints for a graph, else generic. A
graph keeps two decimals of a score (0.125 becomes 0.12), as GCF has it. Numbers
that do not fit a double are warned of; --exact refuses them. A value
that cannot be written is named with its place; nothing is printed then, and
the exit status is 1.

JSON Lines are an array of their lines. The first record of CSV names the
columns, the others are objects; a cell is a number, true or false where it is
spelt as GCF spells that (007 and 1,5 are texts), else a text, and with --texts
always a text.`,
		Example: `  gcf-lsp encode orders.json > orders.gcf
  gcf-lsp decode a.gcf | jq '.orders |= sort_by(.total)' | gcf-lsp encode -
  gcf-lsp encode --stream rows.json
  gcf-lsp encode --from csv -o people.gcf people.csv`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(data.Sources(), from) {
				return usage("", "--from is auto, json, jsonl or csv, not %q", from)
			}
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			var inexact value.Inexact
			v, err := data.Decode(name, text, data.Form(from), texts, &inexact)
			if err != nil {
				return a.refuseValue(name, err)
			}
			if err := a.warnInexact(name, inexact, exact); err != nil {
				return err
			}
			return result.write(a, func() error { return a.encode(name, v, profile, o) })
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "auto", "profile of the document: generic, graph or auto")
	cmd.Flags().BoolVar(&o.Stream, "stream", false, "write a streaming document: rows with deferred counts, then a summary")
	cmd.Flags().BoolVar(&o.LabeledCounts, "labeled-counts", false, "name the counts in the summary of a streamed graph")
	cmd.Flags().BoolVar(&exact, "exact", false, "refuse numbers that a double cannot hold exactly")
	cmd.Flags().BoolVar(&o.NoFlatten, "no-flatten", false, "do not write nested objects as path columns")
	cmd.Flags().StringVar(&from, "from", "auto", "what is read: json, jsonl, csv or auto, which looks at the name and the text")
	cmd.Flags().BoolVar(&texts, "texts", false, "take each cell of CSV for a text")
	result.register(cmd)
	complete(cmd, "from", data.Sources())
	complete(cmd, "profile", []string{"auto", "generic", "graph"})
	return cmd
}

func (a *app) encode(name string, v value.Value, profile string, o encode.Options) error {
	switch profile {
	case "auto", "generic", "graph":
	default:
		return usage("", "--profile is generic, graph or auto, not %q", profile)
	}
	o.Graph = profile == "graph" || profile == "auto" && encode.IsGraph(v)
	if o.LabeledCounts && !(o.Stream && o.Graph) {
		return usage("", "--labeled-counts is for graphs with --stream")
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, o); err != nil {
		return a.refuseValue(name, err)
	}
	_, err := a.stdout.Write(out.Bytes())
	return err
}
