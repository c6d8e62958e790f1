package diagnosis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// Difference is what a repair did to the words of a text.
type Difference struct {
	Dropped, Invented []string // by value, in order, as many as are listed
	Moved             bool     // the same words in another order
}

// mostListed bounds how many words are listed.
const mostListed = 100

// Conserve compares the words of a text with those of what it was made into. A
// word is what a scalar is made of: letters, digits and what holds them
// together. Structure has none: counts in brackets, `@N` at the beginning of a
// line, the header's `GCF` and `profile=…`. Words named as syntax do not count.
func Conserve(from, to string, syntax []string) Difference {
	no := make(map[string]bool, len(syntax))
	for _, w := range syntax {
		no[w] = true
	}
	a, b := words(from, no), words(to, no)
	same := len(a) == len(b)
	for i := 0; same && i < len(a); i++ {
		same = a[i] == b[i]
	}
	var d Difference
	if same {
		return d
	}
	left := make(map[string]int, len(a))
	for _, w := range a {
		left[w]++
	}
	for _, w := range b {
		if left[w]--; left[w] < 0 && len(d.Invented) < mostListed {
			d.Invented = append(d.Invented, w)
		}
	}
	for _, w := range a {
		if left[w] > 0 {
			left[w]--
			if len(d.Dropped) < mostListed {
				d.Dropped = append(d.Dropped, w)
			}
		}
	}
	d.Moved = len(d.Dropped) == 0 && len(d.Invented) == 0
	return d
}

// words returns the words of a text.
func words(text string, no map[string]bool) []string {
	var all []string
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n\ufeff")
		line = withoutRowID(line)
		for i := 0; i < len(line); {
			if line[i] == '[' {
				if end := countEnd(line, i); end > 0 {
					i = end
					continue
				}
			}
			end := wordEnd(line, i)
			if end == i {
				_, size := utf8.DecodeRuneInString(line[i:])
				i += size
				continue
			}
			w := strings.Trim(line[i:end], ".-+")
			if i > 0 && line[i-1] == '\\' && len(w) > 0 {
				w = "\\" + w
			}
			if strings.HasPrefix(line[i:end], "-") && len(w) > 0 && w[0] >= '0' && w[0] <= '9' {
				w = "-" + w
			}
			if strings.Contains(w, ".") && ast.ClassifyScalar(w).IsNumber() {
				w = strings.TrimRight(strings.TrimRight(w, "0"), ".") // 0.5 and 0.50 are one number
			}
			switch {
			case w == "" || no[w] || w == "GCF" || w == "profile":
			case (w == "generic" || w == "graph") && strings.HasPrefix(strings.ToUpper(line), "GCF"):
			default:
				all = append(all, w)
			}
			i = end
		}
	}
	return all
}

// wordEnd is the end of the word at i.
func wordEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("_.-+", r) || r > 0x2fff && !unicode.IsPunct(r) && !unicode.IsSpace(r) && r != '｜') {
			return i
		}
		i += size
	}
	return i
}

// withoutRowID is a line without the `@N` that it begins with.
func withoutRowID(line string) string {
	if !strings.HasPrefix(line, "@") {
		return line
	}
	i := 1
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if next, _ := utf8.DecodeRuneInString(line[i:]); i > 1 && (i == len(line) || unicode.IsSpace(next)) {
		return line[i:]
	}
	return line
}

// countEnd is the end of a count in brackets at i, or 0.
func countEnd(s string, i int) int {
	j := i + 1
	for j < len(s) && (s[j] >= '0' && s[j] <= '9' || s[j] == '?' || s[j] == ':' || s[j] == ' ') {
		j++
	}
	if j < len(s) && s[j] == ']' {
		return j + 1
	}
	return 0
}
