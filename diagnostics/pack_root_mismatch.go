package diagnostics

import "gcf-lsp/ast"

var packRootMismatch = Rule{
	Code:     ast.PackRootMismatch,
	Severity: Warning,
	Summary:  "The pack root in the header is not that of the body",
	Spec:     "10.2",
	Needs:    "the pack root computed from the payload",
	Page: Page{
		What: "`pack_root=` is a SHA-256 over the content of the payload, in a canonical form. The one that the header names is another than the one of the body. As information it is said, too, that a root cannot be compared because the content is not what a root is of: a root is that of one table with an identity column and nothing beside it, or of a graph whose symbols and edges differ.",
		Why:  "The root names a snapshot. A delta against it will not apply for a consumer that computes the root itself. For a graph it may be right all the same: its producer may have hashed the scores before they were rounded to two decimals. What is beside the table is in no root, so a change of it never reaches a consumer that holds the root; the spec does not forbid it, therefore this is information.",
		Bad: `GCF profile=generic pack_root=sha256:aa key=id
## orders [1]{@id,total}
1001|59.98
`,
		Good: `GCF profile=generic pack_root=sha256:7418f1b3a18c0ef92124046a0627f11b0239d0b3dc1eaf78285d86a251273c0e key=id
## orders [1]{@id,total}
1001|59.98
`,
		Fix: "If the data was edited on purpose, write the root that was computed. What is no part of the table belongs into a payload of its own.",
	},
}
