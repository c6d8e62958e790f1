package navigate

import (
	"net/url"
	"strings"

	"gcf-lsp/ast"
)

// Link is a URI in a document.
type Link struct {
	Span   ast.Span
	Target string
}

// maxLink is how many bytes a URI may have.
const maxLink = 2048

// Links returns the URIs in a document that begin with http:, https: or file:,
// at most limit of them. Nothing is fetched. A URI ends at a blank, a quote, a
// delimiter of GCF or an escape; one that does not parse is none.
func Links(doc *ast.Document, limit int) []Link {
	var links []Link
	src := doc.Source
	for at := 0; len(links) < limit; {
		i := strings.Index(src[at:], "://")
		if i < 0 {
			break
		}
		i += at
		at = i + len("://")
		start := schemeStart(src, i)
		if start < 0 {
			continue
		}
		commas := start > 0 && src[start-1] == '"' || !dividedByCommas(doc, start)
		end := at
		for end < len(src) && end-start <= maxLink && isLinkByte(src[end]) && (commas || src[end] != ',') {
			end++
		}
		if end-start > maxLink || end < len(src) && src[end] == '\\' {
			at = end // too long, or it goes on with an escape
			continue
		}
		end = trimLink(src, at, end)
		u, err := url.Parse(src[start:end])
		if err != nil || u.Host == "" && u.Scheme != "file" || u.Host == "" && u.Path == "" {
			continue
		}
		links = append(links, Link{ast.Span{Start: start, End: end}, u.String()})
		at = end
	}
	return links
}

// dividedByCommas reports whether the values in the line at an offset are.
func dividedByCommas(doc *ast.Document, offset int) bool {
	line := doc.Line(offset)
	if line == 0 || doc.Node(line).Kind == ast.KindComment {
		return false
	}
	d := doc.DeclOf(line)
	return d != nil && d.Inline
}

// schemeStart returns where the scheme that ends at i begins, or -1 where it is
// none of those that are links.
func schemeStart(src string, i int) int {
	for _, scheme := range [...]string{"https", "http", "file"} {
		start := i - len(scheme)
		if start < 0 || !strings.EqualFold(src[start:i], scheme) {
			continue
		}
		if start > 0 && isSchemeByte(src[start-1]) {
			return -1 // `git+https` is another scheme
		}
		return start
	}
	return -1
}

func isSchemeByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'
}

// isLinkByte reports whether a byte can be in a URI. Letters of other scripts
// are not linked: what they look like is not what they are.
func isLinkByte(c byte) bool {
	return c > ' ' && c < 0x7f && strings.IndexByte("\"<>\\^`{|}", c) < 0
}

// trimLink takes the punctuation off the end of a URI that belongs to the text
// around it, also closing brackets that were not opened in it.
func trimLink(src string, start, end int) int {
	text := src[start:end]
	round := strings.Count(text, ")") - strings.Count(text, "(")
	square := strings.Count(text, "]") - strings.Count(text, "[")
	for ; end > start; end-- {
		switch src[end-1] {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '_':
		case ')':
			if round--; round < 0 {
				return end
			}
		case ']':
			if square--; square < 0 {
				return end
			}
		default:
			return end
		}
	}
	return end
}
