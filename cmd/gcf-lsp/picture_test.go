package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/golden"
)

// The colours of a dark terminal, by the SGR parameters that reports use.
var pictureColours = map[string]string{
	"": "#d4d4d4", "1": "#ffffff", "2": "#808080", "32": "#6a9955", "34": "#569cd6",
	"1;31": "#f48771", "1;33": "#dcdcaa", "1;36": "#4ec9b0", "1;32": "#b5cea8",
}

// TestPictures keeps the terminal of the README as the commands write it.
func TestPictures(t *testing.T) {
	const text = "GCF profile=generic\n## orders [2]{id,name}\n1;Anna\n2;Bo\n"
	var screen strings.Builder
	show := func(prompt string, args ...string) {
		var out, err bytes.Buffer
		run(args, strings.NewReader(text), &out, &err)
		fmt.Fprintf(&screen, "\x1b[1m$ %s\x1b[0m\n%s%s\n", prompt, out.String(), strings.ReplaceAll(err.String(), "<stdin>", "orders.gcf"))
	}
	show("gcf-lsp check orders.gcf", "check", "--color", "always", "--stdin-filename", "orders.gcf", "-")
	show("gcf-lsp repair orders.gcf", "repair", "--color", "always", "-")
	if err := os.MkdirAll("../../docs/images", 0o755); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "../../docs/images/terminal.svg", picture(strings.TrimRight(screen.String(), "\n")))
}

var sgr = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// picture draws what a terminal shows.
func picture(screen string) string {
	const width, size, step = 1100, 14, 20
	lines := strings.Split(screen, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img" aria-label="gcf-lsp check names a mistake, gcf-lsp repair takes it back">`+"\n", width, step*(len(lines)+1))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="#1e1e1e"/>`+"\n")
	fmt.Fprintf(&b, `<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="%d">`+"\n", size-1)
	style := ""
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="16" y="%d">`, step*(i+1)+4)
		at := 0
		part := func(end int) {
			if end > at {
				var safe bytes.Buffer
				_ = xml.EscapeText(&safe, []byte(strings.ReplaceAll(line[at:end], " ", "\u00a0"))) // into memory; a blank alone is dropped
				fmt.Fprintf(&b, `<tspan fill="%s">%s</tspan>`, pictureColours[style], safe.String())
			}
		}
		for _, m := range sgr.FindAllStringSubmatchIndex(line, -1) {
			part(m[0])
			at = m[1]
			if style = line[m[2]:m[3]]; style == "0" {
				style = ""
			}
		}
		part(len(line))
		b.WriteString("</text>\n")
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}
