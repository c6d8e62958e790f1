package ast

// Limits are what a document may have at most (spec 12, 17). One that has more
// is not read in silence or cut: it has the problem limit_exceeded. Zero is the
// default.
type Limits struct {
	// Depth is how many containers may be open inside the document's own. A path column
	// counts with its segments.
	Depth int
	// Columns is how many fields one declaration may have.
	Columns int
	// Members is how many items one array, or members one object may have.
	Members int
	// Size is how many bytes a document may have, below 4 GiB.
	Size int
}
