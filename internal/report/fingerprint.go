package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Fingerprints returns a name for each finding of a file that stays the same
// while lines come and go around it: of the code, the text of its line, and
// which of several alike it is. Names of different files may be equal.
func Fingerprints(f *File) []string {
	all := make([]string, len(f.Findings))
	seen := map[string]int{}
	for i := range f.Findings {
		line, _ := f.line(f.Findings[i].Start)
		key := f.Findings[i].Code + "\x00" + strings.TrimSpace(line)
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		all[i] = hex.EncodeToString(sum[:16])
	}
	return all
}
