package report

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// groupFrom is from how many equal findings on they are listed as one.
const groupFrom = 3

// declaredUpTo is how many equal findings with different related places are told
// apart.
const declaredUpTo = 100

// common is what equal findings have in common in their messages and titles: the
// text without what is quoted from the document, and without numbers.
func common(text string) string {
	if !strings.ContainsAny(text, "`0123456789") {
		return text
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			if n := strings.IndexByte(text[i+1:], '`'); n >= 0 {
				i += n + 1
			}
			b = append(b, '`')
		case c >= '0' && c <= '9':
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
			}
			b = append(b, '`')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// grouped is shown, but for equal findings, which are one with their places: who
// reads a report is told a mistake once. Formats whose readers mark each place
// list each.
func (f *File) grouped() iter.Seq[*Finding] {
	type key struct {
		code, message string
		severity      diagnostics.Severity
		declared      int // where the first related place begins, or -1
	}
	var order []key
	equal := map[key][]*Finding{}
	places := map[key]int{} // how many related places equal findings have
	for d := range f.shown() {
		k := key{d.Code, common(d.Message), d.Severity, -1}
		if len(d.Related) > 0 && places[k] < declaredUpTo {
			alike := k
			k.declared = d.Related[0].Start
			if equal[k] == nil {
				places[alike]++
			}
		}
		if d.Mistake != nil { // has all its places already
			k.message = fmt.Sprint(len(order))
		}
		if equal[k] == nil {
			order = append(order, k)
		}
		equal[k] = append(equal[k], d)
	}
	return func(yield func(*Finding) bool) {
		for _, k := range order {
			all := equal[k]
			if len(all) >= groupFrom {
				all = []*Finding{f.group(all)}
			}
			for _, d := range all {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// group returns one finding for equal ones.
func (f *File) group(all []*Finding) *Finding {
	one := *all[0]
	places := make([]ast.Span, len(all))
	for i, d := range all {
		places[i] = ast.Span{Start: d.Start, End: d.End}
	}
	one.Message += fmt.Sprintf(" (%d places)", len(all))
	one.Mistake = &diagnostics.Mistake{Cause: all[0].Message, Places: places}
	one.Mistake.Wrong, one.Mistake.Right = f.corrected(all[0])
	one.Fixes = nil
	for i := range all[0].Fixes {
		if fix, ok := together(all, i); ok {
			one.Fixes = append(one.Fixes, fix)
		}
	}
	return &one
}

// together is the fix with an index of all findings as one, where all have it and
// no two change the same bytes.
func together(all []*Finding, index int) (diagnostics.Fix, bool) {
	first := all[0].Fixes[index]
	title := common(first.Title)
	one := diagnostics.Fix{Title: first.Title, Safe: true}
	same := true
	for _, d := range all {
		if index >= len(d.Fixes) {
			return one, false
		}
		fix := &d.Fixes[index]
		if fix.Title != first.Title && common(fix.Title) != title {
			return one, false
		}
		same = same && fix.Title == first.Title
		one.Safe, one.Lossy = one.Safe && fix.Safe, one.Lossy || fix.Lossy
		one.Edits = append(one.Edits, fix.Edits...)
	}
	slices.SortFunc(one.Edits, func(a, b diagnostics.Edit) int { return a.Start - b.Start })
	for i := 1; i < len(one.Edits); i++ {
		if one.Edits[i].Start < one.Edits[i-1].End || one.Edits[i] == one.Edits[i-1] {
			return one, false
		}
	}
	if !same {
		one.Title = strings.TrimSuffix(one.Title, ".") + ", and so on"
	}
	one.Title += fmt.Sprintf(" (%d places)", len(all))
	return one, true
}
