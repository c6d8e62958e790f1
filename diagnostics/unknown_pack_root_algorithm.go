package diagnostics

import "gcf-lsp/ast"

var unknownPackRootAlgorithm = Rule{
	Code:     ast.UnknownPackRootAlgorithm,
	Severity: Information,
	Summary:  "A root names an algorithm that is not known",
	Spec:     "10.2",
	Page: Page{
		What: "`pack_root`, `base_root` and `new_root` have the form `sha256:` and 64 hexadecimal digits. This one has another algorithm before the colon, or none.",
		Why:  "A consumer must treat it as an unknown root and ask for a full payload, so deltas do not work.",
		Bad: `GCF profile=graph unchanged=true pack_root=md5:d41d8cd98f00b204e9800998ecf8427e symbols=1
`,
		Good: `GCF profile=graph unchanged=true pack_root=sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 symbols=1
`,
		Fix: "Let the producer use `gcf-pack-root-v1`, which is SHA-256.",
	},
	report: func(s site) report {
		return s.say("%s does not begin with `sha256:`, the only algorithm of the spec: consumers treat it as an unknown root", s.shown())
	},
}
