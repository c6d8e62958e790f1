package parser

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
)

// StartsPayload reports whether a payload begins at the start of a text that may
// be prose: where the first line is a header of `key=value` pairs alone, at
// least one, or where it has other words, too, and a body follows that reads as
// one. Blanks and a byte order mark may stand before it.
func StartsPayload(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, bom), " \t")
	line := text[:firstLineEnd(text)]
	if !isHeader(line) && !isLateCase(line) {
		return false
	}
	at := len("GCF")
	for at < len(line) && line[at] >= '0' && line[at] <= '9' {
		at++
	}
	fields := parsePairs(line, at, len(line))
	pairs, named := 0, false
	for i := range fields {
		f := &fields[i]
		if f.ValueStart != 0 && ast.IsBareKey(f.Key) {
			pairs++
		}
		named = named || slices.Contains([]string{"profile", "generic", "graph"}, strings.TrimRight(f.Key, ":"))
	}
	if pairs > 0 && pairs == len(fields) {
		return true
	}
	body := text[nextLine(text, len(line)):]
	switch guessBody(body) {
	case modeHeader:
		return false
	case modeGraph:
		return true
	}
	// A line such as `level=info` may as well be the next one of a log.
	return pairs > 0 || named || strings.HasPrefix(strings.TrimLeft(body, " \t\r\n"), "## ")
}
