package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/spec"
)

// suppression is one code that a comment suppresses, or one region.
type suppression struct {
	code       ast.Code // NoCode for a region, which suppresses every code
	start, end int      // the code or the `off` in the comment
	remove     Edit     // takes the code, or the whole comment, away
	reason     string
	used       bool
}

// suppressions are those of one document.
type suppressions struct {
	directives []suppression
	lines      map[ast.NodeID][]int32 // by the line that they hold for
	file       map[ast.Code]int32
	regions    []region // in the order of their lines, not overlapping
	wrong      []Diagnostic
}

// region is the lines after first and before last.
type region struct {
	first, last ast.NodeID
	directive   int32
}

// suppressionsOf reads the directives in a document's comments. It returns nil
// where there are none.
func suppressionsOf(doc *ast.Document) *suppressions {
	if !hasDirective(doc) {
		return nil
	}
	r := directiveReader{
		suppressions: &suppressions{lines: map[ast.NodeID][]int32{}, file: map[ast.Code]int32{}},
		doc:          doc,
		parsed:       map[string]parsedDirective{},
		atTop:        true,
	}
	for id := range doc.Outside {
		r.read(id)
	}
	r.closeRegion(ast.NodeID(len(doc.Nodes)))
	return r.suppressions
}

func hasDirective(doc *ast.Document) bool {
	for id := range doc.Outside {
		if doc.Nodes[id].Kind == ast.KindComment {
			if _, _, ok := spec.DirectiveText(doc.Text(id)); ok {
				return true
			}
		}
	}
	return false
}

// directiveReader reads the directives of a document line by line.
type directiveReader struct {
	*suppressions
	doc     *ast.Document
	parsed  map[string]parsedDirective // directives repeat
	pending []int32                    // those that wait for the next line of data
	open    *region
	atTop   bool // no data line was met
	fmtOff  bool // an `fmt off` holds
}

type parsedDirective struct {
	directive
	ok bool
}

func (r *directiveReader) read(id ast.NodeID) {
	switch r.doc.Nodes[id].Kind {
	case ast.KindBlank, ast.KindHeader:
		return
	case ast.KindComment:
		line := r.doc.Text(id)
		if text, at, ok := spec.DirectiveText(line); ok {
			r.directive(id, text, int(r.doc.Nodes[id].Start)+at)
		}
		return
	}
	if id > r.doc.Header.Node { // what stands before the header is no data
		r.atTop = false
	}
	if len(r.pending) > 0 {
		r.lines[id] = r.pending
		r.pending = nil
	}
}

// directive takes in one directive; at is the offset of its text.
func (r *directiveReader) directive(id ast.NodeID, text string, at int) {
	p, ok := r.parsed[text]
	if !ok {
		p.directive, p.ok = parseDirective(text)
		r.parsed[text] = p
	}
	whole := func(format string, args ...any) {
		start, end := r.doc.Span(id)
		r.reject(start, end, Edit{}, fmt.Sprintf(format, args...))
	}
	if !p.ok {
		whole("%s is not a suppression: expected `ignore CODE`, `ignore-file CODE`, `off` or `on`, and a reason after `--`", show(spec.DirectivePrefix+text))
		return
	}
	if p.Setting != "" {
		if near, known := knownSetting(p.Setting); !known {
			start := at + strings.Index(text, p.Setting)
			name, _, _ := strings.Cut(p.Setting, "=")
			r.unknown(start, start+len(name), name, near, "a setting", "`schema=FILE` or `base=FILE`")
		}
		return
	}
	verb := p.Verb.Text
	switch {
	case (verb == "ignore" || verb == "ignore-file") && len(p.Codes) == 0:
		whole("`%s` names no code: expected `%s CODE`, such as `%s number_respelled`", verb, verb, verb)
	case verb == "ignore-file" && !r.atTop:
		whole("`ignore-file` must stand above the first line of data; `ignore` holds for the next line")
	case verb == "ignore" || verb == "ignore-file":
		r.codes(id, &p.directive, at)
	case (verb == "off" || verb == "on") && len(p.Codes) > 0:
		whole("`%s` takes no codes: it holds for all of them", verb)
	case verb == "fmt" && (len(p.Codes) != 1 || p.Codes[0].Text != "off" && p.Codes[0].Text != "on"):
		whole("expected `fmt off` or `fmt on`")
	case verb == "fmt": // what it encloses is a matter of package format
		r.fmt(id, &p.directive, at)
	case verb == "off":
		r.off(id, &p.directive, at)
	case verb == "on":
		r.on(id, &p.directive, at)
	default:
		start := at + p.Verb.Start
		r.unknown(start, start+len(verb), verb, nearest.Word(verb, spec.DirectiveNames(false)), "a suppression", "`ignore`, `ignore-file`, `off`, `on`, `fmt off` or `fmt on`")
	}
}

// knownSetting reports whether a directive NAME=VALUE is one that is read, and
// returns the name that is meant where it is not.
func knownSetting(setting string) (near string, known bool) {
	name, _, _ := strings.Cut(setting, "=")
	names := spec.DirectiveNames(true)
	return nearest.Word(name, names), slices.Contains(names, name)
}

// unknown reports a word that is no directive.
func (r *directiveReader) unknown(start, end int, word, near, what, expected string) {
	if near == "" {
		r.reject(start, end, Edit{}, fmt.Sprintf("%s is not %s: expected %s", show(word), what, expected))
		return
	}
	r.reject(start, end, Edit{Start: start, End: end, Text: near}, fmt.Sprintf("%s is not %s: did you mean `%s`?", show(word), what, near))
}

