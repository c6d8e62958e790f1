package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) statsCommand() *cobra.Command {
	var format, tokenizer string
	var most int
	cmd := &cobra.Command{
		Use:   "stats FILE…",
		Short: "Measure documents: bytes, tokens, the same data as JSON",
		Long: `Measure documents: their bytes and budget tokens (bytes divided by four,
rounded up) beside what the header claims, what the same data takes as compact
and as indented JSON, and the share of each part. With --tokenizer the tokens of
a model are counted, too; the vocabularies are in the program. With --max-tokens
the exit status is 1 where a document has more: of the model's tokens with
--tokenizer, else of budget tokens.`,
		Example: `  gcf-lsp stats examples/orders.gcf
  gcf-lsp stats --tokenizer o200k_base examples/orders.gcf
  gcf-lsp stats --format json *.gcf
  gcf-lsp stats --max-tokens 2000 --tokenizer o200k_base answer.gcf`,
		Args: atLeast("a file"),
		RunE: func(_ *cobra.Command, args []string) error {
			if most < 0 {
				return usage("0 is no limit", "--max-tokens is %d", most)
			}
			return a.stats(args, format, tokenizer, most)
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", "text", "format of the output: text or json")
	cmd.Flags().StringVar(&tokenizer, "tokenizer", "", "count model tokens, too: o200k_base or cl100k_base")
	cmd.Flags().IntVar(&most, "max-tokens", 0, "end with status 1 where a document has more tokens; 0 is no limit")
	complete(cmd, "format", []string{"text", "json"})
	complete(cmd, "tokenizer", stats.Tokenizers())
	return cmd
}

// measured is a document with its figures, as it is printed in JSON.
type measured struct {
	File       string            `json:"file"`
	Profile    string            `json:"profile"`
	Bytes      int               `json:"bytes"`
	Tokens     int               `json:"budgetTokens"`
	Declared   *uint64           `json:"declaredTokens"`
	Budget     *uint64           `json:"budget"`
	JSON       int               `json:"compactJSONBytes"`
	PrettyJSON int               `json:"prettyJSONBytes"`
	NoData     string            `json:"noData,omitempty"` // why there is no JSON
	Model      *modelTokens      `json:"modelTokens,omitempty"`
	Sections   []measuredSection `json:"sections"`
}

type modelTokens struct {
	Tokenizer  string `json:"tokenizer"`
	Document   int    `json:"document"`
	JSON       int    `json:"compactJSON"`
	PrettyJSON int    `json:"prettyJSON"`
}

type measuredSection struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Items int     `json:"items"`
	Bytes int     `json:"bytes"`
	Share float64 `json:"share"`
}

func (a *app) stats(args []string, format, tokenizer string, most int) error {
	if format != "text" && format != "json" {
		return usage("", "--format is text or json, not %q", format)
	}
	count := func(string) int { return 0 }
	if tokenizer != "" {
		var err error
		if count, err = stats.Counter(tokenizer); err != nil {
			return &usageError{err: err}
		}
	}
	all := []measured{}
	var failed error
	for _, arg := range args {
		name, text, err := a.read([]string{arg})
		if err != nil {
			return err
		}
		var m measured
		err = a.contain(name, func() (err error) {
			m, err = measure(name, text, tokenizer, count)
			return err
		})
		if errors.As(err, new(status)) {
			failed = err
			continue
		} else if err != nil {
			return err
		}
		all = append(all, m)
	}
	if err := a.printAll(all, format); err != nil {
		return err
	}
	for i := range all {
		tokens := all[i].Tokens
		if all[i].Model != nil {
			tokens = all[i].Model.Document
		}
		if most > 0 && tokens > most {
			a.complain("%s: %s, %d more than --max-tokens", all[i].File, counted(tokens, "token"), tokens-most)
			failed = errors.Join(failed, status(exitFindings))
		}
	}
	return failed
}

func (a *app) printAll(all []measured, format string) error {
	if format == "json" {
		e := json.NewEncoder(a.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(all)
	}
	for i := range all {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := a.printStats(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

func measure(name, text, tokenizer string, count func(string) int) (measured, error) {
	doc := parser.Parse(text)
	d := stats.Of(doc)
	m := measured{
		File: name, Profile: d.Profile.String(), Bytes: d.Bytes, Tokens: d.Tokens, Declared: d.Declared, Budget: d.Budget,
		JSON: d.JSON, PrettyJSON: d.PrettyJSON, Sections: []measuredSection{},
	}
	if d.NoData != nil {
		m.NoData = valueMessage(d.NoData)
	}
	for _, s := range d.Sections {
		m.Sections = append(m.Sections, measuredSection{s.Name, s.Kind, s.Items, s.Bytes, float64(s.Bytes) / float64(max(d.Bytes, 1))})
	}
	if tokenizer == "" {
		return m, nil
	}
	m.Model = &modelTokens{Tokenizer: tokenizer, Document: count(text)}
	v, err := value.Decode(doc)
	if err != nil {
		return m, nil // there are no data to compare with
	}
	for _, form := range []struct {
		into    *int
		options []value.JSONOption
	}{{&m.Model.JSON, nil}, {&m.Model.PrettyJSON, []value.JSONOption{value.Indent("  ")}}} {
		text, err := value.AppendJSON(nil, v, form.options...)
		if err != nil {
			return m, err
		}
		*form.into = count(string(text))
	}
	return m, nil
}

func (a *app) printStats(m *measured) error {
	fmt.Fprintf(a.stdout, "%s: %s profile, %s, %s\n", report.Safe(m.File), m.Profile, counted(m.Bytes, "byte"), counted(m.Tokens, "budget token"))
	if m.Declared != nil {
		fmt.Fprintf(a.stdout, "  the header declares tokens=%d\n", *m.Declared)
	}
	if m.Budget != nil {
		verdict := "fits"
		if uint64(m.Tokens) > *m.Budget {
			verdict = "does not fit"
		}
		fmt.Fprintf(a.stdout, "  the header declares budget=%d: it %s\n", *m.Budget, verdict)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	if m.JSON > 0 {
		fmt.Fprintf(w, "  compact JSON\t%d bytes\t%s\n", m.JSON, against(m.Bytes, m.JSON))
		fmt.Fprintf(w, "  indented JSON\t%d bytes\t%s\n", m.PrettyJSON, against(m.Bytes, m.PrettyJSON))
	} else {
		fmt.Fprintf(w, "  as JSON\tno data: %s\n", report.Safe(m.NoData))
	}
	if t := m.Model; t != nil {
		fmt.Fprintf(w, "  %s\t%d tokens\n", t.Tokenizer, t.Document)
		if t.JSON > 0 {
			fmt.Fprintf(w, "    compact JSON\t%d tokens\t%s\n", t.JSON, against(t.Document, t.JSON))
			fmt.Fprintf(w, "    indented JSON\t%d tokens\t%s\n", t.PrettyJSON, against(t.Document, t.PrettyJSON))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w = tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, s := range m.Sections {
		name := s.Kind
		if s.Name != "" {
			name += " " + report.Safe(s.Name)
		}
		fmt.Fprintf(w, "  %s\t%d bytes\t%.0f %%\t%s\n", name, s.Bytes, 100*s.Share, items(s))
	}
	return w.Flush()
}

// against compares a size with that of the same data in another form.
func against(size, other int) string {
	return fmt.Sprintf("this is %.0f %% of it", 100*float64(size)/float64(other))
}

func items(s measuredSection) string {
	switch s.Kind {
	case "table":
		return counted(s.Items, "row")
	case "keyed table", "object":
		return counted(s.Items, "member")
	case "array", "group":
		return counted(s.Items, "item")
	}
	return counted(s.Items, "line")
}
