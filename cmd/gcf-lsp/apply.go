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
before gave, and give what it announces; a full payload among them is a new
start, and one with unchanged=true names what is there. Where one does not, standard error says
why, nothing is written and the exit status is 1. A keyed table that is left
without members is written as [0], and standard error says so: it decodes to an
array. One of them may be - for
standard input.`,
		Example: `  gcf-lsp apply examples/stock.gcf examples/stock.delta.gcf`,
		Args:    atLeast("a payload", "a delta"),
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
	name, full := all[0].name, all[0]
	for _, p := range all[1:] {
		if isFull(p) {
			full = p
		}
		if held, err = a.advance(check.Base{Snapshot: held, Name: name}, p); err != nil {
			return err
		}
		name = p.result()
	}
	header := snapshot.Header{Tool: tool}
	if tool == "" {
		header.Tool, _ = full.doc.Header.Get("tool")
	}
	out, err := snapshot.AppendFull(nil, held, header)
	if err != nil {
		return err
	}
	if t, ok := held.(*snapshot.Table); ok && t.Keyed() && t.Len() == 0 {
		a.complain("note: %s has no members left; `[0:]` is no keyed table (spec 7.2a.4), so `[0]` is written, which decodes to an array", name)
	}
	return a.write(out)
}

// isFull reports whether a payload holds all data, whatever was before it.
func isFull(p payload) bool { return !p.doc.Header.Is("delta") && !p.doc.Header.Is("unchanged") }

// result is what the data is called that a payload gives.
func (p payload) result() string {
	if isFull(p) {
		return p.name
	}
	return "the result of " + p.name
}

// advance returns what a payload makes of what is held: a delta, one that says
// that nothing changed, or a full one, which is a new start.
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
	if isFull(p) {
		return a.full(p)
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
