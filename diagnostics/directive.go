package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// directive is what follows the prefix in a comment:
//
//	ignore CODE[, CODE…] [-- reason]
//	ignore-file CODE[, CODE…] [-- reason]
//	off [-- reason]
//	on
//	NAME=VALUE
//
// The last form is a setting for other parts of the tool, such as a schema. The
// grammar stands in directive_test.go.
type directive struct {
	Setting string // all of NAME=VALUE
	Verb    word
	Codes   []word
	Reason  string
}

// word is a word with its place in the text that was parsed.
type word struct {
	Text  string
	Start int
}

func (w word) end() int { return w.Start + len(w.Text) }

// parseDirective parses the text after the prefix. It returns false where that is
// none of the forms.
func parseDirective(text string) (d directive, ok bool) {
	s := directiveScanner{text: text}
	s.blanks()
	if name, _, found := strings.Cut(text[s.at:], "="); found && ast.IsBareKey(name) {
		d.Setting = text[s.at:]
		return d, !strings.Contains(text, "\n")
	}
	if d.Verb, ok = s.word(); !ok {
		return d, false
	}
	code, ok := s.word()
	for ok {
		d.Codes = append(d.Codes, code)
		if !strings.HasPrefix(text[s.at:], ",") {
			break
		}
		s.at++
		s.blanks()
		if code, ok = s.word(); !ok {
			return d, false
		}
	}
	rest := text[s.at:]
	reason, found := strings.CutPrefix(rest, "--")
	d.Reason = strings.TrimSpace(reason)
	return d, rest == "" || found && !strings.Contains(rest, "\n")
}

// directiveScanner reads a directive word by word.
type directiveScanner struct {
	text string
	at   int
}

// word reads a word, which may have single hyphens inside, and the blanks behind
// it.
func (s *directiveScanner) word() (w word, ok bool) {
	i := s.at
	for i < len(s.text) && (isWordByte(s.text[i]) || i > s.at && s.text[i] == '-' && i+1 < len(s.text) && isWordByte(s.text[i+1])) {
		i++
	}
	w = word{s.text[s.at:i], s.at}
	s.at = i
	s.blanks()
	return w, w.Text != ""
}

func (s *directiveScanner) blanks() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
