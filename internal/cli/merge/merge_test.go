package merge

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// resolved is a merged text with each conflict decided for a side.
func resolved(text string, side int) string {
	var out strings.Builder
	in := -1 // the side that lines belong to, or -1 for both
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "<<<<<<< "):
			in = 0
		case strings.TrimRight(line, "\n") == "=======" && in == 0:
			in = 1
		case strings.HasPrefix(line, ">>>>>>> ") && in == 1:
			in = -1
		case in < 0 || in == side:
			out.WriteString(line)
		}
	}
	return out.String()
}

// tableText is a table of a few rows with comments, with or without an identity.
func tableText(t *rapid.T, name string, identity, declared bool) string {
	ids := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 1, 9, rapid.ID).Draw(t, name+" rows")
	mark := ""
	if identity {
		mark = "@"
	}
	var body strings.Builder
	fmt.Fprintf(&body, "## rows [%d]{%sid,a,b}\n", len(ids), mark)
	for _, id := range ids {
		if rapid.IntRange(0, 4).Draw(t, "comment") == 0 {
			fmt.Fprintf(&body, "# %s says of %d\n", name, id)
		}
		fmt.Fprintf(&body, "r%d|%d|%d\n", id, rapid.IntRange(0, 2).Draw(t, "a"), rapid.IntRange(0, 2).Draw(t, "b"))
	}
	text := "GCF profile=generic\n" + body.String()
	if identity {
		text = "GCF profile=generic key=id\n" + body.String()
	}
	if declared && identity {
		s, err := snapshot.FromDocument(parser.Parse(text))
		if err != nil {
			t.Fatal(err)
		}
		text = "GCF profile=generic pack_root=" + s.Root() + " key=id\n" + body.String()
	}
	return text
}

// rowLines are the rows of a table by their identity.
func rowLines(text string) map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(text) {
		if id, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), "|"); ok {
			all[id] = rest
		}
	}
	return all
}

// TestNoRowIsLost merges documents, with and without identities, comments and
// roots: what a side has is in what the conflicts decided for it give, unless the
// other side removed it, and so is each comment.
func TestNoRowIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		identity, declared := rapid.IntRange(0, 3).Draw(t, "identity") > 0, rapid.Bool().Draw(t, "declared")
		base, ours, theirs := tableText(t, "base", identity, declared), tableText(t, "ours", identity, declared), tableText(t, "theirs", identity, declared)
		if rapid.IntRange(0, 5).Draw(t, "added") == 0 {
			base = ""
		}
		r := Texts(base, ours, theirs, Options{})
		if identity && !r.ByRows && ours != theirs && ours != base && theirs != base && !strings.Contains(ours+theirs+base, "# ") {
			t.Fatal("merged by lines")
		}
		was, sides := rowLines(base), [2]map[string]string{rowLines(ours), rowLines(theirs)}
		for side, rows := range sides {
			text := resolved(r.Text, side)
			if r.ByRows {
				if doc := parser.Parse(text); diagnostics.HasErrors(doc) {
					t.Fatalf("decided for side %d it has errors:\n%s", side, text)
				}
			}
			got := rowLines(text)
			for id, row := range rows {
				if _, there := got[id]; there {
					continue
				}
				if _, other := sides[1-side][id]; other || was[id] != row {
					t.Fatalf("row %s of side %d is lost:\n%s", id, side, r.Text)
				}
			}
			for line := range strings.Lines([2]string{ours, theirs}[side]) {
				if strings.HasPrefix(line, "# ") && !strings.Contains(r.Text, line) {
					t.Fatalf("a comment of side %d is lost: %s%s", side, line, r.Text)
				}
			}
		}
		if r.Conflicts == 0 {
			if doc := parser.Parse(r.Text); diagnostics.HasErrors(doc) {
				t.Fatalf("the result has errors:\n%s", r.Text)
			}
		}
	})
}

