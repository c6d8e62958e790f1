package format_test

import (
	"testing"

	"gcf-lsp/format"
)

// TestEmptyKeyedStream formats keyed maps without members. There is no `[0:]`
// (spec 7.2a.4): one with an identity, which says more than its data, stays
// deferred.
func TestEmptyKeyedStream(t *testing.T) {
	const set = "GCF profile=generic pack_root=sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 key=key\n"
	for src, want := range map[string]string{
		"GCF profile=generic\n## [?:]{key,x}\n":                                        "GCF profile=generic\n",
		"GCF profile=generic\n# a\n\n## [?:]{key,x}\n# b\n##! summary counts=0\n# c\n": "GCF profile=generic\n# a\n# b\n# c\n",
		"GCF profile=generic\n## a [?:]{key,x}\n##! summary counts=0\n":                "GCF profile=generic\n## a\n",
		"GCF profile=generic\n## [1]\n@0 [?:]{key,x}\n##! summary counts=0\n":          "GCF profile=generic\n## [1]\n@0 {}\n",
		"GCF profile=generic\n## [1]{a}\n@0 ^\n.a [?:]{key,x}\n##! summary counts=0\n": "GCF profile=generic\n## [1]{a}\n@0 ^\n.a {}\n",
		set + "## a [?:]{@key,x}\n":                                                    set + "## a [?:]{@key,x}\n##! summary counts=0\n",
		set + "# c\n## [?:]{@key,x}\n##! summary counts=0\n":                           set + "# c\n## [?:]{@key,x}\n##! summary counts=0\n",
		set + "## a [?]{@key,x}\n# c\n##! summary counts=0\n":                          set + "## a [0]{@key,x}\n# c\n",
	} {
		if got := formatted(t, src, format.DocumentOptions{}); got != want {
			t.Errorf("%q becomes\n%q, want\n%q", src, got, want)
		}
		formatted(t, src, format.DocumentOptions{KeepStreaming: true})
	}
}
