package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

var looseHeader = lazily(`^\s*(?:#+\s*|//\s*)?(?i:GCF)((?:[ /_-]*(?i:v|version)?[ =:]*\d+(?:\.\d+)*)?)\s*[:,;|]?\s*(?i:profile)\s*[:=]?\s*["']?(?i:(generic|graph))["']?([\s,;].*)?$`)

// framedHeader is a first line between brackets, stars or dashes.
var framedHeader = lazily("^[\\s*_`\\-=\\[({<\"'@$>~.]*GCF\\s+[({\\[]?\\s*profile=(generic|graph)((?: [a-z_]+=[^\\s*`\\])}>\"']+)*)[\\s*_`\\-=\\])}>\"'~.]*$")

// bareProfile is a first line that names the profile alone.
var bareProfile = lazily(`^\s*(?i:GCF)\s*[:,=/-]?\s*["']?(?i:(generic|graph))["']?((?:\s.*)?)$`)

// profileWord is a first line that names the profile among signs and numbers.
var profileWord = lazily(`^\s*(?i:GCF)(?:[\s/_v.:,-]*\d+(?:\.\d+)*)?[\s:,;/({\["'-]+(?i:profile|type|kind|format|mode)?[\s:="'-]*(?i:(generic|graph))[\s)}\]"',;.-]*(?i:profile)?\s*$`)

// headerColon is a first line that says the right thing in other signs.
var headerColon = Slip{
	Name:  "header_spelling",
	Cause: "the first line is spelled in another way than `GCF profile=generic` or `GCF profile=graph`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		rest, ok := strings.CutPrefix(doc.Source, "GCF profile=")
		if !ok {
			return "", false
		}
		return pick(r, "GCF: profile=", "GCF profile: ", "GCF/3.5 profile=", "gcf profile=", "GCF v3 profile=", "GCF profile ") + rest, true
	},
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 2 || !s.At(ast.MissingHeader, ast.MissingProfile, ast.UnknownVersion, ast.MalformedHeaderField, ast.UnknownProfile) {
			return nil
		}
		line := s.Doc.Text(1)
		m := looseHeader.FindStringSubmatch(line)
		if framed := framedHeader.FindStringSubmatch(line); m == nil && framed != nil {
			m = []string{line, "", framed[1], framed[2]}
		}
		if bare := bareProfile.FindStringSubmatch(line); m == nil && bare != nil {
			m = []string{line, "", bare[1], bare[2]}
		}
		if word := profileWord.FindStringSubmatch(line); m == nil && word != nil {
			m = []string{line, "", word[1], ""}
		}
		if m == nil {
			return nil
		}
		right := "GCF profile=" + strings.ToLower(m[2]) + strings.TrimRight(m[3], " \t,;")
		if right == line {
			return nil
		}
		version := strings.Trim(m[1], " /_-=:")
		return []Candidate{{Edits: []Edit{lineEdit(0, line, right)}, Syntax: append(words(line, nil), m[2], "Profile", "PROFILE", version, strings.TrimLeft(version, "vV"), "gcf", "Gcf", "v", "version", "GCF_"+version, "GCF-"+version)}}
	},
}

// headerMissing is a payload without its first line, or without the profile.
var headerMissing = Slip{
	Name:  "profile_missing",
	Cause: "the first line does not say which kind of payload this is",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if len(doc.Header.Fields) != 1 {
			return "", false
		}
		return "GCF" + doc.Source[doc.Nodes[1].End:], len(doc.Nodes) > 2
	},
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 2 || !s.At(ast.MissingHeader, ast.MissingProfile) {
			return nil
		}
		line := s.Doc.Text(1)
		word, fields, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "GCF" {
			var all []Candidate
			level := Safe
			if !knownFields.MatchString(fields) || len(s.Doc.Nodes) > 2 && strings.Contains(s.Doc.Text(2), "rofile") {
				level = Decision
			}
			for i, profile := range s.likelyProfiles() {
				right := strings.TrimSpace("GCF profile=" + profile + " " + strings.TrimSpace(fields))
				all = append(all, Candidate{Edits: []Edit{lineEdit(0, line, right)}, Level: level, Cost: i, Syntax: []string{profile}})
			}
			return all
		}
		body := false
		for _, line := range s.Lines() {
			body = body || dataLike(line)
		}
		if !body {
			return nil // a header does not make a payload of something else
		}
		var all []Candidate
		cost := Usual
		if strings.Contains(s.Text, "GCF profile") {
			cost = Odd // it is there, but for what stands before it
		}
		for i, profile := range s.likelyProfiles() {
			all = append(all, Candidate{Edits: []Edit{{Text: "GCF profile=" + profile + "\n"}}, Level: Decision, Cost: cost + i,
				Cause: "the first line is missing: a payload begins with `GCF profile=generic`, or `GCF profile=graph` for symbols and edges"})
		}
		return all
	},
}

// knownFields are header fields that the format has (spec 3.2, 3.3).
var knownFields = lazily(`^(?:\s*(?:` + strings.Join(spec.HeaderNames(true), "|") + `|` + strings.Join(spec.HeaderNames(false), "|") + `)=\S+)*\s*$`)

var symbolLine = lazily(`(?m)^\s*@\d+ \S+ \S+ -?\d+\.\d+|^@\d+<@\d+ |^\S+ -> \S+ \S+$|^## (targets|related|extended|edges|distance_\d+|removed|added|edges_removed|edges_added)\b`)

// likelyProfiles returns both profiles, the likelier first.
func (s *Site) likelyProfiles() []string {
	if symbolLine.MatchString(s.Text) {
		return []string{"graph", "generic"}
	}
	return []string{"generic", "graph"}
}
