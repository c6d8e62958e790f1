// Package cgp says what editors show about Context Graph Protocol frames:
// costs and budgets where the pointer is, running totals, words that may stand
// in a cell, where a relation leads. Enter at [Hover], [Totals], [Lens],
// [Complete] and [Target].
package cgp

import (
	"fmt"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/frames"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/dataplace"
	"gcf-lsp/value"
)

// Hover says what the protocol knows of the place at an offset, and the range
// that it is about.
func Hover(v *frames.View, offset int) (text markup.Text, span ast.Span) {
	doc := v.Document
	line := doc.Line(offset)
	if line == 0 {
		return text, span
	}
	h := hover{view: v, text: &text}
	if line == v.CommentLine() {
		span.Start, span.End = doc.Span(line)
		h.comment()
		return text, span
	}
	path, span, ok := dataplace.At(doc, offset)
	if !ok {
		return text, span
	}
	switch r, frame, inside := v.FrameAt(line); {
	case inside:
		f := &r.Frames[frame]
		if member := path[min(len(f.Path()), len(path)):]; len(member) > 0 {
			h.member(r, frame, member)
		}
	default:
		if r, ok := v.ResultAt(line); ok {
			h.result(r)
		} else if q, answers := v.QueryAt(path); q != nil && len(path) > 0 {
			h.query(q, answers, path[len(path)-1])
		}
	}
	return text, span
}

type hover struct {
	view *frames.View
	text *markup.Text
}

func (h *hover) say(format string, args ...any) {
	h.text.Line(markup.Plain(fmt.Sprintf(format, args...)))
}

func (h *hover) comment() {
	h.say("Context Graph Protocol: %s.", h.view.Reason)
	for _, r := range h.view.Results {
		h.result(r)
	}
}

// result says what the frames of a result cost.
func (h *hover) result(r *frames.Result) {
	sum := r.Sum()
	maxTokens, maxFrames := r.Budget()
	line := Budget(r)
	if maxTokens == nil && maxFrames == nil {
		line += "; no budget given"
	}
	if sum.Largest >= 0 {
		f := &r.Frames[sum.Largest]
		id, _ := f.Text(frames.ID)
		honest, _ := f.Honest()
		line += fmt.Sprintf("; largest: %s %d", printable.Text(id, 60), honest)
	}
	h.say("%s.", line)
	if sum.Wrong > 0 {
		h.say("%s: the honest sum is %d%s.", printable.Count(sum.Wrong, "cost")+" declared wrongly", sum.Honest, over(sum.Honest, maxTokens))
	}
	h.kinds(r)
}

// kinds says what each kind costs, where there are several.
func (h *hover) kinds(r *frames.Result) {
	type share struct{ n, cost uint64 }
	shares := map[string]share{}
	var order []string
	for i := range r.Frames {
		kind, _ := r.Frames[i].Text(frames.Kind)
		s, known := shares[kind]
		if !known {
			order = append(order, kind)
		}
		cost, _ := r.Frames[i].Honest()
		shares[kind] = share{s.n + 1, s.cost + cost}
	}
	if len(order) < 2 || len(order) > 12 {
		return
	}
	rows := make([][]markup.Span, 0, len(order))
	for _, kind := range order {
		rows = append(rows, []markup.Span{markup.Code(kind, markup.CellLimit), markup.Plain(fmt.Sprint(shares[kind].n)), markup.Plain(fmt.Sprint(shares[kind].cost))})
	}
	h.text.Table([]string{"kind", "frames", "budget tokens"}, rows...)
}

// query says what a budget means.
func (h *hover) query(q *frames.Query, answers []*frames.Result, member string) {
	switch member {
	case "max_tokens":
		if q.MaxTokens != nil {
			h.say("%d budget tokens: fits about %d model tokens at 1.35.", *q.MaxTokens, frames.ModelTokens(*q.MaxTokens))
		}
	case "max_frames":
	default:
		return
	}
	for _, r := range answers {
		h.result(r)
	}
}

// member says what there is to say about a member of a frame.
func (h *hover) member(r *frames.Result, frame int, path []string) {
	f := &r.Frames[frame]
	switch path[0] {
	case "id", "content_digest":
		h.identity(r, f)
	case "content":
		h.content(f)
	case "token_cost":
		h.cost(r, f)
	case "representation", "content_ref", "canonical_content_hash":
		h.representation(f)
	case "canonical_token_cost", "tokenizer_ref":
		h.canonical(f)
	case "content_fidelity", "minimum_content_fidelity":
		h.fidelity(f)
	case "valid_from", "valid_to", "recorded_at":
		h.times(r, f)
	case "relations":
		h.relation(f, path)
		h.anchor(r, f, path)
	case "uri":
		h.anchor(r, f, path)
	}
}

// anchor says that a URI is one that the query is about.
func (h *hover) anchor(r *frames.Result, f *frames.Frame, path []string) {
	uri, _ := f.Text(frames.URI)
	if path[0] == "relations" {
		if len(path) < 3 || path[2] != "target_uri" {
			return
		}
		uri = relationAt(f, path[1], "target_uri")
	}
	if r.Query == nil || uri == "" {
		return
	}
	anchors, _ := r.Query.Value.Get("anchors")
	for _, a := range anchors.Elems() {
		if a.Kind() == value.String && a.Str() == uri {
			h.say("An anchor of the query: the frame is anchored.")
			return
		}
	}
}

