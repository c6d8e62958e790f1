package parser

import (
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"gcf-lsp/ast"
)

// The declarative part of the grammar (spec 4): what declares the shape of
// data, as opposed to the data itself. Each grammar accepts every text that
// the line scanner cuts for it, the wrong ones included, because participle
// stops at its first error: what is wrong is found in the result.

// declGrammar is what follows a key: `[N]`, `[?]`, `[N:]`, `{a,"b,c",@id}`,
// `{}`, `:`.
//
//	count-bracket / keyed-bracket [ field-decl ] [ ":" ]
type declGrammar struct {
	Count  *countGrammar  `parser:"@@? Blank?"`
	Fields *fieldsGrammar `parser:"@@?"`
	Inline bool           `parser:"@':'?"`
}

type countGrammar struct {
	Pos    lexer.Position
	Value  []string `parser:"'[' @(Number|Ident|Quoted|Blank|Other|'?'|','|'{'|'}'|'@')*"`
	Keyed  bool     `parser:"@':'?"`
	Closed bool     `parser:"@']'?"`
	EndPos lexer.Position
}

type fieldsGrammar struct {
	Pos    lexer.Position
	Fields []fieldGrammar `parser:"'{' ( @@ ( ',' @@ )* )?"`
	Closed bool           `parser:"@'}'?"`
	EndPos lexer.Position
}

type fieldGrammar struct {
	Pos    lexer.Position
	Tokens []string `parser:"@(Quoted|Ident|Number|Blank|Other|'['|']'|':'|'?'|'@'|'{')*"`
	EndPos lexer.Position
}

// pairsGrammar is the header behind `GCF` and the trailer behind
// `##! summary`.
//
//	*( SP header-key "=" header-value )
type pairsGrammar struct {
	Pairs []pairGrammar `parser:"Blank? ( @@ Blank? )*"`
}

type pairGrammar struct {
	Pos   lexer.Position
	Key   string   `parser:"( @Word"`
	Eq    string   `parser:"  @'='?"`
	Value []string `parser:"  @(Word|'=')* | "`
	NoKey []string `parser:"  @'=' @(Word|'=')* )"`
	End   lexer.Position
}

// countsGrammar is the value of `counts=` in a trailer, positional or labelled
// (spec 8.4.1).
type countsGrammar struct {
	Entries []countEntry `parser:"@@ ( ',' @@ )*"`
}

type countEntry struct {
	Pos    lexer.Position
	Tokens []string `parser:"@(Number|Label|Other|':')*"`
	EndPos lexer.Position
}

