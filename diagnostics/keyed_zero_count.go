package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var keyedZeroCount = Rule{
	Code:     ast.KeyedZeroCount,
	Severity: Error,
	Summary:  "A keyed table declares zero members",
	Spec:     "7.2a.4",
	Page: Page{
		What: "`[0:]` is not allowed: a keyed table has at least one member. An empty object is a section without content, `## name`.",
		Why:  "There is one way to write an empty object.",
		Bad: `GCF profile=generic
## servers [0:]{key,cpu}
`,
		Good: `GCF profile=generic
name=fleet
## servers
# none yet
`,
		Fix: "Write `## name` for the empty object, or the number of rows that follow.",
	},
	report: func(s site) report {
		r := s.say("`[0:]` is not allowed: an empty object is written as a section without content, such as `## name`")
		if s.Node == 0 || s.doc.Nodes[s.Node].Kind != ast.KindArray || s.doc.FirstChild(s.Node) != 0 {
			return r
		}
		key := s.doc.KeySpan(s.Node)
		_, end := s.doc.Span(s.Node)
		decl, _ := s.doc.DeclSpan(s.Node)
		// Columns hold nothing here, but what is not understood is not removed.
		if key.End > key.Start && decl.End == end && s.plainKeyed(decl.Start) {
			r = r.safely("Write an empty section", remove(key.End, end))
		}
		return r
	},
}

// plainKeyed reports whether the declaration of the line is a count, with a
// list of names that are right or without one.
func (s site) plainKeyed(at int) bool {
	decl := s.doc.DeclOf(s.Node)
	if decl == nil || s.doc.Nodes[s.Node].Flags&ast.FlagInvalid != 0 {
		return false
	}
	if decl.FieldsEnd <= decl.FieldsStart {
		return decl.End == decl.CountEnd
	}
	names := make([]string, len(decl.Fields))
	for i := range decl.Fields {
		f := &decl.Fields[i]
		names[i] = s.slice(at+f.Start, at+f.End)
		if ast.IsBareKey(names[i]) {
			continue
		}
		if !strings.HasPrefix(names[i], `"`) {
			return false
		}
		if _, broken := ast.Unquote(names[i]); broken != nil {
			return false
		}
	}
	return s.slice(at+decl.FieldsStart, at+decl.FieldsEnd) == "{"+strings.Join(names, ",")+"}" && decl.End == decl.FieldsEnd
}
