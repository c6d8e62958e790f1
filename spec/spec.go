// Package spec is the lists of the GCF specification, each once: the fields of
// the header and the trailer, the groups and the kinds of symbols of the graph
// profile, and what the tools of this project read beside them, fences and
// directives in comments. It knows no document; what reads, writes, explains or
// colors one takes its lists from here.
package spec

import (
	"slices"
	"strconv"
	"strings"
)

// FieldType is what the value of a header field is.
type FieldType uint8

// The types of header fields (spec 3.2, 3.3).
const (
	Text  FieldType = iota
	Count           // a decimal integer
	Flag            // true or false
)

// HeaderField is a field of the `GCF …` line.
type HeaderField struct {
	Name           string
	Graph, Generic bool // the profiles that have it
	Type           FieldType
	Root           bool   // its value is a pack root, which may hold a colon
	Member         string // its name in the data of a graph, "" for one that is not there
	Meaning        string // a sentence or two, with the section
}

// HeaderFields are the fields of spec 3.2 and 3.3.
var HeaderFields = []HeaderField{
	{Name: "profile", Graph: true, Generic: true, Meaning: "The encoding profile: generic for any JSON value, graph for symbols and their edges (spec 3.1). It is the first field."},
	{Name: "tool", Graph: true, Generic: true, Member: "tool", Meaning: "The tool that produced the payload (spec 3.2)."},
	// The budget is not in the table of spec 3.3, but meant by producers as in 3.2.
	{Name: "budget", Graph: true, Generic: true, Type: Count, Member: "tokenBudget", Meaning: "The number of tokens that the consumer asked for at most (spec 3.2)."},
	{Name: "tokens", Graph: true, Generic: true, Type: Count, Member: "tokensUsed", Meaning: "The number of tokens that the payload takes, as its producer counted (spec 3.2)."},
	{Name: "symbols", Graph: true, Type: Count, Meaning: "The number of symbols in the payload (spec 3.2)."},
	{Name: "edges", Graph: true, Type: Count, Meaning: "The number of edges in the payload (spec 3.2). Encoders leave it out where there are none."},
	{Name: "pack_root", Graph: true, Generic: true, Root: true, Member: "packRoot", Meaning: "The content address of the data: the same data has the same root, whoever encodes it (spec 10.2, 10a.3)."},
	{Name: "key", Generic: true, Meaning: "The field that identifies a row in deltas; the field list marks it with an @ (spec 10a.1)."},
	{Name: "session", Graph: true, Type: Flag, Meaning: "Whether symbols of earlier payloads may be referred to without being sent again (spec 9)."},
	{Name: "delta", Graph: true, Generic: true, Type: Flag, Meaning: "Whether the payload holds what has changed since base_root (spec 10, 10a)."},
	{Name: "unchanged", Graph: true, Generic: true, Type: Flag, Meaning: "Whether the data that the consumer has is still right; there is no body then (spec 10.3)."},
	{Name: "base_root", Graph: true, Generic: true, Root: true, Member: "baseRoot", Meaning: "The root of the data that the delta applies to (spec 10.4)."},
	{Name: "new_root", Graph: true, Generic: true, Root: true, Member: "newRoot", Meaning: "The root of the data that the delta leads to (spec 10.4)."},
	{Name: "savings", Graph: true, Generic: true, Member: "savings", Meaning: "How much smaller the delta is than the whole payload (spec 3.2)."},
	{Name: "count", Generic: true, Type: Count, Meaning: "The number of rows of the data that did not change (spec 10a.4)."},
}

// Payload is the kind of a payload, as its header says.
type Payload uint8

// The kinds of payloads (spec 9, 10, 10a). A session's is Full.
const (
	Full Payload = iota
	Delta
	Unchanged
)

// HeaderOrder returns the fields that a kind of payload has besides the
// profile, in the order in which encoders write them. The caller must not
// change it.
func HeaderOrder(graph bool, payload Payload) []string {
	if graph {
		return graphOrder[payload]
	}
	return genericOrder[payload]
}

