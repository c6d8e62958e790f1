#!/usr/bin/env bash
# Helix with the configuration of editors/helix.
# usage: helix.sh SERVER LANGUAGES.toml DOCUMENTS
set -euo pipefail
here=$(dirname "$(realpath "$0")")
source "$here/tools/hx.sh"
server=$1 languages=$2 documents=$3

passed=0
ok() { passed=$((passed + 1)); echo "ok: $*"; }
failed() { echo "FAILED: $*" >&2; hx_screen >&2; exit 1; }
trap hx_stop EXIT
inside=(--server "$server" --ro "$languages:/root/.config/helix/languages.toml" --project "$documents" --bind "$documents")

# The server is configured for the language and found. (The report is coloured
# even into a pipe.)
health=$(hx_run "${inside[@]}" -- --health gcf | sed 's/\x1b\[[0-9;]*m//g')
grep -q '✓ gcf-lsp: /usr/local/bin/gcf-lsp' <<<"$health" || { echo "FAILED: health: $health" >&2; exit 1; }
ok "hx --health gcf"

hx_start "${inside[@]}" -- "$documents/broken.gcf"
hx_wait '2\|Bob Jones'
ok "file open"

# The picker lists all problems.
hx_wait '● 1' # the status line's count
hx_keys Space d
hx_wait 'ERROR.*row_width_mismatch'
hx_keys Escape
ok "the diagnostic and its code"

# gg: the first line; three lines down, two words on.
hx_type '/Engineering'
hx_keys Enter
hx_keys Space k
hx_wait 'department'
hx_wait 'string'
hx_keys Escape
ok "hover: column and type"

hx_type ":open $documents/graph.gcf"
hx_keys Enter
hx_wait 'app.Handle'
hx_type '/@1<@0'
hx_keys Enter
hx_keys g d
hx_wait '3:[0-9]' # the status line's place
ok "definition: from an edge to its node"

hx_type ":open $documents/messy.gcf"
hx_keys Enter
hx_wait '59\.90'
hx_type ':format'
hx_keys Enter
hx_wait '1002\|29\.99\|pending'
ok "format"

hx_keys u # undo
hx_wait '59\.90'
hx_type ':write'
hx_keys Enter
hx_wait '59\.9\|'
hx_wait 'written'
cmp "$documents/messy.gcf" "$documents/messy.formatted.gcf" || failed "the file that was saved"
ok "format on save"

hx_type ':quit-all!'
hx_keys Enter
said=$(hx_ended) || failed "Helix ended with status $?: $said"
# root.sh would have said so if the server outlived Helix.
[ -z "$said" ] || failed "at the end: $said"
ok "server stopped"
echo "ok: $passed checks, Helix"
