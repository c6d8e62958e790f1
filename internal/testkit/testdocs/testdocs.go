// Package testdocs gives tests small documents of every form, good and broken.
package testdocs

import (
	"iter"
	"os"
	"path/filepath"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
)

// Small are documents of every form: each is short enough to be looked at from
// every offset, and cut after every byte.
var Small = []string{
	"", "\n", "GCF", "GCF profile=generic", "\uFEFFGCF profile=generic\na=1\n",
	"GCF profile=generic tool=é\n# one\n# 😀 two\n\na=1\r\nb=\"x\\ny\"\r\n\"c d\"=\"é|😀\"\n\n\n",
	"GCF profile=generic\n## rows [2]{id,\"a>b\",\"c,d\"}\n1|2|3\n# comment\n2|~|-\n",
	"GCF profile=generic\n## orders [2]{id,c,items}\n@0 1|^{a,b,c}|^\n1|2|3\n.items [1]{x,y}\n    1|2\n@1 2|^|^\n4|5|6\n.items [1]\n    3|4\n",
	"GCF profile=generic\n## o [2]{id,items}\n@0 1|^\n.items [1]{x,tags}\n    @0 1|^\n    .tags [1]{t}\n        a\n@1 2|^\n.items [1]\n    @0 2|^\n    .tags [1]\n        b\n",
	"GCF profile=generic\n## v [5]\n@0 =1\n@1 [2]: a,b\n@2 {}\n  x=1\n@3 [1]{y}\n  1\n@4 [2:]{key,z}\n  k|1\n  l|2\n",
	"GCF profile=generic\n## m [2:]{key,a}\nk|1\n\"l\"|2\ntags[2]: a,\"b,c\"\n## e [0]\n## s\n  ## t\n    u=http://example.com/x\n",
	"GCF profile=generic\n## a [?]{x}\n1\n## b [?]{x}\n2\n##! summary counts=1,1\n",
	"GCF profile=generic\n=1\ntrailing\n", "GCF profile=generic\n## [3]: a,\"b,c\",-\n",
	"GCF profile=generic pack_root=sha256:00 key=id\n## r [1]{@id,n}\n1|2\n",
	"GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [1]{@id,n}\n1|2\n## changed [1]{@id,n}\n4|5\n## removed [1]{@id}\n3\n",
	"GCF profile=graph tool=t symbols=2 edges=1\n## targets\n@0 fn a.B 0.78 lsp\n## related\n@1 type c 0.50 ast\n## edges [2]\n@0<@1 calls added\n@1<@1 implements\n",
	"GCF profile=graph session=true\n## targets\n@0  # previously transmitted\n@7 fn https://x/y 0.10 y\n## edges [?]\n@0<@7 calls\n##! summary symbols=2 edges=1 counts=targets:2,edges:1\n",
	"GCF profile=graph\n## targets\n@0 fn a 0.10 y\n## related\n@1 fn b 0.10 y\n## edges [?]\n@0<@1 calls\n##! summary symbols=2 edges=1 counts=1,1,1\n",
	"GCF profile=graph delta=true\n## removed\nfn a\n## added\n@0 fn b 0.50 lsp 1\n## edges_removed\na -> b calls\n",
	"GCF profile=generic\n# cgp\n# gcf-lsp: schema=gcf-lsp:cgp-result\n## query\n  goal=é\n  kinds[1]: fact\n  as_of=2026-01-01T00:00:00Z\n  max_frames=1\n  max_tokens=1\n## result\n  ## frames [2]{id,kind,title,content,\"content_ref>uri\",score,token_cost,relations}\n  @0 a|graph|é😀|x|~|2|9|^\n  .relations [1]{rel,target_uri}\n      owns|b\n  a|fact|B|~|u|0|x|~\n  truncated=1\n",
	"GCF profile=graph\n## targets\n@0 fn a 0.10 y\n@1 fn b 0.90 y\n",
	"GCF profile=generic\nn=\"12\"\n## r [2]{a}\n\"true\"\n\"-\"\n",
	// Broken ones.
	"GCF profile=generic\n# cgp max_tokens=1\n## [2]\n@0 {}\n  type=query\n  ## query\n    max_tokens=x\n@1 {}\n  type=frames\n  ## result\n    ## frames [3]{id,kind,title,score,token_cost,content}\n    a|fa\n    b|fact|B|1|1|x|y\n    |\n",
	"```gcf\nGCF profile=generic\na=1\n```\nprose\n", "Here it is:\n\nGCF profile=generic\n## r [1]{a}\n1\n",
	"GCF profile=generic\n## s\n  ## t\n    x=1\n      y=2\n\tz=3\n  # c\n",
	"GCF profile=generic\n## r [2]{id,n}\n@0 1|^\n.items [1]{a}\n    2\n1|2|3\n|\n",
	"GCF profile=generic\n## r [2]{id}\n@0 1\n.items [1]{a}\n    2\n@1 1\n.items [1]\n    2\n",
	"GCF profile=generic\n## r [1]{id,items}\n@0 1|^ [1]{a}\n    2\n## q{a,b}\n1|2\n## p [1]{a b,\"c}\n1\n",
	"GCF profile=generic\na=\xff\xfe\n## \"x\n\"y=1\n.z\n@\n@0\n^\n~\n|\n=\n#\n##\n##!\n",
	"GCF profile=generic\n## [1\n1\n", "GCF profile=generic\n## a [1\n1|2\n@0 x\n",
	"GCF profile=graph\n@0 fn a 0.5 y\n## edges [9]\n@0<@1 calls x y z\n@9<@0 calls\n@0<\n<@0\n@0 fn dup 0.50 x\n",
	"{\"a\":[1,2]}\n", "1|2|3\n4|5|6\n", "GCF profile=generic\ra=1\rb=2\n",
}

// Each calls f with the tree of each document of Small and of every prefix of
// it, then with those of the shared corpus, where it is there.
func Each(t *testing.T, f func(t *testing.T, doc *ast.Document)) {
	t.Run("small", func(t *testing.T) {
		for _, text := range Small {
			for i := range len(text) + 1 {
				f(t, parser.Parse(text[:i]))
			}
		}
	})
	t.Run("corpus", func(t *testing.T) {
		err := filepath.WalkDir(material.Dir(t, "corpus"), func(path string, e os.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".gcf" {
				return err
			}
			text, err := os.ReadFile(path)
			f(t, parser.Parse(string(text)))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Offsets are the offsets at which a test looks: all of a small document, some
// of a large one, and two that are outside.
func Offsets(doc *ast.Document) iter.Seq[int] {
	n := len(doc.Source)
	step := 1 + n/400
	return func(yield func(int) bool) {
		for offset := -1; offset <= n+1; offset += step {
			if !yield(offset) {
				return
			}
		}
	}
}
