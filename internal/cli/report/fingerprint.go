package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fingerprints returns a name for each finding of a file that stays the same
// while lines come and go around it: of the code, the text of its line, and
// which of several alike it is. Names of different files may be equal.
func Fingerprints(f *File) []string {
	type finding struct {
		code string
		line [sha256.Size]byte
	}
	var (
		all    = make([]string, len(f.Findings))
		seen   = map[finding]int{}
		digest [sha256.Size]byte // of the line at known: a long one is read once
		known  = -1
	)
	for i := range f.Findings {
		line, start := f.line(f.Findings[i].Start)
		if start != known {
			digest, known = sha256.Sum256([]byte(strings.TrimSpace(line))), start
		}
		key := finding{f.Findings[i].Code, digest}
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%x\x00%d", key.code, key.line, seen[key]))
		all[i] = hex.EncodeToString(sum[:16])
	}
	return all
}
