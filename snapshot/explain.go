package snapshot

import "strings"

// Difference is a canonical record that only one of two snapshots has. A
// symbol or row that differs gives two.
type Difference struct {
	Record string // without its LF
	Wanted bool   // it is the wanted snapshot that has it
}

// String marks the record as a diff does: `-` only got has it, `+` only the
// wanted snapshot has it.
func (d Difference) String() string {
	if d.Wanted {
		return "+" + d.Record
	}
	return "-" + d.Record
}

// Differences returns the first records, in canonical order and at most limit,
// by which got differs from wanted: it explains a [*RootError] to somebody who
// has the snapshot that the root stands for. Its cost is linear.
func Differences(got, wanted Snapshot, limit int) []Difference {
	a, b := got.Records(), wanted.Records()
	var out []Difference
	take := func(record string, isWanted bool) {
		out = append(out, Difference{strings.TrimSuffix(record, "\n"), isWanted})
	}
	for len(out) < limit && len(a)+len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && before(a[0], b[0]):
			take(a[0], false)
			a = a[1:]
		case len(a) == 0 || before(b[0], a[0]):
			take(b[0], true)
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// before orders records as they are hashed: a graph's symbols (S) stand before
// its edges (E).
func before(a, b string) bool {
	if a[0] != b[0] {
		return a[0] > b[0]
	}
	return a < b
}
