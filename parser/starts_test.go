package parser

import "testing"

func TestStartsPayload(t *testing.T) {
	for text, want := range map[string]bool{
		"GCF profile=generic":                           true,
		"GCF profile=generic\nfree prose":               true,
		"GCF a=1 b=2\n":                                 true,
		"GCF2 profile=generic\n":                        true,
		"\ufeff  gcf profile=generic\r\na=1\r\n":        true,
		"GCF profile=generic tool=search engine\na=1\n": true,
		"GCF profile: generic\na=1\n":                   true,
		"GCF generic\n\n# comment\na=1\n":               true,
		"GCF v3\n## rows [1]{a}\n1\n":                   true,
		"GCF v3\n## targets\n@0 fn a.B 0.50 lsp\n":      true,
		"":                        false,
		"GCF":                     false,
		"GCF \n":                  false,
		"GCF payload received":    false,
		"GCF is a nice format.\n": false,
		"GCF is a nice format.\n\nIt has rows.\n":             false,
		"GCF payload received\nlevel=info msg=next\n":         false,
		"GCF profile=generic payload received\n":              false,
		"GCF profile=generic payload received\nby somebody\n": false,
		"GCFX profile=generic\n":                              false,
		"The GCF profile=generic\n":                           false,
	} {
		if got := StartsPayload(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
