package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func (a *app) fitCommand() *cobra.Command {
	var most int
	var tokenizer string
	var result into
	cmd := &cobra.Command{
		Use:   "fit --max-tokens N [FILE|-]",
		Short: "Cut a payload to whole rows within a number of tokens",
		Long: `Print a payload of the generic profile that has at most so many tokens. One that
fits is printed as it is. Of another, each list keeps its first K items, K as
large as fits; the items, such as the rows of a table, stay whole, with all that
is in them, and counts are right. What goes is listed on standard error. The
result is written anew, without comments. Tokens are those of a model with
--tokenizer, else budget tokens (bytes divided by four, rounded up).

Graphs, deltas and payloads of sessions are not cut: what is left of them would
not say the same.

Exit status: 0 it fits as it is, 1 it does not fit even without items, or has
errors, 2 the command could not run, 4 it fits, and what is listed went.`,
		Example: `  gcf-lsp fit --max-tokens 2000 answer.gcf
  gcf-lsp fit --max-tokens 500 --tokenizer o200k_base -o small.gcf answer.gcf`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if most == 0 {
				return usage("add --max-tokens N", "the number of tokens is missing")
			}
			if most < 0 {
				return usage("", "--max-tokens is %d", most)
			}
			count := func(text string) int { return (len(text) + 3) / 4 }
			if tokenizer != "" {
				var err error
				if count, err = stats.Counter(tokenizer); err != nil {
					return &usageError{err: err}
				}
			}
			name, text, err := a.read(args)
			if err != nil {
				return err
			}
			return result.write(a, func() error { return a.fit(name, text, most, count) }, exitLossy)
		},
	}
	cmd.Flags().IntVar(&most, "max-tokens", 0, "how many tokens there may be")
	cmd.Flags().StringVar(&tokenizer, "tokenizer", "", "count the tokens of a model: o200k_base or cl100k_base")
	result.register(cmd)
	complete(cmd, "tokenizer", stats.Tokenizers())
	return cmd
}

func (a *app) fit(name, text string, most int, count func(string) int) error {
	p := payload{name, parser.Parse(text)}
	if diagnostics.HasErrors(p.doc) {
		if err := a.refuse(p, errorsOf(p.doc)); err != nil {
			return err
		}
		return status(exitFindings)
	}
	if count(text) <= most {
		_, err := io.WriteString(a.stdout, text)
		return err
	}
	v, err := value.Decode(p.doc)
	if err != nil {
		return a.refuseValue(name, err)
	}
	if h := &p.doc.Header; h.Is("delta") || h.Is("unchanged") || h.Is("session") || encode.IsGraph(v) {
		return usage("", "%s: only a payload of the generic profile that stands alone is cut", name)
	}
	// The most items of a list with which it fits are at least fits, less than not.
	fits, not := -1, longest(v, 0)
	var best []byte
	for fits+1 < not {
		k := fits + (not-fits)/2
		written, err := format.Generic(firstItems(v, k, "", 0, nil), format.Options{})
		if err != nil {
			return a.refuseValue(name, err)
		}
		if count(string(written)) <= most {
			fits, best = k, written
		} else {
			not = k
		}
	}
	if fits < 0 {
		a.complain("%s: more than %s even without the items of its lists", name, counted(most, "token"))
		return status(exitFindings)
	}
	if _, err := a.stdout.Write(best); err != nil {
		return err
	}
	firstItems(v, fits, "", 0, func(path string, of int) {
		if path == "" {
			path = "the list"
		}
		fmt.Fprintf(a.stderr, "dropped: %d of the %d items of %s, the last ones\n", of-fits, of, report.Safe(path))
	})
	var fields []string
	for i := range p.doc.Header.Fields {
		if name := p.doc.Header.Fields[i].Key; name != "profile" {
			fields = append(fields, name)
		}
	}
	if len(fields) > 0 { // a root would be wrong, and no delta applies to a part
		fmt.Fprintf(a.stderr, "dropped: of the header %s\n", report.Safe(strings.Join(fields, ", ")))
	}
	if marksIdentities(p.doc) {
		fmt.Fprintln(a.stderr, "dropped: the `@` of identities")
	}
	return status(exitLossy)
}

// marksIdentities reports whether a column of a document is marked as an identity
// (spec 10a).
func marksIdentities(doc *ast.Document) bool {
	for i := range doc.Decls {
		if slices.ContainsFunc(doc.Decls[i].Fields, func(f ast.Field) bool { return f.Identity }) {
			return true
		}
	}
	return false
}

// deepestList is how many objects may be around a list that is cut.
const deepestList = 16

// longest returns the length of the longest list that [firstItems] cuts.
func longest(v value.Value, depth int) (n int) {
	switch {
	case v.Kind() == value.Array:
		return v.Len()
	case v.Kind() == value.Object && depth < deepestList:
		for _, m := range v.Members() {
			n = max(n, longest(m.Value, depth+1))
		}
	}
	return n
}

// firstItems returns a value whose outermost lists have at most their first k
// items. Each that had more is told with its path, unless tell is nil.
func firstItems(v value.Value, k int, path string, depth int, tell func(path string, of int)) value.Value {
	switch {
	case v.Kind() == value.Array && v.Len() > k:
		if tell != nil {
			tell(path, v.Len())
		}
		return value.NewArray(v.Elems()[:k])
	case v.Kind() == value.Object && depth < deepestList:
		var members []value.Member
		for _, m := range v.Members() {
			below := m.Key
			if path != "" {
				below = path + "." + m.Key
			}
			members = append(members, value.Member{Key: m.Key, Value: firstItems(m.Value, k, below, depth+1, tell)})
		}
		return value.NewObject(members)
	}
	return v
}
