package frames

import (
	"gcf-lsp/value"
)

// envelope checks a message. Its query or result is checked on its own.
func (c *checker) envelope(e *envelope) {
	c.object(e.value, envelopeShapes[e.kind], e.at)
	switch e.kind {
	case "handshake", "handshake_ack":
		if v, ok := e.value.Get("protocol_version"); ok {
			c.protocolVersion(v, e.at.to("protocol_version"))
		}
		c.handshake(e)
	case "verify":
		c.verify(e)
	case "verified":
		c.verified(e)
	}
}

// protocolVersion checks a version (H0).
func (c *checker) protocolVersion(v value.Value, at *path) {
	if v.Kind() != value.String {
		return // the shape says so
	}
	if _, _, ok := version(v.Str()); !ok {
		c.add(ruleH0, at, "protocol_version is %s: expected `contextgraph/MAJOR.MINOR`, with `-draft` for a draft", show(v.Str()))
	}
}

func (c *checker) handshake(e *envelope) {
	provider, _ := e.value.Get("provider")
	flow, _ := provider.Get("data_flow")
	scopes, _ := flow.Get("egress_scopes")
	if egress, ok := flow.Get("egress"); !ok || egress.Kind() == value.Bool && !egress.Bool() {
		for i, s := range scopes.Elems() {
			if s.Kind() == value.String && s.Str() != "local-only" {
				at := e.at.to("provider").to("data_flow").to("egress_scopes").item(i)
				c.add(ruleC5, at, "the scope %s leaves the machine, and egress is false", show(s.Str()))
			}
		}
	}
	capabilities, _ := e.value.Get("capabilities")
	at := e.at.to("capabilities")
	resolve, _ := capabilities.Get("resolve")
	offered := words(capabilities, "representations")
	if !resolve.Bool() && (known(offered, compact) || known(offered, reference)) {
		c.add(ruleP6, at.to("resolve"), "compact and reference frames have handles, and resolve is not true: nobody can follow them")
	}
	if mark, ok := given(capabilities, "embeddings_fingerprint"); ok && mark.Kind() == value.String {
		if _, ok := fingerprint(mark.Str()); !ok {
			c.add(ruleE1g, at.to("embeddings_fingerprint"), "embeddings_fingerprint is %s: expected `<model>/<dimensions>`, with `/<normalization>` where there is one", show(mark.Str()))
		}
	}
}

func (c *checker) verify(e *envelope) {
	request, _ := e.value.Get("request")
	list, _ := request.Get("frames")
	for i, id := range list.Elems() {
		at := e.at.to("request").to("frames").item(i)
		body := ""
		for _, m := range id.Members() {
			if memberKnown(m.Key) && frameIDShape.field(m.Key) == nil {
				body = m.Key
				break
			}
		}
		if body != "" {
			c.add(ruleV1, at, "verify carries identities, and this one has a `%s`: no more than provider_id, frame_id and content_digest", body)
		}
		if _, ok := given(id, "content_digest"); !ok && id.Kind() == value.Object {
			c.missing(ruleL23, at, "content_digest", "the identity has no content_digest, so nothing can be verified")
		}
	}
}

func (c *checker) verified(e *envelope) {
	response, _ := e.value.Get("response")
	list, _ := response.Get("verdicts")
	for i, v := range list.Elems() {
		if _, ok := given(v, "replacement_digest"); ok && text(v, "status") != "stale" {
			c.add(ruleV4, e.at.to("response").to("verdicts").item(i).to("replacement_digest"), "replacement_digest goes with the status stale, and this one is %s", show(text(v, "status")))
		}
	}
}