func (h *hover) identity(r *frames.Result, f *frames.Frame) {
	id, _ := f.Text(frames.ID)
	provider := f.Provider()
	if provider == "" {
		provider = r.Provider
	}
	digest, has := f.Text(frames.ContentDigest)
	spans := []markup.Span{markup.Plain("Identity: provider "), code(provider, "not in the document"), markup.Plain(", frame "), markup.Code(id, 100), markup.Plain(", digest "), code(digest, "none")}
	h.text.Line(spans...)
	matches, compared := f.Matches()
	switch {
	case !has:
		h.say("Not verifiable: there is no content_digest, so a host asks again instead of using it again.")
	case !compared:
		h.say("Verifiable.")
	case matches:
		h.say("Verifiable: the digest matches the content.")
	default:
		h.say("The digest does not match the content.")
	}
}

func code(s, otherwise string) markup.Span {
	if s == "" {
		return markup.Plain(otherwise)
	}
	return markup.Code(s, 100)
}

func (h *hover) content(f *frames.Frame) {
	content, ok := f.Text(frames.Content)
	if !ok {
		if kind, _ := f.Representation(); kind == "reference" {
			h.inline(f)
		}
		return
	}
	cost := frames.Cost(content)
	h.say("%s, %s, %s (about %d model tokens at 1.35, an estimate).",
		printable.Count(len(content), "byte"), printable.Count(utf8.RuneCountInString(content), "character"), printable.Count(int(cost), "budget token"), frames.ModelTokens(cost))
	if kind, ok := f.Representation(); ok && kind != "full" {
		h.representation(f)
	}
}

func (h *hover) cost(r *frames.Result, f *frames.Frame) {
	declared, ok := f.Count(frames.TokenCost)
	honest, countable := f.Honest()
	content, _ := f.Text(frames.Content)
	if !ok || !countable {
		return
	}
	line := fmt.Sprintf("%d: %d bytes / 4, rounded up.", declared, len(content))
	if declared != honest {
		line = fmt.Sprintf("%d, should be %d: %d bytes / 4, rounded up.", declared, honest, len(content))
	}
	sum := r.Sum()
	maxTokens, _ := r.Budget()
	line += fmt.Sprintf(" This result: %d%s declared", sum.Declared, of(maxTokens))
	if sum.Honest != sum.Declared {
		line += fmt.Sprintf(", %d honest", sum.Honest)
	}
	h.say("%s%s.", line, over(sum.Honest, maxTokens))
}

// over says how much of a budget is left, or how much is too much.
func over(spent uint64, budget *uint64) string {
	switch {
	case budget == nil:
		return ""
	case spent > *budget:
		return fmt.Sprintf(", %d over", spent-*budget)
	}
	return fmt.Sprintf(", %d left", *budget-spent)
}

func of(budget *uint64) string {
	if budget == nil {
		return ""
	}
	return fmt.Sprintf(" of %d", *budget)
}

func (h *hover) representation(f *frames.Frame) {
	switch kind, ok := f.Representation(); {
	case !ok:
	case kind == "reference":
		h.inline(f)
	case kind == "compact":
		h.say("Compact: a shorter rendering, with the hash of its source and a handle to it.")
		if t, state := f.Get(frames.Transform); state == frames.Present {
			h.text.Line(markup.Plain("Made by "), markup.Code(member(t, "method"), 60), markup.Plain(" of "), markup.Code(member(t, "implementation"), 60),
				markup.Plain(", version "), markup.Code(member(t, "version"), 40), markup.Plain("."))
		}
	default:
		h.say("Full: the content is inline. A full frame leaves representation out.")
	}
}

func member(v value.Value, key string) string {
	m, _ := v.Get(key)
	return m.Str()
}

// inline says what a reference frame holds.
func (h *hover) inline(f *frames.Frame) {
	h.say("Nothing inline, 0 budget tokens.")
	h.canonical(f)
}

func (h *hover) canonical(f *frames.Frame) {
	if n, ok := f.Count(frames.CanonicalTokenCost); ok {
		name, _ := f.Text(frames.TokenizerRef)
		h.text.Line(markup.Plain(fmt.Sprintf("The source costs %d model tokens (", n)), code(name, "no tokenizer named"), markup.Plain("), which budgets do not count."))
	}
}

func (h *hover) fidelity(f *frames.Frame) {
	for _, m := range [...]frames.Member{frames.ContentFidelity, frames.MinimumContentFidelity} {
		word, _ := f.Text(m)
		for _, w := range frames.Words(m.String()) {
			if w.Name == word {
				h.text.Line(markup.Code(m.String()), markup.Plain(": "+w.Name+", "+w.Meaning+"."))
			}
		}
	}
}

func (h *hover) times(r *frames.Result, f *frames.Frame) {
	from, hasFrom := f.Text(frames.ValidFrom)
	to, hasTo := f.Text(frames.ValidTo)
	if hasFrom || hasTo {
		h.text.Line(markup.Plain("True from "), code(from, "ever"), markup.Plain(" to "), code(to, "now and on"), markup.Plain("."))
	}
	if recorded, ok := f.Text(frames.RecordedAt); ok {
		h.text.Line(markup.Plain("Captured at "), markup.Code(recorded, 60), markup.Plain("."))
	}
	if r.Query == nil {
		return
	}
	asOf := member(r.Query.Value, "as_of")
	if inside, ok := f.Window(asOf); ok {
		verdict := " lies in it."
		if !inside {
			verdict = " does not lie in it."
		}
		h.text.Line(markup.Plain("The query's as_of, "), markup.Code(asOf, 60), markup.Plain(","+verdict))
	}
}

func (h *hover) relation(f *frames.Frame, path []string) {
	if len(path) < 3 || path[2] != "rel" {
		return
	}
	rel := relationAt(f, path[1], "rel")
	switch {
	case rel == "":
	case frames.IsPublished(rel):
		for _, w := range frames.Words("rel") {
			if w.Name == rel {
				h.say("Published relation: the frame %s.", w.Meaning)
			}
		}
	default:
		h.say("Not one of the published relations: a host passes it on as it is.")
	}
}
