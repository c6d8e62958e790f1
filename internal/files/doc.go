// Package files finds the files that a run is about and writes files back. It
// knows ignore files, globs and symbolic links, and nothing of GCF.
package files
