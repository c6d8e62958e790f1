package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

var malformedHeaderField = Rule{
	Code:     ast.MalformedHeaderField,
	Severity: Error,
	Summary:  "A header field is not of the form key=value",
	Spec:     "3",
	Page: Page{
		What: "After `GCF` the header holds `key=value` pairs between spaces. A key is letters, digits and `_`, a value is printable ASCII without spaces. There are no quotes in a header.",
		Why:  "A word without `=` is not a field. Often a value with a space in it was split in two.",
		Bad: `GCF profile=generic tool=search engine
name=Alice
`,
		Good: `GCF profile=generic tool=search_engine
name=Alice
`,
		Fix: "Write the value without spaces, or remove the word. Removing it is offered as an unsafe fix. Where a field is written in another way, such as `tool: search`, the fix writes `tool=search` and is safe.",
	},
	report: reportMalformedHeaderField,
}

func reportMalformedHeaderField(s site) report {
	if written, edit, ok := s.headerPair(); ok {
		return s.say("the header writes %s: expected %s", show(s.slice(edit.Start, edit.End)), show(written)).
			safely("Write "+show(written), edit)
	}
	drop := remove(s.tokenStart(), s.end())
	key, _, pair := strings.Cut(s.text(), "=")
	switch {
	case !pair:
		return s.say("the header field %s is not of the form `key=value`; a value has no spaces in it", s.shown()).
			unsafely("Remove "+s.shown(), drop)
	case !ast.IsBareKey(key):
		return s.say("%s is not a key of a header field: expected letters, digits and `_`", show(key)).
			unsafely("Remove "+s.shown(), drop)
	}
	return s.say("the header field %s has a value with characters other than printable ASCII", s.shown()).
		unsafely("Remove "+s.shown(), drop)
}

// headerPair reads the words under the range as a field that is written in
// another way: `tool: search`, `tool = search`, `profile generic`, `generic`. The
// range may begin at the `=`.
func (s site) headerPair() (written string, edit Edit, ok bool) {
	start, end := s.start(), int(s.doc.Nodes[s.Node].End)
	if s.slice(start, start+1) == "=" {
		for start = s.tokenStart(); start > 0 && strings.IndexByte(" \t", s.doc.Source[start-1]) < 0; {
			start--
		}
	}
	text := s.slice(start, end)
	n := strings.IndexFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
	if n < 0 {
		n = len(text)
	}
	key := text[:n]
	if key == "generic" || key == "graph" {
		if (n == len(text) || text[n] == ' ') && s.doc.Header.Field("profile") == nil {
			return "profile=" + key, Edit{Start: start, End: start + n, Text: "profile=" + key}, true
		}
		return "", Edit{}, false
	}
	value := strings.TrimLeft(text[n:], " \t")
	sign := value != "" && (value[0] == ':' || value[0] == '=')
	if sign {
		value = strings.TrimLeft(value[1:], " \t")
	}
	value = firstWord(value)
	field := spec.Header(key)
	if field == nil || value == "" || strings.ContainsAny(value, "=:") && !field.Root ||
		!sign && (key != "profile" || value != "generic" && value != "graph") {
		return "", Edit{}, false
	}
	at := n + strings.Index(text[n:], value)
	written = key + "=" + value
	return written, Edit{Start: start, End: start + at + len(value), Text: written}, true
}

// rewritesProse reports whether edits change a header that has a word that is no
// field, or what stands before it. Such a line may be a sentence that begins with
// `GCF`: what it means is for a person to say.
func (s site) rewritesProse(edits []Edit) bool {
	id := s.doc.Header.Node
	return id != 0 && len(edits) > 0 && edits[0].Start <= int(s.doc.Nodes[id].End) && s.strayWord()
}

// strayWord reports whether the header has a word that is no field, not even one
// that is written in another way.
func (s site) strayWord() bool {
	if s.memo.stray != nil {
		return *s.memo.stray
	}
	stray, at := false, 0
	for i := range s.doc.Header.Fields {
		f := &s.doc.Header.Fields[i]
		if f.KeyStart < at || f.ValueStart != 0 && ast.IsBareKey(f.Key) {
			continue
		}
		written := s.of(ast.Problem{Node: s.doc.Header.Node, Start: uint32(f.KeyStart), End: uint32(f.End())})
		_, edit, ok := written.headerPair()
		if stray = !ok; stray {
			break
		}
		at = edit.End
	}
	s.memo.stray = &stray
	return stray
}

// tokenStart is the start of the range with the blanks before it, for removing
// one of several words of a line.
func (s site) tokenStart() int {
	at := s.start()
	for at > 0 && (s.doc.Source[at-1] == ' ' || s.doc.Source[at-1] == '\t') {
		at--
	}
	return at
}
