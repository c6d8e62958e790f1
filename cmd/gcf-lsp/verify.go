package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gcf-lsp/check"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/snapshot"
)

// verifyRun is one run of the verify command.
type verifyRun struct {
	*app
	base    string
	known   map[string]check.Base // snapshots at hand, by root
	session snapshot.SessionReader
}

func (a *app) verifyCommand() *cobra.Command {
	r := &verifyRun{app: a, known: make(map[string]check.Base)}
	cmd := &cobra.Command{
		Use:   "verify [--base FILE] PATH…",
		Short: "Verify roots, deltas and session references",
		Long: `Verify payloads: the root of a full one, a delta by applying it to its base, the
references of a session. The base of a delta is the payload with its base_root
among BASE, the full payloads and the results of the other deltas; the payloads
of a session come in their order, or name the one before them in a comment. Of a
folder all payloads are taken that have a root, are a delta or belong to a
session. One PATH may be - for standard input. What is right is listed on
standard output, what is not on standard error; the exit status is then 1.`,
		Example: `  gcf-lsp verify examples/stock.gcf examples/stock.delta.gcf
  gcf-lsp verify examples
  gcf-lsp verify --base examples/stock.gcf - < delta.gcf`,
		Args: atLeast("a file"),
		RunE: func(_ *cobra.Command, args []string) error {
			return r.run(args)
		},
	}
	cmd.Flags().StringVar(&r.base, "base", "", "a full payload that deltas may apply to")
	return cmd
}

func (r *verifyRun) run(args []string) error {
	args, err := r.expand(args)
	if err != nil {
		return err
	}
	named := args
	if r.base != "" {
		named = append([]string{r.base}, args...)
	}
	all, err := r.payloads(named)
	if err != nil {
		return err
	}
	var base *check.Base
	if r.base != "" {
		s, err := r.full(all[0])
		if err != nil {
			return err
		}
		base = &check.Base{Snapshot: s, Name: all[0].name}
		r.known[s.Root()] = *base
		all = all[1:]
	}
	// Full payloads first: a delta may stand before its base.
	for _, p := range all {
		var s snapshot.Snapshot
		err := files.Contain(p.name, func() (err error) { // said where it is verified
			s, err = snapshot.FromDocument(p.doc)
			return err
		})
		if err == nil {
			if _, there := r.known[s.Root()]; !there {
				r.known[s.Root()] = check.Base{Snapshot: s, Name: p.name}
			}
		}
	}
	verdicts, err := r.all(all, base)
	if err != nil {
		return err
	}
	failed := false
	for i, p := range all {
		if verdicts[i] == "" {
			failed = true
			continue
		}
		if _, err := fmt.Fprintf(r.stdout, "%s: %s\n", report.Safe(p.name), verdicts[i]); err != nil {
			return err
		}
	}
	if failed {
		return status(exitFindings)
	}
	return nil
}

// expand returns the files of folders in place of the folders: those whose header
// names a root, a delta or a session.
func (r *verifyRun) expand(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
			all = append(all, arg) // reading it says what is wrong
			continue
		}
		search := r.newSearch(&selectFlags{})
		found, err := search.sources(context.Background(), []string{arg})
		if err != nil {
			return nil, err
		}
		if len(search.unread) > 0 {
			return nil, status(exitFailure)
		}
		before := len(all)
		for _, s := range found {
			if embedded.KindOf(s.path) == embedded.Plain && index.Relevant(firstLine(s.path)) && verifiable(s.path) {
				all = append(all, s.path)
			}
		}
		if len(all) == before {
			r.complain("%s: no payload in it has a root, is a delta or belongs to a session", arg)
		}
	}
	return all, nil
}

// verifiable reports whether there is something in a file to verify.
func verifiable(path string) bool {
	doc := readDocument(path)
	if doc == nil {
		return false
	}
	_, root := doc.Header.Get("pack_root")
	return root || doc.Header.Is("delta") || doc.Header.Is("session")
}