// reject reports a directive or a code that cannot be understood.
func (r *directiveReader) reject(start, end int, fix Edit, message string) {
	d := Diagnostic{Code: ast.UnknownSuppression, Start: start, End: end, Message: message}
	if fix.Text != "" {
		d.Fixes = []Fix{{Title: "Write `" + fix.Text + "`", Edits: []Edit{fix}}}
	}
	r.wrong = append(r.wrong, d)
}

// codes takes in the codes of `ignore` or `ignore-file`.
func (r *directiveReader) codes(id ast.NodeID, d *directive, at int) {
	for i, w := range d.Codes {
		start := at + w.Start
		end := start + len(w.Text)
		code := ast.CodeByName(w.Text)
		if code == ast.NoCode {
			near := nearest.Word(w.Text, codeNames())
			message := fmt.Sprintf("there is no code %s", show(w.Text))
			if near != "" {
				message += ": did you mean `" + near + "`?"
			}
			r.reject(start, end, Edit{Start: start, End: end, Text: near}, message)
			continue
		}
		s := suppression{code: code, start: start, end: end, reason: d.Reason, remove: r.line(id)}
		switch {
		case i+1 < len(d.Codes):
			s.remove = remove(start, at+d.Codes[i+1].Start)
		case i > 0:
			before := d.Codes[i-1]
			s.remove = remove(at+before.end(), end)
		}
		index := int32(len(r.directives))
		r.directives = append(r.directives, s)
		if d.Verb.Text == "ignore" {
			r.pending = append(r.pending, index)
		} else if _, twice := r.file[code]; !twice {
			r.file[code] = index
		}
	}
}

// codeNames are the names of all codes.
func codeNames() []string {
	names := make([]string, len(rules))
	for i, rule := range rules {
		names[i] = rule.Code.String()
	}
	return names
}

func (r *directiveReader) off(id ast.NodeID, d *directive, at int) {
	start := at + d.Verb.Start
	r.directives = append(r.directives, suppression{start: start, end: start + len(d.Verb.Text), reason: d.Reason, remove: r.line(id)})
	if r.open == nil {
		r.open = &region{first: id, directive: int32(len(r.directives) - 1)}
	}
}

func (r *directiveReader) on(id ast.NodeID, d *directive, at int) {
	if r.open != nil {
		r.closeRegion(id)
		return
	}
	start := at + d.Verb.Start
	r.useless(id, start, start+len(d.Verb.Text), "`on` ends nothing: there is no `off` before it")
}

// fmt takes in `fmt off` or `fmt on`.
func (r *directiveReader) fmt(id ast.NodeID, d *directive, at int) {
	off := d.Codes[0].Text == "off"
	if off == r.fmtOff {
		message := "`fmt on` ends nothing: there is no `fmt off` before it"
		if off {
			message = "`fmt off` begins nothing: the one before it still holds"
		}
		r.useless(id, at+d.Verb.Start, at+d.Codes[0].end(), message)
	}
	r.fmtOff = off
}

// useless reports a directive that does nothing.
func (r *directiveReader) useless(id ast.NodeID, start, end int, message string) {
	r.wrong = append(r.wrong, Diagnostic{
		Code: ast.UnusedSuppression, Start: start, End: end, Message: message,
		Fixes: []Fix{{Title: "Remove the comment", Safe: true, Edits: []Edit{r.line(id)}}},
	})
}

func (r *directiveReader) closeRegion(last ast.NodeID) {
	if r.open != nil {
		r.open.last = last
		r.regions = append(r.regions, *r.open)
		r.open = nil
	}
}

// line is the edit that removes a whole line.
func (r *directiveReader) line(id ast.NodeID) Edit {
	s := site{Problem: &ast.Problem{Node: id}, doc: r.doc}
	return remove(s.lineStart(), s.lineEnd())
}

// match returns the index of the directive that suppresses a code on a line, or
// -1, and remembers that the directive was of use.
func (s *suppressions) match(code ast.Code, line ast.NodeID) int32 {
	if s == nil || code == ast.UnknownSuppression || code == ast.UnusedSuppression {
		return -1
	}
	for _, i := range s.lines[line] {
		if s.directives[i].code == code {
			s.directives[i].used = true
			return i
		}
	}
	if i, ok := s.file[code]; ok {
		s.directives[i].used = true
		return i
	}
	at, inside := slices.BinarySearchFunc(s.regions, line, func(r region, line ast.NodeID) int {
		switch {
		case r.last <= line:
			return -1
		case r.first >= line:
			return 1
		}
		return 0
	})
	if !inside {
		return -1
	}
	i := s.regions[at].directive
	s.directives[i].used = true
	return i
}

// findings are the directives that cannot be understood and, when all else was
// matched, those that suppressed nothing. A code that is not enabled, or that
// takes other documents to find, may well be of use elsewhere.
func (s *suppressions) findings(enabled func(ast.Code) bool) []Diagnostic {
	found := slices.Clone(s.wrong)
	for _, d := range s.directives {
		if d.used {
			continue
		}
		what := "`off` suppresses nothing"
		if d.code != ast.NoCode {
			if rule := ByCode(d.code); rule.Needs != "" || !enabled(d.code) {
				continue
			}
			what = fmt.Sprintf("`%s` is not reported here: the suppression is not needed", d.code)
		}
		found = append(found, Diagnostic{
			Code: ast.UnusedSuppression, Start: d.start, End: d.end, Message: what,
			Fixes: []Fix{{Title: "Remove the suppression", Safe: true, Edits: []Edit{d.remove}}},
		})
	}
	return found
}