var (
	graphOrder = [...][]string{
		Full:      {"tool", "budget", "tokens", "symbols", "edges", "session", "pack_root"},
		Delta:     {"tool", "delta", "base_root", "new_root", "tokens", "savings"},
		Unchanged: {"tool", "unchanged", "pack_root", "symbols"},
	}
	genericOrder = [...][]string{
		Full:      {"tool", "tokens", "pack_root", "key", "count"},
		Delta:     {"tool", "delta", "base_root", "new_root", "key", "tokens", "savings"},
		Unchanged: {"tool", "unchanged", "pack_root", "count"},
	}
)

// Header returns the header field of a name, or nil.
func Header(name string) *HeaderField {
	for i := range HeaderFields {
		if HeaderFields[i].Name == name {
			return &HeaderFields[i]
		}
	}
	return nil
}

// In reports whether a profile has the field; there may be no such field.
func (f *HeaderField) In(graph bool) bool {
	return f != nil && (graph && f.Graph || !graph && f.Generic)
}

// HeaderNames returns the names of the fields that a profile has.
func HeaderNames(graph bool) []string {
	var names []string
	for i := range HeaderFields {
		if HeaderFields[i].In(graph) {
			names = append(names, HeaderFields[i].Name)
		}
	}
	return names
}

// TrailerFields are those of `##! summary` (spec 8.4).
var TrailerFields = []string{"symbols", "edges", "counts"}

// Group is a section of the graph profile.
type Group struct {
	Name    string
	Delta   bool // of a delta
	Edges   bool // it holds edges, others hold symbols
	Removes bool // what it holds is in the base alone
	Meaning string
}

// Groups are those with a name of their own (spec 6, 6a, 10.1). The first ones
// give their symbols the distance that is their place here; others are
// `distance_N`.
var Groups = []Group{
	{Name: "targets", Meaning: "The symbols that the query asked for: distance 0 (spec 6a)."},
	{Name: "related", Meaning: "The symbols one hop away from the targets: distance 1 (spec 6a)."},
	{Name: "extended", Meaning: "Broader context: distance 2 or more (spec 6a)."},
	{Name: "edges", Edges: true, Meaning: "The edges between the symbols (spec 6)."},
	{Name: "removed", Delta: true, Removes: true, Meaning: "The symbols that the base has and the new data has not (spec 10.1)."},
	{Name: "added", Delta: true, Meaning: "The symbols that the base has not and the new data has (spec 10.1)."},
	{Name: "edges_removed", Delta: true, Edges: true, Removes: true, Meaning: "The edges that the base has and the new data has not (spec 10.1)."},
	{Name: "edges_added", Delta: true, Edges: true, Meaning: "The edges that the base has not and the new data has (spec 10.1)."},
}

// named is how many distances have a name.
const named = 3

// DistancePrefix begins the names of the groups of all other distances.
const DistancePrefix = "distance_"

// GroupOf returns the group of a name, or nil.
func GroupOf(name string) *Group {
	for i := range Groups {
		if Groups[i].Name == name {
			return &Groups[i]
		}
	}
	return nil
}

// Distance returns the distance that a group gives its symbols (spec 6a), and
// false for one that gives none, which may be a distance too large to hold.
func Distance(group string) (int, bool) {
	for n := range named {
		if Groups[n].Name == group {
			return n, true
		}
	}
	if !IsDistance(group) {
		return 0, false
	}
	n, err := strconv.Atoi(group[len(DistancePrefix):])
	return n, err == nil
}

// GivesDistance reports whether a group gives its symbols a distance.
func GivesDistance(group string) bool {
	_, ok := Distance(group)
	return ok
}

