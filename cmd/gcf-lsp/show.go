package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// showRun is one run of the show command.
type showRun struct {
	*app
	base  string
	known *index.Index
	docs  map[string]payload    // what was read, by its absolute path
	held  map[string]check.Base // what each that was shown gives, by its path
}

func (a *app) showCommand() *cobra.Command {
	r := &showRun{app: a, known: index.New(), docs: make(map[string]payload), held: make(map[string]check.Base)}
	var textconv bool
	cmd := &cobra.Command{
		Use:   "show [--base FILE] FILE…",
		Short: "Show for people what a delta changes, or the rows of a payload",
		Long: `Show what deltas change, row by row and cell by cell: a line for each row that is
new (+), gone (-) or another (~). The base of a delta is the payload that
--base or a comment in it names, else the one with its base_root among the named
files and those of the delta's folder. Where deltas lie between a full payload
and a delta, all are shown, as the steps of a chain, each with the root it gives
and whether that is the one it announces.

Of a full payload the rows are shown, each on one line with its identity and the
names of its cells, and of a graph its symbols and edges without their numbers.

--textconv is for git: it shows the rows of one file whatever it is, and never
fails over its content: a document without identities is shown as JSON; a delta
and what has errors as it is.

Exit status: 0 all is right, 1 a delta does not verify or a payload has errors,
2 something could not be read.`,
		Example: `  gcf-lsp show examples/stock.delta2.gcf
  gcf-lsp show --base examples/stock.gcf - < delta.gcf
  git config diff.gcf.textconv 'gcf-lsp show --textconv'`,
		Args: atLeast("a file"),
		RunE: func(_ *cobra.Command, args []string) error {
			if textconv {
				if len(args) > 1 {
					return usage("", "--textconv shows one file")
				}
				return a.textconv(args)
			}
			return r.run(args)
		},
	}
	cmd.Flags().StringVar(&r.base, "base", "", "the full payload that the first delta applies to")
	cmd.Flags().BoolVar(&textconv, "textconv", false, "show one file as text to compare, as git's textconv wants it")
	return cmd
}

// textconv shows a file as lines to compare.
func (a *app) textconv(args []string) error {
	name, text, err := a.read(args)
	if err != nil {
		return err
	}
	return a.contain(name, func() error {
		doc := parser.Parse(text)
		if diagnostics.HasErrors(doc) || doc.Header.Is("delta") || doc.Header.Is("unchanged") {
			_, err := io.WriteString(a.stdout, text)
			return err
		}
		return a.rows(doc, text)
	})
}

// rows shows what a payload without errors holds, its comments before that.
func (a *app) rows(doc *ast.Document, text string) error {
	var head strings.Builder
	head.WriteString("GCF")
	for _, f := range doc.Header.Fields {
		switch f.Key {
		case "pack_root", "symbols", "edges", "tokens", "count": // follow from what is shown
		default:
			head.WriteString(" " + report.Safe(f.Key) + "=" + report.Safe(f.Value))
		}
	}
	head.WriteByte('\n')
	for i := range doc.Nodes {
		if doc.Nodes[i].Kind == ast.KindComment {
			head.WriteString(report.Safe(strings.TrimSpace(doc.Text(ast.NodeID(i)))) + "\n")
		}
	}
	s, noRows := snapshot.FromDocument(doc)
	if noRows == nil {
		if _, table := s.(*snapshot.Table); table {
			head.WriteString(report.Safe(sectionOf(s)) + "\n")
		}
		if _, err := io.WriteString(a.stdout, head.String()); err != nil {
			return err
		}
		return report.Rows(a.stdout, snapshot.Rows(s))
	}
	v, err := value.Decode(doc)
	if err != nil {
		_, err := io.WriteString(a.stdout, text)
		return err
	}
	if _, err := io.WriteString(a.stdout, head.String()); err != nil {
		return err
	}
	if err := value.WriteJSON(a.stdout, v, value.Indent("  ")); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.stdout)
	return err
}

func (r *showRun) run(args []string) error {
	all, err := r.payloads(args)
	if err != nil {
		return err
	}
	paths := make([]string, len(all))
	for i, arg := range args {
		if paths[i] = "stdin.gcf"; arg != "-" {
			paths[i] = arg
		}
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			return err
		}
		r.note(paths[i], all[i])
	}
	if r.base != "" {
		base, err := r.payloads([]string{r.base})
		if err != nil {
			return err
		}
		s, err := r.full(base[0])
		if err != nil {
			return err
		}
		path, err := filepath.Abs(r.base)
		if err != nil {
			return err
		}
		r.note(path, base[0])
		r.held[path] = check.Base{Snapshot: s, Name: base[0].name}
	}
	wrong := false
	for i, p := range all {
		err := r.contain(p.name, func() error { return r.one(paths[i], p, i == 0) })
		switch code, known := err.(status); {
		case known && code == exitFindings:
			wrong = true
		case err != nil:
			return err
		}
	}
	if wrong {
		return status(exitFindings)
	}
	return nil
}

