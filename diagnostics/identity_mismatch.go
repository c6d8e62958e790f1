package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var identityMismatch = Rule{
	Code:     ast.IdentityMismatch,
	Severity: Error,
	Summary:  "The header's key and the @ field do not name the same field",
	Spec:     "10a.1",
	Page: Page{
		What: "A generic payload that takes part in deltas names its identity twice: `key=id` in the header, and `@id` in the field list. Both must be there and agree, and one field only has the `@`.",
		Why:  "The identity decides which row replaces which when a delta is applied.",
		Bad: `GCF profile=generic pack_root=sha256:aa key=id
## orders [1]{id,total}
1001|59.98
`,
		Good: `GCF profile=generic pack_root=sha256:7418f1b3a18c0ef92124046a0627f11b0239d0b3dc1eaf78285d86a251273c0e key=id
## orders [1]{@id,total}
1001|59.98
`,
		Fix: "Mark the field that `key=` names with `@`, or name the marked field in the header. Where only one of the two is there, the fix is safe.",
	},
	report: reportIdentityMismatch,
}

func reportIdentityMismatch(s site) report {
	key, _ := s.doc.Header.Get("key")
	key = unquoted(key)
	decl := s.doc.DeclOf(s.Node)
	switch s.Cause {
	case ast.CauseKeyWithoutField:
		return s.say("the header says `key=%s`, but no field is marked: expected %s in the field list", printable.Text(key, showLimit), show("@"+key)).
			see("the key is named here", int(s.RelStart), int(s.RelEnd)).
			safely("Mark the field with `@`", s.markField(key)...)
	case ast.CauseFieldWithoutKey:
		name := s.markedField(decl)
		r := s.say("the field %s is marked as the identity, but the header has no `key=`: expected %s", show("@"+name), show("key="+name))
		if header := s.doc.Header.Node; header != 0 && ast.IsBareKey(name) {
			_, end := s.doc.Span(header)
			r = r.safely("Add `key="+name+"` to the header", insert(end, " key="+name))
		}
		return r
	case ast.CauseManyIdentities:
		if s.doc.Nodes[s.Node].Parent != 0 {
			return s.say("%s marks an identity in a nested table: only a table at the top of the payload has one", s.shown()).
				safely("Remove the `@`", s.unmark()...)
		}
		return s.say("a second field is marked as the identity, %s: exactly one may have the `@`", s.shown()).
			unsafely("Remove the `@`", s.unmark()...)
	}
	name := s.markedField(decl)
	r := s.say("the header says `key=%s`, but the field list marks %s: both must name the same field", printable.Text(key, showLimit), show("@"+name)).
		see("the other is named here", int(s.RelStart), int(s.RelEnd))
	if f := s.doc.Header.Field("key"); f != nil && ast.IsBareKey(name) {
		r = r.unsafely("Write `key="+name+"` in the header", Edit{Start: f.ValueStart, End: f.ValueEnd, Text: name})
	}
	return r
}

// markedField is the name of the field with an `@`: of the declaration, or the
// one under the range.
func (s site) markedField(decl *ast.Decl) string {
	if decl != nil && decl.Identity >= 0 {
		return decl.Fields[decl.Identity].Name
	}
	text := s.text()
	if len(text) > 0 && text[0] == '@' {
		return unquoted(text[1:])
	}
	return text
}

// markField puts an `@` before the field with this name, in the declaration of
// the problem's line or of the first table of the document.
func (s site) markField(key string) []Edit {
	for id := s.Node; int(id) < len(s.doc.Nodes); id++ {
		span, ok := s.doc.DeclSpan(id)
		decl := s.doc.DeclOf(id)
		if !ok || decl == nil || !decl.HasFields {
			continue
		}
		for _, f := range decl.Fields {
			if f.Name == key && !f.Identity {
				return []Edit{insert(span.Start+f.Start, "@")}
			}
		}
		break
	}
	return nil
}

// unmark removes the `@` under the range.
func (s site) unmark() []Edit {
	if text := s.text(); len(text) > 0 && text[0] == '@' {
		return []Edit{remove(s.start(), s.start()+1)}
	}
	return nil
}
