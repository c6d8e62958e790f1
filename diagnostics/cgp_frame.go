package diagnostics

import "gcf-lsp/ast"

var cgpScoreRange = cgpRule(ast.CGPScoreRange, Error, "rule F1 (SPEC §6)",
	"The score of a frame is not from 0 to 1", Page{
		What: "`score` is the relevance of a frame, from 0 to 1.",
		Why:  "Hosts compare the scores of providers with each other.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|1.2|6|ops notes"),
		Good: cgpTable(cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|1|6|ops notes"),
		Fix:  "Scale the score.",
	})

var cgpBlankTitle = cgpRule(ast.CGPBlankTitle, Error, "rule F2 (SPEC §6)",
	"The title of a frame is blank", Page{
		What: "`title` is a label for people; white space alone is none.",
		Why:  "People choose frames by their titles.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|\"   \"|Retries stop after 30 s.|0.7|6|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Write a title.",
	})

var cgpMissingCitation = cgpRule(ast.CGPMissingCitation, Error, "rule F3 (SPEC §6)",
	"A frame has no citation label, or a blank one", Page{
		What: "`citation_label` says how an answer cites the frame.",
		Why:  "What cannot be cited cannot be checked by a reader of the answer.",
		Bad:  cgpTable("id,kind,title,content,score,token_cost", "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|6"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Add a label in words, not the id.",
	})

var cgpInvalidTime = cgpRule(ast.CGPInvalidTime, Error, "rules F4 (SPEC §6.1) and L08",
	"A time of the protocol is not a real date and time in UTC", Page{
		What: "Times are written `YYYY-MM-DDTHH:MM:SS`, a fraction if there is one, and `Z`. It is a warning for `expires_at`.",
		Why:  "Times are compared; an offset or a thirteenth month makes that impossible.",
		Bad:  cgpFull("valid_from", "2026-08-01T08:30:00+02:00"),
		Good: cgpFull("valid_from", "2026-08-01T06:30:00Z"),
		Fix:  "Convert the time to UTC.",
	})

var cgpInvalidDigest = cgpRule(ast.CGPInvalidDigest, Error, "rules D1 (SPEC §6.3), F5 (SPEC §6.2), L03 and L13",
	"A digest is not `sha256:` and 64 lowercase hex digits", Page{
		What: "`content_digest`, the digest of `file` provenance, `canonical_content_hash` and other digests have one form; it is a warning for the last two. Provenance of type `file` needs its digest.",
		Why:  "Digests are compared as text.",
		Bad:  cgpFull("content_digest", "sha256:ABC"),
		Good: cgpFull("content_digest", cgpDigest),
		Fix:  "Where the content is there its digest can be set by a fix.",
	})

var cgpRedundantRepresentation = cgpRule(ast.CGPRedundantRepresentation, Warning, "rule P0 (SPEC §6.4)",
	"A full frame says that it is full", Page{
		What: "A frame without `representation` is full; a full frame leaves it out. In a table it has `~` there.",
		Why:  "Frames stay the same bytes for readers that know no representations.",
		Bad:  cgpFull("representation", "full"),
		Good: cgpFull("representation", "~"),
		Fix:  "Put `~` in the cell, or remove the line.",
	})

var cgpMissingContent = cgpRule(ast.CGPMissingContent, Error, "rule P1a (SPEC §6.4)",
	"A full frame has no content", Page{
		What: "A full frame carries its content, which may be the empty text `\"\"`. `~` and `-` are no content.",
		Why:  "Only a reference may lack it, and says where to get it.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|~|0.7|0|ops notes"),
		Good: cgpTable(cgpFullColumns, "n:1|fact|Retry cap|\"\"|0.7|0|ops notes"),
		Fix:  "Add the content, or make the frame a reference.",
	})

var cgpFullWithSource = cgpRule(ast.CGPFullWithSource, Warning, "rule P1b (SPEC §6.4)",
	"A full frame has a member that only compact and reference frames have", Page{
		What: "A full frame has no `content_ref`, `transform` or `canonical_content_hash`. The setting `cgp = \"strict\"` makes it an error.",
		Why:  "They lead from another rendering back to its source; a full frame is its source.",
		Bad:  cgpFull("canonical_content_hash", cgpHash),
		Good: cgpFull("canonical_content_hash", "~"),
		Fix:  "Remove the member, or say `compact`.",
	})

const cgpCompactColumns = `id,kind,title,content,content_digest,representation,canonical_content_hash,"content_ref>provider_id","content_ref>uri","transform>method","transform>implementation","transform>version",score,token_cost,citation_label`

const cgpCompactDigest = "sha256:77d08bac4a5c9582ad4c7591d27e528bad3370936de6b7b58482cde6250775b7"

// cgpCompactRow is a compact frame with a digest and a transform.
func cgpCompactRow(digest, transform string) string {
	return "g:1|doc|Printing guide (short)|Use tray 2 for labels.|" + digest + "|compact|" + cgpHash +
		"|guides|ctx://guides/printing@4|" + transform + "|0.6|6|printing guide (short)"
}

