package main

import (
	"github.com/spf13/cobra"

	"gcf-lsp/check"
	"gcf-lsp/snapshot"
)

func (a *app) applyCommand() *cobra.Command {
	var tool string
	cmd := &cobra.Command{
		Use:   "apply BASE DELTA…",
		Short: "Apply deltas to a full payload",
		Long: `Apply deltas, one after the other, to the full payload BASE and write the full
payload that results, with its root. Each delta must apply to what the one
before gave, and give what it announces. Where one does not, standard error says
why, nothing is written and the exit status is 1. One of them may be - for
standard input.`,
		Example: `  gcf-lsp apply examples/stock.gcf examples/stock.delta.gcf`,
		Args:    cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.apply(args, tool)
		},
	}
	cmd.Flags().StringVar(&tool, "tool", "", "the producing tool, for the header; that of BASE when it is not given")
	return cmd
}

func (a *app) apply(args []string, tool string) error {
	all, err := a.payloads(args)
	if err != nil {
		return err
	}
	held, err := a.full(all[0])
	if err != nil {
		return err
	}
	name := all[0].name
	for _, p := range all[1:] {
		if held, err = a.advance(check.Base{Snapshot: held, Name: name}, p); err != nil {
			return err
		}
		name = "the result of " + p.name
	}
	header := snapshot.Header{Tool: tool}
	if tool == "" {
		header.Tool, _ = all[0].doc.Header.Get("tool")
	}
	out, err := snapshot.AppendFull(nil, held, header)
	if err != nil {
		return err
	}
	return a.write(out)
}

// advance returns what a payload makes of what is held: a delta, or one that
// says that nothing changed.
func (a *app) advance(held check.Base, p payload) (snapshot.Snapshot, error) {
	if p.doc.Header.Is("unchanged") {
		root, _ := p.doc.Header.Get("pack_root")
		if root == "" {
			return nil, a.lacking(p, "pack_root")
		}
		if root != held.Snapshot.Root() {
			a.complain("%s: it says that %s is unchanged, but the root of %s is %s", p.name, root, held.Name, held.Snapshot.Root())
			return nil, status(exitFindings)
		}
		return held.Snapshot, nil
	}
	if !p.doc.Header.Is("delta") {
		a.complain("%s: not a delta: its header has no delta=true", p.name)
		return nil, status(exitFindings)
	}
	result, found := check.Delta(p.doc, held, nil)
	if len(found) > 0 {
		if err := a.refuse(p, found); err != nil {
			return nil, err
		}
	}
	if result == nil {
		return nil, status(exitFindings)
	}
	return result, nil
}
