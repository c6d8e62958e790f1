package diagnostics

import "gcf-lsp/ast"

// The checks of a document's data against a JSON Schema are in
// internal/check/schema; their records are here, with those of all codes.

var schemaViolation = Rule{
	Code:     ast.SchemaViolation,
	Severity: Error,
	Summary:  "The data break the JSON Schema of the document",
	Needs:    "the JSON Schema that the document or the configuration names",
	Page: Page{
		What: "A document names its schema in a comment, `# gcf-lsp: schema=./orders.schema.json`, or the configuration does under `schemas`. The decoded data are compared with it; what does not fit is marked on the cell, the key or the declaration that it belongs to.",
		Why:  "Whoever reads the data relies on the schema.",
		Bad: `GCF profile=generic
# gcf-lsp: schema=./orders.schema.json
## orders [1]{id,status}
1|lost
`,
		Good: `GCF profile=generic
# gcf-lsp: schema=./orders.schema.json
## orders [1]{id,status}
1|open
`,
		Fix: "Correct the data, or the schema. Members that are missing from all rows of a table are reported once, on its column list.",
	},
}

var schemaUnusable = Rule{
	Code:     ast.SchemaUnusable,
	Severity: Warning,
	Summary:  "The JSON Schema of the document cannot be used",
	Needs:    "the JSON Schema that the document or the configuration names",
	Page: Page{
		What: "The file is not there, is outside the workspace, is no JSON Schema, or refers to a schema that cannot be read. Nothing is fetched from the network: a schema refers to files of the workspace and to schemas in this program, such as `gcf-lsp:cgp-result`.",
		Why:  "The data are not checked.",
		Bad: `GCF profile=generic
# gcf-lsp: schema=https://example.com/orders.schema.json
a=1
`,
		Good: `GCF profile=generic
# gcf-lsp: schema=./orders.schema.json
a=1
`,
		Fix: "Save the schema in the workspace and name the file.",
	},
}
