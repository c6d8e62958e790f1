package diagnostics_test

import (
	"regexp"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

var (
	aWord    = regexp.MustCompile(`[\pL\pN_]+`)
	number   = regexp.MustCompile(`^[0-9]+$`)
	group    = regexp.MustCompile(`^(targets|related|extended|distance_[0-9]+|edges|added|removed|edges_added|edges_removed)$`)
	anything = regexp.MustCompile(``)
)

// mayLose are the words that the safe fixes of a rule may take away: what they
// write in another way, such as a count, and what says nothing.
var mayLose = map[ast.Code]*regexp.Regexp{
	ast.CountMismatch:           number,
	ast.HeaderCountMismatch:     number,
	ast.OrphanInlineAttachment:  number,
	ast.InvalidCount:            number,
	ast.InvalidItemID:           number,
	ast.InvalidScore:            number,
	ast.NumberRespelled:         number,
	ast.EmptyHeaderValue:        regexp.MustCompile(`^\w+$`), // the key
	ast.EmptySection:            regexp.MustCompile(group.String() + `|^0$`),
	ast.SummaryMismatch:         regexp.MustCompile(group.String() + `|` + number.String()),
	ast.UnknownProfile:          regexp.MustCompile(`^\w+$`),    // in another case
	ast.InvalidNodeLine:         regexp.MustCompile(`^[a-z]+$`), // a misspelt mark
	ast.KeyedZeroCount:          anything,                       // columns without rows
	ast.InvalidAttachmentMarker: regexp.MustCompile(`^[a-z]+$`), // a name that stands in the cell and below the row
	ast.UnusedSuppression:       anything,                       // a comment that is for us
	ast.MissingHeader:           anything,                       // what stands around the payload
}

// A safe fix deletes nothing that was not understood: no words but those that
// its rule is about, and none that another error is about.
func TestSafeFixesDeleteOnlyWhatIsUnderstood(t *testing.T) {
	look := func(t *testing.T, doc *ast.Document) {
		found := diagnostics.Check(doc, diagnostics.Options{})
		for i, d := range found {
			for _, fix := range d.Fixes {
				if !fix.Safe {
					continue
				}
				lost := map[string]int{}
				for _, e := range fix.Edits {
					for _, w := range aWord.FindAllString(doc.Source[e.Start:e.End], -1) {
						lost[w]++
					}
				}
				for _, e := range fix.Edits {
					for _, w := range aWord.FindAllString(e.Text, -1) {
						lost[w]--
					}
				}
				total := 0
				for w, n := range lost {
					total += max(n, 0)
					if may := mayLose[d.Code]; n > 0 && (may == nil || !may.MatchString(w)) {
						t.Errorf("%s: %q deletes %q of\n%s", d.Code, fix.Title, w, doc.Source)
					}
				}
				if d.Code == ast.MissingHeader || d.Code == ast.EmptyHeaderValue || total == 0 {
					continue // it is moved, or what stands around the payload goes
				}
				for _, e := range fix.Edits {
					if e.Text != "" || strings.TrimSpace(doc.Source[e.Start:e.End]) == "" {
						continue
					}
					for j, other := range found {
						if i != j && other.Severity == diagnostics.Error && other.Code != d.Code && other.Code != ast.KeyedTooFewFields && other.Start < e.End && other.End > e.Start {
							t.Errorf("%s: %q deletes what %s is about in\n%s", d.Code, fix.Title, other.Code, doc.Source)
						}
					}
				}
			}
		}
	}
	for _, text := range []string{
		"GCF profile=graph\n## targets\n@0 fn pkg.Auth 0.95 lsp\n## edges [?]\n@0<@0 calls\n## _summary symbols=1 edges=1 sections=targets:1,edges:1\n",
		"GCF profile=graph\n## targets\n@0 fn pkg.Auth 0.95 lsp\n## related important=yes\n",
		"GCF profile=graph\n## targets\n@0 fn pkg.Auth 0.95 lsp\n## related [3]\n",
		"GCF profile=graph\n## targets\n@0 fn pkg.Auth 0.95 lsp\n## edges [?]\n@0<@0 calls\n##! summary symbols=2 edges=1 counts=2,1 note=x\n",
		"GCF profile=graph session=true\n## targets\n@0  # the entry point\n",
		"GCF profile=generic\n## m [0:]{a,b} important\n",
	} {
		look(t, parser.Parse(text))
	}
	for _, r := range diagnostics.Rules() {
		for _, src := range []string{r.Page.Bad, r.Page.Good} {
			for i := 0; i <= len(src); i += 3 {
				look(t, parser.Parse(src[:i]))
				look(t, parser.Parse(src[:i]+" note y=1 "+src[i:]))
			}
		}
	}
	testdocs.Each(t, look)
}
