package frames

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/value"
)

// Finding is one thing that is wrong with a value, before it has a place in a
// document.
type Finding struct {
	Rule     *Rule
	Severity diagnostics.Severity
	// Path leads to what is wrong, as the tokens of a JSON pointer. Where a
	// member is missing it leads to the object, and Missing is the member.
	Path    []string
	Missing string
	Message string

	// Other leads to what the message speaks of besides, or is nil.
	Other []string

	repair repair
	text   string // of the repair
}

// repair is how a finding can be fixed.
type repair uint8

const (
	noRepair  repair = iota
	setCost          // replace the number
	setDigest        // replace the digest
	putAbsent        // `~`, or no line
	putQuotes        // make a string of a bare token
	setWord          // replace a word that is misspelt
)

// Findings returns what is wrong, in the order of the rules' objects.
func (v *View) Findings() []Finding {
	c := checker{strict: v.Strict, near: make(map[nearKey]string)}
	c.lenient = newerMinor(v.contents.version)
	if v.Document != nil && diagnostics.HasErrors(v.Document) {
		c.broken = brokenLines(v.Document)
	}
	c.contents(&v.contents)
	return c.findings
}

// newerMinor reports whether a document is of a minor version above 1.0, whose
// vocabulary may be larger.
func newerMinor(v value.Value) bool {
	major, minor, ok := version(v.Str())
	return ok && major == "1" && minor != "0"
}

// checker collects findings.
type checker struct {
	findings []Finding
	strict   bool
	lenient  bool // unknown words are warnings
	near     map[nearKey]string
	broken   []ast.NodeID // lines with errors, in order; nil for none
	result   *Result
}

type nearKey struct {
	shape *shape
	name  string
}

func (c *checker) add(r *Rule, at *path, format string, args ...any) *Finding {
	f := Finding{Rule: r, Severity: r.Severity, Path: at.tokens()}
	if c.strict && r.Strict {
		f.Severity = diagnostics.Error
	}
	f.Message = fmt.Sprintf(format, args...) + " (" + r.ID + ")"
	c.findings = append(c.findings, f)
	return &c.findings[len(c.findings)-1]
}

func (c *checker) missing(r *Rule, at *path, member, format string, args ...any) *Finding {
	f := c.add(r, at, format, args...)
	f.Missing = member
	return f
}

// contents checks everything that was read. Of a document with errors only
// frames without one are: what else seems wrong may follow from them.
func (c *checker) contents(all *contents) {
	if c.broken != nil {
		for _, r := range all.results {
			c.results(r)
		}
		return
	}
	if all.versionAt != nil {
		c.protocolVersion(all.version, all.versionAt)
	}
	for _, e := range all.envelopes {
		c.envelope(&e)
	}
	for _, q := range all.queries {
		c.query(q)
	}
	for _, r := range all.results {
		c.results(r)
	}
}

// object compares an object with its shape: the T rules, and those that its
// members name.
func (c *checker) object(v value.Value, s *shape, at *path) {
	members := v.Members()
	for i := range members {
		if f := s.field(members[i].Key); f != nil {
			if f.plainlyFits(members[i].Value) {
				continue
			}
			c.member(members[i].Value, f, at, at.to(members[i].Key))
		} else {
			c.unknownMember(s, members[i].Key, at.to(members[i].Key))
		}
	}
	for i := range s.fields {
		if f := &s.fields[i]; f.required && v.Index(f.name) < 0 {
			c.missing(ruleT1, at, f.name, "%s needs `%s`", s.name, f.name)
		}
	}
}

// plainlyFits reports whether a scalar is what it should be, so that there is
// nothing more to say. Most are.
func (f *field) plainlyFits(v value.Value) bool {
	switch f.kind {
	case str:
		return v.Kind() == value.String && f.time == nil && (f.filled == nil || !isBlank(v.Str())) && (f.words == nil || known(f.words, v.Str()))
	case num:
		return v.Kind() == value.Int || v.Kind() == value.Double
	case whole:
		_, ok := count(v)
		return ok
	case flag:
		return v.Kind() == value.Bool
	}
	return false
}