// IsDistance reports whether a group's name is `distance_` and a number, however
// large.
func IsDistance(group string) bool {
	digits, ok := strings.CutPrefix(group, DistancePrefix)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// AppendGroup appends the name of the group of a distance.
func AppendGroup(dst []byte, distance int) []byte {
	if 0 <= distance && distance < named {
		return append(dst, Groups[distance].Name...)
	}
	return strconv.AppendInt(append(dst, DistancePrefix...), int64(distance), 10)
}

// GroupNames returns the names of the groups of a delta, or of another payload.
func GroupNames(delta bool) []string {
	var names []string
	for i := range Groups {
		if Groups[i].Delta == delta {
			names = append(names, Groups[i].Name)
		}
	}
	return names
}

// Kind is a kind of symbols (spec 5).
type Kind struct {
	Short string // as the graph profile writes it
	Full  string // as data have it
}

// Kinds are those of spec 5. Others are kept as they are.
var Kinds = []Kind{
	{"fn", "function"}, {"type", "type"}, {"method", "method"}, {"iface", "interface"}, {"var", "var"}, {"const", "const"},
	{"resource", "resource"}, {"table", "table"}, {"class", "class"}, {"selector", "selector"}, {"field", "field"},
	{"route", "route_handler"}, {"ext", "external"}, {"file", "file"}, {"pkg", "package"}, {"svc", "service"},
}

// ShortKind returns a kind as the graph profile writes it: "fn" for "function".
// Unknown kinds are their own short form.
func ShortKind(kind string) string {
	for i := range Kinds {
		if Kinds[i].Full == kind {
			return Kinds[i].Short
		}
	}
	return kind
}

// FullKind returns a kind as data have it: "function" for "fn". Unknown kinds
// are their own full form.
func FullKind(kind string) string {
	for i := range Kinds {
		if Kinds[i].Short == kind {
			return Kinds[i].Full
		}
	}
	return kind
}

// Provenances are the examples of spec 5; a provenance is any word.
var Provenances = []string{"lsp_resolved", "ast_inferred"}

// IsFence reports whether a line opens or closes a code fence of Markdown.
// Models put one around payloads.
func IsFence(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// DirectivePrefix begins what a comment says to this project's tools.
const DirectivePrefix = "gcf-lsp:"

// Directive is what such a comment can say. A name that ends in `=` is a
// setting of the document, with the rest of the line as its value.
type Directive struct {
	Name, Meaning string
}

// Directives are all that are read.
var Directives = []Directive{
	{"ignore", "suppress codes on the next line of data"},
	{"ignore-file", "suppress codes in the whole document"},
	{"off", "report nothing from here on"},
	{"on", "report again"},
	{"fmt off", "leave what follows as it is when the document is formatted"},
	{"fmt on", "format what follows again"},
	{"schema=", "the JSON Schema of the data, as a file"},
	{"base=", "what a delta applies to, as a file"},
}

// DirectiveNames returns the names of those that are settings, without their
// `=`, or of the others.
func DirectiveNames(settings bool) []string {
	var names []string
	for _, d := range Directives {
		if name, is := strings.CutSuffix(d.Name, "="); is == settings {
			names = append(names, name)
		}
	}
	return slices.Clip(names)
}

// DirectiveText returns what follows the prefix in a comment line, and where
// that begins in the line. A comment is `# ` and its text (spec 11), and blanks
// may stand before the prefix.
func DirectiveText(line string) (text string, at int, ok bool) {
	body, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "# ")
	if !ok {
		return "", 0, false
	}
	text, ok = strings.CutPrefix(strings.TrimLeft(body, " \t"), DirectivePrefix)
	return text, len(line) - len(text), ok
}

// Setting returns the value of a setting in a comment line, and where it begins
// in the line.
func Setting(line, name string) (value string, at int, ok bool) {
	text, at, ok := DirectiveText(line)
	if !ok {
		return "", 0, false
	}
	trimmed := strings.TrimLeft(text, " \t")
	at += len(text) - len(trimmed)
	value, ok = strings.CutPrefix(trimmed, name+"=")
	if !ok {
		return "", 0, false
	}
	return strings.TrimRight(value, " \t"), at + len(name) + 1, true
}
