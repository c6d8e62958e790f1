package describe

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
)

// number writes a number as people read it.
func number(n int) string { return printable.Number(n) }

// counted is a number with its noun: "1 row", "2 rows", "3 entries".
func counted(n int, noun string) string { return printable.Count(n, noun) }

// showName is a key, a column or a section as text.
func showName(name string) markup.Span {
	if name == "" {
		return markup.Code(`""`)
	}
	return markup.Code(name, markup.CellLimit)
}

// declared says how a declaration counts, beside what is really there.
func declared(decl *ast.Decl, have int, noun string) string {
	switch {
	case decl == nil || decl.Count == ast.CountNone:
		return counted(have, noun) + ", no count declared"
	case decl.Count == ast.CountDeferred:
		return counted(have, noun) + ", the count is deferred"
	case decl.Count == ast.CountInvalid:
		return counted(have, noun) + ", the count cannot be read"
	case decl.N == uint64(have):
		return counted(have, noun) + ", as declared"
	}
	return counted(have, noun) + ", declared are " + strconv.FormatUint(decl.N, 10)
}

func words(parts ...string) markup.Span { return markup.Plain(strings.Join(parts, "")) }
