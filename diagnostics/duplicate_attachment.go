package diagnostics

import "gcf-lsp/ast"

var duplicateAttachment = Rule{
	Code:     ast.DuplicateAttachment,
	Severity: Error,
	Summary:  "A row has two attachments for the same field",
	Spec:     "7.4.4",
	Page: Page{
		What: "Each `^` cell of a row has exactly one attachment. Here a second one names the same field, or a field already has its values on a line of their own.",
		Why:  "A field has one value; the other would be lost.",
		Bad: `GCF profile=generic
## users [1]{id,tags}
@0 1|^
.tags [1]: a
.tags [1]: b
`,
		Good: `GCF profile=generic
## users [1]{id,tags}
@0 1|^
.tags [2]: a,b
`,
		Fix: "Merge the two or remove one. Removing the second is offered as an unsafe fix.",
	},
	report: func(s site) report {
		return s.say("a second attachment for %s in this row: each field has one", show(s.attachedField())).
			see("the first is here", int(s.RelStart), int(s.RelEnd)).
			unsafely("Remove the second", remove(s.lineStart(), s.doc.SubtreeEnd(s.Node)))
	},
}

// attachedField is the name of the field that the problem's attachment is for.
func (s site) attachedField() string {
	if s.doc.Nodes[s.Node].Kind == ast.KindAttachment {
		return s.doc.Key(s.Node)
	}
	return s.text()
}
