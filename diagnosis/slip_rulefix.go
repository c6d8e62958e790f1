package diagnosis

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// ruleFix takes what the rules of package diagnostics offer for the first error.
// A rule does not know what else the text may mean, so it is a decision, but for
// a few that respell one thing.
var ruleFix = Slip{
	Name:  "rule_fix",
	Cause: "the line breaks a rule of the format",
	Cost:  Rare,
	Undo: func(s *Site) []Candidate {
		found := diagnostics.Check(s.Doc, diagnostics.Options{})
		i := slices.IndexFunc(found, func(d diagnostics.Diagnostic) bool {
			return d.Severity == diagnostics.Error && len(d.Fixes) > 0
		})
		if i < 0 {
			return nil
		}
		first := found[i]
		level := Decision
		if s.respells(&first) {
			level = Safe
		}
		var all []Candidate
		for n, f := range first.Fixes {
			c := Candidate{Edits: f.Edits, Level: Decision, Cost: 2 * n, Cause: first.Message, Title: f.Title, At: ast.Span{Start: first.Start, End: first.End}, rules: found[i : i+1]}
			if strings.HasPrefix(f.Title, "Remove") || s.givesUp(&first, &f) {
				c.Level = Lossy
			}
			if first.Code == ast.UnterminatedQuote && strings.HasSuffix(strings.TrimRight(s.Doc.Text(s.Doc.Line(first.Start)), " "), "|^") {
				c.Level = Lossy // the `^` would be text, though a value follows below
			}
			if t, ok := s.TableAbove(s.Doc.Line(first.Start)); ok && first.Code == ast.RowWidthMismatch && t.Decl.Count == ast.CountExact && uint64(t.Rows) > t.Decl.N {
				c.Level = Lossy // a part of a row would be made one
			}
			if f.Safe && s.structural(&first, &f) {
				c.Level = Safe
				c.Syntax = s.namesOf(f.Edits)
			}
			all = append(all, c)
			if edits, rules := alike(found[i:], n); len(rules) > 1 {
				c.Edits, c.Syntax, c.rules = edits, s.namesOf(edits), rules
				if f.Safe && c.Level == Decision {
					c.Level = max(level, s.respellAll(rules)) // done twice it is a habit, once it may be damage
				}
				if s.strayNumbers(edits) {
					c.Level = Lossy // the number that is there would become data
				}
				all = append(all, c)
			}
		}
		return all
	},
}

// respells reports whether the safe fix of an error leaves no doubt: it spells a
// thing as the format does, and nothing else could have been meant.
func (s *Site) respells(d *diagnostics.Diagnostic) bool {
	switch d.Code {
	case ast.InvalidScore:
		return true
	case ast.InvalidKey:
		name := s.Text[d.Start:d.End]
		return plainName.MatchString(name) && !assignment.MatchString(name+"=1")
	}
	return d.Code == s.Problem.Code && s.Problem.Cause == ast.CauseSpaceMissing
}

// respellAll is respells for findings that are alike.
func (s *Site) respellAll(all []diagnostics.Diagnostic) Level {
	for i := range all {
		if all[i].Code == ast.InvalidKey && !s.respells(&all[i]) {
			return Decision
		}
	}
	return Safe
}

// plainName is a name that needs quotes only for a blank, a hyphen or a letter
// that is not English.
var plainName = lazily(`^[\pL_][\pL\d_]*(?:[ -][\pL\d_]+)*$`)

// numbered is a row that begins with a number of its own, in another form.
var numbered = lazily(`^\s*(?:[^\s|]{0,2}\d+[.:)]?\s|[@#])`)

// structural reports whether a safe fix changes nothing but structure, in a way
// that no damage looks like: braces and a colon of an object, a declaration in
// a cell whose body is there, a column that all rows have an attachment for.
func (s *Site) structural(d *diagnostics.Diagnostic, f *diagnostics.Fix) bool {
	if d.Code == ast.MissingRowID {
		row := s.Doc.Text(s.Doc.Line(d.Start))
		return !numbered.MatchString(row) && !strayNumber.MatchString(strings.TrimLeft(row, " "))
	}
	if d.Code == ast.CountMismatch && len(f.Edits) == 1 {
		// The number of the item that is too many is the count.
		e := f.Edits[0]
		return strings.HasPrefix(strings.TrimLeft(s.Doc.Text(s.Line), " "), "@"+s.Text[e.Start:e.End]+" ")
	}
	if s.onlyBlanks(f.Edits) {
		return true
	}
	switch d.Code {
	case ast.InvalidFieldDeclaration, ast.InvalidLine, ast.InvalidSectionHeader:
		for _, e := range f.Edits {
			if strings.Trim(s.Text[e.Start:e.End]+e.Text, " {}:") != "" {
				return false
			}
		}
		return true
	}
	return d.Code == s.Problem.Code && (s.Problem.Cause == ast.CauseHeaderInCell || s.Problem.Cause == ast.CauseColumnOmitted && !s.anyNearColumn())
}

