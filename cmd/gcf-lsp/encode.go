package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/value"
)

func (a *app) encodeCommand() *cobra.Command {
	var profile string
	var o encode.Options
	var exact bool
	cmd := &cobra.Command{
		Use:   "encode [FILE|-]",
		Short: "Write JSON as a GCF document",
		Long: `Write a JSON value as a canonical GCF document. The profile is graph where the
value has exactly the members that 'decode' prints for a graph, else generic. A
graph keeps two decimals of a score (0.125 becomes 0.12), as GCF has it. Numbers
that do not fit a double are warned of; --exact refuses them. A value
that cannot be written is named with its place; nothing is printed then, and
the exit status is 1.`,
		Example: `  gcf-lsp encode orders.json > orders.gcf
  gcf-lsp decode a.gcf | jq '.orders |= sort_by(.total)' | gcf-lsp encode -
  gcf-lsp encode --stream rows.json`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			return a.encode(name, text, profile, exact, o)
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "auto", "profile of the document: generic, graph or auto")
	cmd.Flags().BoolVar(&o.Stream, "stream", false, "write a streaming document: rows with deferred counts, then a summary")
	cmd.Flags().BoolVar(&o.LabeledCounts, "labeled-counts", false, "name the counts in the summary of a streamed graph")
	cmd.Flags().BoolVar(&exact, "exact", false, "refuse numbers that a double cannot hold exactly")
	cmd.Flags().BoolVar(&o.NoFlatten, "no-flatten", false, "do not write nested objects as path columns")
	complete(cmd, "profile", []string{"auto", "generic", "graph"})
	return cmd
}

func (a *app) encode(name, text, profile string, exact bool, o encode.Options) error {
	switch profile {
	case "auto", "generic", "graph":
	default:
		return usage("", "--profile is generic, graph or auto, not %q", profile)
	}
	var inexact value.Inexact
	v, err := value.FromJSON(text, value.ReportInexact(&inexact))
	if err != nil {
		return a.refuseValue(name, err)
	}
	if err := a.warnInexact(name, inexact, exact); err != nil {
		return err
	}
	o.Graph = profile == "graph" || profile == "auto" && encode.IsGraph(v)
	if o.LabeledCounts && !(o.Stream && o.Graph) {
		return usage("", "--labeled-counts is for graphs with --stream")
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, o); err != nil {
		return a.refuseValue(name, err)
	}
	_, err = a.stdout.Write(out.Bytes())
	return err
}
