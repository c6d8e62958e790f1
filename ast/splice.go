package ast

// Splice says where a text differs from the one before: the bytes from Start to
// End of the old text are those from Start to NewEnd of the new one, and all
// others are the same.
type Splice struct{ Start, End, NewEnd int }

// Delta returns how many bytes the new text is longer.
func (s Splice) Delta() int { return s.NewEnd - s.End }

// Changes reports whether anything differs.
func (s Splice) Changes() bool { return s.Start < max(s.End, s.NewEnd) }

// Then returns the splice of both changes, s first, as one.
func (s Splice) Then(next Splice) Splice {
	switch {
	case !s.Changes():
		return next
	case !next.Changes():
		return s
	}
	middle := max(s.NewEnd, next.End) // in the text between the two
	return Splice{
		Start:  min(s.Start, next.Start),
		End:    middle - s.Delta(),
		NewEnd: middle + next.Delta(),
	}
}
