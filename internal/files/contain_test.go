package files_test

import (
	"errors"
	"strings"
	"testing"

	"gcf-lsp/internal/files"
)

func TestContain(t *testing.T) {
	want := errors.New("refused")
	if err := files.Contain("a.gcf", func() error { return want }); err != want {
		t.Errorf("error %v, want %v", err, want)
	}
	if err := files.Contain("a.gcf", func() error { return nil }); err != nil {
		t.Error(err)
	}
	err := files.Contain("a.gcf", func() error {
		var none []int
		_ = none[len(none)]
		return nil
	})
	for _, part := range []string{"a.gcf: internal error", "index out of range", "TestContain"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not say %q", err, part)
		}
	}
}
