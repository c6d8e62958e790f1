package diagnosis

import (
	"encoding/binary"
	"encoding/json"
	"html"
	"math/rand/v2"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

// recoded is the candidate that writes the whole text anew.
func (s *Site) recoded(text, title string) []Candidate {
	if text == s.Text || text == "" {
		return nil
	}
	return []Candidate{{Edits: []Edit{{End: len(s.Text), Text: text}}, Recodes: true, Title: title, At: ast.Span{End: firstLineEnd(s.Text)}}}
}

func firstLineEnd(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// utf16Text is a file in UTF-16, as PowerShell's `>` writes it.
var utf16Text = Slip{
	Name:  "utf16",
	Cause: "the file is in UTF-16, as some Windows programs write it; GCF is UTF-8",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		var order binary.AppendByteOrder = binary.LittleEndian
		if r.IntN(2) == 0 {
			order = binary.BigEndian
		}
		var b []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + doc.Source)) {
			b = order.AppendUint16(b, unit)
		}
		return string(b), true
	},
	Undo: func(s *Site) []Candidate {
		text, ok := fromUTF16(s.Text)
		if !ok {
			return nil
		}
		return s.recoded(text, "Write the file in UTF-8")
	},
}

// fromUTF16 reads a text in UTF-16, with a byte order mark or beginning with
// `GCF`. It returns false where it is none.
func fromUTF16(text string) (string, bool) {
	var order binary.ByteOrder
	switch {
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "G\x00C\x00F\x00"):
		order = binary.LittleEndian
	case strings.HasPrefix(text, "\xfe\xff"), strings.HasPrefix(text, "\x00G\x00C\x00F"):
		order = binary.BigEndian
	default:
		return "", false
	}
	units := make([]uint16, 0, len(text)/2)
	for i := 0; i+1 < len(text); i += 2 {
		units = append(units, order.Uint16([]byte(text[i:i+2])))
	}
	read := strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
	return read, len(text)%2 == 0 && !strings.ContainsRune(read, utf8.RuneError)
}

// byteOrderMark is a mark before the payload, also one that was read in a wrong
// coding.
var byteOrderMark = Slip{
	Name:  "byte_order_mark",
	Cause: "an invisible mark stands before `GCF`, which some programs write at the beginning of a file; save it without",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return pick(r, "\ufeff", "\u00ef\u00bb\u00bf", "\u200b", "\ufeff\ufeff") + doc.Source, true
	},
	Undo: func(s *Site) []Candidate {
		text := s.Text
		for _, mark := range []string{"\ufeff", "\u00ef\u00bb\u00bf", "\u200b", "\u200e", "\u2060", "\xef\xbb\xbf"} {
			for strings.HasPrefix(text, mark) {
				text = text[len(mark):]
			}
		}
		if len(text) == len(s.Text) {
			return nil
		}
		return []Candidate{{Edits: []Edit{{End: len(s.Text) - len(text)}}, Outside: true, Title: "Remove the mark before the payload"}}
	},
}

// jsonString is a payload that is still quoted as a JSON string, or has the
// escapes of one.
var jsonString = Slip{
	Name:  "escaped_text",
	Cause: "line breaks are written as the two characters `\\n`, as in a JSON string; the payload is the text that the string stands for",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		b, err := json.Marshal(doc.Source)
		if err != nil {
			return "", false
		}
		switch r.IntN(4) {
		case 0:
			return string(b), true
		case 1:
			if b, err = json.Marshal(string(b)); err != nil {
				return "", false
			}
			return string(b), true
		case 2:
			return strings.ReplaceAll(doc.Source, "\n", `\n`), !strings.Contains(doc.Source, `\`)
		}
		return string(b[1 : len(b)-1]), true
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.MissingHeader, ast.UnknownProfile, ast.MissingProfile, ast.MalformedHeaderField, ast.TrailingCharacters, ast.UnterminatedQuote, ast.InvalidHeaderValue, ast.InvalidEscape) {
			return nil
		}
		text := strings.TrimSpace(s.Text)
		if strings.Contains(text, "\n") || !strings.Contains(text, `\n`) {
			return nil
		}
		if m := foreignString.FindStringSubmatch(text); m != nil {
			text = strings.ReplaceAll(m[1]+m[2], `\'`, "'")
		}
		var all []Candidate
		if read, ok := unquoteAll(text); ok {
			all = s.recoded(read, "Read the string")
		}
		// Without quotes nobody escaped what stood in the text.
		if plain := strings.ReplaceAll(text, `\n`, "\n"); strings.HasPrefix(text, "GCF ") {
			all = append(all, s.recoded(strings.ReplaceAll(plain, "\r", ""), "Write the line breaks")...)
		}
		return all
	},
}

// foreignString is a string of Python, a shell or JavaScript.
var foreignString = lazily("^(?:[bfru$]?'(.*)'|`(.*)`);?$")