// grammars holds the three built parsers. Building them takes a millisecond,
// so it happens on first use.
var grammars = sync.OnceValue(func() (g struct {
	decl   *participle.Parser[declGrammar]
	pairs  *participle.Parser[pairsGrammar]
	counts *participle.Parser[countsGrammar]
}) {
	g.decl = participle.MustBuild[declGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Quoted", Pattern: `"(?:[^"\\]|\\(?s:.))*"`},
		{Name: "Blank", Pattern: `[ \t]+`},
		{Name: "Number", Pattern: `[0-9]+`},
		{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Punct", Pattern: `[\[\]{}:,@?]`},
		{Name: "Other", Pattern: `(?s:.)`},
	})))
	g.pairs = participle.MustBuild[pairsGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Blank", Pattern: `[ \t]+`},
		{Name: "Eq", Pattern: `=`},
		{Name: "Word", Pattern: `[^ \t=]+`},
	})))
	g.counts = participle.MustBuild[countsGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Number", Pattern: `[0-9]+`},
		{Name: "Label", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Punct", Pattern: `[:,]`},
		{Name: "Other", Pattern: `(?s:.)`},
	})))
	return g
})

// parseDecl parses the text of a declaration, as cut by ast.DeclEnd.
func parseDecl(text string) ast.Decl {
	d := ast.Decl{Text: text, Identity: -1, End: len(text)}
	g, err := grammars().decl.ParseString("", text)
	if err != nil {
		// The cut has something that no part of the grammar takes, such as a
		// second bracket: what was read before it holds, the count does not.
		d.Count = ast.CountInvalid
		d.CountEnd = len(text)
		if g == nil {
			return d
		}
	}
	if c := g.Count; c != nil {
		d.CountStart, d.CountEnd = c.Pos.Offset, c.EndPos.Offset
		d.Keyed = c.Keyed
		d.Count, d.N = countValue(strings.Join(c.Value, ""))
		if !c.Closed {
			d.Count = ast.CountInvalid
		}
	}
	if f := g.Fields; f != nil {
		d.FieldsStart, d.FieldsEnd = f.Pos.Offset, f.EndPos.Offset
		for i := range f.Fields {
			field := makeField(text, f.Fields[i].Pos.Offset, f.Fields[i].EndPos.Offset)
			if g.Count == nil {
				// The keys of an inline schema are literal: only a tabular
				// header has path columns (spec 7.4.6.2).
				field.Path = nil
			}
			if field.Identity && d.Identity < 0 {
				d.Identity = i
			}
			d.Fields = append(d.Fields, field)
		}
		if len(d.Fields) == 1 && d.Fields[0].Start == d.Fields[0].End {
			d.Fields = nil
		}
		d.HasFields = len(d.Fields) > 0
		d.Object = !d.HasFields && f.Closed
	}
	d.Inline = g.Inline
	return d
}

// countValue reads what stands between the brackets (spec 4, `count`).
func countValue(s string) (ast.CountKind, uint64) {
	if s == "?" {
		return ast.CountDeferred, 0
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil || len(s) > 1 && s[0] == '0' {
		return ast.CountInvalid, 0
	}
	return ast.CountExact, n
}

// makeField reads one name of a field list from its place in the text. A name
// that is neither bare nor quoted stands for itself (language decision 10).
func makeField(text string, start, end int) ast.Field {
	for start < end && isBlank(text[start]) {
		start++
	}
	for end > start && isBlank(text[end-1]) {
		end--
	}
	f := ast.Field{Start: start, End: end}
	name := text[start:end]
	if strings.HasPrefix(name, "@") {
		f.Identity = true
		name = name[1:]
	}
	if n := len(name); n > 0 && name[0] == '"' {
		if q, closed := ast.QuotedEnd(name, 0); closed && q == n {
			f.Quoted = true
			name, _ = ast.Unquote(name)
		}
	}
	f.Name = name
	// Only a quoted name is a path for sure; an unquoted one is an
	// invalid_key, and is read as the path that its writer meant.
	if n := strings.Count(name, ">"); n > 0 && n < ast.MaxPath {
		path := strings.Split(name, ">")
		for _, segment := range path {
			if segment == "" {
				return f
			}
		}
		f.Path = path
	}
	return f
}

// badField reports a field list entry that is no field name at all.
func badField(f *ast.Field) bool { return f.Name == "" && !f.Quoted }

// parsePairs parses `key=value` fields in src[start:end]. Fields without a
// key or without `=` are in the result too; their Key or ValueStart say so:
// a missing `=` has ValueStart 0.
func parsePairs(src string, start, end int) []ast.HeaderField {
	g, err := grammars().pairs.ParseString("", src[start:end])
	if err != nil || g == nil {
		return nil
	}
	fields := make([]ast.HeaderField, 0, len(g.Pairs))
	for i := range g.Pairs {
		p := &g.Pairs[i]
		at := start + p.Pos.Offset
		f := ast.HeaderField{Key: p.Key, KeyStart: at, KeyEnd: at + len(p.Key)}
		value := strings.Join(p.Value, "")
		if len(p.NoKey) > 0 {
			value = strings.Join(p.NoKey[1:], "")
		}
		if p.Eq != "" || len(p.NoKey) > 0 {
			f.Value = value
			f.ValueStart = f.KeyEnd + 1
			f.ValueEnd = f.ValueStart + len(value)
		}
		fields = append(fields, f)
	}
	return fields
}

// trailerCount is one entry of `counts=`, with its place in the source.
type trailerCount struct {
	label      string
	n          uint64
	valid      bool
	start, end int
}

// parseCounts parses the value of a trailer's `counts=`.
func parseCounts(f *ast.HeaderField) []trailerCount {
	if f.Value == "" {
		return nil
	}
	g, err := grammars().counts.ParseString("", f.Value)
	if err != nil || g == nil {
		return []trailerCount{{start: f.ValueStart, end: f.ValueEnd}}
	}
	counts := make([]trailerCount, 0, len(g.Entries))
	for _, e := range g.Entries {
		c := trailerCount{start: f.ValueStart + e.Pos.Offset, end: f.ValueStart + e.EndPos.Offset}
		number := strings.Join(e.Tokens, "")
		if len(e.Tokens) == 3 && e.Tokens[1] == ":" {
			c.label, number = e.Tokens[0], e.Tokens[2]
		}
		kind, n := countValue(number)
		c.n, c.valid = n, kind == ast.CountExact
		counts = append(counts, c)
	}
	return counts
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
