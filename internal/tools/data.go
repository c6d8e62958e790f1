package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gcf-lsp/check"
	"gcf-lsp/frames"
	"gcf-lsp/internal/cli/data"
	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// DecodeInput is a document and how its JSON is to look.
type DecodeInput struct {
	Document
	Indent *int `json:"indent,omitempty" jsonschema:"spaces a level: the JSON is returned as a text then"`
}

// DecodeResult is the data of a document.
type DecodeResult struct {
	Value json.RawMessage `json:"value,omitempty" jsonschema:"the data, unless indent is given"`
	JSON  string          `json:"json,omitempty" jsonschema:"the data as JSON text, where indent is given"`
}

func decode(in DecodeInput) (DecodeResult, string, error) {
	doc, err := whole(in.Text)
	if err != nil {
		return DecodeResult{}, "", err
	}
	v, err := value.Decode(doc)
	if err != nil {
		return DecodeResult{}, "", where(err)
	}
	var options []value.JSONOption
	if in.Indent != nil && *in.Indent > 0 {
		options = append(options, value.Indent(fmt.Sprintf("%*s", min(*in.Indent, 10), "")))
	}
	text, err := value.AppendJSON(nil, v, options...)
	if err != nil {
		return DecodeResult{}, "", err
	}
	note := ""
	switch {
	case doc.Header.Is("unchanged"):
		note = "The data are not here: unchanged=true says that the receiver has them already.\n"
	case doc.Header.Is("delta"):
		note = "These are changes, not the data: apply makes the data of them and their base.\n"
	}
	if in.Indent != nil {
		return DecodeResult{JSON: string(text)}, note + string(text), nil
	}
	return DecodeResult{Value: text}, note + string(text), nil
}

// EncodeInput is a JSON value and how it is to be written.
type EncodeInput struct {
	Value     json.RawMessage `json:"value" jsonschema:"any JSON value"`
	Profile   string          `json:"profile,omitempty" jsonschema:"generic, graph or auto: graph where the value has the members that decode gives for a graph"`
	Stream    bool            `json:"stream,omitempty" jsonschema:"write deferred counts and a summary"`
	NoFlatten bool            `json:"noFlatten,omitempty" jsonschema:"do not write nested objects as path columns"`
}

// EncodeResult is a document and what it saves.
type EncodeResult struct {
	Text      string `json:"text"`
	Bytes     int    `json:"bytes"`
	JSONBytes int    `json:"jsonBytes" jsonschema:"of the same value as compact JSON"`
}

func encodeValue(in EncodeInput) (EncodeResult, string, error) {
	v, err := value.FromJSON([]byte(in.Value))
	if err != nil {
		return EncodeResult{}, "", where(err)
	}
	o := encode.Options{Stream: in.Stream, NoFlatten: in.NoFlatten}
	switch in.Profile {
	case "", "auto":
		o.Graph = encode.IsGraph(v)
	case "generic":
	case "graph":
		o.Graph = true
	default:
		return EncodeResult{}, "", fmt.Errorf("there is no profile %q; there are generic, graph and auto", in.Profile)
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, o); err != nil {
		return EncodeResult{}, "", where(err)
	}
	compact, err := value.AppendJSON(nil, v)
	if err != nil {
		return EncodeResult{}, "", where(err)
	}
	return EncodeResult{out.String(), out.Len(), len(compact)}, out.String(), nil
}

// SizeInput is a document and how its tokens are counted.
type SizeInput struct {
	Document
	Tokenizer string `json:"tokenizer,omitempty" jsonschema:"o200k_base or cl100k_base; without one no tokens are counted"`
}

// SizeResult is what a document takes beside the same data as JSON. Where it
// does not decode the sizes as JSON are 0.
type SizeResult struct {
	GCF        Size `json:"gcf"`
	JSON       Size `json:"json" jsonschema:"as compact JSON"`
	PrettyJSON Size `json:"prettyJSON" jsonschema:"as JSON indented by two spaces"`
}

// Size is what a text takes.
type Size struct {
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens,omitempty"`
}

func size(in SizeInput) (SizeResult, string, error) {
	count := func(string) int { return 0 }
	if in.Tokenizer != "" {
		var err error
		if count, err = stats.Counter(in.Tokenizer); err != nil {
			return SizeResult{}, "", err
		}
	}
	r := SizeResult{GCF: Size{len(in.Text), count(in.Text)}}
	if v, err := value.Decode(parser.Parse(in.Text)); err == nil {
		for to, options := range map[*Size][]value.JSONOption{&r.JSON: nil, &r.PrettyJSON: {value.Indent("  ")}} {
			text, err := value.AppendJSON(nil, v, options...)
			if err != nil {
				return SizeResult{}, "", err
			}
			*to = Size{len(text), count(string(text))}
		}
	}
	return r, fmt.Sprintf("GCF: %d bytes, %d tokens. Compact JSON: %d bytes, %d tokens. Indented JSON: %d bytes, %d tokens.\n",
		r.GCF.Bytes, r.GCF.Tokens, r.JSON.Bytes, r.JSON.Tokens, r.PrettyJSON.Bytes, r.PrettyJSON.Tokens), nil
}