// unquoteAll reads a JSON string, and the string in it, as often as there is
// one.
func unquoteAll(text string) (string, bool) {
	for range 4 {
		quoted := text
		if !strings.HasPrefix(quoted, `"`) {
			quoted = `"` + quoted + `"`
		}
		var read string
		if json.Unmarshal([]byte(quoted), &read) != nil {
			return "", false
		}
		if strings.Contains(read, "\n") {
			return read, true
		}
		if read == text {
			return "", false
		}
		text = strings.TrimSpace(read)
	}
	return "", false
}

// loneCR is a text whose lines end with CR alone.
var loneCR = Slip{
	Name:  "line_ends",
	Cause: "the lines end with a carriage return alone; GCF lines end with a line feed",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return strings.ReplaceAll(doc.Source, "\n", "\r"), len(doc.Nodes) > 2
	},
	Undo: func(s *Site) []Candidate {
		text := strings.TrimRight(s.Text, "\r\n")
		if strings.Contains(text, "\n") || !strings.Contains(text, "\r") {
			return nil
		}
		return s.recoded(strings.ReplaceAll(text, "\r", "\n")+"\n", "Write the line ends as line feeds")
	},
}

var terminalCodes = lazily("\x1b\\[[0-9;?]*[ -/]*[@-~]")

// terminalColours is what a terminal shows in colours, caught in a file.
var terminalColours = Slip{
	Name:  "terminal_codes",
	Cause: "codes for a terminal's colours stand in the text; write it without them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		return rewriteLines(doc, func(line string) string {
			if line == "" {
				return line
			}
			return "\x1b[3" + pick(r, "1", "2", "4") + "m" + line + "\x1b[0m"
		}), true
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		for _, at := range terminalCodes.FindAllStringIndex(s.Text, -1) {
			edits = append(edits, Edit{Start: at[0], End: at[1]})
		}
		if len(edits) == 0 {
			return nil
		}
		return []Candidate{{Edits: edits, Recodes: true, Title: "Remove the codes"}}
	},
}

// htmlText is a payload that was escaped for a page as a whole.
var htmlText = Slip{
	Name:  "html_text",
	Cause: "the text is escaped as on a web page (`&lt;`, `&quot;`, `&#39;`); write the characters themselves",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		text := html.EscapeString(doc.Source)
		return text, strings.Contains(text, "&#34;") && !strings.Contains(text, "&lt;")
	},
	Undo: func(s *Site) []Candidate {
		if !strings.Contains(s.Text, "&#34;") && !strings.Contains(s.Text, "&quot;") || strings.Contains(s.Text, `"`) || strings.Contains(s.Text, "<") {
			return nil // an escaped text has neither
		}
		return s.recoded(html.UnescapeString(s.Text), "Write the characters themselves")
	},
}

// strangeBlanks is a blank of another kind than the space: pasted from a page or
// a word processor.
var strangeBlanks = Slip{
	Name:  "strange_blanks",
	Cause: "blanks of another kind than the space stand between the parts of the line, as a page or a word processor writes them",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		blank, n := pick(r, "\u00a0", "\u2009", "\u3000"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			switch doc.Nodes[id].Kind {
			case ast.KindArray, ast.KindEdge, ast.KindSymbol, ast.KindGroup, ast.KindSection:
				n++
				return strings.ReplaceAll(line, " ", blank)
			}
			return line
		}), n > 0 && !strings.ContainsAny(doc.Source, "\"\u00a0\u2009\u3000")
	},
	Undo: func(s *Site) []Candidate {
		if !strings.ContainsAny(s.Text, "\u00a0\u2007\u2009\u202f\u3000") {
			return nil
		}
		return oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			return strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ").Replace(line), true
		}), Safe)
	},
}

// jsonInstead is JSON where GCF was to be, after a header or without one.
var jsonInstead = Slip{
	Name:  "json",
	Cause: "this is JSON, not GCF: a list of records is a table, `## name [2]{id,name}` with a row `1|Ann` for each",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Profile != ast.ProfileGeneric {
			return "", false
		}
		v, err := value.Decode(doc)
		if err != nil {
			return "", false
		}
		var options []value.JSONOption
		if r.IntN(2) == 0 {
			options = append(options, value.Indent("  "))
		}
		text, err := value.AppendJSON(nil, v, options...)
		if err != nil || v.IsScalar() {
			return "", false
		}
		return pick(r, "", "GCF profile=generic\n") + string(text) + "\n", true
	},
	Undo: func(s *Site) []Candidate {
		text := strings.TrimPrefix(strings.TrimSpace(s.Text), "GCF profile=generic")
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
			return nil
		}
		v, err := value.FromJSON(text, value.KeepNumbers())
		if err != nil || payloadText.MatchString(text) {
			return nil // see jsonEnvelope
		}
		written, err := format.Generic(v, format.Options{})
		if err != nil {
			return nil
		}
		return s.recoded(string(written), "Write it as GCF")
	},
}
