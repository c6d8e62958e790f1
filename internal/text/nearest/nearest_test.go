package nearest

import (
	"strings"
	"testing"
)

func TestWord(t *testing.T) {
	headers := []string{"tool", "tokens", "symbols", "pack_root", "base_root"}
	frames := []string{"id", "kind", "uri", "title", "recorded_at", "token_cost", "relations"}
	settings := []string{"include", "format.flatten", "rules", "paths"}
	for _, c := range []struct {
		words      []string
		word, want string
	}{
		{headers, "tol", "tool"},
		{headers, "tooll", "tool"},
		{headers, "otol", "tool"},
		{headers, "token", "tokens"},
		{headers, "tokesn", "tokens"},
		{headers, "pakc_rot", "pack_root"},
		{headers, "packroot", "pack_root"},
		{headers, "tool", "tool"},
		{headers, "t", ""},
		{headers, "", ""},
		{headers, "kind", ""},
		{headers, "base_pack", ""},
		{headers, strings.Repeat("x", 1e6), ""},
		{frames, "recorded_att", "recorded_at"},
		{frames, "tokenCost", "token_cost"},
		{frames, "Token-Cost", "token_cost"},
		{frames, "relation", "relations"},
		{frames, "kinds", "kind"},
		{frames, "url", ""},
		{frames, "owner", ""},
		{frames, "ID", "id"},
		{settings, "inclde", "include"},
		{settings, "format.flaten", "format.flatten"},
		{settings, "rulez", "rules"},
		{settings, "path", "paths"},
		{nil, "any", ""},
	} {
		if got := Word(c.word, c.words); got != c.want {
			t.Errorf("Word(%.20q) = %q, want %q", c.word, got, c.want)
		}
	}
}
