package diagnostics

import "gcf-lsp/ast"

var deltaInvalid = Rule{
	Code:     ast.DeltaInvalid,
	Severity: Error,
	Summary:  "A delta does not fit the base that it is applied to, or contradicts itself",
	Spec:     "10.4",
	Needs:    "the base snapshot that the delta is applied to",
	Page: Page{
		What: "The delta adds what the base already has, or removes or changes what the base does not have. For a graph, an edge that stays must keep both its ends. Or no base can take the delta: it names an identity, a symbol or an edge in two sections or twice, its `added` and `changed` rows have different fields, or its `changed` rows have nothing but their identity. A symbol that is removed and added is replaced, which is right.",
		Why:  "A consumer must reject such a delta whole and keep its base; it asks for a full payload instead.",
		Bad: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## removed [1]{@id}
9999
`,
		Good: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## removed [1]{@id}
1001
`,
		Fix: "Keep one operation for each identity, as the related place shows; where the fields change, send a full payload. Else make the delta against the base that the consumer holds, or send a full payload.",
	},
}
