package diagnosis

import (
	"fmt"
	"regexp"
	"strings"

	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// A line of a graph that holds the right parts in other signs or in another order
// is read by what its parts look like: a number is a score, a word that the spec
// lists is a kind, what is behind `source:` is the source. Nothing is left over.

// labels are the words that writers put before the parts of graph lines, by what
// they mean.
var labels = map[string]string{
	"id": "id", "kind": "kind", "name": "name", "qualified_name": "name", "qualifiedname": "name", "qname": "name", "fqn": "name", "symbol": "name",
	"score": "score", "relevance": "score", "rank": "score", "confidence": "score", "weight": "score",
	"provenance": "provenance", "prov": "provenance", "origin": "provenance", "via": "provenance",
	"source": "source", "from": "source", "src": "source", "caller": "source",
	"target": "target", "to": "target", "dst": "target", "dest": "target", "callee": "target",
	"label": "type", "rel": "type", "relation": "type", "edgetype": "type", "edge_type": "type", "status": "status",
}

// labelled is a part of a line with the label that it has, or "".
type labelled struct{ label, text string }

var (
	labelWord = lazily(`^["'{(\[]*([A-Za-z_]+)["']?(?:=|:|=>)(.*)$`)
	wrapped   = strings.NewReplacer("`", "", "\"", "", "'", "")
	listed    = lazily(`^\s*(?:[-*•+]|\d+[.)])\s+`)
)

// looseParts splits a line at blanks and other separators, takes decoration off the
// parts and puts labels to them.
func looseParts(line string, own map[string]string) []labelled {
	if text := strings.Trim(line, " \t,;"); strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
		if parts, ok := jsonParts(text, own); ok {
			return parts
		}
	}
	if m := listed.FindStringSubmatch(line); m != nil {
		line = line[len(m[0]):]
	}
	var all []labelled
	label := ""
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t|;", r) }) {
		part = strings.TrimRight(wrapped.Replace(part), ",;")
		if m := labelWord.FindStringSubmatch(part); m != nil && own[strings.ToLower(m[1])] != "" {
			label, part = own[strings.ToLower(m[1])], strings.TrimRight(m[2], ")]}")
		}
		part = unwrapped(part)
		if part == "" {
			continue
		}
		all = append(all, labelled{label, part})
		label = ""
	}
	return all
}

// unwrapped takes brackets off a part that stands in them.
func unwrapped(part string) string {
	for len(part) > 1 && strings.Contains("()[]{}", part[:1]+part[len(part)-1:]) {
		part = part[1 : len(part)-1]
	}
	return part
}

func jsonParts(text string, own map[string]string) ([]labelled, bool) {
	v, err := value.FromJSON(text, value.KeepNumbers())
	if err != nil || v.Kind() != value.Object {
		return nil, false
	}
	var all []labelled
	for _, m := range v.Members() {
		label := own[strings.ToLower(m.Key)]
		if label == "" || !m.Value.IsScalar() {
			return nil, false
		}
		part := m.Value.Str()
		if m.Value.Kind() != value.String {
			json, err := value.AppendJSON(nil, m.Value)
			if err != nil {
				return nil, false
			}
			part = string(json)
		}
		all = append(all, labelled{label, part})
	}
	return all, true
}

// labelsOf are the labels of some parts; extra ones mean another thing there.
func labelsOf(parts []string, extra map[string]string) map[string]string {
	own := map[string]string{}
	for word, part := range labels {
		for _, p := range parts {
			if part == p {
				own[word] = part
			}
		}
	}
	for word, part := range extra {
		own[word] = part
	}
	return own
}

var (
	symbolPartNames = []string{"id", "kind", "name", "score", "provenance"}
	symbolLabels    = labelsOf(symbolPartNames, map[string]string{"type": "kind", "source": "provenance", "symbol_id": "id"})
	edgeLabels      = labelsOf([]string{"source", "target", "type", "status"}, map[string]string{"type": "type", "kind": "type"})

	idPart    = regexp.MustCompile(`^[@#]?(\d+)[:.]?$`)
	scorePart = regexp.MustCompile(`^(-?)(\d*)(?:[.,](\d+))?(%?)$`)
)

