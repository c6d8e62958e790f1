package complete

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/spec"
)

// comment offers suppressions in a comment that begins like one, and nothing in
// others. The text is the line without its indentation.
func (c *completion) comment(text string) {
	body := strings.TrimLeft(text[1:], " \t")
	start := c.at.Offset - len(body)
	rest, isDirective := strings.CutPrefix(body, spec.DirectivePrefix)
	if !isDirective {
		if body == "" || !strings.HasPrefix(spec.DirectivePrefix, body) {
			return
		}
		c.Start, c.End = start, c.at.Offset
		for _, v := range spec.Directives {
			c.offer(Item{Label: spec.DirectivePrefix + " " + v.Name, Detail: v.Meaning, Kind: Keyword})
		}
		return
	}
	if strings.Contains(rest, "--") || strings.Contains(rest, "=") {
		return // the reason; a file
	}
	rest = strings.TrimLeft(rest, " \t")
	verb, codes, hasCodes := strings.Cut(rest, " ")
	if !hasCodes {
		c.replace(c.at.Offset-len(verb), "")
		for _, v := range spec.Directives {
			c.offer(Item{Label: v.Name, Detail: v.Meaning, Kind: Keyword})
		}
		return
	}
	if verb != "ignore" && verb != "ignore-file" {
		return
	}
	word := codes[1+strings.LastIndexAny(codes, ", \t"):]
	before := strings.TrimRight(codes[:len(codes)-len(word)], " \t")
	if before != "" && !strings.HasSuffix(before, ",") {
		return // a comma is missing
	}
	c.replace(c.at.Offset-len(word), ",")
	c.codes(verb, before)
}

// codes offers the diagnostic codes, those that the document has first.
func (c *completion) codes(verb, before string) {
	said := map[ast.Code]bool{}
	for _, name := range strings.FieldsFunc(before, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		said[ast.CodeByName(name)] = true
	}
	offer := func(code ast.Code, here string) {
		rule := diagnostics.ByCode(code)
		if rule == nil || said[code] || code == ast.UnknownSuppression || code == ast.UnusedSuppression || code == ast.TooManyProblems {
			return
		}
		said[code] = true
		c.offer(Item{Label: code.String(), Detail: here + rule.Summary, Kind: Code, About: About{"code", code.String()}})
	}
	// `ignore` is for the next line of data.
	next := c.at.Line + 1
	for int(next) < len(c.Nodes) && (c.Node(next).Kind == ast.KindComment || c.Node(next).Kind == ast.KindBlank) {
		next++
	}
	for i := range c.Problems {
		if p := &c.Problems[i]; verb == "ignore-file" || p.Node == next {
			offer(p.Code, "reported: ")
		}
	}
	for _, rule := range diagnostics.Rules() {
		offer(rule.Code, "")
	}
}