func TestTexts(t *testing.T) {
	const head = "GCF profile=generic tool=x owner=a key=id\n"
	for _, c := range []struct {
		name, base, ours, theirs, want string
		conflicts                      int
		lines                          bool
	}{
		{
			"both add at the end, one comments",
			head + "## r [1]{@id,a}\n1|x\n",
			head + "## r [2]{@id,a}\n1|x\n# new\n2|y\n",
			head + "## r [2]{@id,a}\n1|z\n3|w\n# last\n",
			head + "## r [3]{@id,a}\n1|z\n3|w\n# new\n2|y\n# last\n", 0, false,
		},
		{
			"a cell in two ways",
			head + "## r [1]{@id,a}\n1|x\n", head + "## r [1]{@id,a}\n1|y\n", head + "## r [1]{@id,a}\n1|z\n",
			head + "## r [1]{@id,a}\n<<<<<<< ours\n1|y\n=======\n1|z\n>>>>>>> theirs\n", 1, false,
		},
		{
			"a field of the header",
			head + "## r [1]{@id,a}\n1|x\n", strings.Replace(head, "=a", "=b", 1) + "## r [1]{@id,a}\n1|x\n", head + "## r [1]{@id,a}\n1|z\n",
			strings.Replace(head, "=a", "=b", 1) + "## r [1]{@id,a}\n1|z\n", 0, false,
		},
		{
			"a symbol and an edge that are numbered anew",
			"GCF profile=graph symbols=1\n## targets\n@0 fn a 0.50 x\n",
			"GCF profile=graph symbols=2 edges=1\n## targets\n@0 fn b 0.90 x\n@1 fn a 0.50 x\n## edges [1]\n@1<@0 calls\n",
			"GCF profile=graph symbols=2\n## targets\n@0 fn a 0.50 x\n# ours calls it\n@1 fn c 0.40 x\n",
			"GCF profile=graph symbols=3 edges=1\n## targets\n@0 fn b 0.90 x\n@1 fn a 0.50 x\n# ours calls it\n@2 fn c 0.40 x\n## edges [1]\n@1<@0 calls\n", 0, false,
		},
		{
			"members, by lines",
			"GCF profile=generic\na=1\nb=2\nc=3\n", "GCF profile=generic\na=2\nb=2\nc=3\n", "GCF profile=generic\na=1\nb=2\nc=4\n",
			"GCF profile=generic\na=2\nb=2\nc=4\n", 0, true,
		},
		{
			"lines that merge to a wrong document",
			"GCF profile=generic\na=1\nb=2\nc=3\n", "GCF profile=generic\nx=0\na=1\nb=2\nc=3\n", "GCF profile=generic\na=1\nb=2\nc=3\nx=9\n",
			"GCF profile=generic\n<<<<<<< ours\nx=0\n=======\n>>>>>>> theirs\na=1\nb=2\nc=3\n<<<<<<< ours\n=======\nx=9\n>>>>>>> theirs\n", 2, true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Texts(c.base, c.ours, c.theirs, Options{})
			if r.Text != c.want || r.Conflicts != c.conflicts || r.ByRows == c.lines {
				t.Errorf("%d conflicts, by rows: %v\n%s", r.Conflicts, r.ByRows, r.Text)
			}
			crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
			if r := Texts(crlf(c.base), crlf(c.ours), crlf(c.theirs), Options{}); strings.ReplaceAll(r.Text, "\r\n", "\n") != c.want {
				t.Errorf("with CR LF:\n%q", r.Text)
			}
		})
	}
}

// TestLargeMerge takes no more than linear time: 20,000 rows that both sides change.
func TestLargeMerge(t *testing.T) {
	table := func(change int) string {
		rows := make([]value.Value, 20000)
		for i := range rows {
			v := 0
			if change > 0 && i%change == 0 {
				v = change
			}
			rows[i] = value.NewObject([]value.Member{{Key: "id", Value: value.NewInt(int64(i))}, {Key: "v", Value: value.NewInt(int64(v))}})
		}
		s, err := snapshot.NewTable(snapshot.TableSpec{Name: "r", Key: "id", Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		text, err := snapshot.AppendFull(nil, s, snapshot.Header{})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if r := Texts(table(0), table(3), table(5), Options{}); !r.ByRows || r.Conflicts == 0 {
		t.Errorf("by rows: %v, %d conflicts", r.ByRows, r.Conflicts)
	}
}