// symbolRead is a symbol as a line means it.
type symbolRead struct {
	id, kind, name, score, provenance string
	written                           string // the score as it stands there
	// sure says that each part is known by more than its place: by a label, or as a
	// word that the spec lists.
	sure  bool
	order string // of the parts, by their first letters
}

func (s *symbolRead) line() string {
	return "@" + s.id + " " + s.kind + " " + s.name + " " + s.score + " " + s.provenance
}

func knownKind(word string) bool {
	for i := range spec.Kinds {
		if spec.Kinds[i].Short == word || spec.Kinds[i].Full == word {
			return true
		}
	}
	return false
}

func knownProvenance(word string) bool {
	for _, p := range spec.Provenances {
		if p == word {
			return true
		}
	}
	return false
}

// readSymbol reads a line as a symbol.
func readSymbol(line string) (s symbolRead, ok bool) {
	parts := looseParts(line, symbolLabels)
	if len(parts) != len(symbolPartNames) {
		return s, false
	}
	at := map[string]int{} // where each part is
	for i, p := range parts {
		if p.label != "" {
			if _, twice := at[p.label]; twice {
				return s, false
			}
			at[p.label] = i
		}
	}
	allLabelled := len(at) >= len(symbolPartNames)-1
	give := func(name string, fits func(part string) bool) bool {
		if _, is := at[name]; is {
			return true
		}
		found := -1
		for i, p := range parts {
			if p.label == "" && fits(p.text) {
				if found >= 0 {
					return false
				}
				found = i
			}
		}
		if found < 0 {
			return false
		}
		parts[found].label = name
		at[name] = found
		return true
	}
	if !give("id", func(p string) bool { return strings.ContainsAny(p[:1], "@#") && idPart.MatchString(p) }) &&
		!(parts[0].label == "" && idPart.MatchString(parts[0].text) && give("id", func(p string) bool { return p == parts[0].text })) {
		return s, false
	}
	if !give("score", func(p string) bool { _, _, ok := looseScoreOf(p); return ok }) || !give("kind", knownKind) {
		return s, false
	}
	known := give("provenance", knownProvenance)
	if !known { // the last of the two that are left
		for i := len(parts) - 1; i >= 0; i-- {
			if parts[i].label == "" {
				parts[i].label, at["provenance"] = "provenance", i
				break
			}
		}
	}
	if !give("name", func(string) bool { return true }) {
		return s, false
	}
	id := idPart.FindStringSubmatch(parts[at["id"]].text)
	score, _, fine := looseScoreOf(parts[at["score"]].text)
	if id == nil || !fine {
		return s, false
	}
	s = symbolRead{id: id[1], kind: parts[at["kind"]].text, name: parts[at["name"]].text, score: score,
		provenance: parts[at["provenance"]].text, written: parts[at["score"]].text, sure: allLabelled || known}
	for _, p := range parts {
		s.order += p.label[:1]
	}
	s.sure = s.sure || strings.ReplaceAll(s.order, "s", "") == "iknp" // a score shows itself
	return s, plainWord(s.name) && plainWord(s.provenance)
}

// plainWord reports whether a part can stand in a line of a graph.
func plainWord(part string) bool {
	for i := range len(part) {
		if part[i] <= ' ' || part[i] > '~' {
			return false
		}
	}
	return part != ""
}

