package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/data"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// compareRun is one run of the compare command.
type compareRun struct {
	*app
	format, tokenizer string
	forms             [2]string
	options           [2]data.Options
	limit             int
	neverLarger       bool
}

func (a *app) compareCommand() *cobra.Command {
	r := &compareRun{app: a}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare data across formats: GCF, JSON, JSON Lines, logs",
		Long: `Compare the data of A with those of B, each GCF, JSON, JSON Lines or a log with
payloads in a field, and print each place where they differ with both values.
Data are equal by the JSON data model: numbers by their exact value, also beyond
what a double holds; what is absent is not null; the order of members is told but
is no difference. Places are JSON pointers. A or B may be - for standard input.

JSON Lines are an array of their lines. With --field they are the payloads, GCF
or JSON, that stand there in the lines that have the field: one such line is its
payload, several are an array.

Exit status: 0 the data are equal, 1 they differ (or with --never-larger B is
larger than A), 2 something could not be read.`,
		Example: `  gcf-lsp compare answer.json answer.gcf
  gcf-lsp encode orders.json | gcf-lsp compare orders.json -
  gcf-lsp compare --field result.text old.log new.log
  gcf-lsp compare --never-larger --tokenizer o200k_base answer.json answer.gcf`,
		Args: exactly("a file", "a second file"),
		RunE: func(_ *cobra.Command, args []string) error {
			if r.limit < 0 {
				return usage("0 is no limit", "--max-differences is %d", r.limit)
			}
			return r.run(args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&r.format, "format", "f", "text", "format of the output: text or json")
	flags.StringVar(&r.forms[0], "form-a", "auto", "what A is: gcf, json, jsonl or auto")
	flags.StringVar(&r.forms[1], "form-b", "auto", "what B is")
	field := flags.String("field", "", "the dotted path of the field that holds the payloads in JSON Lines and logs")
	flags.IntVar(&r.limit, "max-differences", 100, "how many differences are printed; 0 is no limit")
	flags.BoolVar(&r.neverLarger, "never-larger", false, "tell which is smaller in bytes and tokens, and end with 1 where B is the larger one in tokens")
	flags.StringVar(&r.tokenizer, "tokenizer", "", "count the tokens of a model, not bytes divided by four: o200k_base or cl100k_base")
	complete(cmd, "format", []string{"text", "json"})
	complete(cmd, "form-a", data.Forms())
	complete(cmd, "form-b", data.Forms())
	complete(cmd, "tokenizer", stats.Tokenizers())
	cmd.PreRun = func(*cobra.Command, []string) {
		for i := range r.options {
			r.options[i] = data.Options{Form: data.Form(r.forms[i]), Field: *field}
		}
	}
	return cmd
}

// comparedSize is what one side takes, as it is printed in JSON.
type comparedSize struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

type comparedPlace struct {
	Change string          `json:"change"`
	Path   string          `json:"path"`
	A      json.RawMessage `json:"a,omitempty"`
	B      json.RawMessage `json:"b,omitempty"`
}

func (r *compareRun) run(args []string) error {
	if r.format != "text" && r.format != "json" {
		return usage("", "--format is text or json, not %q", r.format)
	}
	if args[0] == "-" && args[1] == "-" {
		return usage("", "standard input (-) can be read only once")
	}
	count := func(text string) int { return stats.BudgetTokens(len(text)) }
	if r.tokenizer != "" {
		var err error
		if count, err = stats.Counter(r.tokenizer); err != nil {
			return &usageError{err: err}
		}
	}
	var sizes [2]comparedSize
	var values [2]value.Value
	for i, arg := range args {
		switch r.options[i].Form {
		case data.Auto, data.GCF, data.JSON, data.JSONLines:
		default:
			return usage("", "--form-%c is gcf, json, jsonl or auto, not %q", 'a'+i, r.options[i].Form)
		}
		name, text, err := r.read([]string{arg})
		if err != nil {
			return err
		}
		if values[i], err = r.data(name, text, r.options[i]); err != nil {
			return err
		}
		sizes[i] = comparedSize{File: name, Bytes: len(text), Tokens: count(text)}
	}
	limit := r.limit
	if limit <= 0 {
		limit = int(^uint(0) >> 1)
	}
	c := value.Compare(values[0], values[1], limit)
	write := r.text
	if r.format == "json" {
		write = r.json
	}
	if err := write(&c, sizes); err != nil {
		return err
	}
	if !c.Equal() || r.neverLarger && sizes[1].Tokens > sizes[0].Tokens {
		return status(exitFindings)
	}
	return nil
}

// data reads one side. What cannot be read is shown with its place.
func (r *compareRun) data(name, text string, o data.Options) (value.Value, error) {
	v, err := data.Read(name, text, o)
	if err == nil {
		return v, nil
	}
	if p := (payload{name, parser.Parse(text)}); data.FormOf(name, text, o) == data.GCF && diagnostics.HasErrors(p.doc) {
		err = r.refuse(p, errorsOf(p.doc))
	} else {
		err = r.refuseValue(name, err)
	}
	if errors.As(err, new(status)) || err == nil {
		err = status(exitFailure)
	}
	return v, err
}

func (r *compareRun) text(c *value.Compared, sizes [2]comparedSize) error {
	for _, d := range c.Differences {
		path := d.Path
		if path == "" {
			path = "the whole value"
		}
		line := report.Safe(path) + ": "
		switch d.Change {
		case value.Removed:
			line += "only in " + report.Safe(sizes[0].File) + ": " + brief(d.A)
		case value.Added:
			line += "only in " + report.Safe(sizes[1].File) + ": " + brief(d.B)
		case value.Reordered:
			line += "the members have another order (no difference)"
		default:
			line += brief(d.A) + " | " + brief(d.B)
		}
		if _, err := fmt.Fprintln(r.stdout, line); err != nil {
			return err
		}
	}
	if more := c.Count + c.Reordered - len(c.Differences); more > 0 {
		fmt.Fprintf(r.stdout, "… and %d more\n", more)
	}
	verdict := "equal"
	if !c.Equal() {
		verdict = counted(c.Count, "difference")
	}
	if c.Reordered > 0 {
		verdict += fmt.Sprintf("; %s with members in another order", counted(c.Reordered, "object"))
	}
	_, err := fmt.Fprintln(r.stdout, verdict)
	if r.neverLarger {
		a, b := &sizes[0], &sizes[1]
		for _, s := range sizes {
			fmt.Fprintf(r.stdout, "  %s: %s, %s\n", report.Safe(s.File), counted(s.Bytes, "byte"), counted(s.Tokens, "token"))
		}
		word := "is not larger than"
		if b.Tokens > a.Tokens {
			word = "is larger than"
		}
		_, err = fmt.Fprintf(r.stdout, "  %s %s %s: %.0f %% of its tokens, %.0f %% of its bytes\n", report.Safe(b.File), word, report.Safe(a.File),
			100*float64(b.Tokens)/float64(max(a.Tokens, 1)), 100*float64(b.Bytes)/float64(max(a.Bytes, 1)))
	}
	return err
}

// briefLimit is how many bytes of a value are printed.
const briefLimit = 200

func brief(v value.Value) string {
	text := string(jsonOf(v))
	if len(text) > briefLimit {
		text = strings.ToValidUTF8(text[:briefLimit], "") + "…"
	}
	return report.Safe(text)
}

// jsonOf writes a value for a report: a number that no double holds as it is
// spelt.
func jsonOf(v value.Value) []byte {
	if v.Lexeme() != "" {
		return []byte(v.Lexeme())
	}
	text, err := value.AppendJSON(nil, v)
	if err != nil {
		return value.AppendQuoted(nil, err.Error())
	}
	return text
}

func (r *compareRun) json(c *value.Compared, sizes [2]comparedSize) error {
	out := struct {
		Equal       bool            `json:"equal"`
		Count       int             `json:"differenceCount"`
		Reordered   int             `json:"reorderedObjects"`
		Differences []comparedPlace `json:"differences"`
		A           comparedSize    `json:"a"`
		B           comparedSize    `json:"b"`
	}{c.Equal(), c.Count, c.Reordered, []comparedPlace{}, sizes[0], sizes[1]}
	for _, d := range c.Differences {
		place := comparedPlace{Change: d.Change.String(), Path: d.Path}
		if d.Change != value.Added {
			place.A = jsonOf(d.A)
		}
		if d.Change != value.Removed {
			place.B = jsonOf(d.B)
		}
		out.Differences = append(out.Differences, place)
	}
	e := json.NewEncoder(r.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
