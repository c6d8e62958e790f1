package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gcf-lsp/frames"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/parser"
)

func (a *app) budgetCommand() *cobra.Command {
	var maxTokens, maxFrames uint64
	cmd := &cobra.Command{
		Use:   "budget [FILE|-]",
		Short: "Add up what the frames of a document cost, beside what they declare",
		Long: `Print for each Context Graph Protocol frame of a document, and in total, the
cost that it declares, the honest one (four bytes of content are one budget
token, rounded up), what is left of the budget, and an estimate of the model
tokens (1.35 times as many). The budget is that of the query in the document,
unless flags say another. The exit status is 1 when a declared cost is not the
honest one, or the frames do not fit the budget.`,
		Example: `  gcf-lsp budget result.gcf
  gcf-lsp budget --max-tokens 4000 --max-frames 12 result.gcf`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			var limits limits
			if cmd.Flags().Changed("max-tokens") {
				limits.tokens = &maxTokens
			}
			if cmd.Flags().Changed("max-frames") {
				limits.frames = &maxFrames
			}
			return a.budget(payload{name, parser.Parse(text)}, limits)
		},
	}
	cmd.Flags().Uint64Var(&maxTokens, "max-tokens", 0, "the budget in budget tokens")
	cmd.Flags().Uint64Var(&maxFrames, "max-frames", 0, "how many frames there may be")
	return cmd
}

// limits are a budget; nil is no limit.
type limits struct{ tokens, frames *uint64 }

func (a *app) budget(p payload, override limits) error {
	view := frames.Open(p.doc, frames.On)
	if view == nil || len(view.Results) == 0 {
		a.complain("%s: there are no frames in it", p.name)
		return status(exitFindings)
	}
	right := true
	for i, r := range view.Results {
		var l limits
		l.tokens, l.frames = r.Budget()
		if override.tokens != nil {
			l.tokens = override.tokens
		}
		if override.frames != nil {
			l.frames = override.frames
		}
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		title := p.name
		if r.Provider != "" {
			title += ": " + r.Provider
		}
		fmt.Fprintln(a.stdout, report.Safe(title))
		fits, err := printBudget(a.stdout, r, l)
		if err != nil {
			return err
		}
		right = right && fits
	}
	if !right {
		return status(exitFindings)
	}
	return nil
}

// printBudget prints the costs of a result as a table, and says whether all of
// them are honest and fit.
func printBudget(out io.Writer, r *frames.Result, l limits) (right bool, err error) {
	right = true
	left := func(spent uint64) string {
		switch {
		case l.tokens == nil:
			return "-"
		case spent > *l.tokens:
			return "-" + strconv.FormatUint(spent-*l.tokens, 10)
		}
		return strconv.FormatUint(*l.tokens-spent, 10)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  frame\tkind\tdeclared\thonest\tleft\tmodel tokens\t")
	var spent uint64
	for i := range r.Frames {
		f := &r.Frames[i]
		id, _ := f.Text(frames.ID)
		kind, _ := f.Text(frames.Kind)
		honest, ok := f.Honest()
		remark := ""
		switch {
		case !ok:
			honest, remark = f.Declared(), "its content is no text and cannot be counted"
		case honest != f.Declared():
			right, remark = false, "the declared cost is wrong"
		}
		spent += honest
		fmt.Fprintf(w, "  %s\t%s\t%d\t%d\t%s\t%d\t%s\n", report.Safe(id), report.Safe(kind), f.Declared(), honest, left(spent), frames.ModelTokens(honest), remark)
	}
	sum := r.Sum()
	fmt.Fprintf(w, "  total\t%s\t%d\t%d\t%s\t%d\t\n", counted(sum.Frames, "frame"), sum.Declared, sum.Honest, left(sum.Honest), frames.ModelTokens(sum.Honest))
	if err := w.Flush(); err != nil {
		return false, err
	}
	if l.tokens != nil && sum.Honest > *l.tokens {
		right = false
		fmt.Fprintf(out, "  does not fit: %d of %d budget tokens\n", sum.Honest, *l.tokens)
	}
	if l.frames != nil && uint64(sum.Frames) > *l.frames {
		right = false
		fmt.Fprintf(out, "  does not fit: %d of %d frames\n", sum.Frames, *l.frames)
	}
	return right, nil
}
