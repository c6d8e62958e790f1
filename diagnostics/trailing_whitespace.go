package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var trailingWhitespace = Rule{
	Code:     ast.TrailingWhitespace,
	Severity: Warning,
	Summary:  "A line ends with blanks",
	Spec:     "16.2",
	Page: Page{
		What: "Spaces or tabs stand at the end of the line. They are no part of any value.",
		Why:  "Encoders must not write them: two encoders would no longer give the same bytes.",
		Bad:  "GCF profile=generic\nname=Alice \n",
		Good: "GCF profile=generic\nname=Alice\n",
		Fix:  "Remove them: this is a safe fix.",
	},
	report: func(s site) report {
		return s.say("the line ends with %s", printable.Count(s.end()-s.start(), "blank")).
			safely("Remove the trailing blanks", remove(s.start(), s.end()))
	},
}
