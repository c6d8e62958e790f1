package diagnostics

import "gcf-lsp/ast"

var missingPackRoot = Rule{
	Code:     ast.MissingPackRoot,
	Severity: Warning,
	Summary:  "A payload that takes part in deltas lacks a root",
	Spec:     "10a.1",
	Page: Page{
		What: "A full generic payload with `key=` takes part in deltas, and such a payload carries `pack_root=`, too. A delta carries `base_root=` and `new_root=` (spec 10.3, 10a.2), and `unchanged=true` comes with the `pack_root=` that is still right.",
		Why:  "A consumer asks for a delta by sending the root back. Without one it gets the full payload every time. A delta without its roots applies to nothing. It is a warning because the spec asks producers for the roots: a decoder that only reads the payload need not refuse it, a consumer that applies it must (10.4).",
		Bad: `GCF profile=generic key=id
## orders [1]{@id,total}
1001|59.98
`,
		Good: `GCF profile=generic pack_root=sha256:7418f1b3a18c0ef92124046a0627f11b0239d0b3dc1eaf78285d86a251273c0e key=id
## orders [1]{@id,total}
1001|59.98
`,
		Fix: "Add the pack root; `gcf-lsp root` computes it. Where no deltas are wanted, remove `key=` and the `@`.",
	},
	report: func(s site) report {
		return s.say("the header has `key=` but no `pack_root=`: a payload that takes part in deltas needs both")
	},
}
