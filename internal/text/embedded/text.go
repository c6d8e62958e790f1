package embedded

import (
	"strings"

	"gcf-lsp/parser"
	"gcf-lsp/spec"
)

const bom = "\ufeff"

// inLines finds payloads in prose, logs and transcripts: as lines, and in the
// strings of lines outside of those. A payload begins at a header line; it ends
// before a fence line, before the next header, before a line that is indented
// less than its header, or at the end of the text.
func (f *finder) inLines(src string, within *Payload) {
	raw := within != nil || f.kind != JSONLines
	quoted := within != nil || f.kind != Text
	var lines []segment // of the payload
	indent, settled := "", false
	flush := func() {
		switch len(lines) {
		case 0:
			return
		case 1:
			f.add(whole(src[lines[0].start:lines[0].end], lines[0].start), within)
		default:
			f.add(block(src, lines), within)
		}
		lines = nil
	}
	at := 0
	for line := range strings.Lines(src) {
		mark := 0
		if at == 0 && strings.HasPrefix(line, bom) {
			mark = len(bom)
		}
		begin := len(line) - len(strings.TrimLeft(line[mark:], " \t"))
		rest := line[begin:]
		blank := strings.TrimSpace(rest) == ""
		end := at + len(line)
		switch {
		case raw && len(rest) > 3 && strings.EqualFold(rest[:3], "GCF") && parser.StartsPayload(src[at+begin:]):
			flush()
			lines = []segment{{start: at + begin, end: end}}
			indent = line[mark:begin]
			settled = indent == ""
		case lines == nil:
			if quoted {
				f.inLine(line, at, within)
			}
		case spec.IsFence(rest):
			flush()
		case blank, strings.HasPrefix(line, indent):
			settled = settled || !blank
			begin = min(begin, len(indent))
			if last := &lines[len(lines)-1]; begin == 0 && last.end == at {
				last.end = end
			} else {
				lines = append(lines, segment{start: at + begin, end: end})
			}
		case !settled: // blanks stand before the header alone
			indent, settled = "", true
			lines = []segment{{start: lines[0].start, end: end}}
		default:
			flush()
			if quoted {
				f.inLine(line, at, within)
			}
		}
		at = end
	}
	flush()
}