// note takes note of a document, and of those that it may depend on.
func (r *showRun) note(path string, p payload) {
	if _, there := r.docs[path]; there {
		return
	}
	r.docs[path] = p
	r.known.Put(path, p.doc)
}

// search takes note of the documents beside a delta, and of those that comments
// name.
func (r *showRun) search(path string) {
	beside, _ := filepath.Glob(filepath.Join(globText(filepath.Dir(path)), "*.gcf"))
	beside = append(beside, path)
	for len(beside) > 0 {
		next := beside[len(beside)-1]
		beside = beside[:len(beside)-1]
		if _, there := r.docs[next]; !there && index.Relevant(firstLine(next)) {
			if doc := readDocument(next); doc != nil {
				r.note(next, payload{files.Display(workingDir(), next), doc})
			}
		}
		if e, ok := r.known.Entry(next); ok && e.Named != "" && mayName(next, e.Named, workingDir()) {
			if _, known := r.known.Entry(e.Named); !known {
				if _, err := os.Stat(e.Named); err == nil {
					beside = append(beside, e.Named)
				}
			}
		}
	}
}

// globText is text that a glob takes as it is.
func globText(s string) string {
	if filepath.Separator == '\\' {
		return s // has no escape there
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}

// one shows a payload: a delta with the chain before it, as far as it was not
// shown yet.
func (r *showRun) one(path string, p payload, first bool) error {
	if _, shown := r.held[path]; shown {
		return nil
	}
	if !p.doc.Header.Is("delta") {
		if err := r.title(p, "", ""); err != nil {
			return err
		}
		return r.rows(p.doc, p.doc.Source)
	}
	entry, _ := r.known.Entry(path)
	chain, why := r.known.Chain(entry)
	if chain == nil && r.base == "" {
		r.search(path)
		chain, why = r.known.Chain(entry)
	}
	switch {
	case chain != nil:
	case r.base != "" && first:
		base, err := filepath.Abs(r.base)
		if err != nil {
			return err
		}
		chain = []index.Entry{{Path: base}}
	case why != "":
		r.complain("%s: %s; name its base with --base", p.name, why)
		return status(exitFindings)
	default:
		root, _ := p.doc.Header.Get("base_root")
		r.complain("%s: no payload with the root %s is at hand; name it with --base", p.name, root)
		return status(exitFindings)
	}
	return r.steps(append(chain, index.Entry{Path: path}))
}

// steps shows a chain: a full payload and the deltas on it.
func (r *showRun) steps(chain []index.Entry) error {
	var held check.Base
	for _, e := range chain {
		if was, shown := r.held[e.Path]; shown {
			held = was
			continue
		}
		p := r.docs[e.Path]
		if diagnostics.HasErrors(p.doc) {
			if err := r.refuse(p, errorsOf(p.doc)); err != nil {
				return err
			}
			return status(exitFindings)
		}
		next := check.Base{Name: p.result()}
		var err error
		if held.Snapshot == nil {
			if next.Snapshot, err = r.full(p); err != nil {
				return err
			}
			if err := r.title(p, counted(next.Snapshot.Len(), what(next.Snapshot)), next.Snapshot.Root()); err != nil {
				return err
			}
		} else if next.Snapshot, err = r.step(held, p); err != nil {
			return err
		}
		held, r.held[e.Path] = next, next
	}
	return nil
}

// what a snapshot has many of.
func what(s snapshot.Snapshot) string {
	if s.Profile() == ast.ProfileGraph {
		return "symbol"
	}
	return "row"
}

// step shows one delta on what is held.
func (r *showRun) step(held check.Base, p payload) (snapshot.Snapshot, error) {
	result, found := check.Delta(p.doc, held, nil)
	delta, err := snapshot.DeltaFromDocument(p.doc)
	if err != nil {
		return nil, r.refuseFor(p, err)
	}
	said := check.Summary(delta) + " on " + held.Name
	if len(found) > 0 {
		_, announced := delta.Roots()
		if err := r.title(p, said+" does not verify", announced); err != nil {
			return nil, err
		}
		if err := r.refuse(p, found); err != nil {
			return nil, err
		}
		return nil, status(exitFindings)
	}
	if err := r.title(p, said+", verified", result.Root()); err != nil {
		return nil, err
	}
	return result, r.changes(held.Snapshot, result)
}

// title begins what is said of a payload.
func (r *showRun) title(p payload, said, root string) error {
	line := report.Safe(p.name)
	if said != "" {
		line += ": " + report.Safe(said) + ": " + report.Safe(root)
	}
	if r.colors(r.stdout) {
		line = "\x1b[1m" + line + "\x1b[0m"
	}
	_, err := fmt.Fprintln(r.stdout, line)
	return err
}
