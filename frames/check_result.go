package frames

import (
	"sort"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// query checks what was asked for.
func (c *checker) query(q *Query) {
	c.object(q.Value, queryShape, q.at)
	if q.MaxTokens != nil && *q.MaxTokens == 0 {
		c.add(ruleL18, q.at.to("max_tokens"), "max_tokens is 0, so no frame with content fits")
	}
	anchors, _ := q.Value.Get("anchors")
	for i, a := range anchors.Elems() {
		if a.Kind() == value.String && !hasScheme(a.Str()) {
			c.add(ruleL14, q.at.to("anchors").item(i), "an anchor is %s: a URI begins with a scheme, such as `file:`", show(a.Str()))
		}
	}
}

// results checks a result: each frame, and what they are together.
func (c *checker) results(r *Result) {
	c.result = r
	if !r.bare && c.broken == nil {
		c.object(r.Value, resultShape, r.at)
		list, _ := r.Value.Get("frames")
		for i, e := range list.Elems() {
			if e.Kind() != value.Object {
				c.add(ruleT2, r.list.item(i), "a frame is %s: expected an object", kindOf(e))
			}
		}
		c.dropped(r)
	}
	for i := range r.Frames {
		if c.isBroken(r.Frames[i].Value.Line()) {
			continue
		}
		c.oneFrame(&r.Frames[i])
	}
	if c.broken == nil && !r.partial {
		c.budget(r)
		c.asked(r)
		c.providers(r)
	}
	c.identities(r)
	c.result = nil
}

// isBroken reports whether a frame's lines have an error.
func (c *checker) isBroken(line ast.NodeID) bool {
	i := sort.Search(len(c.broken), func(i int) bool { return c.broken[i] >= line })
	return i < len(c.broken) && c.broken[i] == line
}

func (c *checker) dropped(r *Result) {
	truncated, _ := r.Value.Get("truncated")
	dropped, _ := r.Value.Get("dropped_estimate")
	if n, ok := count(dropped); ok && n > 0 && truncated.Kind() == value.Bool && !truncated.Bool() {
		c.add(ruleL22, r.at.to("dropped_estimate"), "dropped_estimate is %d, and truncated is false", n)
	}
}

// budget compares the sums with what was asked for.
func (c *checker) budget(r *Result) {
	maxTokens, maxFrames := r.Budget()
	if maxFrames != nil && uint64(len(r.Frames)) > *maxFrames {
		c.add(ruleB4, r.list, "%d frames, and max_frames is %d: a host drops all frames of the provider", len(r.Frames), *maxFrames)
	}
	if maxTokens == nil {
		return
	}
	sum := r.Sum()
	switch {
	case sum.Declared > *maxTokens:
		c.add(ruleB1, r.list, "the frames declare %d budget tokens, %d over max_tokens, which is %d: a host drops all frames of the provider",
			sum.Declared, sum.Declared-*maxTokens, *maxTokens)
	case sum.Wrong > 0 && sum.Honest > *maxTokens:
		c.add(ruleB1h, r.list, "the frames declare %d of %d budget tokens, but honestly they cost %d, %d over", sum.Declared, *maxTokens, sum.Honest, sum.Honest-*maxTokens)
	}
}

// asked compares the frames with the query.
func (c *checker) asked(r *Result) {
	if r.Query == nil || r.Query.at == nil {
		return
	}
	kinds := words(r.Query.Value, "kinds")
	preferred := words(r.Query.Value, "representation_preferences")
	if len(preferred) == 0 {
		preferred = []string{full}
	}
	asOfText := text(r.Query.Value, "as_of")
	asOf, pinned := parseTime(asOfText)
	for i := range r.Frames {
		f := &r.Frames[i]
		if kind, ok := f.Text(Kind); ok && len(kinds) > 0 && !known(kinds, kind) {
			c.add(ruleQ1, f.at.to("kind"), "the query did not ask for the kind %s: it asked for %s", show(kind), list(kinds))
		}
		if kind, ok := f.Representation(); ok && kind != full && !known(preferred, kind) {
			c.add(ruleP5, f.at.to("representation"), "the query did not ask for %s frames: it asked for %s", kind, list(preferred))
		}
		if !pinned {
			continue
		}
		from, _ := f.Text(ValidFrom)
		if t, ok := parseTime(from); ok && t.compare(asOf) > 0 {
			c.add(ruleL19, f.at.to("valid_from"), "the frame was not valid yet at as_of, which is %s", asOfText)
		}
		to, _ := f.Text(ValidTo)
		if t, ok := parseTime(to); ok && t.compare(asOf) < 0 {
			c.add(ruleL20, f.at.to("valid_to"), "the frame was not valid any more at as_of, which is %s", asOfText)
		}
	}
}

// words returns the strings of a list.
func words(v value.Value, key string) []string {
	m, _ := v.Get(key)
	var all []string
	for _, e := range m.Elems() {
		if e.Kind() == value.String {
			all = append(all, e.Str())
		}
	}
	return all
}

// providers checks that a result comes from one provider.
func (c *checker) providers(r *Result) {
	first := ""
	for i := range r.Frames {
		id := r.Frames[i].Provider()
		switch {
		case id == "" || id == first:
		case first == "":
			first = id
		default:
			c.add(ruleL21, r.list, "the frames name two providers, %s and %s: a result comes from one", show(first), show(id))
			return
		}
	}
}

// identities checks that an identity names one content, once.
func (c *checker) identities(r *Result) {
	byID := make(map[identity]int, len(r.Frames)) // without the digest
	exact := make(map[identity]int, len(r.Frames))
	for i := range r.Frames {
		f := &r.Frames[i]
		id, ok := f.identity()
		if !ok || c.isBroken(f.Value.Line()) {
			continue
		}
		anyDigest := identity{id.provider, id.id, ""}
		other, repeated := exact[id]
		known, seen := byID[anyDigest]
		if !repeated {
			exact[id] = i
		}
		if !seen {
			byID[anyDigest] = i
			continue
		}
		switch {
		case repeated && sameContent(f, &r.Frames[other]):
			c.add(ruleD2b, f.at, "the frame %s is there already, as frame %d", show(id.id), other).Other = r.Frames[other].Path()
		case repeated && id.digest != "":
			c.add(ruleD2a, f.at, "the id %s with this digest names another content, too, that of frame %d", show(id.id), other).Other = r.Frames[other].Path()
		case repeated:
			c.add(ruleD2c, f.at, "the id %s names another content, too, that of frame %d, and no digest tells them apart", show(id.id), other).Other = r.Frames[other].Path()
		case !sameContent(f, &r.Frames[known]):
			c.add(ruleD2c, f.at, "the id %s names another content, too, that of frame %d; only the digests tell them apart", show(id.id), known).Other = r.Frames[known].Path()
		}
	}
}

func sameContent(a, b *Frame) bool {
	x, _ := a.Get(Content)
	y, _ := b.Get(Content)
	return value.Equal(x, y)
}

// brokenLines returns the lines of the frames that have an error: each line
// with a problem and the lines that it is below.
func brokenLines(doc *ast.Document) []ast.NodeID {
	seen := map[ast.NodeID]bool{}
	for i := range doc.Problems {
		p := &doc.Problems[i]
		if !value.IsError(p.Code) {
			continue
		}
		for id := p.Node; !seen[id]; id = doc.Nodes[id].Parent {
			seen[id] = true
		}
	}
	lines := make([]ast.NodeID, 0, len(seen))
	for id := range seen {
		lines = append(lines, id)
	}
	sort.Slice(lines, func(i, j int) bool { return lines[i] < lines[j] })
	return lines
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
