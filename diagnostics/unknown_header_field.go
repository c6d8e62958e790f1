package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/spec"
)

var unknownHeaderField = Rule{
	Code:     ast.UnknownHeaderField,
	Severity: Warning,
	Summary:  "The header has a field that the spec does not know",
	Spec:     "3.2",
	Page: Page{
		What: "Graph headers know `profile tool budget tokens symbols edges pack_root session delta unchanged base_root new_root savings`, generic ones `profile tool tokens pack_root key delta unchanged base_root new_root count savings`.",
		Why:  "Readers ignore what they do not know, so that later versions can add fields. A misspelt `pack_rot=` is ignored, too.",
		Bad: `GCF profile=generic tol=search
name=Alice
`,
		Good: `GCF profile=generic tool=search
name=Alice
`,
		Fix: "Correct the spelling. If the field is meant, silence the warning in the configuration.",
	},
	report: reportUnknownHeaderField,
}

func reportUnknownHeaderField(s site) report {
	key, _, _ := strings.Cut(s.text(), "=")
	graph := s.doc.Profile == ast.ProfileGraph
	if field := spec.Header(key); field != nil {
		other := ast.ProfileGraph
		if graph {
			other = ast.ProfileGeneric
		}
		return s.say("the header field %s is one of the %s profile: here readers ignore it", show(key), other)
	}
	near := nearest.Word(key, spec.HeaderNames(graph))
	if near == "" {
		return s.say("the header field %s is not known to the spec: readers ignore it", show(key))
	}
	return s.say("the header field %s is not known to the spec: did you mean `%s`?", show(key), near).
		unsafely("Write `"+near+"`", Edit{Start: s.start(), End: s.start() + len(key), Text: near})
}
