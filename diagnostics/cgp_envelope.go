package diagnostics

import "gcf-lsp/ast"

const (
	cgpVersion = "contextgraph/1.0-draft"
	cgpLocal   = "    reads=true\n    writes=false\n    egress=false\n"
	cgpDocs    = "  ## query\n    kinds[1]: doc\n"
	cgpAway    = "    egress_scopes[1]: org-tenant\n"
)

var cgpProtocolVersion = cgpRule(ast.CGPProtocolVersion, Error, "rule H0 (SPEC §3.1)",
	"A protocol version is not `contextgraph/MAJOR.MINOR`", Page{
		What: "The version is `contextgraph/`, a major and a minor number, and `-draft` for a draft.",
		Why:  "Two sides work together when their major versions are equal.",
		Bad:  cgpHello("cgp-1", "guides", cgpLocal, cgpDocs),
		Good: cgpHello(cgpVersion, "guides", cgpLocal, cgpDocs),
		Fix:  "Write the version in this form.",
	})

var cgpEgressContradiction = cgpRule(ast.CGPEgressContradiction, Error, "rule C5 (SPEC §4)",
	"A provider names a scope off the machine and says that nothing leaves it", Page{
		What: "`egress_scopes` other than `local-only` need `egress` true.",
		Why:  "A host asks its user before data leave the machine, and goes by these members.",
		Bad:  cgpHello(cgpVersion, "guides", cgpLocal+cgpAway, cgpDocs),
		Good: cgpHello(cgpVersion, "guides", "    reads=true\n    writes=false\n    egress=true\n"+cgpAway, cgpDocs),
		Fix:  "Say `egress=true`, or remove the scope.",
	})

var cgpUnresolvable = cgpRule(ast.CGPUnresolvable, Error, "rule P6 (SPEC §6.4.1)",
	"A provider offers handles that it does not resolve", Page{
		What: "`compact` or `reference` among the `representations` of a provider needs `resolve` true.",
		Why:  "Nobody could get at the content.",
		Bad:  cgpHello(cgpVersion, "guides", cgpLocal, cgpDocs+"  representations[1]: compact\n"),
		Good: cgpHello(cgpVersion, "guides", cgpLocal, cgpDocs+"  representations[1]: compact\n  resolve=true\n"),
		Fix:  "Say `resolve=true`, or offer full frames only.",
	})

const cgpIdentity = "GCF profile=generic\ntype=verify\n## request\n  ## frames [1]{provider_id,frame_id,content_digest"

var cgpVerifyBody = cgpRule(ast.CGPVerifyBody, Error, "rule V1 (SPEC §9)",
	"A verify message carries bodies of frames", Page{
		What: "`verify` has identities: `provider_id`, `frame_id` and `content_digest`.",
		Why:  "It exists so that bodies need not be sent again.",
		Bad:  cgpIdentity + ",content}\n  guides|g:1|" + cgpHash + "|x\n",
		Good: cgpIdentity + "}\n  guides|g:1|" + cgpHash + "\n",
		Fix:  "Remove the other members.",
	})

var cgpReplacementDigest = cgpRule(ast.CGPReplacementDigest, Warning, "rule V4 (SPEC §9)",
	"A verdict other than stale has a replacement digest", Page{
		What: "`replacement_digest` is that of the content that took the place of a stale one.",
		Why:  "A valid, gone or unknown frame has none.",
		Bad:  cgpVerdict("valid"),
		Good: cgpVerdict("stale"),
		Fix:  "Remove the digest, or correct the status.",
	})

func cgpVerdict(status string) string {
	return "GCF profile=generic\ntype=verified\n## response\n" +
		"  ## verdicts [1]{\"frame>provider_id\",\"frame>frame_id\",\"frame>content_digest\",status,replacement_digest}\n" +
		"  guides|g:1|" + cgpHash + "|" + status + "|" + cgpDigest + "\n"
}

var cgpUnverifiable = cgpRule(ast.CGPUnverifiable, Information, "rule L23 (SPEC §9)",
	"An identity that is to be verified has no digest", Page{
		What: "`content_digest` says which bytes are meant.",
		Why:  "Without it nothing can be compared.",
		Bad:  "GCF profile=generic\ntype=verify\n## request\n  ## frames [1]{provider_id,frame_id}\n  guides|g:1\n",
		Good: cgpIdentity + "}\n  guides|g:1|" + cgpHash + "\n",
		Fix:  "Add the digest, or ask for the frame again.",
	})
