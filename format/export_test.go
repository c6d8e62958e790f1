package format

// Rewrite is Document without the quick look at documents that are canonical.
var Rewrite = rewrite

// IsCanonical is that quick look.
var IsCanonical = isCanonical