// reader returns what has read the payloads before one of a session: those that
// comments name, else those before it in this run.
func (r *verifyRun) reader(p payload) (*snapshot.SessionReader, error) {
	earlier, err := r.named(p, p.name)
	if err != nil || len(earlier) == 0 {
		return &r.session, err
	}
	all, err := r.payloads(earlier)
	if err != nil {
		return nil, err
	}
	reader := &snapshot.SessionReader{}
	for _, e := range all {
		if _, err := reader.Read(e.doc); err != nil {
			return nil, r.refuseFor(e, err)
		}
	}
	return reader, nil
}

// all verifies payloads and returns what each is, or "" where it was refused.
// Deltas wait until their base is known.
func (r *verifyRun) all(all []payload, base *check.Base) ([]string, error) {
	verdicts := make([]string, len(all))
	var waiting []int
	for i, p := range all {
		if p.doc.Header.Is("delta") {
			waiting = append(waiting, i)
		} else if err := r.put(verdicts, i, p, base); err != nil {
			return nil, err
		}
	}
	for len(waiting) > 0 {
		next := -1
		for k, i := range waiting {
			root, _ := all[i].doc.Header.Get("base_root")
			if _, known := r.known[root]; known {
				next = k
				break
			}
		}
		next = max(next, 0) // none: the first is refused for it
		i := waiting[next]
		waiting = append(waiting[:next], waiting[next+1:]...)
		if err := r.put(verdicts, i, all[i], base); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

func (r *verifyRun) put(verdicts []string, i int, p payload, base *check.Base) error {
	err := r.contain(p.name, func() (err error) {
		verdicts[i], err = r.verify(p, base)
		return err
	})
	if code := status(0); err != nil && !errors.As(err, &code) {
		return err
	}
	return nil
}

// verify says what a payload is when it is right. When it is not it reports
// why and returns a status.
func (r *verifyRun) verify(p payload, base *check.Base) (string, error) {
	h := &p.doc.Header
	switch {
	case h.Is("delta"):
		return r.verifyDelta(p, base)
	case h.Is("unchanged"):
		root, _ := h.Get("pack_root")
		if root == "" {
			return "", r.lacking(p, "pack_root")
		}
		held, ok := r.known[root]
		if !ok {
			return "", r.missing(p, root)
		}
		return fmt.Sprintf("right: %s is unchanged", held.Name), nil
	case h.Is("session"):
		reader, err := r.reader(p)
		if err != nil {
			return "", err
		}
		g, err := reader.Read(p.doc)
		if err != nil {
			return "", r.refuseFor(p, err)
		}
		return fmt.Sprintf("right: %s, every reference is declared", counted(g.Len(), "symbol")), nil
	}
	s, err := r.full(p)
	if err != nil {
		return "", err
	}
	if declared, ok := h.Get("pack_root"); !ok || !snapshot.KnownAlgorithm(declared) {
		return fmt.Sprintf("nothing to verify: its root would be %s", s.Root()), nil
	}
	return "right: " + s.Root(), nil
}

func (r *verifyRun) verifyDelta(p payload, base *check.Base) (string, error) {
	root, _ := p.doc.Header.Get("base_root")
	at, ok := r.known[root]
	switch {
	case !ok && base != nil:
		at = *base // the mismatch is worth reporting
	case !ok:
		// What is wrong whatever the base is needs none.
		if found := check.Contradictions(p.doc); len(found) > 0 {
			if err := r.refuse(p, found); err != nil {
				return "", err
			}
		}
		if root == "" {
			return "", r.lacking(p, "base_root")
		}
		return "", r.missing(p, root)
	}
	result, err := r.advance(at, p)
	if err != nil {
		return "", err
	}
	if _, there := r.known[result.Root()]; !there {
		r.known[result.Root()] = check.Base{Snapshot: result, Name: "the result of " + p.name}
	}
	delta, err := snapshot.DeltaFromDocument(p.doc)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("right: %s on %s gives %s", report.Safe(check.Summary(delta)), report.Safe(at.Name), result.Root()), nil
}

// missing says that no payload with a root is at hand.
func (r *verifyRun) missing(p payload, root string) error {
	r.complain("%s: no payload with the root %s is at hand; name it with --base", p.name, root)
	return status(exitFindings)
}
