package diagnostics

import "gcf-lsp/ast"

var cgpMissingMember = cgpRule(ast.CGPMissingMember, Error, "rule T1",
	"A required member of a frame, a query or an envelope is missing", Page{
		What: "A frame has at least `id`, `kind`, `title`, `score` and `token_cost`; queries, results and envelopes have members that they need, too.",
		Why:  "A reader of the protocol refuses the whole result when one is missing.",
		Bad:  cgpTable("id,kind,title,content,score,citation_label", "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Add the member. Where a column is missing from a table, the column list is marked.",
	})

var cgpWrongType = cgpRule(ast.CGPWrongType, Error, "rule T2",
	"A member of a frame, a query or an envelope has another type than it should", Page{
		What: "Each member has one JSON type. In GCF a bare cell that looks like a number, a boolean or null is one: the content `42` is a number, the content `\"42\"` a text.",
		Why:  "A reader of the protocol refuses the whole result.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|42|0.7|1|ops notes"),
		Good: cgpTable(cgpFullColumns, "n:1|fact|Retry cap|\"42\"|0.7|1|ops notes"),
		Fix:  "Put quotes around a cell that is meant as a text.",
	})

var cgpUnknownWord = cgpRule(ast.CGPUnknownWord, Error, "rules T3 and V3",
	"A member has a word that is none of its vocabulary", Page{
		What: "`kind`, `representation`, the fidelities, the inline requirement and a verdict's `status` have closed vocabularies, in snake_case. It is a warning where the document names a newer minor version.",
		Why:  "A host treats an unknown kind as opaque, and many readers refuse the whole result.",
		Bad:  cgpTable(cgpFullColumns, "n:1|Memory|Retry cap|Retries stop after 30 s.|0.7|6|ops notes"),
		Good: cgpTable(cgpFullColumns, "n:1|memory|Retry cap|Retries stop after 30 s.|0.7|6|ops notes"),
		Fix:  "Write one of the words that the message lists.",
	})

var cgpInvalidCount = cgpRule(ast.CGPInvalidCount, Error, "rule T4",
	"A count of the protocol is not a whole number from 0 to 4294967295", Page{
		What: "`token_cost`, `canonical_token_cost`, `max_tokens`, `max_frames` and `dropped_estimate` are counts.",
		Why:  "They are 32-bit numbers without a sign in every implementation.",
		Bad:  cgpTable(cgpFullColumns, "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|6.5|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Write a whole number.",
	})

var cgpNullMember = cgpRule(ast.CGPNullMember, Error, "rule T5",
	"A member is null that may only be left out", Page{
		What: "`representation`, `provenance`, `relations` and the lists of a query may be absent, but not null. In a table null is `-` and absent is `~`.",
		Why:  "A reader of the protocol refuses null there.",
		Bad:  cgpFull("provenance", "-"),
		Good: cgpFull("provenance", "~"),
		Fix:  "Put `~` in the cell, or remove the line.",
	})

var cgpEmptyName = cgpRule(ast.CGPEmptyName, Error, "rules T6 and H2",
	"An id, a handle or a name is empty", Page{
		What: "Ids, handles, methods, fingerprints and the names of providers hold at least one character.",
		Why:  "Nothing can be found again by an empty name.",
		Bad:  cgpTable(cgpFullColumns, "\"\"|fact|Retry cap|Retries stop after 30 s.|0.7|6|ops notes"),
		Good: cgpTable(cgpFullColumns, cgpFullRow),
		Fix:  "Write the name.",
	})

var cgpUnknownMember = cgpRule(ast.CGPUnknownMember, Information, "rule T7",
	"A member's name is almost that of a member that the protocol knows", Page{
		What: "Unknown members are allowed everywhere. This one is spelt almost like a known one, or belongs to another object.",
		Why:  "A misspelt member is ignored without a word.",
		Bad:  cgpFull("recorded_att", "2026-08-01T00:00:00Z"),
		Good: cgpFull("recorded_at", "2026-08-01T00:00:00Z"),
		Fix:  "Write the name that the message suggests, or leave it, if it is your own.",
	})