const cgpTransform = `extractive_summary|provider_default|"1"`

var cgpIncompleteCompact = cgpRule(ast.CGPIncompleteCompact, Error, "rule P2 (SPEC §6.4)",
	"A compact frame lacks what leads back to its source", Page{
		What: "A compact frame has `content`, `canonical_content_hash`, `transform` and `content_ref`.",
		Why:  "A host must be able to tell what the short text was made of, and how.",
		Bad:  cgpTable(cgpCompactColumns, cgpCompactRow(cgpCompactDigest, "~|~|~")),
		Good: cgpTable(cgpCompactColumns, cgpCompactRow(cgpCompactDigest, cgpTransform)),
		Fix:  "Add the members that the message names.",
	})

var cgpCompactWithoutDigest = cgpRule(ast.CGPCompactWithoutDigest, Warning, "rule P2d (SPEC §6.4)",
	"A compact frame has no digest of its content", Page{
		What: "A compact frame has a `content_digest`. The setting `cgp = \"strict\"` makes it an error.",
		Why:  "Without it the frame cannot be verified: a host asks again instead of using it again.",
		Bad:  cgpTable(cgpCompactColumns, cgpCompactRow("~", cgpTransform)),
		Good: cgpTable(cgpCompactColumns, cgpCompactRow(cgpCompactDigest, cgpTransform)),
		Fix:  "Add the digest of the content.",
	})

var cgpReferenceWithContent = cgpRule(ast.CGPReferenceWithContent, Error, "rule P3a (SPEC §6.4)",
	"A reference frame has content", Page{
		What: "A reference frame has no `content` member: not a text, not `\"\"`, not null. In a table with a `content` column it has `~` there.",
		Why:  "An empty content is content, and would be taken for the whole source.",
		Bad:  cgpRef("content", "\"\""),
		Good: cgpRef("content", "~"),
		Fix:  "Put `~` in the cell, or remove the line.",
	})

var cgpIncompleteReference = cgpRule(ast.CGPIncompleteReference, Error, "rule P3b (SPEC §6.4)",
	"A reference frame has no handle or no hash of its source", Page{
		What: "A reference frame has `content_ref` and `canonical_content_hash`.",
		Why:  "They are all that the frame is: where its content is, and how to tell that it is the right one.",
		Bad:  cgpTable(cgpRefColumns, "g:2|doc|Printing guide|reference|~|guides|ctx://guides/printing@4|0.6|0|printing guide"),
		Good: cgpTable(cgpRefColumns, cgpRefRow),
		Fix:  "Add the members that the message names.",
	})

var cgpReferenceWithDigest = cgpRule(ast.CGPReferenceWithDigest, Error, "rule P3c (SPEC §6.4)",
	"A reference frame has a digest of content or a transform", Page{
		What: "A reference frame has no `content_digest` and no `transform`.",
		Why:  "There is no content that they could be about.",
		Bad:  cgpRef("content_digest", cgpDigest),
		Good: cgpRef("content_digest", "~"),
		Fix:  "Put `~` in the cell, or remove the line.",
	})

var cgpTokenCost = cgpRule(ast.CGPTokenCost, Error, "rule B3 (SPEC §7)",
	"A frame's token cost is not that of its content", Page{
		What: "`token_cost` is the UTF-8 length of the decoded `content` in bytes, divided by four and rounded up; 0 without content. There is no tolerance. Quotes and escapes of the cell, titles and labels do not count.",
		Why:  "Budgets are sums of what frames declare. A host drops all frames of a provider whose sums do not hold.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|5|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Set the cost that the message names.",
	})

var cgpValidityOrder = cgpRule(ast.CGPValidityOrder, Warning, "rule L01",
	"A frame stops being valid before it begins", Page{
		What: "`valid_from` is not after `valid_to`. Times are compared by value.",
		Why:  "The frame is true at no time.",
		Bad:  cgpFull("valid_from,valid_to", "2026-02-01T00:00:00Z|2026-01-01T00:00:00Z"),
		Good: cgpFull("valid_from,valid_to", "2026-01-01T00:00:00Z|2026-02-01T00:00:00Z"),
		Fix:  "Exchange the times.",
	})

var cgpDigestMismatch = cgpRule(ast.CGPDigestMismatch, Warning, "rule L02",
	"A frame's content digest is that of another content", Page{
		What: "`content_digest` is the SHA-256 of the bytes of the decoded `content`.",
		Why:  "A host that verifies the frame drops it.",
		Bad:  cgpFull("content_digest", cgpHash),
		Good: cgpFull("content_digest", cgpDigest),
		Fix:  "Set the digest, if the content is right.",
	})

