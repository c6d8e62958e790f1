package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/cli/draw"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/parser"
)

// graphRun is one run of the graph command.
type graphRun struct {
	*app
	format string
	filter draw.Filter
	focus  string
	bases  []string
	result into
}

func (a *app) graphCommand() *cobra.Command {
	r := &graphRun{app: a}
	cmd := &cobra.Command{
		Use:   "graph [FILE|-]",
		Short: "Draw the symbols and edges of a document as SVG, Mermaid or DOT",
		Long: `Draw the symbols of a document of the graph profile, by group, and its edges, by
type; of a document with Context Graph Protocol frames the frames and their
relations, such as the calls of a code graph. Names are escaped for the format: a
hostile one is no markup. A delta or a payload of a session needs the payloads
before it, as for 'gcf-lsp decode'.

--group, --kind and --edge-type leave the others out, and may be given several
times. --focus leaves a symbol and those within --depth edges of it, whichever way
the edges lead.`,
		Example: `  gcf-lsp graph -o context.svg examples/context.gcf
  gcf-lsp graph --format mermaid --edge-type calls examples/context.gcf
  gcf-lsp graph --format dot --focus shop/cart.Checkout --depth 1 examples/context.gcf | dot -Tpdf
  gcf-lsp graph examples/frames.gcf > frames.svg`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case !slices.Contains(draw.Formats(), r.format):
				return usage("", "--format is %s, not %q", strings.Join(draw.Formats(), ", "), r.format)
			case r.filter.Depth < 0:
				return usage("", "--depth is a number of edges, not %d", r.filter.Depth)
			}
			return r.run(args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&r.format, "format", "f", "svg", "format of the drawing: "+strings.Join(draw.Formats(), ", "))
	flags.StringArrayVar(&r.filter.Groups, "group", nil, "draw this group of symbols, such as targets")
	flags.StringArrayVar(&r.filter.Kinds, "kind", nil, "draw symbols of this kind, as the document writes it")
	flags.StringArrayVar(&r.filter.EdgeTypes, "edge-type", nil, "draw edges of this type")
	flags.StringVar(&r.focus, "focus", "", "draw the symbol of this name and its neighbours")
	flags.IntVar(&r.filter.Depth, "depth", 2, "how many edges from the focus")
	flags.StringArrayVar(&r.bases, "base", nil, "a payload before this one, as for 'gcf-lsp decode'; may be given several times, in order")
	r.result.register(cmd)
	complete(cmd, "format", draw.Formats())
	return cmd
}

func (r *graphRun) run(args []string) error {
	path := ""
	if len(args) > 0 && args[0] != "-" {
		path = args[0]
	}
	name, text, err := r.read(args)
	if err != nil {
		return err
	}
	p := payload{name, parser.Parse(text)}
	return r.result.write(r.app, func() error {
		return r.contain(name, func() error { return r.draw(p, path) })
	})
}

func (r *graphRun) draw(p payload, path string) error {
	if diagnostics.HasErrors(p.doc) {
		if err := r.refuse(p, errorsOf(p.doc)); err != nil {
			return err
		}
		return status(exitFindings)
	}
	doc, err := r.withEarlier(p, path, r.bases)
	if err != nil {
		return err
	}
	var g *draw.Graph
	if doc.Profile == ast.ProfileGraph && isFull(payload{p.name, doc}) {
		g = draw.OfGraph(doc)
	} else if view := frames.Open(doc, frames.On); view != nil && len(view.Results) > 0 {
		g = draw.OfFrames(view)
	} else {
		r.complain("%s: there is nothing to draw: it holds neither symbols nor frames; a delta needs --base", p.name)
		return status(exitFindings)
	}
	if r.focus != "" {
		if r.filter.Focus = g.Named(r.focus); r.filter.Focus == nil {
			names := make([]string, len(g.Nodes))
			for i := range g.Nodes {
				names[i] = g.Nodes[i].Name
			}
			hint := ""
			if near := nearest.Word(r.focus, names); near != "" {
				hint = "; did you mean " + near + "?"
			}
			r.complain("%s: no symbol is called %s%s", p.name, r.focus, hint)
			return status(exitFindings)
		}
	}
	kept := g.Keep(r.filter)
	if len(kept.Nodes) == 0 {
		r.complain("%s: nothing is left to draw by --group, --kind and --edge-type", p.name)
		return status(exitFindings)
	}
	return draw.Write(r.stdout, kept, r.format)
}
