package frames

import "strings"

// nearest returns the word that a misspelt one most likely means, or "". Case,
// hyphens and capitals instead of underscores are no slips: tokenCost is
// token_cost.
func nearest(word string, words []string) string {
	const longest = 40
	if len(word) > longest {
		return ""
	}
	plain := squash(word)
	best, distance := "", 2
	if len(plain) > 7 {
		distance = 3
	}
	if len(plain) < 4 {
		distance = 1
	}
	for _, w := range words {
		if d := slips(plain, squash(w), distance); d < distance {
			best, distance = w, d
		}
	}
	return best
}

func squash(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
}

// slips counts the letters that were added, left out or changed, up to limit.
func slips(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}
