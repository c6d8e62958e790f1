package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"gcf-lsp/ast"
)

var (
	payloadBegins = lazily(`GCF (?:\S+ )*?profile=(?:generic|graph)\b`)
	digitRun      = regexp.MustCompile(`\d+`)
)

// linePrefix is what a logger, a container or a stream puts before every line.
var linePrefix = Slip{
	Name:  "line_prefix",
	Cause: "every line begins with what a log or a stream put before it; leave that out",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if !strings.HasPrefix(doc.Source, "GCF profile=") {
			return "", false
		}
		style, n := r.IntN(5), 0
		return rewriteLines(doc, func(line string) string {
			n++
			return [...]string{
				fmt.Sprintf("2026-03-0%d 10:%02d:%02d INFO ", 1+n%9, n%60, n*7%60), "data: ", "web_1  | ", fmt.Sprintf("[%d] ", n), "worker-3 stdout: ",
			}[style] + line
		}), true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader) {
			return nil
		}
		first, prefix := ast.NodeID(0), ""
		for id, line := range s.Lines() {
			if strings.TrimSpace(line) == "" {
				continue
			}
			at := payloadBegins.FindAllStringIndex(line, 1)
			if at == nil || at[0][0] == 0 {
				return nil
			}
			first, prefix = id, line[:at[0][0]]
			break
		}
		if first == 0 || len(prefix) > 200 || strings.Trim(prefix, " \t0123456789.:|)>+/#*;-") == "" {
			return nil // see lineNumbers and lineMarks
		}
		var all []Candidate
		if edits := s.withoutPrefix(first, prefix); edits != nil {
			all = append(all, Candidate{Edits: edits, Outside: true, Title: "Remove what stands before each line"})
		}
		// Or the first line alone has it.
		at := int(s.Doc.Nodes[first].Start)
		return append(all, Candidate{
			Edits: []Edit{{Start: 0, End: at + len(prefix)}}, Outside: true, Cost: 1, Title: "Remove what stands before `GCF`",
			Cause: "a payload begins with `GCF` at the beginning of a line; leave out what stands before it",
		})
	},
}

// withoutPrefix is the edits that take a prefix off all lines from one on, or nil
// where one has another. Numbers in it may differ.
func (s *Site) withoutPrefix(first ast.NodeID, prefix string) []Edit {
	pattern, err := regexp.Compile("^" + digitRun.ReplaceAllString(regexp.QuoteMeta(prefix), `\d+`))
	if err != nil {
		return nil
	}
	short, err := regexp.Compile("^" + digitRun.ReplaceAllString(regexp.QuoteMeta(strings.TrimRight(prefix, " \t")), `\d+`) + "$")
	if err != nil {
		return nil
	}
	var edits []Edit
	for id, line := range s.Lines() {
		if id < first || line == "" {
			continue
		}
		at := pattern.FindStringIndex(line)
		if at == nil {
			at = short.FindStringIndex(line) // the prefix of an empty line
		}
		if at == nil {
			return nil
		}
		start := int(s.Doc.Nodes[id].Start)
		edits = append(edits, Edit{Start: start, End: start + at[1]})
	}
	if len(edits) < 2 {
		return nil
	}
	return edits
}
