package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
)

var invalidItemID = Rule{
	Code:     ast.InvalidItemID,
	Severity: Error,
	Summary:  "The @N of a row or item is not its position",
	Spec:     "7.6",
	Page: Page{
		What: "In an expanded array each item begins with `@N`, and N counts from 0. A row of a table that has an `@N` counts the same way, over all rows of the table, with or without `@N`.",
		Why:  "The number is redundant, and that is its use: a reader sees that no item was lost or moved.",
		Bad: `GCF profile=generic
## items [2]
@0 =alpha
@2 {}
  name=beta
`,
		Good: `GCF profile=generic
## items [2]
@0 =alpha
@1 {}
  name=beta
`,
		Fix: "Write the position. The number is not data, so the fix is safe.",
	},
	report: func(s site) report {
		if s.Cause == ast.CauseSpaces {
			return reportBlanks(s)
		}
		right := fmt.Sprintf("@%d", s.Want)
		if s.text() == right {
			return s.say("a space is missing after %s", s.shown()).
				safely("Insert the space", insert(s.end(), " "))
		}
		if !strings.HasPrefix(s.text(), "@") {
			return s.say("%s does not begin with its number: expected `%s ` before it", show(s.line()), right)
		}
		r := s.say("%s should be `%s`: rows and items are numbered from 0, and this is number %d", s.shown(), right, s.Want+1)
		if strings.Trim(s.text(), "@0123456789") != "" {
			return r.unsafely("Write `"+right+"`", s.replaceID(right))
		}
		return r.safely("Write `"+right+"`", s.replaceID(right))
	},
}

// replaceID replaces the `@N` under the range; a blank after it stays.
func (s site) replaceID(id string) Edit {
	end := s.end()
	for end > s.start() && (s.doc.Source[end-1] == ' ' || s.doc.Source[end-1] == '\t') {
		end--
	}
	if next := s.slice(end, end+1); next != "" && next != " " && next != "\t" && next != "\n" && next != "\r" {
		id += " "
	}
	return Edit{Start: s.start(), End: end, Text: id}
}
