package frames

// kind is the JSON type of a member, with what the protocol adds to it.
type kind uint8

const (
	anything kind = iota
	str
	num
	whole // a whole number from 0 to 2^32 - 1
	flag
	array
	object
)

var kindWords = [...]string{"anything", "a string", "a number", "a whole number", "a boolean", "an array", "an object"}

// field is what the protocol says of a member of an object.
type field struct {
	name     string
	kind     kind
	required bool
	never    bool     // null is not allowed where the member may be left out (T5)
	filled   *Rule    // the rule that it must not be empty, or nil
	words    []string // the vocabulary, or nil
	wordRule *Rule    // the rule of the vocabulary; T3 where it is nil
	elem     *field   // of an array
	shape    *shape   // of an object
	time     *Rule    // the rule that it is a time, or nil
}

// shape is what the protocol says of an object.
type shape struct {
	name   string // as a message calls it
	fields []field
	index  map[string]int
}

func newShape(name string, fields ...field) *shape {
	s := &shape{name: name, fields: fields, index: make(map[string]int, len(fields))}
	for i := range fields {
		s.index[fields[i].name] = i
	}
	return s
}

func (s *shape) field(name string) *field {
	if i, ok := s.index[name]; ok {
		return &s.fields[i]
	}
	return nil
}

func (s *shape) names() []string {
	all := make([]string, len(s.fields))
	for i := range s.fields {
		all[i] = s.fields[i].name
	}
	return all
}

// The objects of the protocol.
var (
	provenanceShape = newShape("a provenance",
		field{name: "type", kind: str, required: true, filled: ruleT6},
		field{name: "uri", kind: str}, field{name: "range", kind: str}, field{name: "digest", kind: str},
		field{name: "method", kind: str}, field{name: "by", kind: str})
	relationShape = newShape("a relation",
		field{name: "rel", kind: str, required: true, filled: ruleT6},
		field{name: "target_uri", kind: str, required: true, filled: ruleG2},
		field{name: "display_name", kind: str})
	contentRefShape = newShape("a content_ref",
		field{name: "provider_id", kind: str, required: true, filled: ruleT6},
		field{name: "uri", kind: str, required: true, filled: ruleT6},
		field{name: "expires_at", kind: str, time: ruleL08})
	transformShape = newShape("a transform",
		field{name: "method", kind: str, required: true, filled: ruleT6},
		field{name: "implementation", kind: str, required: true, filled: ruleT6},
		field{name: "version", kind: str, required: true, filled: ruleT6})
	embeddingShape = newShape("an embedding",
		field{name: "fingerprint", kind: str, required: true, filled: ruleT6},
		field{name: "vector", kind: array, elem: &field{kind: num}})
	frameShape = newShape("a frame",
		field{name: "id", kind: str, required: true, filled: ruleT6},
		field{name: "kind", kind: str, required: true, words: kinds},
		field{name: "title", kind: str, required: true, filled: ruleF2},
		field{name: "content", kind: str},
		field{name: "content_digest", kind: str},
		field{name: "uri", kind: str},
		field{name: "representation", kind: str, never: true, words: representations},
		field{name: "content_fidelity", kind: str, words: fidelities},
		field{name: "canonical_content_hash", kind: str},
		field{name: "content_ref", kind: object, shape: contentRefShape},
		field{name: "transform", kind: object, shape: transformShape},
		field{name: "minimum_content_fidelity", kind: str, words: fidelities},
		field{name: "inline_content_requirement", kind: str, words: requirements},
		field{name: "score", kind: num, required: true},
		field{name: "token_cost", kind: whole, required: true},
		field{name: "canonical_token_cost", kind: whole},
		field{name: "tokenizer_ref", kind: str, filled: ruleT6},
		field{name: "valid_from", kind: str, time: ruleF4},
		field{name: "valid_to", kind: str, time: ruleF4},
		field{name: "recorded_at", kind: str, time: ruleF4},
		field{name: "provenance", kind: array, never: true, elem: &field{kind: object, shape: provenanceShape}},
		field{name: "citation_label", kind: str},
		field{name: "embedding", kind: object, shape: embeddingShape},
		field{name: "relations", kind: array, never: true, elem: &field{kind: object, shape: relationShape}})
	frameIDShape = newShape("a frame's identity",
		field{name: "provider_id", kind: str, required: true, filled: ruleT6},
		field{name: "frame_id", kind: str, required: true, filled: ruleT6},
		field{name: "content_digest", kind: str})
	queryShape = newShape("a query",
		field{name: "goal", kind: str, required: true, filled: ruleT6},
		field{name: "max_frames", kind: whole, required: true},
		field{name: "max_tokens", kind: whole, required: true},
		field{name: "query_text", kind: str},
		field{name: "embedding", kind: array, elem: &field{kind: num}},
		field{name: "kinds", kind: array, never: true, elem: &field{kind: str, words: kinds}},
		field{name: "anchors", kind: array, never: true, elem: &field{kind: str}},
		field{name: "as_of", kind: str, time: ruleF4},
		field{name: "representation_preferences", kind: array, never: true, elem: &field{kind: str, words: representations}},
		// The concepts have a host demand these; the published schema has them
		// on frames.
		field{name: "minimum_content_fidelity", kind: str, words: fidelities},
		field{name: "inline_content_requirement", kind: str, words: requirements})
	resultShape = newShape("a result",
		field{name: "frames", kind: array, required: true},
		field{name: "truncated", kind: flag, required: true},
		field{name: "dropped_estimate", kind: whole})
	dataFlowShape = newShape("a data_flow",
		field{name: "reads", kind: flag, never: true}, field{name: "writes", kind: flag, never: true}, field{name: "egress", kind: flag, never: true},
		field{name: "egress_scopes", kind: array, never: true, elem: &field{kind: str}})
	providerShape = newShape("a provider",
		field{name: "name", kind: str, required: true, filled: ruleH2},
		field{name: "version", kind: str, required: true, filled: ruleH2},
		field{name: "data_flow", kind: object, required: true, shape: dataFlowShape})
	capabilitiesShape = newShape("the capabilities",
		field{name: "query", kind: object, shape: newShape("the query capability", field{name: "kinds", kind: array, elem: &field{kind: str, words: kinds}})},
		field{name: "correlation", kind: flag, never: true}, field{name: "graph", kind: flag, never: true},
		field{name: "verify", kind: flag, never: true}, field{name: "resolve", kind: flag, never: true},
		field{name: "embeddings_fingerprint", kind: str},
		field{name: "representations", kind: array, never: true, elem: &field{kind: str, words: representations}})
	verdictShape = newShape("a verdict",
		field{name: "frame", kind: object, required: true, shape: frameIDShape},
		field{name: "status", kind: str, required: true, words: verdicts, wordRule: ruleV3},
		field{name: "replacement_digest", kind: str})
)