// onlyBlanks reports whether edits change nothing but blanks inside of lines.
func (s *Site) onlyBlanks(edits []Edit) bool {
	for _, e := range edits {
		if strings.Trim(s.Text[e.Start:e.End]+e.Text, " \t") != "" {
			return false
		}
		line := strings.LastIndexByte(s.Text[:e.Start], '\n') + 1
		if strings.Trim(s.Text[line:e.Start], " \t") == "" {
			return false // indentation is structure
		}
		if text := s.Doc.Text(s.Doc.Line(e.Start)); strings.Count(text, `"`)%2 == 1 {
			return false // the blank may stand in a text that lost a quote
		}
	}
	return true
}

// givesUp reports whether a fix guesses which signs are data: it removes a `^`, so
// that what the cell announces is lost, gives a number to a row that has one in
// other signs, or takes a sign for a part of a name.
func (s *Site) givesUp(d *diagnostics.Diagnostic, f *diagnostics.Fix) bool {
	if t, ok := s.TableAbove(s.Doc.Line(d.Start)); ok && d.Code == ast.CountMismatch && s.oddRow(t) {
		return true // a record would be made of what is none
	}
	if d.Code == ast.InvalidKey && oddName.MatchString(s.Text[d.Start:d.End]) {
		return true
	}
	if d.Code == ast.CountMismatch && oddList.MatchString(s.Doc.Text(s.Doc.Line(d.Start))) {
		return true // its values are not what they seem
	}
	if d.Code == ast.TrailingCharacters || d.Code == ast.InvalidKey && strings.Contains(f.Title, ">") {
		return true
	}
	return slices.ContainsFunc(f.Edits, func(e Edit) bool {
		return strings.Count(s.Text[e.Start:e.End], "^") > strings.Count(e.Text, "^") ||
			e.Start == e.End && isRowNumber(e.Text) && strayNumber.MatchString(strings.TrimLeft(s.Text[e.Start:], " "))
	})
}

var (
	// oddName is a name with signs that most likely belong to something else.
	oddName = lazily("[$*`'<>(){}\\[\\]:;=|^!?%&]|^[-.+@#/]|^\\d+$|^[A-Za-z_]\\w* \\d+$")
	// oddList is a list with other quotes, a comma at its end, or a word before
	// its last value.
	oddList = lazily(`\[\d+\]: .*(?:'[^',]*,[^',]*'|,\s*$| (?:and|or) \S+$|[^,]\|)`)
)

// isRowNumber reports whether a text is `@0 `.
func isRowNumber(text string) bool {
	number, ok := strings.CutSuffix(text, " ")
	return ok && isNumber(number, "@")
}

// namesOf are the words of what edits write that stand in the text already: a
// column is named after its attachments.
func (s *Site) namesOf(edits []Edit) []string {
	if s.known == nil {
		s.known = map[string]bool{}
		for i := range s.Doc.Decls {
			for _, f := range s.Doc.Decls[i].Fields {
				s.known[f.Name] = true
			}
		}
		for rest := s.Text; ; { // `.items ` at the beginning of a line, or in a cell
			_, after, ok := strings.Cut(rest, ".")
			if !ok {
				break
			}
			// A name that is looked for is short; dots in a row are no names.
			if end := wordEnd(after[:min(len(after), 256)], 0); end > 0 && end < len(after) && after[end] == ' ' {
				s.known[after[:end]] = true
			}
			rest = after
		}
	}
	var all []string
	for _, e := range edits {
		for _, w := range words(e.Text, nil) {
			if s.known[w] {
				all = append(all, w)
			}
		}
	}
	return all
}

var particular = lazily("`[^`]*`|\\d+")

// alike merges the n-th fixes of all findings that are like the first one and
// whose edits stand apart, and returns those findings, too.
func alike(found []diagnostics.Diagnostic, n int) (edits []Edit, rules []diagnostics.Diagnostic) {
	first := &found[0]
	title := particular.ReplaceAllString(first.Fixes[n].Title, "")
	for i := range found {
		d := &found[i]
		if d.Code != first.Code || len(d.Fixes) <= n {
			continue
		}
		f := &d.Fixes[n]
		if f.Safe != first.Fixes[n].Safe || particular.ReplaceAllString(f.Title, "") != title {
			continue
		}
		if k := len(edits); k == 0 || f.Edits[0].Start > edits[k-1].End {
			edits = append(edits, f.Edits...)
			rules = append(rules, *d)
		}
	}
	return edits, rules
}
