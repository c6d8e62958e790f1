package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/snapshot"
)

func (a *app) packRootCommand() *cobra.Command {
	var records bool
	cmd := &cobra.Command{
		Use:   "root FILE…",
		Short: "Compute the pack roots of full payloads",
		Long: `Compute the pack root of each full payload (gcf-pack-root-v1, spec 10.2 and
10a.3) and say whether its header agrees. With --records the canonical records
are printed, which the root is the SHA-256 of; FILE may be - for standard input.
The exit status is 1 when a header disagrees, or a document has no root.`,
		Example: `  gcf-lsp root examples/stock.gcf
  gcf-lsp root --records examples/stock.gcf | sha256sum`,
		Args: atLeast("a file"),
		RunE: func(_ *cobra.Command, args []string) error {
			if records && len(args) > 1 {
				return usage("", "--records takes one file, not %d", len(args))
			}
			return a.roots(args, records)
		},
	}
	cmd.Flags().BoolVar(&records, "records", false, "print the canonical records instead of the root")
	return cmd
}

func (a *app) roots(args []string, records bool) error {
	all, err := a.payloads(args)
	if err != nil {
		return err
	}
	failed := false
	for _, p := range all {
		var s snapshot.Snapshot
		err := a.contain(p.name, func() (err error) {
			s, err = snapshot.FromDocument(p.doc)
			return err
		})
		if err != nil {
			if !errors.As(err, new(status)) {
				_ = a.refuseFor(p, err)
			}
			failed = true
			continue
		}
		if records {
			for _, r := range s.Records() {
				if err := a.write([]byte(r)); err != nil {
					return err
				}
			}
			continue
		}
		verdict, ok := agrees(p, s)
		failed = failed || !ok
		if _, err := fmt.Fprintf(a.stdout, "%s  %s  %s\n", s.Root(), report.Safe(p.name), verdict); err != nil {
			return err
		}
	}
	if failed {
		return status(exitFindings)
	}
	return nil
}

// agrees compares the root that a header declares with the computed one.
func agrees(p payload, s snapshot.Snapshot) (verdict string, ok bool) {
	declared, there := p.doc.Header.Get("pack_root")
	switch {
	case !there:
		return "(the header has no pack_root)", true
	case declared == s.Root():
		return "(the header agrees)", true
	case !snapshot.KnownAlgorithm(declared):
		return "(the header has a root of another algorithm: " + report.Safe(declared) + ")", true
	}
	return "(the header differs: " + report.Safe(declared) + ")", false
}
