// Package interop compares this implementation with the ecosystem's own, the
// npm package @blackwell-systems/gcf. It has tests alone.
package interop
