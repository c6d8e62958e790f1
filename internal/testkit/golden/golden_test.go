package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// recorder is a test that keeps what it is told.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// Fatalf ends the function under test, as that of a test does.
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

// run says what f reports, with -update or without it.
func run(t *testing.T, updates bool, f func(t testing.TB)) (said []string) {
	t.Helper()
	before := *update
	*update = updates
	r := &recorder{TB: t}
	defer func() {
		*update = before
		if ended := recover(); ended != nil && ended != any(r) {
			panic(ended)
		}
		said = r.said
	}()
	f(r)
	return r.said
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "a.txt")
	compare := func(updates bool, got string) []string {
		return run(t, updates, func(t testing.TB) { File(t, path, got) })
	}
	if said := compare(false, ""); len(said) != 1 {
		t.Errorf("a file that is not there: %q", said)
	}
	if said := compare(true, "a\nb\n"); said != nil || read(t, path) != "a\nb\n" {
		t.Errorf("written: %q", said)
	}
	if said := compare(false, "a\nb\n"); said != nil {
		t.Errorf("the same: %q", said)
	}
	if said := compare(false, "a\nb"); len(said) != 1 || !strings.Contains(said[0], path) {
		t.Errorf("without the last newline: %q", said)
	}
	if text := read(t, path); text != "a\nb\n" {
		t.Errorf("%q is written without -update", text)
	}
}

func TestArchives(t *testing.T) {
	dir := t.TempDir()
	pattern := filepath.Join(dir, "*.txtar")
	if said := run(t, true, func(t testing.TB) { Archives(t, pattern) }); len(said) != 1 {
		t.Errorf("no archive: %q", said)
	}

	// The last newline, which an archive that is written gets, is missing.
	const changes, stays = "-- in --\n1\n-- want --\n2", "-- in --\n1\n-- want --\n1"
	a, b := filepath.Join(dir, "a.txtar"), filepath.Join(dir, "b.txtar")
	write(t, a, changes)
	write(t, b, stays)
	compare := func(t testing.TB) {
		for _, archive := range Archives(t, pattern) {
			Section(t, archive, "want", string(archive.Files[0].Data))
		}
	}
	if said := run(t, false, compare); len(said) != 1 || !strings.Contains(said[0], "want") {
		t.Errorf("one section differs: %q", said)
	}
	if read(t, a) != changes || read(t, b) != stays {
		t.Error("an archive is written without -update")
	}
	said := run(t, true, compare)
	if text := read(t, a); said != nil || text != stays+"\n" {
		t.Errorf("%q: %q", said, text)
	}
	if text := read(t, b); text != stays {
		t.Errorf("an archive that stays the same is written: %q", text)
	}

	write(t, a, changes)
	write(t, b, changes)
	run(t, true, func(t testing.TB) {
		for _, archive := range Archives(t, pattern) {
			Section(t, archive, "new", "3\n")
			break
		}
	})
	if text := read(t, a); text != changes+"\n-- new --\n3\n" {
		t.Errorf("after the end of the loop: %q", text)
	}
	if text := read(t, b); text != changes {
		t.Errorf("not reached: %q", text)
	}
}

func TestPairs(t *testing.T) {
	const text = `about
-- common --
c
-- gone.out --
x
-- new.in --
n
-- b.out --
B
-- a.in --
a
-- a.out --
A
-- b.in --
b
`
	compare := func(updates bool) (string, []string) {
		archive := txtar.Parse([]byte(text))
		said := run(t, updates, func(t testing.TB) {
			for name, in := range Pairs(archive, ".in", ".out") {
				Section(t, archive, name+".out", strings.ToUpper(in))
			}
		})
		return string(txtar.Format(archive)), said
	}
	if _, said := compare(false); len(said) != 1 || !strings.Contains(said[0], "new.out") {
		t.Errorf("one section is not there: %q", said)
	}
	got, said := compare(true)
	want := `about
-- common --
c
-- new.in --
n
-- new.out --
N
-- a.in --
a
-- a.out --
A
-- b.in --
b
-- b.out --
B
`
	if diff := cmp.Diff(want, got); diff != "" || said != nil {
		t.Errorf("%q (-want +got):\n%s", said, diff)
	}
}
