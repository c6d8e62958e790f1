// Package fuzzy finds names from a few of their letters.
package fuzzy

// Score reports whether the letters of a pattern stand in a text in their
// order, without regard to the case of ASCII letters, and how well: letters in
// a row, at the start of a word and in the same case count more, and so does a
// shorter text. An empty pattern fits everything. The time is linear in the
// text.
func Score(pattern, text string) (score int, fits bool) {
	if pattern == "" {
		return 0, true
	}
	// Forward to the first place where the pattern is complete, then back to
	// the nearest place where it begins.
	k, end := 0, 0
	for ; end < len(text) && k < len(pattern); end++ {
		if lower(text[end]) == lower(pattern[k]) {
			k++
		}
	}
	if k < len(pattern) {
		return 0, false
	}
	row := false // the byte behind was a letter of the pattern
	for i := end - 1; k > 0; i-- {
		c, p := text[i], pattern[k-1]
		if lower(c) != lower(p) {
			row = false
			continue
		}
		k--
		score += 16
		if c == p {
			score += 2
		}
		if row {
			score += 16
		}
		if i == 0 || startsWord(text[i-1], c) {
			score += 8
		}
		row = true
		if k == 0 {
			score -= min(end-i-len(pattern), 20) // letters between
			if i == 0 {
				score += 8
			}
		}
	}
	if end == len(text) {
		score += 4
	}
	return score - min(len(text)/8, 12), true
}

// startsWord reports whether a word begins at a byte, given the one before.
func startsWord(before, c byte) bool {
	return !isLetter(before) || lower(before) == before && lower(c) != c
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
