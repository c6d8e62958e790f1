package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidKey = Rule{
	Code:     ast.InvalidKey,
	Severity: Error,
	Summary:  "A key is neither a plain name nor quoted",
	Spec:     "2a.1",
	Page: Page{
		What: "A key is letters, digits and `_`, not beginning with a digit, or a quoted string. This holds for members, sections, columns, attachments and inline arrays. A path column such as `\"customer>name\"` must be quoted, too.",
		Why:  "Any other character could be a delimiter, now or in a later version, so a decoder refuses it.",
		Bad: `GCF profile=generic
content-type=text
`,
		Good: `GCF profile=generic
"content-type"=text
`,
		Fix: "Put the key in quotes: this is a safe fix. Where a path column is written with another separator, as in `customer.name`, the fix writes `\"customer>name\"` and is unsafe, because that changes what the column means.",
	},
	report: reportInvalidKey,
}

func reportInvalidKey(s site) report {
	text := s.text()
	if s.Cause == ast.CausePathColumn {
		return reportPathColumn(s)
	}
	r := s.say("%s is not a key: expected letters, digits and `_`, or a quoted string such as %s%s", s.shown(), show(quoted(text)), s.commentHint())
	if strings.HasPrefix(strings.TrimPrefix(text, "@"), `"`) {
		return r // a broken quote: what the key is, nobody can tell
	}
	return r.safely("Quote the key", s.replace(quoted(text)))
}

// reportPathColumn is for `customer>id` and its like in a field list. The fix
// takes all such names of the list.
func reportPathColumn(s site) report {
	path := pathOf(s.text())
	written := quoted(path)
	if path == s.text() {
		return s.say("a path column must be quoted: write %s for %s", show(written), s.shown()).
			safely("Quote the path columns", s.quotePaths()...)
	}
	return s.say("a path column must be quoted and its separator is `>`: write %s for %s, if it means a member of %s", show(written), s.shown(), show(path[:strings.IndexByte(path, '>')])).
		unsafely("Write the path columns as "+show(written), s.quotePaths()...).
		unsafely("Quote the name as it is", s.replace(quoted(s.text())))
}

// pathOf is a name with the separators of other formats replaced by `>`.
func pathOf(name string) string {
	if strings.Contains(name, ">") {
		return name
	}
	return strings.NewReplacer(".", ">", ";", ">", "/", ">", ":", ">").Replace(name)
}

// quotePaths quotes each name of the declaration that is not a key.
func (s site) quotePaths() []Edit {
	decl := s.doc.DeclOf(s.Node)
	span, ok := s.doc.DeclSpan(s.Node)
	if decl == nil || !ok {
		return []Edit{s.replace(quoted(pathOf(s.text())))}
	}
	var edits []Edit
	for _, f := range decl.Fields {
		name := decl.Text[f.Start:f.End]
		if f.Quoted || f.Identity || ast.IsBareKey(name) || strings.HasPrefix(name, `"`) {
			continue
		}
		edits = append(edits, Edit{Start: span.Start + f.Start, End: span.Start + f.End, Text: quoted(pathOf(name))})
	}
	return edits
}
