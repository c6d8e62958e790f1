// Package nearest finds the word that a misspelt one most likely means.
package nearest

import "strings"

// longest is how many bytes a word may have to be compared.
const longest = 64

// Word returns the word that a misspelt one most likely means, the first of
// several, or "". It allows one slip (a letter missing, added, changed, or two
// exchanged) in words of four bytes and more, and two in those of eight and
// more. Case, and what joins the parts of a word, are no slips: tokenCost is
// token_cost.
func Word(word string, words []string) string {
	if len(word) > longest {
		return ""
	}
	plain := squash(word)
	best, fewest := "", 3
	for _, w := range words {
		if w == word {
			return w
		}
		other := squash(w)
		limit := min(fewest, allowed(max(len(plain), len(other)))+1)
		if n := slips(plain, other, limit); n < limit {
			best, fewest = w, n
		}
	}
	return best
}

// allowed is how many slips words of a length may differ by.
func allowed(length int) int {
	switch {
	case length < 4:
		return 0
	case length < 8:
		return 1
	}
	return 2
}

var joints = strings.NewReplacer("_", "", "-", "", " ", "", ".", "")

func squash(s string) string { return strings.ToLower(joints.Replace(s)) }

// slips is the number of slips between two words, or limit where it is not
// smaller.
func slips(a, b string, limit int) int {
	if len(a) > longest || len(b) > longest || len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var rows [3][longest + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above := &rows[i%3], &rows[(i-1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			changed := 1
			if a[i-1] == b[j-1] {
				changed = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], rows[(i-2)%3][j-2]+1)
			}
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}
