# shellcheck shell=bash
# Drives Helix through tmux, for tests. Source it, then:
#   hx_run ARGS... -- HX-ARGS...   Helix on this terminal, ARGS for root.sh
#   hx_start ARGS... -- FILES...   Helix in tmux, 120 columns by 40 rows
#   hx_ended [SECONDS]         waits for its end (15 s), says on standard output
#                              what Helix and root.sh said; the status is Helix's
#   hx_keys KEY...             tmux's names for keys: Enter Escape Space C-x k ...
#   hx_type TEXT               TEXT as it is
#   hx_screen                  prints what the screen shows now
#   hx_wait REGEX [SECONDS]    until a line of the screen matches (grep -E; 15 s);
#                              on failure prints the screen and returns 1
#   hx_stop                    ends Helix and the tmux server; safe to repeat
# The tmux server is a private one (-S), with no user configuration.

hx_dir=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
hx_tmp=''

# hx_command puts Helix's command into the array of that name.
hx_command() {
  command=("$hx_dir/root.sh")
  while [ "$1" != -- ]; do command+=("$1"); shift; done
  command+=(-- hx "${@:2}")
}
hx_run() {
  local command
  hx_command "$@"
  "${command[@]}"
}
hx_tmux() { env -u TMUX LC_ALL=C.UTF-8 tmux -u -f /dev/null -S "$hx_tmp/tmux" "$@"; }
hx_start() {
  local command
  hx_command "$@"
  hx_tmp=$(mktemp -d)
  # The end is told in files: tmux does not always draw what a pane wrote last,
  # nor that it is dead.
  hx_tmux new-session -d -x 120 -y 40 \; set -g remain-on-exit on \; set -g history-limit 0 \; \
    respawn-pane -k -- sh -c '"$@" 2>"$0/stderr"; echo $? >"$0/status.new"; mv "$0/status.new" "$0/status"' \
    "$hx_tmp" "${command[@]}"
}
hx_ended() {
  local end=$((SECONDS + ${1:-15}))
  until [ -e "$hx_tmp/status" ]; do
    if [ $SECONDS -ge $end ]; then
      echo "hx_ended: Helix still runs" >&2
      return 1
    fi
    sleep 0.1
  done
  cat "$hx_tmp/stderr"
  return "$(cat "$hx_tmp/status")"
}
hx_screen() { hx_tmux capture-pane -p; }
hx_keys() {
  local key
  for key; do
    hx_tmux send-keys "$key"
    # A key right after Escape would be read as Alt and that key.
    if [ "$key" = Escape ]; then sleep 0.2; fi
  done
}
hx_type() { hx_tmux send-keys -l -- "$1"; }
hx_wait() {
  local end=$((SECONDS + ${2:-15}))
  until hx_screen | grep -Eq -- "$1"; do
    if [ $SECONDS -ge $end ]; then
      {
        echo "hx_wait: nothing matched /$1/ on this screen:"
        hx_screen
        cat "$hx_tmp/stderr"
      } >&2
      return 1
    fi
    sleep 0.1
  done
}
hx_stop() {
  [ -n "$hx_tmp" ] || return 0
  hx_tmux kill-server 2>/dev/null || true
  rm -rf "$hx_tmp"
  hx_tmp=''
}
