// Package complete says what could come next where somebody types: header
// fields, groups, kinds, ids, keys, columns, the values of a column that has
// few, attachments that are missing, suppressions. It offers nothing in
// comments and where any text may stand.
//
// What is offered comes from the document itself or from the spec. It looks at
// samples of large tables and at a bounded number of lines. Enter at [At].
package complete

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/tree/cursor"
)

// Kind is what sort of thing an item is, for the icon.
type Kind uint8

// The kinds of items.
const (
	Keyword  Kind = iota // a word of the language
	Field                // a header field, a key, a column
	Value                // a value of a cell or a header field
	Symbol               // a symbol of the graph, by its id
	Type                 // a kind of symbol, an edge type
	Code                 // a diagnostic code
	Template             // a snippet
)

// Item is one offer.
type Item struct {
	Label   string
	Detail  string // a few words beside the label
	Kind    Kind
	Text    string // what replaces the typed part; a snippet where Snippet is set
	Snippet bool
	Filter  string // what the typed part is matched with; the label where it is ""
	About   About  // for the longer text, see [Resolve]
	// Also is another edit that goes with the item, such as the id of a row
	// that gets an attachment. Its Text is empty for none.
	Also Insertion
}

// Insertion is a text that is put in at an offset.
type Insertion struct {
	At   int
	Text string
}

// List is what is offered at a place.
type List struct {
	Items []Item
	// Start is where the typed part begins that an item replaces, End where the
	// word ends that the place is in. Both are on the line of the place, and
	// Start ≤ place ≤ End.
	Start, End int
	// More is set where there were more items than are listed: what is typed
	// next may bring up others.
	More bool
	// Trivial is set where nothing should come up unasked: every item is a text
	// that other rows have, or a single character that is as quickly typed as
	// chosen.
	Trivial bool
}

// limit is the number of items of a list.
const limit = 100

// At returns what is offered at a byte offset. Snippets are offered only where
// they are wanted.
func At(src describe.Source, offset int, snippets bool) List {
	offset = max(0, min(offset, len(src.Document.Source)))
	c := &completion{Source: src, at: cursor.At(src.Document, offset), snippets: snippets}
	c.lineStart = strings.LastIndexByte(src.Document.Source[:offset], '\n') + 1
	c.lineEnd = len(src.Document.Source)
	if i := strings.IndexByte(src.Document.Source[offset:], '\n'); i >= 0 {
		c.lineEnd = offset + i
	}
	if c.lineEnd > c.lineStart && src.Document.Source[c.lineEnd-1] == '\r' && offset < c.lineEnd {
		c.lineEnd--
	}
	first := strings.IndexByte(src.Document.Source, '\n')
	c.crlf = first > 0 && src.Document.Source[first-1] == '\r'
	c.typed = src.Document.Source[c.lineStart:offset]
	c.Start, c.End = offset, offset
	c.complete()
	c.Items = slices.DeleteFunc(c.Items, c.stands)
	return c.List
}

// stands reports whether an item is what is typed or written there already. It
// would change nothing, and an editor that has it selected takes the next key
// for its acceptance.
func (c *completion) stands(item Item) bool {
	written := c.source()[c.Start:c.End]
	return item.Also.Text == "" && (item.Text == c.word() || item.Text == written)
}

// withCRLF ends the lines of a text as those of the document do.
func withCRLF(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// completion is a list in the making.
type completion struct {
	describe.Source
	List
	at                 cursor.Place
	lineStart, lineEnd int
	typed              string // the line up to the offset
	snippets           bool
	crlf               bool // the lines end with CR LF
}

func (c *completion) complete() {
	text := strings.TrimLeft(c.typed, " \t")
	switch {
	case c.isHeader():
		c.header()
	case strings.HasPrefix(text, "# "):
		c.comment(text)
	case text == "#", strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "##"):
	case strings.HasPrefix(text, "##!"):
		c.summary()
	case c.Header.Is("unchanged"):
	case strings.HasPrefix(text, "##") && c.kind() != ast.KindRow:
		c.section()
	case c.Profile == ast.ProfileGraph:
		c.graph()
	default:
		c.generic(text)
	}
}

func (c *completion) kind() ast.Kind { return c.at.LineKind(c.Document) }

// replace sets the typed part to begin at an offset and the word to end where
// stops or blanks come.
func (c *completion) replace(start int, stops string) {
	c.Start = start
	c.End = c.at.Offset
	for c.End < c.lineEnd && strings.IndexByte(stops+" \t", c.source()[c.End]) < 0 {
		c.End++
	}
}

func (c *completion) source() string { return c.Document.Source }

// word is the typed part.
func (c *completion) word() string { return c.source()[c.Start:c.at.Offset] }

// offer adds an item where it fits what is typed. It reports whether there is
// room for more.
func (c *completion) offer(item Item) bool {
	if len(c.Items) >= limit {
		c.More = true
		return false
	}
	if item.Snippet && !c.snippets {
		return true
	}
	filter := item.Filter
	if filter == "" {
		filter = item.Label
	}
	if fits(c.word(), filter) {
		if item.Text == "" && !item.Snippet {
			item.Text = item.Label
		}
		if c.crlf {
			item.Text, item.Also.Text = withCRLF(item.Text), withCRLF(item.Also.Text)
		}
		c.Items = append(c.Items, item)
	}
	return true
}

// fits reports whether the characters of what is typed stand in a text in
// their order, upper and lower case alike. Editors filter so too.
func fits(typed, text string) bool {
	for _, r := range typed {
		r = unicode.ToLower(r)
		for {
			t, size := utf8.DecodeRuneInString(text)
			if size == 0 {
				return false
			}
			text = text[size:]
			if unicode.ToLower(t) == r {
				break
			}
		}
	}
	return true
}
