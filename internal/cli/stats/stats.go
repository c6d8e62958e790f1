// Package stats measures a document: its bytes, what its header claims, what
// the same data takes as JSON, and what each part of it takes.
package stats

import (
	"io"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Document is what was measured. Sizes are bytes, tokens are budget tokens:
// the bytes divided by four, rounded up.
type Document struct {
	Profile  ast.Profile
	Bytes    int
	Tokens   int
	Declared *uint64 // the header's tokens=
	Budget   *uint64 // the header's budget=

	// JSON and PrettyJSON are the sizes of the same data as JSON, on one line
	// and indented by two spaces. They are 0 where the document does not decode,
	// for the reason in NoData.
	JSON, PrettyJSON int
	NoData           error

	Sections []Section
}

// Section is the header of a document, or a part of its top level.
type Section struct {
	Name  string
	Kind  string // header, members, table, keyed table, array, object, group, comments, summary
	Items int    // rows, members or lines, as the kind has them
	Bytes int
}

// Of measures a document.
func Of(doc *ast.Document) Document {
	d := Document{Profile: doc.Profile, Bytes: len(doc.Source), Tokens: BudgetTokens(len(doc.Source))}
	d.Declared, d.Budget = number(doc, "tokens"), number(doc, "budget")
	v, err := value.Decode(doc)
	if err == nil {
		if d.JSON, err = jsonSize(v); err == nil {
			d.PrettyJSON, err = jsonSize(v, value.Indent("  "))
		}
	}
	d.NoData = err
	d.Sections = sections(doc)
	return d
}

// BudgetTokens returns the number of tokens that budgets count for so many
// bytes.
func BudgetTokens(bytes int) int { return (bytes + 3) / 4 }

func number(doc *ast.Document, key string) *uint64 {
	text, ok := doc.Header.Get(key)
	if !ok {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// counter is a writer that only counts.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)

// jsonSize returns the size of a value as JSON, or 0 where it has none.
func jsonSize(v value.Value, options ...value.JSONOption) (int, error) {
	var c counter
	if err := value.WriteJSON(&c, v, options...); err != nil {
		return 0, err
	}
	return int(c), nil
}

// sections lists the parts of the top level in order. Members without a section
// of their own are one part, as are comments and blank lines that stand
// together. The parts tile the document.
func sections(doc *ast.Document) []Section {
	var all []Section
	for id := range doc.Children(0) {
		kind, named := kindOf(doc, id)
		if n := len(all); named || n == 0 || all[n-1].Kind != kind {
			s := Section{Kind: kind}
			if named {
				s.Name = doc.Key(id)
			}
			all = append(all, s)
		}
		s := &all[len(all)-1]
		s.Bytes += doc.SubtreeEnd(id) - int(doc.Node(id).Start)
		if !named {
			s.Items++
			continue
		}
		for child := range doc.Children(id) {
			switch doc.Node(child).Kind {
			case ast.KindBlank, ast.KindComment, ast.KindAttachment, ast.KindInlineBody:
			default:
				s.Items++
			}
		}
	}
	return all
}

// kindOf says what a line of the top level begins, and whether that is a part
// of its own.
func kindOf(doc *ast.Document, id ast.NodeID) (kind string, named bool) {
	switch doc.Node(id).Kind {
	case ast.KindHeader:
		return "header", false
	case ast.KindComment, ast.KindBlank:
		return "comments", false
	case ast.KindSummary:
		return "summary", false
	case ast.KindError:
		return "broken lines", false
	case ast.KindSection:
		return "object", true
	case ast.KindGroup:
		return "group", true
	case ast.KindArray:
		switch decl := doc.DeclOf(id); {
		case decl != nil && decl.Keyed:
			return "keyed table", true
		case decl != nil && decl.HasFields:
			return "table", true
		}
		return "array", true
	}
	return "members", false
}
