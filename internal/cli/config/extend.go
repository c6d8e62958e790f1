package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gcf-lsp/internal/files"
)

// longestChain is how many files may extend one another.
const longestChain = 10

// sources are the texts of configuration files by their paths: one, and those that
// it extends.
type sources map[string]string

// fromDisk reads a configuration file that another one extends.
func fromDisk(file string) (string, error) {
	src, err := files.ReadOwn(file, files.SmallFile)
	return string(src), err
}

// again reads what was read before.
func (t sources) again(file string) (string, error) {
	if src, ok := t[file]; ok {
		return src, nil
	}
	return fromDisk(file)
}

// source is a configuration file and what leads to it.
type source struct {
	path  string // absolute
	chain []string
	open  func(file string) (string, error)
	read  sources // all that were read, it among them
}

// extended returns what the file that a file extends makes of base. Nothing of its
// text is told: it may be any file, named by a checkout.
func (s *source) extended(r *reader, base *Config, v any) *Config {
	name, ok := v.(string)
	switch {
	case !ok:
		r.problem("extend", "extend must be the name of a configuration file")
		return base
	case name == "":
		return base
	case path.IsAbs(name) || filepath.IsAbs(name) || strings.Contains(name, `\`) || path.Ext(name) != ".toml":
		r.problem("extend", "extend must be the path of a .toml file, relative to this one, with / between folders")
		return base
	}
	file := filepath.Join(filepath.Dir(s.path), filepath.FromSlash(name))
	chain := append(slices.Clip(s.chain), s.path)
	if slices.Contains(chain, file) {
		r.problem("extend", "%s extends itself", name)
		return base
	}
	if len(chain) > longestChain {
		r.problem("extend", "more than %d files extend one another", longestChain)
		return base
	}
	src, err := s.open(file)
	if err != nil {
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = p.Err // it is named as the file names it
		}
		r.problem("extend", "%s cannot be read: %v", name, err)
		return base
	}
	c, problems, _ := parseSource(base, src, &source{path: file, chain: chain, open: s.open, read: s.read})
	if len(problems) > 0 {
		line := 1 + strings.Count(src[:min(problems[0].Start, len(src))], "\n")
		r.problem("extend", "%s", fmt.Sprintf("there is a mistake on line %d of %s", line, name))
	}
	return c
}
