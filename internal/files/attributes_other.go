//go:build !linux && !darwin

package files

// attributes returns the names of a file's extended attributes.
func attributes(string) string { return "" }