// looseScoreOf reads a score in another spelling; exact is false for a whole number
// that may be a percentage.
func looseScoreOf(part string) (score string, exact, ok bool) {
	m := scorePart.FindStringSubmatch(part)
	if m == nil || m[2] == "" && m[3] == "" {
		return "", false, false
	}
	whole, decimals := m[2], m[3]
	if whole == "" {
		whole = "0"
	}
	if m[4] == "%" {
		if decimals != "" || len(whole) > 3 {
			return "", false, false
		}
		whole = fmt.Sprintf("%03s", whole)
		return m[1] + whole[:1] + "." + whole[1:], true, true
	}
	if len(strings.TrimRight(decimals, "0")) > 2 {
		return "", false, false
	}
	return m[1] + whole + "." + (decimals + "00")[:2], decimals != "" || len(whole) == 1, true
}

// edgeRead is an edge as a line means it.
type edgeRead struct {
	target, source, kind, status string
	// pointed says that an arrow or labels tell the ends apart; told that the order
	// of the words does, as in `@0 calls @1`.
	pointed, told bool
	syntax        []string
}

func (e *edgeRead) line() string {
	line := e.target + "<" + e.source + " " + e.kind
	if e.status != "" {
		line += " " + e.status
	}
	return line
}

var (
	edgeToken = lazily(`@?\d+|[A-Za-z_][\w./-]*|[-=~.]*[>→⇒➔]+|[<←⇐]+[-=~.]*`)
	edgeWord  = lazily(`^[A-Za-z_][\w./-]*$`)
)

// readEdge reads a line as an edge. Ids are those of the symbols by name.
func readEdge(line string, ids map[string]string) (e edgeRead, ok bool) {
	type token struct {
		labelled
		end bool
	}
	var tokens []token
	left, right := 0, 0
	add := func(label, text string) {
		switch {
		case ids[text] != "":
			e.syntax = append(e.syntax, words(text+" "+ids[text], nil)...)
			tokens = append(tokens, token{labelled{label, ids[text]}, true})
		case idPart.MatchString(text):
			id := "@" + idPart.FindStringSubmatch(text)[1]
			e.syntax = append(e.syntax, text, id, id[1:])
			tokens = append(tokens, token{labelled{label, id}, true})
		default:
			tokens = append(tokens, token{labelled{label, text}, false})
		}
	}
	for _, part := range looseParts(line, edgeLabels) {
		if part.label != "" || ids[part.text] != "" {
			add(part.label, part.text)
			continue
		}
		for _, m := range edgeToken.FindAllStringSubmatch(part.text, -1) {
			switch {
			case strings.ContainsAny(m[0], "<←⇐"):
				left++
			case strings.ContainsAny(m[0], ">→⇒➔"):
				right++
			default:
				text := strings.Trim(m[0], "-./")
				if label := edgeLabels[strings.ToLower(text)]; label != "" && strings.Contains(part.text, m[0]+"=") {
					continue // `label=` inside of brackets
				}
				add("", text)
			}
		}
	}
	var ends []int
	for i, t := range tokens {
		switch {
		case t.end && (t.label == "" || t.label == "source" || t.label == "target"):
			ends = append(ends, i)
		case t.label == "status" || e.kind != "" && t.label == "" && (t.text == "added" || t.text == "removed"):
			e.status = t.text
		case t.label == "type" || t.label == "":
			if e.kind != "" {
				return e, false
			}
			e.kind = t.text
		default:
			return e, false
		}
	}
	if len(ends) != 2 || !edgeWord.MatchString(e.kind) || left > 0 && right > 0 {
		return e, false
	}
	a, b := tokens[ends[0]], tokens[ends[1]]
	e.source, e.target = a.text, b.text
	switch {
	case a.label != "" && b.label != "" && a.label != b.label:
		e.pointed = true
		if a.label == "target" {
			e.source, e.target = b.text, a.text
		}
	case a.label != "" || b.label != "":
		return e, false
	case right > 0:
		e.pointed = true
	case left > 0:
		e.pointed = true
		e.source, e.target = b.text, a.text
	case ends[0] == 0 && ends[1] == 2, ends[0] == 1 && ends[1] == 2: // `@0 calls @1`, `calls(@0, @1)`
		e.told = true
	}
	return e, true
}
