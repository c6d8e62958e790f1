package embedded

import (
	"strings"

	"gcf-lsp/parser"
)

// inText finds payloads in prose, logs and transcripts. A payload begins at a
// header line, and ends before a fence line, before the next header or at the
// end of the text.
func inText(src string) []Payload {
	var found []Payload
	start := -1
	flush := func(end int) {
		if start >= 0 {
			found = append(found, whole(src[start:end], start))
			start = -1
		}
	}
	at := 0
	for line := range strings.Lines(src) {
		switch {
		case strings.HasPrefix(line, "GCF") && parser.StartsPayload(src[at:]):
			flush(at)
			start = at
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
			flush(at)
		}
		at += len(line)
	}
	flush(at)
	return found
}
