package diagnostics

import "gcf-lsp/ast"

const cgpEdge = "code.calls|symbol:///a.go#F|F"

var cgpRelationLabel = cgpRule(ast.CGPRelationLabel, Warning, "rule G1 (SPEC §8)",
	"A relation has no display name, or a blank one", Page{
		What: "`display_name` says in words where the relation leads. The setting `cgp = \"strict\"` makes it an error.",
		Why:  "The URI of a target seldom tells a person anything.",
		Bad:  cgpRelations("rel,target_uri", "code.calls|symbol:///a.go#F"),
		Good: cgpRelations("rel,target_uri,display_name", cgpEdge),
		Fix:  "Add a name.",
	})

var cgpRelationTarget = cgpRule(ast.CGPRelationTarget, Error, "rule G2 (SPEC §8)",
	"The target of a relation is blank", Page{
		What: "`target_uri` names what the relation leads to.",
		Why:  "An edge has two ends.",
		Bad:  cgpRelations("rel,target_uri,display_name", "code.calls|\"  \"|F"),
		Good: cgpRelations("rel,target_uri,display_name", cgpEdge),
		Fix:  "Write the URI of the target.",
	})

var cgpRelationName = cgpRule(ast.CGPRelationName, Error, "rules U3 (SPEC §13) and L15",
	"The name of a relation is not published and in no namespace, or its namespace is empty", Page{
		What: "Six names are published: `code.calls`, `code.imports`, `code.defines`, `code.references`, `doc.documents` and `episode.follows`. Names of your own have a namespace: `vendor:name` or `vendor.name`. A bare name is only worth a remark.",
		Why:  "Two providers that choose the same bare name may mean different things. A host refuses none of them.",
		Bad:  cgpRelations("rel,target_uri,display_name", "\"acme:\"|symbol:///a.go#F|F"),
		Good: cgpRelations("rel,target_uri,display_name", "\"acme:owns\"|symbol:///a.go#F|F"),
		Fix:  "Use a published name or a namespace.",
	})

var cgpRepeatedRelation = cgpRule(ast.CGPRepeatedRelation, Information, "rule L16",
	"A frame has a relation twice", Page{
		What: "A name and a target make one edge.",
		Why:  "The second one says nothing new and takes room.",
		Bad:  cgpRelations("rel,target_uri,display_name", cgpEdge, cgpEdge),
		Good: cgpRelations("rel,target_uri,display_name", cgpEdge),
		Fix:  "Remove one of them.",
	})

var cgpGraphWithoutRelations = cgpRule(ast.CGPGraphWithoutRelations, Warning, "rule L17 (SPEC §8)",
	"A graph frame has no relations", Page{
		What: "A frame of the kind `graph` is a node with its labelled edges, and those are its relations.",
		Why:  "Edges in the content are text for a model, not a graph for a host.",
		Bad:  cgpTable(cgpFullColumns, "n:1|graph|Retry cap|Retries stop after 30 s.|0.7|6|ops notes"),
		Good: cgpTable(cgpFullColumns+",relations", "@0 n:1|graph|Retry cap|Retries stop after 30 s.|0.7|6|ops notes|^\n.relations [1]{rel,target_uri,display_name}\n    "+cgpEdge),
		Fix:  "Add the relations, or choose another kind.",
	})
