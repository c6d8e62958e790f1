package diagnosis

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

var (
	slips     = flag.Int("slips", 600, "broken documents that the campaign makes")
	mutations = flag.Int("mutations", 600, "damaged documents that the campaign makes")
	only      = flag.String("only", "", "the slip that the campaign makes, instead of all")
	seed      = flag.Uint64("seed", 1, "of the campaigns")
	anything  = flag.Int("anything", 2000, "texts that TestExplainAnything puts together")
	payloads  = flag.String("payloads", "", "a folder of broken payloads with an INDEX.tsv: file, cause, intended data")
	shown     = flag.Int("shown", 3, "how many bad outcomes of each slip are shown")
)

// tally is what came of the documents with one slip.
type tally struct {
	made, named, safeRight, safeWrong, decidedRight, decidedWrong, refused int
	shown                                                                  int
}

// TestCampaign puts slips into right documents and holds what is said of them
// and what they are repaired to against the originals.
func TestCampaign(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 1))
	var makers []*Slip
	for _, s := range Slips() {
		if s.Make != nil && (*only == "" || s.Name == *only) {
			makers = append(makers, s)
		}
	}
	all := map[*Slip]*tally{}
	for _, s := range makers {
		all[s] = &tally{}
	}
	if len(makers) == 0 {
		t.Fatalf("no slip %q", *only)
	}
	for i, tries := 0, 0; i < *slips && tries < 60**slips; tries++ {
		slip := makers[tries%len(makers)]
		right := rightDocument(t, r)
		broken, ok := slip.Make(r, right)
		if !ok || broken == right.Source {
			continue
		}
		if newSite(broken).Problem == nil {
			continue // it reads: not a document for a repair
		}
		i++
		judge(t, all[slip], slip, right, broken)
	}
	report(t, makers, all)
}

func judge(t *testing.T, c *tally, slip *Slip, right *ast.Document, broken string) {
	c.made++
	d := Explain(broken)
	named := len(d.Steps) > 0 && d.Steps[0].Slip == slip
	if named {
		c.named++
	}
	safe, decodes := repairTo(d, Safe)
	outcome := ""
	switch {
	case decodes && sameData(right.Source, safe):
		c.safeRight++
	case decodes:
		c.safeWrong++
		outcome = "SAFE WRONG"
		t.Errorf("%s: a safe repair gives other data:\n%s-- broken\n%s-- repaired\n%s", slip.Name, right.Source, broken, safe)
	default:
		decided, decodes := repairTo(d, Decision)
		switch {
		case decodes && sameData(right.Source, decided):
			c.decidedRight++
			outcome = "needs a decision"
		case decodes:
			c.decidedWrong++
			outcome = "decided wrong"
		default:
			c.refused++
			outcome = "refused"
		}
	}
	if testing.Verbose() && (outcome != "" || !named) && c.shown < *shown {
		c.shown++
		say := ""
		for _, s := range d.Steps {
			say += fmt.Sprintf("%s %s: %s\n", s.Level, s.Slip.Name, s.Message)
			if len(s.Dropped)+len(s.Invented) > 0 {
				say += fmt.Sprintf("  dropped %q invented %q\n", s.Dropped, s.Invented)
			}
		}
		for _, s := range d.Rivals {
			say += fmt.Sprintf("or %s %s: %s\n", s.Level, s.Slip.Name, s.Message)
		}
		t.Logf("%s: %s, named %v\n%s-- broken\n%s", slip.Name, outcome, named, say, broken)
	}
}

