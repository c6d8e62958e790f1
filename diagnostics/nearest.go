package diagnostics

// nearest is the name that a misspelt word most likely means, or "". It allows
// one slip (a letter missing, added, changed, or two exchanged) in a short word
// and two in a long one.
func nearest(word string, names []string) string {
	best, bestDistance := "", 2
	if len(word) > 7 {
		bestDistance = 3
	}
	for _, name := range names {
		if d := distance(word, name, bestDistance); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance is the number of slips between two words, or limit where it is not
// smaller. Words that are longer than any name are not compared.
func distance(a, b string, limit int) int {
	const longest = 64
	if a == b || len(a) > longest || len(b) > longest || len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		if a == b {
			return 0
		}
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
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], rows[(i-2)%3][j-2]+1)
			}
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}
