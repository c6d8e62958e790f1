package diagnostics

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

var missingHeader = Rule{
	Code:     ast.MissingHeader,
	Severity: Error,
	Summary:  "The document does not begin with a GCF header line",
	Spec:     "3",
	Page: Page{
		What: "The first line of a payload must begin with `GCF ` and name a profile. Nothing may stand before it: no byte order mark, no blank line, no Markdown fence, no sentence.",
		Why:  "The header is how a reader knows that the text is GCF and which of the two grammars holds. Without it a decoder refuses the whole document. Most payloads that lack it were written by a language model that put a fence or an introduction around them.",
		Bad: `Here are the rows:
GCF profile=generic
name=Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Remove what stands before `GCF`, or add the header line. Both are offered as a safe fix where the cause is clear and where nothing in what is removed can be data, such as a second payload.",
	},
	report: reportMissingHeader,
}

func reportMissingHeader(s site) report {
	switch s.Cause {
	case ast.CauseEmpty:
		return s.say("the document is empty; a payload begins with a header line such as `GCF profile=generic`")
	case ast.CauseBOM:
		return s.say("a byte order mark stands before `GCF`; the document must begin with `GCF`: remove the mark").
			safely("Remove the byte order mark", remove(s.start(), s.end()))
	case ast.CauseFence:
		return s.reportFence()
	case ast.CauseLabel:
		return s.reportLabel()
	case ast.CauseProse:
		if r, ok := s.almostHeader(); ok {
			return r
		}
		return s.say("this is not a GCF payload: no line of it is a header such as `GCF profile=generic`; it begins %s", show(firstLine(s.text())))
	case ast.CauseJSON:
		return s.say("this is JSON, not GCF; `gcf-lsp encode` turns JSON into GCF")
	case ast.CauseLateCase:
		r := s.say("%s must be written `GCF`, in capitals", s.shown())
		switch {
		case s.text() == "GCF":
			return s.say("a tab stands behind `GCF`: one blank is expected").
				safely("Write a blank", Edit{Start: s.end(), End: s.end() + 1, Text: " "})
		case strings.TrimSpace(s.text()) == "GCF":
			r = s.say("blanks stand before `GCF`: the document must begin with it")
		}
		return r.safely("Write `GCF`", s.replace("GCF"))
	case ast.CauseHeadless:
		header := "GCF profile=" + s.profile() + s.eol()
		return s.say("the header line is missing: the document must begin with `GCF profile=%s`, but its first line is %s", s.profile(), show(firstLine(s.text()))).
			safely("Add the header line", insert(0, header))
	}
	return s.say("the document must begin with a header line such as `GCF profile=generic`, but its first line is %s", show(firstLine(s.text())))
}

// profile is the name of the document's profile, generic where it is not known.
func (s site) profile() string {
	if s.doc.Profile == ast.ProfileGraph {
		return "graph"
	}
	return "generic"
}

// headerStart is where the header line begins, or the end of the range where
// there is none.
func (s site) headerStart() int {
	if id := s.doc.Header.Node; id > 0 {
		return int(s.doc.Nodes[id].Start)
	}
	return s.wholeLines(s.end())
}

// reportLabel is for lines before the header.
func (s site) reportLabel() report {
	end := s.headerStart()
	text := s.slice(0, end)
	if strings.TrimSpace(text) == "" {
		return s.say("blank lines stand before the payload; the document must begin with `GCF`: remove them").
			safely("Remove the blank lines", remove(0, end))
	}
	if data := dataIn(text); data != "" {
		return s.say("text stands before the payload, and %s in it may be data; the document must begin with `GCF`: remove the text, or make it part of the payload", show(data)).
			unsafely("Remove the text before the header", remove(0, end))
	}
	return s.say("text stands before the payload: %s; the document must begin with `GCF`: remove the text", show(firstLine(s.text()))).
		safely("Remove the text before the header", remove(0, end))
}

// reportFence is for a payload in a Markdown code block. The fix removes the
// lines before it and, from its closing fence on, those behind it.
func (s site) reportFence() report {
	end := s.headerStart()
	edits := []Edit{remove(0, end)}
	data, where := dataIn(s.slice(0, end)), "before"
	for id := s.doc.Line(end); id > 0 && int(id) < len(s.doc.Nodes); id++ {
		if s.doc.Nodes[id].Kind == ast.KindError && spec.IsFence(s.doc.Text(id)) {
			edits = append(edits, remove(int(s.doc.Nodes[id].Start), len(s.doc.Source)))
			if data == "" {
				data, where = afterFence(s.doc.Source[s.afterLine(id):]), "after"
			}
			break
		}
	}
	if data != "" {
		return s.say("a Markdown code fence stands around the payload, and %s %s it may be data; the document must begin with `GCF`: remove the fence and what is not the payload", show(data), where).
			unsafely("Remove the code fence and the text around it", edits...)
	}
	return s.say("a Markdown code fence stands around the payload; the document must begin with `GCF`: remove the fence").
		safely("Remove the code fence", edits...)
}

// almostHeader is for a first line such as `GCF: profile=generic`.
func (s site) almostHeader() (report, bool) {
	line := strings.TrimRight(firstLine(s.doc.Source), " \t")
	at := strings.Index(line, "profile")
	if at < 0 || !strings.EqualFold(strings.Trim(line[:at], " \t#*:;,/-|"), "GCF") {
		return report{}, false
	}
	header := "GCF " + line[at:]
	pairs := !slices.ContainsFunc(strings.Fields(line[at:]), func(word string) bool { return !strings.Contains(word, "=") })
	return s.say("%s is almost a header: the document must begin with `GCF` and a space, as in %s", show(line), show(header)).
		fix("Write `GCF`", pairs, []Edit{{End: at, Text: "GCF "}}), true
}

// wholeLines moves the end of a range behind the line end that follows it.
func (s site) wholeLines(end int) int {
	src := s.doc.Source
	if end > 0 && end <= len(src) && src[end-1] == '\n' {
		return end
	}
	if i := strings.IndexByte(src[min(end, len(src)):], '\n'); i >= 0 {
		return end + i + 1
	}
	return len(src)
}

// firstLine is a text up to its first line end.
func firstLine(text string) string {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(text, "\r")
}
