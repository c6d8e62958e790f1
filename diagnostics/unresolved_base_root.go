package diagnostics

import "gcf-lsp/ast"

var unresolvedBaseRoot = Rule{
	Code:     ast.UnresolvedBaseRoot,
	Severity: Information,
	Summary:  "No document with the base root of a delta is known",
	Spec:     "10.4",
	Needs:    "the other documents of the workspace",
	Page: Page{
		What: "The delta names a `base_root`, and no document of the workspace has this pack root. So it could not be applied, and `new_root` could not be checked.",
		Why:  "The delta may be right; there is nothing to check it with.",
		Bad: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## removed [1]{@id}
1001
`,
		Good: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## removed [1]{@id}
1002
`,
		Fix: "Open the folder that holds the base, or name the base with `gcf-lsp verify --base FILE`.",
	},
}
