package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
)

var invalidUTF8 = Rule{
	Code:     ast.InvalidUTF8,
	Severity: Error,
	Summary:  "The document has bytes that are not UTF-8",
	Spec:     "2.2",
	Page: Page{
		What: "GCF is always UTF-8. These bytes are not, most often because the file was saved in another encoding or cut in the middle of a character.",
		Why:  "A decoder must refuse the document before it looks at anything else.",
		Bad:  "GCF profile=generic\ncity=Z\xfcrich\n",
		Good: `GCF profile=generic
city=Zürich
`,
		Fix: "Save the file as UTF-8. Replacing the bytes by U+FFFD is offered as an unsafe fix: it loses what they were.",
	},
	report: func(s site) report {
		return s.say("%s not UTF-8: save the document as UTF-8", bytesShown(s.text())).
			unsafely("Replace by U+FFFD", s.replace("\uFFFD"))
	},
}

// bytesShown names the first bytes of a text in hexadecimal.
func bytesShown(text string) string {
	switch {
	case len(text) == 1:
		return fmt.Sprintf("the byte 0x%02X is", text[0])
	case len(text) > 4:
		return fmt.Sprintf("the bytes 0x% X … are", text[:4])
	}
	return fmt.Sprintf("the bytes 0x% X are", text)
}
