package diagnostics

import "gcf-lsp/ast"

var unknownVersion = Rule{
	Code:     ast.UnknownVersion,
	Severity: Error,
	Summary:  "The header names a version of GCF that is not known",
	Spec:     "19.1",
	Page: Page{
		What: "The first word of the document is `GCF` with a number, such as `GCF2`. That prefix is kept for future, incompatible versions.",
		Why:  "The spec forbids to read an unknown version as best one can: data would be misread in silence.",
		Bad: `GCF2 profile=generic
name=Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "If the payload is version 3, as all GCF today is, write `GCF`. If it really is a newer version, use a tool that knows it. The fix is unsafe for that reason.",
	},
	report: func(s site) report {
		return s.say("%s is a version of GCF that this tool does not know; version 3 begins with `GCF`", s.shown()).
			unsafely("Write `GCF`", s.replace("GCF"))
	},
}
