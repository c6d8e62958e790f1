package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/snapshot"
)

// diffRun is one run of the diff command.
type diffRun struct {
	*app
	tool  string
	guard float64
	human bool
}

func (a *app) diffCommand() *cobra.Command {
	r := &diffRun{app: a}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Write the delta between two full payloads",
		Long: `Write the delta payload that turns the full payload OLD into NEW. Where there is
no such delta, or it is not small enough, the full payload is written and
standard error says why. Where nothing changed the payload says so. OLD or NEW
may be - for standard input.

--human writes for people what changed: a line for each row that is new (+), gone
(-) or another (~, with each cell that differs), whatever order the rows stand
in, and for a graph for each symbol and edge. The exit status is 0 all the same.`,
		Example: `  gcf-lsp diff examples/stock.gcf new.gcf > delta.gcf
  gcf-lsp diff --human examples/stock.gcf new.gcf
  gcf-lsp diff --guard 0 old.gcf new.gcf    the delta, however large`,
		Args: exactly("the payload before", "the payload after"),
		RunE: func(_ *cobra.Command, args []string) error {
			if r.guard < 0 {
				return usage("", "--guard is a percentage, not %g", r.guard)
			}
			return r.run(args)
		},
	}
	cmd.Flags().StringVar(&r.tool, "tool", "", "the producing tool, for the header; that of NEW when it is not given")
	cmd.Flags().Float64Var(&r.guard, "guard", 100*snapshot.DefaultGuard, "the percentage of the full payload that the delta must stay below; 0 is no limit")
	cmd.Flags().BoolVar(&r.human, "human", false, "say for people what changed, row by row and cell by cell")
	return cmd
}

func (r *diffRun) run(args []string) error {
	all, err := r.payloads(args)
	if err != nil {
		return err
	}
	var s [2]snapshot.Snapshot
	for i, p := range all {
		if s[i], err = r.full(p); err != nil {
			return err
		}
	}
	if r.human {
		return r.changes(s[0], s[1])
	}
	header := snapshot.Header{Tool: r.tool}
	if r.tool == "" {
		header.Tool, _ = all[1].doc.Header.Get("tool")
	}
	reply, err := snapshot.Between(s[0], s[1], header, r.guard/100)
	if err != nil {
		return err
	}
	if reply.Outcome == snapshot.FullPayload {
		r.complain("a full payload: %s", reply.Why)
	}
	return r.write(reply.Text)
}

// changes says for people how one snapshot became the next.
func (a *app) changes(base, next snapshot.Snapshot) error {
	if was, is := sectionOf(base), sectionOf(next); was != is {
		if _, err := fmt.Fprintf(a.stdout, "%s became %s\n", report.Safe(was), report.Safe(is)); err != nil {
			return err
		}
	}
	return report.Changes(a.stdout, a.colors(a.stdout), snapshot.Changes(base, next))
}

// sectionOf is what holds the rows of a snapshot.
func sectionOf(s snapshot.Snapshot) string {
	t, ok := s.(*snapshot.Table)
	if !ok {
		return "a graph"
	}
	form := ""
	if t.Keyed() {
		form = ":"
	}
	fields := t.Fields()
	for i, f := range fields {
		if f == t.Key() {
			fields[i] = "@" + f
		}
	}
	return fmt.Sprintf("## %s [N%s]{%s}", t.Name(), form, strings.Join(fields, ","))
}
