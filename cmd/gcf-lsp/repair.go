package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnosis"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
	"gcf-lsp/parser"
)

func (a *app) repairCommand() *cobra.Command {
	var unsafe, lossy, all bool
	var schema schemaFlag
	var format string
	var result into
	var write bool
	cmd := &cobra.Command{
		Use:   "repair [FILE|-]",
		Short: "Print a broken payload repaired as far as that is safe",
		Long: `Take back the mistakes in a payload and print the result. What was done and what
is left is on standard error. A payload without errors is printed as it is.

A repair is safe where there is only one close explanation of what is wrong,
nothing is dropped, nothing is made up, and the result decodes; else nothing
that is unsure is changed. --unsafe-fixes makes decisions, too, the likeliest
ones: still nothing is dropped or made up. --lossy does what drops or makes up
data, such as keeping the whole rows of a payload that was cut off, and lists
it.

A text with several payloads, as an answer with several fences, is one broken
payload, and standard error says that there are more. --all takes each by itself,
from its fence or from its header line on, and prints each in a fence of its own;
as JSON, a list "payloads" with the line that each begins on. The status is that
of the worst.

Exit status: 0 the payload decodes, as it was or by a safe repair, 1 it does
not decode or fit --schema, 2 the command could not run, 3 it decodes by a decision of
--unsafe-fixes, 4 it decodes, and --lossy dropped or made up what is listed.`,
		Example: `  gcf-lsp repair answer.gcf > repaired.gcf
  produce | gcf-lsp repair | gcf-lsp decode
  gcf-lsp repair --format json answer.gcf
  gcf-lsp repair --all answer.md > payloads.md`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usage("", "--format is text or json, not %q", format)
			}
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			if err := schema.valid(); err != nil {
				return err
			}
			most := diagnosis.Safe
			switch {
			case lossy:
				most = diagnosis.Lossy
			case unsafe:
				most = diagnosis.Decision
			}
			if all && write {
				return usage("'gcf-lsp check --fix' writes fixes into text", "--write with --all")
			}
			if write {
				if len(args) == 0 || args[0] == "-" || format == "json" || result.path != "" {
					return usage("", "--write is for a file, and for text")
				}
				return a.contain(name, func() error { return a.repairFile(args[0], name, text, most, schema) })
			}
			return result.write(a, func() error {
				return a.contain(name, func() error {
					if all {
						return a.repairAll(name, text, format, most, schema)
					}
					if format == "json" {
						return a.repairJSON(name, text, most, schema)
					}
					return a.repair(name, text, most, schema)
				})
			}, exitDecided, exitLossy)
		},
	}
	cmd.Flags().BoolVar(&unsafe, "unsafe-fixes", false, "make decisions, too: what is likeliest, though something else may have been meant")
	cmd.Flags().BoolVar(&lossy, "lossy", false, "do what drops or makes up data, too, and list it")
	cmd.Flags().StringVarP(&format, "format", "f", "text", "what is printed: text, the repaired payload, or json, the payload with its explanation")
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the payload back to its file, where it decodes")
	cmd.Flags().BoolVar(&all, "all", false, "take all payloads out of a text, such as an answer with several fences, and repair each")
	result.register(cmd)
	schema.register(cmd)
	complete(cmd, "format", []string{"text", "json"})
	return cmd
}

// repairFile writes the repaired payload back, where it decodes.
func (a *app) repairFile(path, name, text string, most diagnosis.Level, schema schemaFlag) error {
	var repaired bytes.Buffer
	out := a.stdout
	a.stdout = &repaired
	err := a.repair(name, text, most, schema)
	a.stdout = out
	if errors.Is(err, status(exitFindings)) || repaired.String() == text {
		return err
	}
	return errors.Join(files.Write(workingDir(), path, []byte(text), repaired.Bytes()), err)
}

func (a *app) repair(name, text string, most diagnosis.Level, schema schemaFlag) error {
	if n := len(payloadsOf(text)); n > 1 {
		a.complain("%s: there are %d payloads in it; --all takes each by itself", name, n)
	}
	d := diagnosis.Explain(text)
	r := d.Repair(most)
	if r.Decodes || r.Text != text || !isNoise(text) {
		if _, err := io.WriteString(a.stdout, r.Text); err != nil {
			return err
		}
	}
	lines := ast.NewLineTable(text, ast.LF)
	for _, s := range r.Steps {
		at := lines.Position(s.Start, ast.UTF32)
		fmt.Fprintf(a.stderr, "fixed: %s:%d:%d: %s\n", report.Safe(name), at.Line+1, at.Column+1, report.Safe(s.Title))
	}
	list := func(what string, words []string) {
		if len(words) > 0 {
			fmt.Fprintf(a.stderr, "%s: %s\n", what, report.Safe(strings.Join(words, ", ")))
		}
	}
	list("dropped", r.Dropped)
	list("invented", r.Invented)
	if !r.Decodes {
		// Nothing is hidden from a repair: suppressed errors stop a decoder, too.
		doc := parser.Parse(r.Text)
		left := &report.File{Name: name, Source: r.Text}
		for _, f := range lint.Findings(diagnosis.Check(doc, diagnostics.Options{KeepSuppressed: true})) {
			if f.Severity == diagnostics.Error {
				f.Suppressed = false
				left.Findings = append(left.Findings, f)
			}
		}
		fmt.Fprintln(a.stderr, "left:")
		more := len(left.Findings) - mostLeft
		left.Findings = left.Findings[:min(len(left.Findings), mostLeft)]
		if err := a.report("text", a.stderr, report.Options{}, left); err != nil {
			return err
		}
		if more > 0 {
			fmt.Fprintf(a.stderr, "%s more; 'gcf-lsp check' lists all\n", counted(more, "error"))
		}
		fmt.Fprintf(a.stderr, "%s does not decode\n", report.Safe(name))
	}
	return a.repairStatus(name, &r, schema)
}

