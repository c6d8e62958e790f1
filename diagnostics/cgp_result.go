package diagnostics

import "gcf-lsp/ast"

const cgpSecondRow = "n:2|fact|Second|Retries stop after 30 s.|0.7|6|ops notes"

var cgpOverBudget = cgpRule(ast.CGPOverBudget, Error, "rules B1 and B2 (SPEC §7)",
	"The declared costs of the frames exceed max_tokens", Page{
		What: "The `token_cost` of all frames together is at most `max_tokens`; equal is fine. It is checked where the query is known: beside the result, in an envelope before, or from a comment `# cgp max_tokens=…`.",
		Why:  "A host drops all frames of a provider that does not keep to the budget, with a loud report.",
		Bad:  cgpAnswer("max_tokens=11", cgpFullColumns, cgpFullRow, cgpSecondRow),
		Good: cgpAnswer("max_tokens=12", cgpFullColumns, cgpFullRow, cgpSecondRow),
		Fix:  "Send fewer or shorter frames.",
	})

var cgpHonestOverBudget = cgpRule(ast.CGPHonestOverBudget, Warning, "rule B1h (SPEC §7.1)",
	"The honest costs of the frames exceed max_tokens, though the declared ones fit", Page{
		What: "A declared cost is wrong, and with the right one the sum is more than `max_tokens`.",
		Why:  "A lie about a cost can hide that the budget is exceeded.",
		Bad:  cgpAnswer("max_tokens=5", cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|5|ops notes"),
		Good: cgpAnswer("max_tokens=12", cgpFullColumns, cgpFullRow),
		Fix:  "Set the costs, then send fewer or shorter frames.",
	})

var cgpTooManyFrames = cgpRule(ast.CGPTooManyFrames, Error, "rules B4 and B2 (SPEC §7)",
	"There are more frames than max_frames", Page{
		What: "There are at most `max_frames` frames, reference frames included; equal is fine.",
		Why:  "A host drops all frames of a provider that sends more.",
		Bad:  cgpAnswer("max_tokens=18", cgpFullColumns, cgpFullRow, cgpSecondRow, "n:3|fact|Third|Retries stop after 30 s.|0.7|6|ops notes"),
		Good: cgpAnswer("max_tokens=18", cgpFullColumns, cgpFullRow, cgpSecondRow),
		Fix:  "Leave out the least relevant frames, and say `truncated=true`.",
	})

var cgpKindNotAsked = cgpRule(ast.CGPKindNotAsked, Error, "rule Q1 (SPEC §5)",
	"A frame is of a kind that the query did not ask for", Page{
		What: "Where the query has `kinds`, each frame is of one of them.",
		Why:  "The filter is a demand, not a wish.",
		Bad:  cgpAnswer("max_tokens=12\nkinds[1]: doc", cgpFullColumns, cgpFullRow),
		Good: cgpAnswer("max_tokens=12\nkinds[1]: fact", cgpFullColumns, cgpFullRow),
		Fix:  "Leave the frame out.",
	})

var cgpRepresentationNotAsked = cgpRule(ast.CGPRepresentationNotAsked, Warning, "rule P5 (SPEC §6.4)",
	"A frame has a representation that the query did not ask for", Page{
		What: "`representation_preferences` lists what a host takes; without it that is `full`.",
		Why:  "A host may not be able to use it.",
		Bad:  cgpAnswer("max_tokens=12", cgpRefColumns, cgpRefRow),
		Good: cgpAnswer("max_tokens=12\nrepresentation_preferences[1]: reference", cgpRefColumns, cgpRefRow),
		Fix:  "Send what was asked for.",
	})

var cgpIdentityConflict = cgpRule(ast.CGPIdentityConflict, Error, "rule D2a (SPEC §6.3)",
	"One id and digest name two contents", Page{
		What: "The provider, the id and the `content_digest` name the exact bytes of a frame.",
		Why:  "Caches, reports and verification rest on it.",
		Bad: cgpTable(cgpFullColumns+",content_digest", cgpFullRow+"|"+cgpDigest,
			"n:1|fact|Retry cap|Something else here now.|0.7|6|ops notes|"+cgpDigest),
		Good: cgpTable(cgpFullColumns+",content_digest", cgpFullRow+"|"+cgpDigest, cgpSecondRow+"|"+cgpDigest),
		Fix:  "Set the digests, and give different things different ids.",
	})

var cgpRepeatedIdentity = cgpRule(ast.CGPRepeatedIdentity, Warning, "rule D2b (SPEC §6.3)",
	"A frame is there twice", Page{
		What: "The same id with the same content should be in a result once.",
		Why:  "It takes its cost from the budget twice.",
		Bad:  cgpTable(cgpFullColumns, cgpFullRow, cgpFullRow),
		Good: cgpTable(cgpFullColumns, cgpFullRow, cgpSecondRow),
		Fix:  "Remove one of them.",
	})

var cgpAmbiguousID = cgpRule(ast.CGPAmbiguousID, Warning, "rule D2c",
	"One id names two contents", Page{
		What: "The id of a frame names one thing of its provider and is stable between queries. The message says whether digests tell the two apart.",
		Why:  "Whoever goes by the id takes one for the other.",
		Bad:  cgpTable(cgpFullColumns, cgpFullRow, "n:1|fact|Retry cap|Retries stop after 40 s.|0.7|6|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow, cgpSecondRow),
		Fix:  "Give them different ids.",
	})

var cgpZeroBudget = cgpRule(ast.CGPZeroBudget, Information, "rule L18",
	"A query asks for no tokens at all", Page{
		What: "With `max_tokens` 0 only frames without content fit.",
		Why:  "It is seldom meant.",
		Bad:  cgpAnswer("max_tokens=0\nrepresentation_preferences[1]: reference", cgpRefColumns, cgpRefRow),
		Good: cgpAnswer("max_tokens=12\nrepresentation_preferences[1]: reference", cgpRefColumns, cgpRefRow),
		Fix:  "Set the budget: about the free tokens of the model divided by 1.35.",
	})

var cgpNotYetValid = cgpRule(ast.CGPNotYetValid, Warning, "rule L19 (SPEC §5, §6.1)",
	"A frame becomes valid after the time that the query asks about", Page{
		What: "`as_of` pins a query to an instant; `valid_from` is not after it. Times are compared by value.",
		Why:  "At that time the content was not true yet.",
		Bad:  cgpAnswer("max_tokens=12\nas_of=2026-03-01T00:00:00Z", cgpFullColumns+",valid_from", cgpFullRow+"|2026-03-01T00:00:00.5Z"),
		Good: cgpAnswer("max_tokens=12\nas_of=2026-03-01T00:00:00Z", cgpFullColumns+",valid_from", cgpFullRow+"|2026-03-01T00:00:00Z"),
		Fix:  "Leave the frame out, or send the content of that time.",
	})

var cgpNoLongerValid = cgpRule(ast.CGPNoLongerValid, Information, "rule L20 (SPEC §6.1)",
	"A frame stopped being valid before the time that the query asks about", Page{
		What: "`as_of` pins a query to an instant; `valid_to` is not before it.",
		Why:  "At that time the content was not true any more.",
		Bad:  cgpAnswer("max_tokens=12\nas_of=2026-03-01T00:00:00Z", cgpFullColumns+",valid_to", cgpFullRow+"|2026-02-01T00:00:00Z"),
		Good: cgpAnswer("max_tokens=12\nas_of=2026-03-01T00:00:00Z", cgpFullColumns+",valid_to", cgpFullRow+"|2026-03-01T00:00:00Z"),
		Fix:  "Leave the frame out, or send the content of that time.",
	})

var cgpMixedProviders = cgpRule(ast.CGPMixedProviders, Warning, "rule L21 (SPEC §6.4.1)",
	"The frames of a result name more than one provider", Page{
		What: "A result comes from one provider, whose id is in the `content_ref` of its frames.",
		Why:  "A host asks the provider that sent the frame for its content.",
		Bad:  cgpTable(cgpRefColumns, cgpRefRow, "g:3|doc|Other guide|reference|"+cgpHash+"|other|ctx://o/1|0.6|0|other guide"),
		Good: cgpTable(cgpRefColumns, cgpRefRow, "g:3|doc|Other guide|reference|"+cgpHash+"|guides|ctx://o/1|0.6|0|other guide"),
		Fix:  "Write the id of the provider that resolves the handle.",
	})

var cgpDroppedNotTruncated = cgpRule(ast.CGPDroppedNotTruncated, Information, "rule L22",
	"A result that dropped frames says that it is not truncated", Page{
		What: "`dropped_estimate` above 0 goes with `truncated` true.",
		Why:  "The two members contradict each other.",
		Bad:  cgpTable(cgpFullColumns, cgpFullRow) + "dropped_estimate=3\n",
		Good: cgpTable(cgpFullColumns, cgpFullRow) + "dropped_estimate=0\n",
		Fix:  "Say `truncated=true`.",
	})
