package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// The rules of Context Graph Protocol frames are checked by package frames;
// their records are here, with those of all codes. Ids such as B3 are those of
// the protocol's specification, T and L ids are ours.

// frameChecks is what finds them.
const frameChecks = "the checks of Context Graph Protocol frames, which look at the data (setting `cgp`)"

// cgpRule makes the record of a code: the ids of the rules that it stands for
// begin its page.
func cgpRule(code ast.Code, severity Severity, ids, summary string, page Page) Rule {
	page.What = "Context Graph Protocol, " + ids + ". " + page.What
	return Rule{Code: code, Severity: severity, Summary: summary, Needs: frameChecks, DataOnly: true, Page: page}
}

const (
	cgpFullColumns = "id,kind,title,content,score,token_cost,citation_label"
	cgpFullRow     = "n:1|fact|Retry cap|Retries stop after 30 s.|0.7|6|ops notes"
	cgpHash        = "sha256:a87859060713f53aa60951ae8f8ae0abdb1ca9601cc4e049fc6714bd00530864"
	cgpDigest      = "sha256:8b708d6d86e0b97ae144259c5743d790f58251c890ec3bf51e7da8a0bca8b7bb"
	cgpRefColumns  = `id,kind,title,representation,canonical_content_hash,"content_ref>provider_id","content_ref>uri",score,token_cost,citation_label`
	cgpRefStart    = "g:2|doc|Printing guide|reference|" + cgpHash + "|guides|ctx://guides/printing@4"
	cgpRefRow      = cgpRefStart + "|0.6|0|printing guide"
)

// cgpTable is a document with a table of frames.
func cgpTable(columns string, rows ...string) string {
	return "GCF profile=generic\n# cgp\n" + cgpRows("", columns, rows) + "truncated=false\n"
}

// cgpFull is a document with a full frame, with more columns.
func cgpFull(columns, cells string) string {
	return cgpTable(cgpFullColumns+","+columns, cgpFullRow+"|"+cells)
}

// cgpRef is a document with a reference frame, with more columns.
func cgpRef(columns, cells string) string {
	return cgpTable(cgpRefColumns+","+columns, cgpRefRow+"|"+cells)
}

// cgpAnswer is a document with a query and the frames that answer it.
func cgpAnswer(query, columns string, rows ...string) string {
	doc := "GCF profile=generic\nprotocol_version=contextgraph/1.0-draft\n## query\n  goal=labels\n  max_frames=2\n"
	for line := range strings.Lines(query) {
		doc += "  " + strings.TrimSuffix(line, "\n") + "\n"
	}
	return doc + "## result\n" + cgpRows("  ", columns, rows) + "  truncated=false\n"
}

func cgpRows(indent, columns string, rows []string) string {
	count := string(rune('0' + len(rows)))
	doc := indent + "## frames [" + count + "]{" + columns + "}\n"
	for _, row := range rows {
		for line := range strings.Lines(row) {
			doc += indent + strings.TrimSuffix(line, "\n") + "\n"
		}
	}
	return doc
}

// cgpRelations is a document with a frame that has relations.
func cgpRelations(columns string, rows ...string) string {
	count := string(rune('0' + len(rows)))
	return cgpTable(cgpFullColumns+",relations", "@0 "+cgpFullRow+"|^\n.relations ["+count+"]{"+columns+"}\n    "+strings.Join(rows, "\n    "))
}

// cgpHello is a document with a handshake_ack.
func cgpHello(version, name, flow, capabilities string) string {
	return "GCF profile=generic\ntype=handshake_ack\nprotocol_version=" + version + "\n## provider\n  name=" + name +
		"\n  version=\"1.0\"\n  ## data_flow\n" + flow + "## capabilities\n" + capabilities
}
