#!/usr/bin/env bash
# Runs a command inside one of the Debian root filesystems that
# setup.sh made. Everything happens in a mount and a process namespace
# of its own: when the command ends, or this script is killed, the mounts and
# every process in there are gone. What the command writes outside of --bind
# folders goes to memory and is dropped, so each run starts with a clean HOME
# and several can run at once.
#
# usage: root.sh [OPTIONS] -- COMMAND [ARGS...]
#   --old | --new       which root: Debian trixie (default) or testing
#   --project DIR       visible inside at the same path; also the working
#                       folder. What is written there is dropped too, so tests
#                       may change and save files of the checkout. Default: the
#                       git checkout around $PWD
#   --server FILE       a server binary, put at /usr/local/bin/NAME inside, so
#                       on PATH. It must be static or fit the root's libc: for
#                       Go, build with CGO_ENABLED=0. May be repeated
#   --ro HOST[:INSIDE]  a file or folder visible inside, read-only
#   --bind HOST[:INSIDE]  the same, writable
#   --cwd DIR           working folder inside
#   --env NAME=VALUE    the environment inside is otherwise nearly empty
#   --timeout SECONDS   kills everything after that long (default 120; status 124)
# The exit status is the command's. A process that outlives the command by two
# seconds is named on stderr (a server that ignores its editor's end).
set -euo pipefail

die() { echo "root: $*" >&2; exit 2; }
root=old project='' cwd='' timeout=120
ro=() rw=() env=()
while [ $# -gt 0 ]; do
  case $1 in
    --old) root=old; shift ;;
    --new) root=new; shift ;;
    --project) project=$(realpath "$2"); shift 2 ;;
    --server) ro+=("$(realpath "$2"):/usr/local/bin/$(basename "$2")"); shift 2 ;;
    --ro) ro+=("$2"); shift 2 ;;
    --bind) rw+=("$2"); shift 2 ;;
    --cwd) cwd=$2; shift 2 ;;
    --env) env+=("$2"); shift 2 ;;
    --timeout) timeout=$2; shift 2 ;;
    --) shift; break ;;
    -h | --help) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) die "unknown option $1 (the command goes after --)" ;;
  esac
done
[ $# -gt 0 ] || die "no command"
[ "$(id -u)" = 0 ] || die "needs root"
dir=${GCF_EDITORS_DIR:-$HOME/.cache/gcf-editors}
[ -d "$dir/$root" ] || die "no $dir/$root: run setup.sh first"
if [ -z "$project" ]; then project=$(git rev-parse --show-toplevel 2>/dev/null || pwd); fi

# The mounts as "mode host inside" lines; the project first, so that a --bind
# of a folder in it is on top.
mounts=$(
  printf 'copy\t%s\t%s\n' "$project" "$project"
  for m in ${ro[@]+"${ro[@]}"}; do
    # What the project shows anyway stays as the project shows it.
    case $m in "$project" | "$project"/*) [[ $m == *:* ]] || continue ;; esac
    printf 'ro\t%s\t%s\n' "$(realpath "${m%%:*}")" "${m#*:}"
  done
  for m in ${rw[@]+"${rw[@]}"}; do printf 'rw\t%s\t%s\n' "$(realpath "${m%%:*}")" "${m#*:}"; done
)

# Runs as process 1 of the namespaces.
# shellcheck disable=SC2317 # called through bash -c
inside() {
  set -euo pipefail
  local top=$1 lower=$2 mounts=$3 mode host inner target
  # overlay LOWER AT NAME: LOWER at AT, changes to memory. LOWER is bound to a
  # plain name first: "," and ":" have a meaning in overlay's options.
  overlay() {
    mkdir "$top/$3" "$top/$3/low" "$top/$3/up" "$top/$3/work"
    mount --bind "$1" "$top/$3/low"
    mount -t overlay overlay \
      -o "lowerdir=$top/$3/low,upperdir=$top/$3/up,workdir=$top/$3/work" "$2"
  }
  shift 3
  mount -t tmpfs -o mode=755 tmpfs "$top"
  mkdir "$top/root"
  overlay "$lower" "$top/root" layers-root
  mkdir -p "$top/root/proc" "$top/root/dev"
  mount -t proc proc "$top/root/proc"
  mount --rbind /dev "$top/root/dev"
  while IFS=$'\t' read -r mode host inner; do
    target=$top/root$(realpath -ms "/$inner")
    if [ -d "$host" ]; then
      mkdir -p "$target"
    else
      mkdir -p "$(dirname "$target")"
      [ -e "$target" ] || : >"$target"
    fi
    case $mode in
      copy) overlay "$host" "$target" layers-project ;;
      ro) mount --bind "$host" "$target" && mount -o remount,bind,ro "$target" ;;
      rw) mount --bind "$host" "$target" ;;
    esac
  done <<<"$mounts"
  local status=0
  chroot "$top/root" /usr/bin/env -i "$@" || status=$?
  # Processes left over: all but this shell and its helpers.
  local left p
  for _ in 1 2 3 4 5 6 7 8; do
    left=''
    for p in "$top"/root/proc/[0-9]*; do
      [ "${p##*/}" = 1 ] || [ "${p##*/}" = "$BASHPID" ] || ! grep -q . "$p/cmdline" 2>/dev/null ||
        left+=" $(tr '\0' ' ' <"$p/cmdline")(pid ${p##*/});"
    done
    [ -n "$left" ] || break
    sleep 0.25
  done
  [ -z "$left" ] || echo "root: still running after the command ended:$left" >&2
  exit "$status"
}
export -f inside

top=$(mktemp -d "${TMPDIR:-/tmp}/gcf-root.XXXXXX")
# In the background, so that a signal to this script is handled at once; it
# keeps this script's terminal and standard input. Each link of the chain is
# killed when the one before it dies (--pdeathsig, --kill-child).
die_with_parent=(setpriv --pdeathsig KILL)
"${die_with_parent[@]}" timeout --foreground -s KILL "$timeout" \
  "${die_with_parent[@]}" unshare --mount --propagation private --pid --fork --kill-child \
  bash -c 'inside "$@"' inside "$top" "$dir/$root" "$mounts" --chdir="${cwd:-$project}" \
  HOME=/root USER=root LOGNAME=root SHELL=/bin/sh LANG=C.UTF-8 TERM="${TERM:-dumb}" \
  PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin ${env[@]+"${env[@]}"} "$@" <&0 &
pid=$!
# shellcheck disable=SC2317 # called by the trap
finish() {
  kill -KILL "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  rmdir "$top" 2>/dev/null || true
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
status=0
wait "$pid" || status=$?
if [ $status = 137 ]; then
  echo "root: killed, probably after $timeout s" >&2
  status=124
fi
exit $status