// TestPairs puts two slips into one document: a safe repair gives the original or
// nothing, and what is said first is one of the two.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 4))
	var makers []*Slip
	for _, s := range Slips() {
		if s.Make != nil && !s.Shared {
			makers = append(makers, s)
		}
	}
	var made, named, right, wrong int
	for tries := 0; made < *slips/4 && tries < 20**slips; tries++ {
		a, b := makers[r.IntN(len(makers))], makers[r.IntN(len(makers))]
		doc := rightDocument(t, r)
		once, ok := a.Make(r, doc)
		if !ok || a == b || newSite(once).Problem == nil {
			continue
		}
		if apart[[2]*Slip{a, b}] || apart[[2]*Slip{b, a}] || !utf8.ValidString(once) {
			continue
		}
		// The second is put into what still reads like the first: the tree of a
		// broken document is what its lines are.
		twice, ok := again(b, r, once)
		if !ok || twice == once || newSite(twice).Problem == nil {
			continue
		}
		made++
		d := Explain(twice)
		if len(d.Steps) > 0 && (d.Steps[0].Slip == a || d.Steps[0].Slip == b) {
			named++
		}
		safe, decodes := repairTo(d, Safe)
		switch {
		case decodes && sameData(doc.Source, safe):
			right++
		case decodes:
			wrong++
			if wrong <= *shown {
				t.Errorf("%s and %s: other data:\n%s-- broken\n%s-- repaired\n%s", a.Name, b.Name, doc.Source, twice, safe)
			}
		}
	}
	t.Logf("%d pairs: one of them named first %d, safe right %d, safe WRONG %d", made, named, right, wrong)
}

// apart are slips that are not put into one document: the second would change the
// data, since it takes what the first made of a line for something else.
var apart = map[[2]*Slip]bool{
	{&typedFields, &namedCells}:        true, // the types come into the cells
	{&typedFields, &recordRows}:        true,
	{&quoteUnclosed, &smartQuotes}:     true, // a text ends at the next bar
	{&htmlText, &cellSeparator}:        true, // a bar in a text becomes another sign
	{&lineBreakInCell, &outerPipes}:    true, // a part of a text becomes a row
	{&attachmentName, &columnOmitted}:  true, // nothing has the name any more
	{&attachmentName, &nestedUnderRow}: true,
	{&attachmentName, &headerInCell}:   true,
	{&outerPipes, &keyedRow}:           true, // a bar hides the sign before the key
	{&jsonInstead, &jsonEnvelope}:      true, // a text that holds JSON is a text
}

// again puts a slip into a broken text, where its Make, which is for right
// documents, can.
func again(s *Slip, r *rand.Rand, text string) (broken string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return s.Make(r, parser.Parse(text))
}

// repairTo is a repair that ends with the exit status of its level or a lesser one.
func repairTo(d *Diagnosis, most Level) (text string, decodes bool) {
	r := d.Repair(most)
	return r.Text, r.Decodes && r.Level <= most
}

// sameData reports whether two texts mean the same.
func sameData(a, b string) bool {
	mean := func(text string) string {
		site := newSite(text)
		return meaning(&state{text: text, site: site})
	}
	return a == b || mean(a) == mean(b)
}

func report(t *testing.T, makers []*Slip, all map[*Slip]*tally) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "slip\tmade\tnamed first\tsafe right\tsafe WRONG\tunsafe right\tunsafe wrong\trefused\t")
	var sum, clear tally
	line := func(name string, c *tally) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, c.made, c.named, c.safeRight, c.safeWrong, c.decidedRight, c.decidedWrong, c.refused)
	}
	add := func(sum, c *tally) {
		sum.made += c.made
		sum.named += c.named
		sum.safeRight += c.safeRight
		sum.safeWrong += c.safeWrong
		sum.decidedRight += c.decidedRight
		sum.decidedWrong += c.decidedWrong
		sum.refused += c.refused
	}
	for _, s := range makers {
		name := s.Name
		if s.Shared {
			name += " (shared)"
		} else {
			add(&clear, all[s])
		}
		add(&sum, all[s])
		line(name, all[s])
	}
	line("all", &sum)
	line("where the text tells", &clear)
	w.Flush()
	t.Log("\n" + b.String())
	if clear.made > 0 {
		t.Logf("named first %.1f %%, safe right %.1f %% where the text tells", 100*float64(sum.named)/float64(sum.made), 100*float64(clear.safeRight)/float64(clear.made))
	}
}

