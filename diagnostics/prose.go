package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// A fix that removes lines is safe only where nothing in them can be data. What
// follows decides that, and in case of doubt it is data.

// dataIn returns the first line of a text that is or may be GCF or another
// format's data, or "".
func dataIn(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, " \t\r\n"); mayBeData(line) {
			return line
		}
	}
	return ""
}

// mayBeData reports whether a line without blanks around it is or may be data: a
// header, a section, a row, an item, a member, an attachment, a scalar alone, or
// a line of JSON. Words are prose, comments and Markdown fences are no data.
func mayBeData(line string) bool {
	if line == "" || spec.IsFence(line) {
		return false
	}
	if rest, ok := cutHeaderName(line); ok && rest != "" && (rest[0] == ' ' || rest[0] == '\t' || strings.Contains(rest, "profile")) {
		return true
	}
	switch line[0] {
	case '#':
		return strings.HasPrefix(line, "##") || strings.Contains(line, "|")
	case '@', '=', '"', '{', '[', '}', ']', '^', '~':
		return true
	case '.':
		return len(line) > 1 && line[1] != '.'
	}
	if strings.ContainsAny(line, "|=") || strings.Contains(line, "]:") || isTableName(line) || strings.Contains(line, " -> ") {
		return true
	}
	if key, _, ok := strings.Cut(line, ": "); ok && ast.IsBareKey(key) && key == strings.ToLower(key) {
		return true // YAML, which writers of GCF fall into
	}
	scalar := ast.ClassifyScalar(line)
	return scalar.IsNumber() || !scalar.IsString()
}

// isTableName reports whether a line is `name [2]{a,b}` or `name [2]`, a table
// header without its `## `.
func isTableName(line string) bool {
	name, rest, ok := strings.Cut(line, "[")
	if !ok || !ast.IsBareKey(strings.TrimRight(name, " ")) && !strings.HasPrefix(name, `"`) {
		return false
	}
	return strings.HasSuffix(rest, "]") || strings.Contains(rest, "]{")
}

// cutHeaderName cuts `GCF`, in any case, from the start of a line.
func cutHeaderName(line string) (rest string, ok bool) {
	if len(line) < 3 || !strings.EqualFold(line[:3], "GCF") {
		return line, false
	}
	return line[3:], true
}

// afterFence returns a line behind a closing fence that may be data, or "". A
// word alone may be a row of one column; what stands around another fence may
// be anything, such as the rest of a text that holds code.
func afterFence(text string) string {
	if data := dataIn(text); data != "" {
		return data
	}
	fences := strings.Contains(text, "```") || strings.Contains(text, "~~~")
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n")
		if line != "" && (fences && !spec.IsFence(line) || !strings.Contains(line, " ") && !endsSentence(line)) {
			return line
		}
	}
	return ""
}

// isProse reports whether all lines of a text are sentences that people write to
// each other.
func isProse(text string) bool {
	some := false
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n")
		switch {
		case line == "", len(line) > 2 && strings.Trim(line, "-*_") == "": // a rule across the page
			continue
		case mayBeData(line), spec.IsFence(line):
			return false
		case !endsSentence(line) && strings.Count(line, " ") < 3:
			return false
		}
		some = true
	}
	return some
}

func endsSentence(line string) bool {
	line = strings.TrimRight(line, "*_)\"")
	return line != "" && strings.ContainsRune(".!?:", rune(line[len(line)-1]))
}
