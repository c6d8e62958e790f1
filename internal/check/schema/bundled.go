package schema

import (
	"embed"
	"strings"
)

// The schemas that come with this program, written for it.
//
//go:embed bundled/*.json
var bundledFiles embed.FS

const (
	// bundledPrefix begins the name of a bundled schema in a comment.
	bundledPrefix = "gcf-lsp:"
	// bundledURL begins its URL, in `$ref` too.
	bundledURL = "gcf-lsp://schemas/"
)

// Bundled returns the names by which documents can refer to the schemas that
// come with this program.
func Bundled() []string { return []string{bundledPrefix + "cgp-result"} }

// bundled returns the text of the schema at a URL.
func bundled(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, bundledURL)
	if !ok || strings.Contains(name, "/") {
		return "", false
	}
	text, err := bundledFiles.ReadFile("bundled/" + name)
	return string(text), err == nil
}