var cgpMissingTokenizer = cgpRule(ast.CGPMissingTokenizer, Warning, "rule L04",
	"A canonical token cost names no tokenizer", Page{
		What: "`canonical_token_cost` counts the whole source with a tokenizer of a model, which `tokenizer_ref` names.",
		Why:  "Tokens of different models cannot be compared.",
		Bad:  cgpRef("canonical_token_cost", "512"),
		Good: cgpRef("canonical_token_cost,tokenizer_ref", "512|openai:o200k_base"),
		Fix:  "Add `tokenizer_ref`.",
	})

var cgpFidelityFloor = cgpRule(ast.CGPFidelityFloor, Warning, "rule L05",
	"A frame's fidelity is below what is demanded", Page{
		What: "`content_fidelity` is not below `minimum_content_fidelity` of the frame or its query: exact, normalized, summarized, omitted, from best to worst.",
		Why:  "A host refuses what is below the floor.",
		Bad:  cgpFull("content_fidelity,minimum_content_fidelity", "summarized|normalized"),
		Good: cgpFull("content_fidelity,minimum_content_fidelity", "normalized|summarized"),
		Fix:  "Send a better rendering, or demand less.",
	})

var cgpFidelityOmitted = cgpRule(ast.CGPFidelityOmitted, Information, "rule L07",
	"The fidelity omitted and the representation reference do not go together", Page{
		What: "A reference frame omits its content, and only a reference frame does.",
		Why:  "The two members contradict each other.",
		Bad:  cgpRef("content_fidelity", "exact"),
		Good: cgpRef("content_fidelity", "omitted"),
		Fix:  "Correct one of the two.",
	})

var cgpInlineRequired = cgpRule(ast.CGPInlineRequired, Warning, "rule L06",
	"Inline content is demanded, and the frame is a reference", Page{
		What: "`inline_content_requirement` is `required` on the frame or its query.",
		Why:  "A reference has no inline content.",
		Bad:  cgpRef("inline_content_requirement", "required"),
		Good: cgpRef("inline_content_requirement", "resolvable_reference_allowed"),
		Fix:  "Send the content, or allow references.",
	})

var cgpBareID = cgpRule(ast.CGPBareID, Warning, "rule L09",
	"A title or citation label is only the frame's id", Page{
		What: "`title` and `citation_label` are for people.",
		Why:  "An id says nothing to a reader.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|6|\"n:1\""),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Write what the frame is, in words.",
	})

var cgpSameHandle = cgpRule(ast.CGPSameHandle, Warning, "rule L10 (SPEC §6.4.1)",
	"A frame's content reference is its own uri", Page{
		What: "`content_ref.uri` is a handle that the provider resolves, another one than the frame's `uri`.",
		Why:  "The `uri` names the source; a provider resolves its own handles only.",
		Bad:  cgpRef("uri", "ctx://guides/printing@4"),
		Good: cgpRef("uri", "file:///guides/printing.md"),
		Fix:  "Write the handle of the provider.",
	})

var cgpInvalidFingerprint = cgpRule(ast.CGPInvalidFingerprint, Information, "rules L11 and E1g (SPEC §5.1)",
	"An embedding fingerprint is not `<model>/<dimensions>`", Page{
		What: "A fingerprint names the model, the number of dimensions and, where there is one, the normalization. It is an error among the capabilities of a provider.",
		Why:  "Vectors are only comparable when their fingerprints are equal.",
		Bad:  cgpFull(`"embedding>fingerprint"`, "mini-lm"),
		Good: cgpFull(`"embedding>fingerprint"`, "mini-lm/3/l2"),
		Fix:  "Write the fingerprint in this form.",
	})

var cgpVectorLength = cgpRule(ast.CGPVectorLength, Warning, "rule L12 (SPEC §5.1)",
	"An embedding vector has another length than its fingerprint says", Page{
		What: "The number in the middle of the fingerprint is the length of the vector.",
		Why:  "One of the two is wrong.",
		Bad:  cgpTable(cgpFullColumns+",embedding", "@0 "+cgpFullRow+"|^\n.embedding {}\n    fingerprint=mini-lm/3/l2\n    vector[2]: 0.1,0.2"),
		Good: cgpTable(cgpFullColumns+",embedding", "@0 "+cgpFullRow+"|^\n.embedding {}\n    fingerprint=mini-lm/3/l2\n    vector[3]: 0.1,0.2,0.3"),
		Fix:  "Correct the vector or the fingerprint.",
	})

var cgpNoScheme = cgpRule(ast.CGPNoScheme, Information, "rule L14",
	"A target or an anchor is a URI without a scheme", Page{
		What: "`target_uri` and anchors are URIs, such as `file:///a.go` or `symbol:///a.go#F`.",
		Why:  "They are compared as text with the URIs of frames, which have a scheme.",
		Bad:  cgpRelations("rel,target_uri,display_name", "code.calls|a.go|a.go"),
		Good: cgpRelations("rel,target_uri,display_name", "code.calls|\"file:///a.go\"|a.go"),
		Fix:  "Write the whole URI.",
	})