// envelopeShapes are the payloads of envelopes by their type. Queries and
// results are read on their own.
var envelopeShapes = map[string]*shape{
	"handshake": newShape("a handshake", typeField, field{name: "protocol_version", kind: str, required: true}),
	"handshake_ack": newShape("a handshake_ack", typeField, field{name: "protocol_version", kind: str, required: true},
		field{name: "provider", kind: object, required: true, shape: providerShape},
		field{name: "capabilities", kind: object, required: true, shape: capabilitiesShape}),
	"query":  newShape("a query envelope", typeField, idField, field{name: "query", kind: object, required: true}),
	"frames": newShape("a frames envelope", typeField, idField, field{name: "result", kind: object, required: true}),
	"verify": newShape("a verify", typeField, idField, field{name: "request", kind: object, required: true,
		shape: newShape("a verify request", field{name: "frames", kind: array, required: true, elem: &field{kind: object, shape: frameIDShape}})}),
	"verified": newShape("a verified", typeField, idField, field{name: "response", kind: object, required: true,
		shape: newShape("a verify response", field{name: "verdicts", kind: array, required: true, elem: &field{kind: object, shape: verdictShape}})}),
	"shutdown": newShape("a shutdown", typeField),
	"error": newShape("an error", typeField, idField, field{name: "code", kind: str},
		field{name: "message", kind: str, required: true, filled: ruleT6}),
}

var (
	typeField = field{name: "type", kind: str, required: true}
	idField   = field{name: "id", kind: str}
)
