package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Algorithm is the prefix of the roots of gcf-pack-root-v1, the only
// algorithm there is (spec 10.2).
const Algorithm = "sha256:"

// KnownAlgorithm reports whether a root is one of gcf-pack-root-v1, as its
// prefix says. A consumer treats any other root as unknown and asks for a full
// payload (spec 10.2).
func KnownAlgorithm(root string) bool { return strings.HasPrefix(root, Algorithm) }

// hashRecords returns the root of records that are in their final order.
func hashRecords(records []string) string {
	h := sha256.New()
	chunk := make([]byte, 0, 1<<15) // a hash takes bytes: copy in bulk
	for _, r := range records {
		if len(chunk) > 0 && len(chunk)+len(r) > cap(chunk) {
			h.Write(chunk)
			chunk = chunk[:0]
		}
		chunk = append(chunk, r...)
	}
	h.Write(chunk)
	return Algorithm + hex.EncodeToString(h.Sum(nil))
}

// sorted returns a sorted copy. Go compares strings by unsigned bytes, as the
// spec wants.
func sorted(records []string) []string {
	s := slices.Clone(records)
	slices.Sort(s)
	return s
}

// merge returns the sorted records of a base without those in dropped and with
// added, still sorted: linear where sorting everything again would not be.
func merge(base []string, dropped map[string]bool, added []string) []string {
	added = sorted(added)
	out := make([]string, 0, len(base)+len(added))
	for _, r := range base {
		if dropped[r] {
			continue
		}
		for len(added) > 0 && added[0] < r {
			out, added = append(out, added[0]), added[1:]
		}
		out = append(out, r)
	}
	return append(out, added...)
}
