package diagnostics

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

var summaryMismatch = Rule{
	Code:     ast.SummaryMismatch,
	Severity: Warning,
	Summary:  "The summary of a graph does not fit its body",
	Spec:     "8.4",
	Page: Page{
		What: "The summary of a graph says `symbols=`, `edges=` and `counts=`: the size of each group that is not empty, in their order, and last the number of edges. These counts are information; only the number of edges is checked by decoders, where the header says `## edges [?]`.",
		Why:  "A reader that checks the groups by the summary is misled.",
		Bad: `GCF profile=graph
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [?]
@0<@1 calls
##! summary symbols=3 edges=1 counts=2,1
`,
		Good: `GCF profile=graph
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [?]
@0<@1 calls
##! summary symbols=2 edges=1 counts=2,1
`,
		Fix: "Correct the counts. The fix writes the summary anew from the body; it is safe where the summary holds nothing but counts.",
	},
	report: func(s site) report {
		r := s.say("%s in the summary does not fit the body: expected %s", s.shown(), show(s.summary()))
		id := s.doc.Summary
		if id == 0 || s.doc.Profile != ast.ProfileGraph {
			return r
		}
		start, end := s.doc.Span(id)
		edit := Edit{Start: start, End: end, Text: s.summary()}
		if !plainSummary(s.doc) {
			return r.unsafely("Write the summary anew", edit)
		}
		return r.safely("Write the summary anew", edit)
	},
}

// plainSummary reports whether the summary of a graph has nothing but the
// fields that it is written anew with, and those hold counts.
func plainSummary(doc *ast.Document) bool {
	start, end := doc.Span(doc.Summary)
	if words := strings.Fields(doc.Source[start:end]); len(words) != 2+len(doc.Trailer) {
		return false // `##! summary` and one word for each field
	}
	for i := range doc.Trailer {
		f := &doc.Trailer[i]
		counts := f.Key == "counts"
		if !slices.Contains(spec.TrailerFields, f.Key) {
			return false
		}
		for entry := range strings.SplitSeq(f.Value, ",") {
			label, count, labelled := strings.Cut(entry, ":")
			if !labelled {
				count = label
			} else if !counts || !spec.GivesDistance(label) && label != "edges" {
				return false
			}
			if count == "" || strings.Trim(count, "0123456789") != "" {
				return false
			}
		}
	}
	return true
}
