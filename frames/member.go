package frames

// Member names a member of a frame.
type Member uint8

// The members of a frame.
const (
	ID Member = iota
	Kind
	Title
	Content
	ContentDigest
	URI
	Representation
	ContentFidelity
	CanonicalContentHash
	ContentRef
	Transform
	MinimumContentFidelity
	InlineContentRequirement
	Score
	TokenCost
	CanonicalTokenCost
	TokenizerRef
	ValidFrom
	ValidTo
	RecordedAt
	Provenance
	CitationLabel
	Embedding
	Relations
	memberCount
)

var memberNames = [memberCount]string{
	"id", "kind", "title", "content", "content_digest", "uri", "representation", "content_fidelity",
	"canonical_content_hash", "content_ref", "transform", "minimum_content_fidelity", "inline_content_requirement",
	"score", "token_cost", "canonical_token_cost", "tokenizer_ref", "valid_from", "valid_to", "recorded_at",
	"provenance", "citation_label", "embedding", "relations",
}

var memberIDs = func() map[string]Member {
	ids := make(map[string]Member, memberCount)
	for m := range memberCount {
		ids[memberNames[m]] = m
	}
	return ids
}()

// String returns the member's name on the wire.
func (m Member) String() string { return memberNames[m] }

const (
	full      = "full"
	compact   = "compact"
	reference = "reference"
)

// The closed vocabularies of the protocol.
var (
	kinds           = []string{"snippet", "symbol", "fact", "doc", "memory", "episode", "graph"}
	representations = []string{full, compact, reference}
	fidelities      = []string{"exact", "normalized", "summarized", "omitted"} // best first
	requirements    = []string{"required", "resolvable_reference_allowed"}
	verdicts        = []string{"valid", "stale", "gone", "unknown"}
	// relationNames are published; others may be used beside them.
	relationNames = []string{"code.calls", "code.imports", "code.defines", "code.references", "doc.documents", "episode.follows"}
)

// Word is a word of a vocabulary with what it means.
type Word struct{ Name, Meaning string }

// Words returns the words that a member of a frame, of a relation or of a query
// may have, or nil where it has no vocabulary.
func Words(member string) []Word {
	switch member {
	case "kind", "kinds":
		return []Word{
			{"snippet", "a run of source or text"}, {"symbol", "a named program entity"}, {"fact", "an assertion with its validity"},
			{"doc", "documentation or prose"}, {"memory", "durable memory of an agent"}, {"episode", "a record of something that happened"},
			{"graph", "a node with its labelled edges"},
		}
	case "representation", "representation_preferences":
		return []Word{
			{compact, "a shorter rendering, with the hash and handle of its source"},
			{reference, "no content: a handle and a hash"},
			{full, "the content; a frame leaves it out"},
		}
	case "content_fidelity", "minimum_content_fidelity":
		return []Word{
			{"exact", "byte for byte"}, {"normalized", "the same text, tidied"}, {"summarized", "shorter, in other words"}, {"omitted", "no content"},
		}
	case "inline_content_requirement":
		return []Word{{"required", "content must be inline"}, {"resolvable_reference_allowed", "a handle will do"}}
	case "rel":
		return []Word{
			{"code.calls", "calls it"}, {"code.imports", "imports it"}, {"code.defines", "defines it"}, {"code.references", "refers to it"},
			{"doc.documents", "documents it"}, {"episode.follows", "comes after it"},
		}
	case "status":
		return []Word{{"valid", "unchanged"}, {"stale", "changed since"}, {"gone", "not there any more"}, {"unknown", "cannot be told"}}
	}
	return nil
}
