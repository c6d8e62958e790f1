package lsp

import "testing"

// The work on a version of a document ends when there is a newer one, and when
// the document is closed.
func TestWorkEndsWithItsVersion(t *testing.T) {
	s := newServer(t.Context(), Options{analysis: realAnalysis, CacheDir: t.TempDir()})
	const uri = "file:///a.gcf"
	document := func(more map[string]any) map[string]any {
		more["uri"] = uri
		return map[string]any{"textDocument": more, "contentChanges": []any{map[string]any{"text": "GCF profile=generic\n"}}}
	}
	life := func() *version { return s.now.Load().documents[documentKey(uri)].version }
	s.didOpen(document(map[string]any{"version": 1.0, "text": "GCF profile=generic\na=1\n"}))
	first := life()
	s.remake()
	if first.life.Err() != nil || life() != first {
		t.Fatal("the first version is out of date at once")
	}
	s.didChange(document(map[string]any{"version": 2.0}))
	second := life()
	if first.life.Err() == nil || second.life.Err() != nil {
		t.Errorf("after a change: first %v, second %v", first.life.Err(), second.life.Err())
	}
	s.didClose(document(map[string]any{}))
	if second.life.Err() == nil || len(s.lives) != 0 {
		t.Error("the version lives on after the document was closed")
	}
}