// CompareInput are two texts whose data are compared.
type CompareInput struct {
	A string `json:"a" document:"" jsonschema:"a GCF document, JSON or JSON Lines"`
	B string `json:"b" document:"" jsonschema:"what it is compared with"`
}

// CompareResult says where data differ.
type CompareResult struct {
	Equal       bool         `json:"equal"`
	Count       int          `json:"count" jsonschema:"how many places differ"`
	Differences []Difference `json:"differences" jsonschema:"at most 100"`
}

// Difference is a place where data differ.
type Difference struct {
	Change string          `json:"change" jsonschema:"changed, added or removed"`
	Path   string          `json:"path" jsonschema:"a JSON pointer"`
	A      json.RawMessage `json:"a,omitempty"`
	B      json.RawMessage `json:"b,omitempty"`
}

func compare(in CompareInput) (CompareResult, string, error) {
	var v [2]value.Value
	for i, text := range []string{in.A, in.B} {
		var err error
		if v[i], err = data.Read("", text, data.Options{}); err != nil {
			return CompareResult{}, "", fmt.Errorf("%c: %w", 'a'+i, where(err))
		}
	}
	c := value.Compare(v[0], v[1], mostProblems)
	r := CompareResult{Equal: c.Equal(), Count: c.Count, Differences: []Difference{}}
	if r.Equal {
		return r, "The data are equal.", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The data differ at %s:\n", printable.Count(c.Count, "place"))
	for i, d := range c.Differences {
		e := Difference{Change: d.Change.String(), Path: d.Path}
		var err error
		if e.A, err = value.AppendJSON(nil, d.A); err != nil {
			return CompareResult{}, "", err
		}
		if e.B, err = value.AppendJSON(nil, d.B); err != nil {
			return CompareResult{}, "", err
		}
		if i < mostWords {
			fmt.Fprintf(&b, "%s %q: %s, %s\n", e.Change, e.Path, printable.Text(string(e.A), 80), printable.Text(string(e.B), 80))
		}
		r.Differences = append(r.Differences, e)
	}
	return r, b.String(), nil
}

// DiffInput are two full payloads.
type DiffInput struct {
	Old   string   `json:"old" document:"" jsonschema:"the full GCF payload before"`
	New   string   `json:"new" document:"" jsonschema:"the full GCF payload after"`
	Guard *float64 `json:"guard,omitempty" jsonschema:"the percentage of the full payload that the delta must stay below; 0 is no limit, 60 where it is not given"`
}

// DiffResult is a payload that turns the old one into the new one.
type DiffResult struct {
	Text   string `json:"text"`
	Kind   string `json:"kind" jsonschema:"delta, unchanged or full"`
	Reason string `json:"reason,omitempty" jsonschema:"why it is a full payload"`
}

func diff(in DiffInput) (DiffResult, string, error) {
	var s [2]snapshot.Snapshot
	var header snapshot.Header
	for i, text := range []string{in.Old, in.New} {
		doc, err := whole(text)
		if err == nil {
			s[i], err = snapshot.FromDocument(doc)
		}
		if err == nil {
			if found := check.PackRoot(doc); len(found) > 0 {
				err = errors.New(found[0].Message)
			}
		}
		if err != nil {
			return DiffResult{}, "", fmt.Errorf("%s: %w", []string{"old", "new"}[i], err)
		}
		header.Tool, _ = doc.Header.Get("tool")
	}
	guard := snapshot.DefaultGuard
	if in.Guard != nil {
		guard = *in.Guard / 100
	}
	reply, err := snapshot.Between(s[0], s[1], header, guard)
	if err != nil {
		return DiffResult{}, "", err
	}
	r := DiffResult{string(reply.Text), reply.Outcome.String(), reply.Why}
	note := ""
	if r.Reason != "" {
		note = "A full payload: " + r.Reason + "\n\n"
	}
	return r, note + r.Text, nil
}

// ApplyInput is a full payload and what happened to it.
type ApplyInput struct {
	Base   string   `json:"base" document:"" jsonschema:"the full GCF payload that the first delta applies to"`
	Deltas []string `json:"deltas" jsonschema:"the delta payloads, in order"`
}

// ApplyResult is the full payload that results.
type ApplyResult struct {
	Text string `json:"text"`
	Root string `json:"root" jsonschema:"its pack root"`
}

func apply(in ApplyInput) (ApplyResult, string, error) {
	doc, err := whole(in.Base)
	if err != nil {
		return ApplyResult{}, "", fmt.Errorf("base: %w", err)
	}
	held, err := snapshot.FromDocument(doc)
	if err != nil {
		return ApplyResult{}, "", fmt.Errorf("base: %w", err)
	}
	for i, text := range in.Deltas {
		delta, err := whole(text)
		if err != nil {
			return ApplyResult{}, "", fmt.Errorf("delta %d: %w", i+1, err)
		}
		if root, _ := delta.Header.Get("pack_root"); delta.Header.Is("unchanged") && root == held.Root() {
			continue
		}
		if !delta.Header.Is("delta") {
			return ApplyResult{}, "", fmt.Errorf("delta %d: its header has no delta=true", i+1)
		}
		result, found := check.Delta(delta, check.Base{Snapshot: held, Name: "what is held"}, nil)
		if result == nil {
			why := "it does not apply"
			if len(found) > 0 {
				why = found[0].Message
			}
			return ApplyResult{}, "", fmt.Errorf("delta %d: %s", i+1, why)
		}
		held = result
	}
	var header snapshot.Header
	header.Tool, _ = doc.Header.Get("tool")
	out, err := snapshot.AppendFull(nil, held, header)
	if err != nil {
		return ApplyResult{}, "", err
	}
	return ApplyResult{string(out), held.Root()}, string(out), nil
}

// BudgetInput is a document with frames, and a budget where it is another than
// that of the query in the document.
type BudgetInput struct {
	Document
	MaxTokens *uint64 `json:"maxTokens,omitempty" jsonschema:"the budget in budget tokens"`
	MaxFrames *uint64 `json:"maxFrames,omitempty" jsonschema:"how many frames there may be"`
}

// BudgetResult says what frames cost.
type BudgetResult struct {
	Results []FrameList `json:"results"`
}

// FrameList is one list of frames with its budget. Costs are budget tokens.
type FrameList struct {
	Provider  string      `json:"provider,omitempty"`
	Frames    []FrameCost `json:"frames"`
	Declared  uint64      `json:"declared" jsonschema:"what all frames declare together"`
	Honest    uint64      `json:"honest" jsonschema:"what they do cost"`
	MaxTokens *uint64     `json:"maxTokens,omitempty"`
	MaxFrames *uint64     `json:"maxFrames,omitempty"`
	OK        bool        `json:"ok" jsonschema:"whether all costs are right and within the budget"`
}

// FrameCost is what a frame costs in budget tokens.
type FrameCost struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Declared uint64 `json:"declared"`
	Honest   uint64 `json:"honest"`
}