// TestMutations damages right documents at random and holds what a safe repair
// makes of them against the originals: it may refuse, but not make other data.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 2))
	var broken, right, refused, wrong int
	by := map[string]int{}
	for broken < *mutations {
		doc := rightDocument(t, r)
		text, how := mutate(r, doc.Source)
		if newSite(text).Problem == nil {
			continue // nobody can see it
		}
		if strings.HasPrefix(how, "character") {
			if d := Conserve(doc.Source, text, nil); len(d.Dropped)+len(d.Invented) > 0 {
				continue // another word stands there: nobody knows the one that was
			}
			if breaksText(doc.Source, text) {
				continue // a line break in a text: nobody knows that it was not meant
			}
		}
		broken++
		d := Explain(text)
		safe, decodes := repairTo(d, Safe)
		switch {
		case !decodes:
			refused++
		case sameData(doc.Source, safe), asGood(text, safe):
			right++
		default:
			wrong++
			name := ""
			for _, s := range d.Steps {
				name += " " + s.Slip.Name
			}
			by[how+":"+name]++
			if by[how+":"+name] <= *shown {
				t.Errorf("%s: %s: other data\n%s-- damaged\n%s-- repaired\n%s", how, name, doc.Source, text, safe)
			}
		}
	}
	t.Logf("%d damaged documents: refused %d, safe right %d, safe WRONG %d %v", broken, refused, right, wrong, by)
}

// asGood reports whether a damaged text is a right one that lost a blank, or has a
// line break where the right one says `\n`: then that one is as good a guess as
// the original.
func asGood(damaged, right string) bool {
	at := 0
	for at < len(damaged) && at < len(right) && damaged[at] == right[at] {
		at++
	}
	damaged, right = damaged[at:], right[at:]
	return strings.HasPrefix(right, " ") && damaged == right[1:] ||
		strings.HasPrefix(right, `\n`) && strings.HasPrefix(damaged, "\n") && damaged[1:] == right[2:]
}

// breaksText reports whether the first difference of a text is a line break
// between quotes.
func breaksText(right, damaged string) bool {
	at := 0
	for at < len(right) && at < len(damaged) && right[at] == damaged[at] {
		at++
	}
	line := right[strings.LastIndexByte(right[:at], '\n')+1 : at]
	return at < len(damaged) && damaged[at] == '\n' && strings.Count(line, `"`)%2 == 1
}

// mutate damages a text in one place, or in two.
func mutate(r *rand.Rand, text string) (damaged, how string) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	cells := strings.Split(strings.TrimSuffix(lines[i], "\n"), "|")
	at := r.IntN(len(text))
	switch r.IntN(10) {
	case 0:
		lines[i] = ""
		how = "line deleted"
	case 1:
		lines[i] += lines[i]
		how = "line doubled"
	case 2:
		lines[i] += lines[j]
		how = "line copied elsewhere"
	case 3:
		lines[i], lines[j] = lines[j], lines[i]
		how = "lines swapped"
	case 4:
		k := r.IntN(len(cells))
		lines[i] = strings.Join(append(cells[:k:k], cells[k+1:]...), "|") + "\n"
		how = "cell deleted"
	case 5:
		k := r.IntN(len(cells))
		lines[i] = strings.Join(append(append(cells[:k:k], cells[k]), cells[k:]...), "|") + "\n"
		how = "cell doubled"
	case 6:
		return text[:at] + text[at+1:], "character deleted"
	case 7:
		return text[:at] + pick(r, "|", " ", "\"", "=", "#", "@", "-", "\n", "x", "1", ",", "{", "^", "~", ":") + text[at:], "character inserted"
	case 8:
		return text[:at] + pick(r, "|", " ", "\"", "=", "#", "@", "-", "\n", "x", "1", ",", "{", "^", "~", ":") + text[at+1:], "character replaced"
	case 9:
		return text[:at], "cut"
	}
	return strings.Join(lines, ""), how
}

// A text without errors is left alone.
func TestRightDocumentsAreLeftAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 3))
	for range 300 {
		doc := rightDocument(t, r)
		if d := Explain(doc.Source); len(d.Steps) > 0 || d.Text != doc.Source || !d.Decodes || d.Level != Safe {
			t.Fatalf("%+v of\n%s", d, doc.Source)
		}
	}
}
