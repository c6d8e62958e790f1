package diagnostics

import "testing"

func TestRenumbered(t *testing.T) {
	const message = "the key `line 2` is already on line 2: not on line 22"
	for is, want := range map[int]string{2: message, 7: "the key `line 2` is already on line 7: not on line 22"} {
		if got := Renumbered(message, 2, is); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
