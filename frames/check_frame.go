package frames

import (
	"slices"
	"strings"

	"gcf-lsp/value"
)

// oneFrame checks what a frame says of itself.
func (c *checker) oneFrame(f *Frame) {
	c.object(f.Value, frameShape, f.at)
	if score, state := f.Get(Score); state == Present && score.Kind() != value.String && (score.Double() < 0 || score.Double() > 1) {
		c.add(ruleF1, f.at.to("score"), "score is %s: expected a number from 0 to 1", spell(score))
	}
	c.citation(f)
	c.representation(f)
	c.cost(f)
	c.digests(f)
	c.times(f)
	c.fidelity(f)
	c.source(f)
	c.embedding(f)
	c.provenance(f)
	c.relations(f)
}

func (c *checker) citation(f *Frame) {
	label, state := f.Get(CitationLabel)
	switch {
	case state == Absent:
		c.missing(ruleF3, f.at, "citation_label", "the frame has no citation_label, so it cannot be cited")
	case state == Null, label.Kind() == value.String && isBlank(label.Str()):
		c.add(ruleF3, f.at.to("citation_label"), "citation_label is blank, so the frame cannot be cited")
	}
	id, ok := f.Text(ID)
	if !ok || id == "" {
		return
	}
	for _, m := range [...]Member{Title, CitationLabel} {
		if s, _ := f.Text(m); s == id {
			c.add(ruleL09, f.at.to(m.String()), "%s repeats the id: say in words what the frame is", m)
		}
	}
}

// representation checks that a frame has the members of its representation and
// no others.
func (c *checker) representation(f *Frame) {
	kind, ok := f.Representation()
	if !ok {
		return
	}
	absent := func(members ...Member) (names []string) {
		for _, m := range members {
			if !f.Has(m) {
				names = append(names, m.String())
			}
		}
		return names
	}
	switch kind {
	case full:
		if f.Has(Representation) {
			c.add(ruleP0, f.at.to("representation"), "representation is full, which is what a frame is that does not say").repair = putAbsent
		}
		switch _, state := f.Get(Content); state {
		case Absent:
			c.missing(ruleP1a, f.at, "content", "a full frame needs content: expected a text, which may be empty")
		case Null:
			c.add(ruleP1a, f.at.to("content"), "a full frame needs content, and it is null: expected a text, which may be empty")
		}
		for _, m := range [...]Member{ContentRef, Transform, CanonicalContentHash} {
			if f.Has(m) {
				c.add(ruleP1b, f.at.to(m.String()), "a full frame has no %s: only a compact or reference frame has one", m)
			}
		}
	case compact:
		if names := absent(Content, CanonicalContentHash, Transform, ContentRef); len(names) > 0 {
			c.missing(ruleP2, f.at, names[0], "a compact frame needs %s", and(names))
		}
		if !f.Has(ContentDigest) {
			found := c.missing(ruleP2d, f.at, "content_digest", "a compact frame needs content_digest")
			if content, ok := f.Text(Content); ok {
				found.repair, found.text = setDigest, DigestOf(content)
			}
		}
	case reference:
		if v, state := f.Get(Content); state != Absent {
			what := "null"
			if state == Present {
				what = show(v.Str())
			}
			c.add(ruleP3a, f.at.to("content"), "a reference frame has no content, and this is %s: expected `~` in a table, or no line", what).repair = putAbsent
		}
		if names := absent(ContentRef, CanonicalContentHash); len(names) > 0 {
			c.missing(ruleP3b, f.at, names[0], "a reference frame needs %s", and(names))
		}
		for _, m := range [...]Member{ContentDigest, Transform} {
			if f.Has(m) {
				c.add(ruleP3c, f.at.to(m.String()), "a reference frame has no %s", m).repair = putAbsent
			}
		}
	}
}