// member checks one value. The object is at parent, the value at at.
func (c *checker) member(v value.Value, f *field, parent, at *path) {
	if v.Kind() == value.Null {
		switch {
		case f.required:
			c.add(ruleT2, at, "`%s` is null: expected %s", f.name, kindWords[f.kind])
		case f.never:
			c.add(ruleT5, at, "`%s` is null: leave it out instead", f.name).repair = putAbsent
		}
		return
	}
	if !c.typed(v, f, at) {
		return
	}
	switch f.kind {
	case str:
		c.str(v.Str(), f, at)
	case array:
		elems := v.Elems()
		if f.elem == nil {
			return
		}
		for i := range elems {
			e := *f.elem
			if e.name == "" {
				e.name = f.name
			}
			e.required = true // an element may not be null
			c.member(elems[i], &e, at, at.item(i))
		}
	case object:
		if f.shape != nil {
			c.object(v, f.shape, at)
		}
	}
}

// typed checks the type of a value that is not null.
func (c *checker) typed(v value.Value, f *field, at *path) bool {
	ok := true
	switch f.kind {
	case str:
		ok = v.Kind() == value.String
	case num:
		ok = v.Kind() == value.Int || v.Kind() == value.Double
	case whole:
		if ok = v.Kind() == value.Int || v.Kind() == value.Double; ok {
			if _, fits := count(v); !fits {
				c.add(ruleT4, at, "`%s` is %s: expected a whole number from 0 to 4294967295", f.name, spell(v))
				return false
			}
		}
	case flag:
		ok = v.Kind() == value.Bool
	case array:
		ok = v.Kind() == value.Array
	case object:
		ok = v.Kind() == value.Object
	}
	if !ok {
		found := c.add(ruleT2, at, "`%s` is %s: expected %s", f.name, kindOf(v), kindWords[f.kind])
		if f.kind == str && v.IsScalar() {
			found.repair = putQuotes
		}
	}
	return ok
}

// str checks what a string member may hold.
func (c *checker) str(s string, f *field, at *path) {
	switch {
	case f.words != nil && !known(f.words, s):
		rule := f.wordRule
		if rule == nil {
			rule = ruleT3
		}
		found := c.add(rule, at, "`%s` is %s: expected %s", f.name, show(s), list(f.words))
		if word := nearest.Word(s, f.words); word != "" {
			found.repair, found.text = setWord, word
		}
		if c.lenient && found.Severity == diagnostics.Error {
			found.Severity = diagnostics.Warning
		}
	case f.filled == ruleF2 || f.filled == ruleG2:
		if isBlank(s) {
			c.add(f.filled, at, "`%s` is blank", f.name)
		}
	case f.filled != nil && s == "":
		c.add(f.filled, at, "`%s` is empty", f.name)
	case f.time != nil:
		if _, ok := parseTime(s); !ok {
			c.add(f.time, at, "`%s` is %s: expected a time in UTC as `2026-08-01T06:30:00Z`", f.name, show(s))
		}
	}
}

// unknownMember hints at a member that is spelt almost like one of the
// object's, or that belongs to a frame.
func (c *checker) unknownMember(s *shape, name string, at *path) {
	key := nearKey{s, name}
	like, seen := c.near[key]
	if !seen {
		like = nearest.Word(name, s.names())
		c.near[key] = like
	}
	switch {
	case like != "":
		c.add(ruleT7, at, "%s has no member `%s`: did you mean `%s`?", s.name, printable.Text(name, 60), like)
	case s == frameIDShape && memberKnown(name):
		c.add(ruleT7, at, "%s has no member `%s`: a frame has", s.name, name)
	}
}

func memberKnown(name string) bool {
	_, ok := memberIDs[name]
	return ok
}

// spell is a number as a message repeats it.
func spell(v value.Value) string { return string(value.AppendNumber(nil, v)) }

func kindOf(v value.Value) string {
	switch v.Kind() {
	case value.Null:
		return "null"
	case value.Bool:
		return "a boolean"
	case value.Int, value.Double:
		return "a number"
	case value.String:
		return "a string"
	case value.Array:
		return "an array"
	}
	return "an object"
}

// show quotes text of a document for a message.
func show(s string) string {
	if s == "" {
		return "an empty string"
	}
	return "`" + printable.Text(s, 60) + "`"
}

// list is words as a message lists them.
func list(words []string) string {
	s := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			s += " or "
		default:
			s += ", "
		}
		s += "`" + w + "`"
	}
	return s
}