func budget(in BudgetInput) (BudgetResult, string, error) {
	view := frames.Open(parser.Parse(in.Text), frames.On)
	if view == nil || len(view.Results) == 0 {
		return BudgetResult{}, "", errors.New("there are no frames in it")
	}
	r := BudgetResult{Results: []FrameList{}}
	text := ""
	for _, result := range view.Results {
		l := FrameList{Provider: result.Provider, Frames: []FrameCost{}, OK: true}
		l.MaxTokens, l.MaxFrames = result.Budget()
		if in.MaxTokens != nil {
			l.MaxTokens = in.MaxTokens
		}
		if in.MaxFrames != nil {
			l.MaxFrames = in.MaxFrames
		}
		for i := range result.Frames {
			f := &result.Frames[i]
			c := FrameCost{Declared: f.Declared()}
			c.ID, _ = f.Text(frames.ID)
			c.Kind, _ = f.Text(frames.Kind)
			honest, ok := f.Honest()
			if !ok { // its content is no text and cannot be counted
				honest = c.Declared
			}
			c.Honest = honest
			l.OK = l.OK && honest == c.Declared
			l.Frames = append(l.Frames, c)
		}
		sum := result.Sum()
		l.Declared, l.Honest = sum.Declared, sum.Honest
		l.OK = l.OK && (l.MaxTokens == nil || l.Honest <= *l.MaxTokens) && (l.MaxFrames == nil || uint64(sum.Frames) <= *l.MaxFrames)
		text += fmt.Sprintf("%d frames declare %d and cost %d budget tokens", sum.Frames, l.Declared, l.Honest)
		if l.MaxTokens != nil {
			text += fmt.Sprintf(" of %d", *l.MaxTokens)
		}
		text += map[bool]string{true: ": all is right\n", false: ": a cost is wrong, or the budget is exceeded\n"}[l.OK]
		r.Results = append(r.Results, l)
	}
	return r, text, nil
}
