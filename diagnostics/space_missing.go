package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// reportSpaceMissing is for `## rows[3]{a}`, `##rows`, `.items[2]`, `tags[3]:a`
// and `rows[3]{a}`. It belongs to two rules.
func reportSpaceMissing(s site) report {
	start, end := s.doc.Span(s.Node)
	line := s.slice(start, end)
	if s.doc.Nodes[s.Node].Kind == ast.KindError && !strings.HasPrefix(line, "#") {
		bracket := strings.IndexByte(line, '[')
		if bracket < 0 {
			return s.say("%s is not a line that can stand here", show(line))
		}
		if bracket == 0 {
			return s.say("an array begins with `## `: write %s", show("## "+line)).
				unsafely("Write "+show("## "+line), insert(start, "## "))
		}
		key := strings.TrimRight(line[:bracket], " \t")
		if !ast.IsBareKey(key) && !strings.HasPrefix(key, `"`) {
			return s.say("%s is not a line that can stand here", show(line))
		}
		header := "## " + key + " " + line[bracket:]
		return s.say("a table begins with `## `: write %s", show(header)).
			safely("Write "+show(header), Edit{Start: start, End: end, Text: header})
	}
	at := s.spaceAt()
	return s.say("a space is missing before %s in %s", show(firstWord(s.slice(at, end))), show(line)).
		safely("Insert the space", insert(at, " "))
}

// spaceAt is where the space belongs: the parser marks the token around it.
func (s site) spaceAt() int {
	switch text := s.text(); {
	case s.RelStart != 0:
		return int(s.RelStart)
	case strings.HasSuffix(text, ":") || strings.Trim(text, "#") == "":
		return s.end()
	}
	return s.start()
}
