package diagnosis

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked:
// right documents, and programs that read none, need no slip.
type pattern struct{ get func() *regexp.Regexp }

func lazily(expr string) pattern {
	return pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

func (p pattern) MatchString(s string) bool                  { return p.get().MatchString(s) }
func (p pattern) FindStringSubmatch(s string) []string       { return p.get().FindStringSubmatch(s) }
func (p pattern) ReplaceAllString(s, to string) string       { return p.get().ReplaceAllString(s, to) }
func (p pattern) FindAllStringIndex(s string, n int) [][]int { return p.get().FindAllStringIndex(s, n) }
func (p pattern) ReplaceAllStringFunc(s string, to func(string) string) string {
	return p.get().ReplaceAllStringFunc(s, to)
}
func (p pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.get().FindAllStringSubmatch(s, n)
}