// cost compares the declared cost with the honest one. A frame that lacks its
// content has another problem.
func (c *checker) cost(f *Frame) {
	declared, ok := f.Count(TokenCost)
	honest, countable := f.Honest()
	kind, _ := f.Representation()
	if !ok || !countable || declared == honest || !f.Has(Content) && kind != reference {
		return
	}
	content, _ := f.Text(Content)
	found := c.add(ruleB3, f.at.to("token_cost"), "token_cost is %d, should be %d: %d bytes of content / 4, rounded up", declared, honest, len(content))
	found.repair, found.text = setCost, itoa(honest)
}

func (c *checker) digests(f *Frame) {
	if digest, ok := f.Text(ContentDigest); ok {
		content, hasContent := f.Text(Content)
		switch {
		case !isDigest(digest):
			c.addDigest(ruleD1, f.at.to("content_digest"), "content_digest", digest, content, hasContent)
		case hasContent && DigestOf(content) != digest:
			c.addDigest(ruleL02, f.at.to("content_digest"), "", digest, content, true)
		}
	}
	if hash, ok := f.Text(CanonicalContentHash); ok && !isDigest(hash) {
		c.addDigest(ruleL03, f.at.to("canonical_content_hash"), "canonical_content_hash", hash, "", false)
	}
}

// addDigest says that a digest has not the form of one, or is that of another
// content where name is "".
func (c *checker) addDigest(r *Rule, at *path, name, digest, content string, hasContent bool) {
	var found *Finding
	if name == "" {
		found = c.add(r, at, "content_digest is not that of the content, which is %s", DigestOf(content))
	} else {
		found = c.add(r, at, "%s is %s: expected `sha256:` and 64 lowercase hex digits", name, show(digest))
	}
	if hasContent {
		found.repair, found.text = setDigest, DigestOf(content)
	}
}

func (c *checker) times(f *Frame) {
	fromText, _ := f.Text(ValidFrom)
	toText, _ := f.Text(ValidTo)
	from, ok := parseTime(fromText)
	to, also := parseTime(toText)
	if ok && also && from.compare(to) > 0 {
		c.add(ruleL01, f.at.to("valid_to"), "valid_to is before valid_from, which is %s", fromText)
	}
}

// fidelity compares what a frame promises with what it or its query demands.
func (c *checker) fidelity(f *Frame) {
	kind, ok := f.Representation()
	fidelity, given := f.Text(ContentFidelity)
	rank := slices.Index(fidelities, fidelity)
	if given && rank >= 0 {
		floor, _ := f.Text(MinimumContentFidelity)
		if floor == "" && c.result != nil && c.result.Query != nil {
			floor = text(c.result.Query.Value, "minimum_content_fidelity")
		}
		if least := slices.Index(fidelities, floor); least >= 0 && rank > least {
			c.add(ruleL05, f.at.to("content_fidelity"), "content_fidelity is %s, below the floor %s", fidelity, floor)
		}
		if ok && (fidelity == "omitted") != (kind == reference) {
			c.add(ruleL07, f.at.to("content_fidelity"), "content_fidelity is %s on a %s frame: omitted and reference go together", fidelity, kind)
		}
	}
	if kind != reference {
		return
	}
	if demand, _ := f.Text(InlineContentRequirement); demand == "required" {
		c.add(ruleL06, f.at.to("inline_content_requirement"), "the frame demands inline content, and it is a reference")
	} else if demand == "" && c.result != nil && c.result.Query != nil && text(c.result.Query.Value, "inline_content_requirement") == "required" {
		c.add(ruleL06, f.at.to("representation"), "the query demands inline content, and the frame is a reference")
	}
}

// source checks what leads back to the source.
func (c *checker) source(f *Frame) {
	ref, _ := f.Get(ContentRef)
	uri, _ := f.Text(URI)
	if handle := text(ref, "uri"); handle != "" && handle == uri {
		c.add(ruleL10, f.at.to("content_ref").to("uri"), "content_ref.uri is the frame's own uri: expected a handle of the provider")
	}
	if f.Has(CanonicalTokenCost) && !f.Has(TokenizerRef) {
		c.add(ruleL04, f.at.to("canonical_token_cost"), "canonical_token_cost needs tokenizer_ref, which says whose tokens these are")
	}
}

