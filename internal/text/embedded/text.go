package embedded

import "strings"

// inText finds payloads in prose, logs and transcripts. A payload begins at a
// line that begins with `GCF `, and ends before a fence line, before the next
// such line or at the end of the text.
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
		case strings.HasPrefix(line, "GCF "):
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
