package diagnostics

import "gcf-lsp/ast"

var rootMismatch = Rule{
	Code:     ast.RootMismatch,
	Severity: Error,
	Summary:  "A root of a delta is not the root of its snapshot",
	Spec:     "10.4",
	Needs:    "the base snapshot that the delta is applied to",
	Page: Page{
		What: "Before a delta is applied, `base_root` must equal the pack root of the base. Afterwards the pack root of the result must equal `new_root`. One of the two does not. A delta that changes nothing leaves the root as it is, and one that adds or removes does not: that is seen without the base.",
		Why:  "The roots prove that producer and consumer have the same data. A consumer must reject the delta, keep its base and ask for a full payload.",
		Bad: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## added [1]{@id,total}
1004|75
`,
		Good: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## changed [1]{@id,total}
1004|75
`,
		Fix: "Make the delta again from the base that the consumer holds, or send a full payload.",
	},
}