// isNoise says that nothing in a text is GCF, so that there is nothing to print.
func isNoise(text string) bool {
	return slices.ContainsFunc(parser.Parse(text).Problems, func(p ast.Problem) bool { return p.Cause == ast.CauseProse })
}

// mostLeft is how many errors are listed that a repair leaves: noise has
// thousands.
const mostLeft = 20

// repairStatus is the exit status of a repair, whose data should fit a schema.
func (a *app) repairStatus(name string, r *diagnosis.Repaired, schema schemaFlag) error {
	if !r.Decodes {
		return status(exitFindings)
	}
	if err := a.fits(schema, payload{name, parser.Parse(r.Text)}); err != nil {
		return err
	}
	switch {
	case r.Level == diagnosis.Decision:
		return status(exitDecided)
	case r.Level == diagnosis.Lossy:
		return status(exitLossy)
	}
	return nil
}

// repairReport is what `repair --format json` prints. Lines count from 1 in the
// payload as it was read, offsets from 0 in bytes.
type repairReport struct {
	Text        string       `json:"text"`
	Decodes     bool         `json:"decodes"`
	Level       string       `json:"level"`
	Explanation []repairStep `json:"explanation"`
	Rivals      []repairStep `json:"rivals"`
	Dropped     []string     `json:"dropped"`
	Invented    []string     `json:"invented"`
}

type repairStep struct {
	Slip     string       `json:"slip"`
	Code     string       `json:"code"`
	Level    string       `json:"level"`
	Message  string       `json:"message"`
	Title    string       `json:"title"`
	Applied  bool         `json:"applied"`
	Line     int          `json:"line"`
	Places   int          `json:"places"`
	Wrong    string       `json:"wrong"`
	Right    string       `json:"right"`
	Edits    []repairEdit `json:"edits"`
	Dropped  []string     `json:"dropped"`
	Invented []string     `json:"invented"`
}

type repairEdit struct {
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
	Text      string `json:"text"`
}

func (a *app) repairJSON(name, text string, most diagnosis.Level, schema schemaFlag) error {
	j, r := repairReportOf(text, most)
	if err := a.printJSON(j); err != nil {
		return err
	}
	return a.repairStatus(name, r, schema)
}

func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func repairReportOf(text string, most diagnosis.Level) (repairReport, *diagnosis.Repaired) {
	d := diagnosis.Explain(text)
	r := d.Repair(most)
	j := repairReport{Text: r.Text, Decodes: r.Decodes, Level: d.Level.String(), Dropped: orEmpty(r.Dropped), Invented: orEmpty(r.Invented)}
	if !r.Decodes && r.Text == text && isNoise(text) {
		j.Text = ""
	}
	lines := ast.NewLineTable(text, ast.LF)
	steps := func(all []diagnosis.Step, applied int) []repairStep {
		out := []repairStep{}
		for i := range all {
			s := &all[i]
			edits := []repairEdit{}
			for _, e := range s.Edits {
				edits = append(edits, repairEdit{e.Start, e.End, e.Text})
			}
			out = append(out, repairStep{
				Slip: s.Slip.Name, Code: s.Code.String(), Level: s.Level.String(), Message: s.Message, Title: s.Title, Applied: i < applied,
				Line: lines.Position(s.Start, ast.UTF8).Line + 1, Places: len(s.Places), Wrong: s.Wrong, Right: s.Right,
				Edits: edits, Dropped: orEmpty(s.Dropped), Invented: orEmpty(s.Invented),
			})
		}
		return out
	}
	j.Explanation, j.Rivals = steps(d.Steps, len(r.Steps)), steps(d.Rivals, 0)
	return j, &r
}

// orEmpty is a list that JSON shows as one, also where there is nothing in it.
func orEmpty(all []string) []string {
	if all == nil {
		return []string{}
	}
	return all
}