func (c *checker) embedding(f *Frame) {
	v, state := f.Get(Embedding)
	mark := text(v, "fingerprint")
	if state != Present || mark == "" {
		return
	}
	at := f.at.to("embedding")
	dimensions, ok := fingerprint(mark)
	if !ok {
		c.add(ruleL11, at.to("fingerprint"), "fingerprint is %s: expected `<model>/<dimensions>`, with `/<normalization>` where there is one", show(mark))
		return
	}
	if vector, _ := v.Get("vector"); vector.Kind() == value.Array && uint64(vector.Len()) != dimensions {
		c.add(ruleL12, at.to("vector"), "the vector has %d numbers, and its fingerprint says %d", vector.Len(), dimensions)
	}
}

func (c *checker) provenance(f *Frame) {
	v, _ := f.Get(Provenance)
	elems := v.Elems()
	for i := range elems {
		digest, has := given(elems[i], "digest")
		at := f.at.to("provenance").item(i)
		file := text(elems[i], "type") == "file"
		switch {
		case file && !has:
			c.missing(ruleF5, at, "digest", "the provenance of a file needs its digest")
		case digest.Kind() == value.String && !isDigest(digest.Str()):
			rule := ruleL13
			if file {
				rule = ruleF5
			}
			c.addDigest(rule, at.to("digest"), "digest", digest.Str(), "", false)
		}
	}
}

// relations checks the edges of a frame.
func (c *checker) relations(f *Frame) {
	v, _ := f.Get(Relations)
	elems := v.Elems()
	if kind, _ := f.Text(Kind); kind == "graph" && len(elems) == 0 {
		c.missing(ruleL17, f.at, "relations", "a graph frame is a node with its edges, and this one has no relations")
	}
	type edge struct{ rel, target string }
	var seen map[edge]int
	if len(elems) > 1 {
		seen = make(map[edge]int, len(elems))
	}
	for i := range elems {
		e := &elems[i]
		at := f.at.to("relations").item(i)
		label, has := given(*e, "display_name")
		switch {
		case e.Kind() != value.Object:
			continue
		case !has:
			c.missing(ruleG1, at, "display_name", "the relation has no display_name")
		case label.Kind() == value.String && isBlank(label.Str()):
			c.add(ruleG1, at.to("display_name"), "display_name is blank")
		}
		target := text(*e, "target_uri")
		if !isBlank(target) && !hasScheme(target) {
			c.add(ruleL14, at.to("target_uri"), "target_uri is %s: a URI begins with a scheme, such as `file:`", show(target))
		}
		c.relationName(text(*e, "rel"), at.to("rel"))
		if seen == nil {
			continue
		}
		key := edge{text(*e, "rel"), target}
		if first, twice := seen[key]; twice {
			c.add(ruleL16, at, "the frame has this relation already, at position %d", first).Other = f.at.to("relations").item(first).tokens()
		} else {
			seen[key] = i
		}
	}
}

func (c *checker) relationName(rel string, at *path) {
	if rel == "" {
		return
	}
	vendor, name, colon := strings.Cut(rel, ":")
	switch {
	case colon && (isBlank(vendor) || isBlank(name)):
		c.add(ruleU3, at, "rel is %s: expected text on both sides of the colon", show(rel))
	case !colon && !strings.Contains(rel, "."):
		found := c.add(ruleL15, at, "rel is %s, neither published nor in a namespace such as `vendor:name`", show(rel))
		for _, word := range relationNames {
			if strings.HasSuffix(word, "."+rel) {
				found.repair, found.text = setWord, word
			}
		}
	}
}

// and is words as a message joins them.
func and(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
