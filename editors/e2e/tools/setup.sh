#!/usr/bin/env bash
# Installs real editors for headless tests into a cache folder:
#   nvim    Neovim of Debian trixie (0.10) and of Debian testing (0.12)
#   helix   Helix of Debian trixie
#   emacs   Emacs of Debian trixie
#   vscode  VS Code's server and web UI (npm's code-server), playwright-core,
#           and Debian's chromium to drive it
# The first three live in Debian root filesystems that root.sh enters.
#
# usage: setup.sh [--only nvim,helix,emacs,vscode] [--force] [DIR]
#   DIR defaults to $GCF_EDITORS_DIR, else ~/.cache/gcf-editors.
# Run as root on Debian or Ubuntu. What is already installed is kept, so a
# second run takes a second; --force rebuilds the parts named by --only.
# The status is 69 where something is missing and the network is not there.
set -euo pipefail

CODE_SERVER=4.100.3  # VS Code 1.100.3; the newest line that runs on Node 20
PLAYWRIGHT=1.65.1
OLD_SUITE=${OLD_SUITE:-trixie}
NEW_SUITE=${NEW_SUITE:-forky}  # Debian testing; "sid" works too
# The mirror that apt is set up with here, unless DEBIAN_MIRROR names another.
MIRROR=${DEBIAN_MIRROR:-$( { sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources
  sed -nE 's/^deb (\[[^]]*\] )?//p' /etc/apt/sources.list; } 2>/dev/null \
  | tr ' ' '\n' | grep -E '^https?://.*/debian/?$' | head -n 1 || true)}

usage() { sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"; }
die() { echo "setup: $*" >&2; exit 1; }
say() { printf '[%3ds] %s\n' "$SECONDS" "$*"; }

only=nvim,helix,emacs,vscode force=0 dir=${GCF_EDITORS_DIR:-$HOME/.cache/gcf-editors}
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=${2:?--only needs a list}; shift 2 ;;
    --only=*) only=${1#*=}; shift ;;
    --force) force=1; shift ;;
    -h | --help) usage; exit 0 ;;
    -*) die "unknown option $1" ;;
    *) dir=$1; shift ;;
  esac
done
for part in ${only//,/ }; do
  case $part in nvim | helix | emacs | vscode) ;; *) die "unknown part '$part'" ;; esac
done
want() { [[ ",$only," == *",$1,"* ]]; }

[ -n "$MIRROR" ] || die "no Debian mirror in apt's sources: set DEBIAN_MIRROR"
[ "$(id -u)" = 0 ] || die "needs root (chroot, mounts, apt)"
command -v apt-get >/dev/null || die "needs apt-get"
mkdir -p "$dir"
dir=$(realpath "$dir")
logs=$dir/logs
mkdir -p "$logs" "$dir/home"  # home: for programs that write into theirs
exec 9>"$dir/.lock"
flock 9  # two setups on the same folder take turns

# --- helpers --------------------------------------------------------------

# apt_install PKG...: installs those that are missing. Chromium and the rest
# are asked for by name only, so a newer point release does not matter.
apt_install() {
  local missing=() p
  for p; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$p" 2>/dev/null | grep -q '^ii' || missing+=("$p")
  done
  [ ${#missing[@]} = 0 ] && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    -o DPkg::Lock::Timeout=300
}

# rootfs NAME SUITE PKG...: a minimal Debian with PKGs in $dir/NAME.
# .packages in it lists what it was made with; a missing package means a
# rebuild with the old and the new ones together.
rootfs() {
  local name=$1 suite=$2 p have all
  shift 2
  have=$(cat "$dir/$name.packages" 2>/dev/null || true)
  # shellcheck disable=SC2086 # split on purpose
  all=$(printf '%s\n' $have "$@" | sort -u | xargs)
  if [ $force = 0 ] && [ "$all" = "$have" ] && [ "$(cat "$dir/$name.suite" 2>/dev/null)" = "$suite" ]; then
    return
  fi
  rm -rf --one-file-system "$dir/$name.tmp"
  # A machine whose clock runs ahead of the mirror calls its index expired:
  # Valid-Until and Date are not checked. Signatures are.
  # Manuals and translations are left out; nothing here reads them.
  mmdebstrap --mode=root --variant=minbase --include="${all// /,}" \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    --aptopt='Acquire::Check-Date "false"' \
    --aptopt='Acquire::Languages "none"' \
    --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$suite" "$dir/$name.tmp" "$MIRROR"
  rm -rf --one-file-system "$dir/${name:?}" "$dir/$name.packages"
  mv "$dir/$name.tmp" "$dir/$name"
  echo "$suite" >"$dir/$name.suite"
  echo "$all" >"$dir/$name.packages"
}

# vscode: code-server from npm, its native modules built here.
# npm's own lifecycle scripts are off: they download prebuilt binaries from
# hosts that may not be reachable, and newer npm versions block them anyway.
vscode() {
  local stamp t=$dir/vscode.tmp gyp nodedir m
  stamp="code-server $CODE_SERVER, playwright-core $PLAYWRIGHT, node $(node -p process.versions.modules)"
  if [ $force = 0 ] && [ "$(cat "$dir/vscode/.stamp" 2>/dev/null)" = "$stamp" ]; then return; fi
  # npm's bundled node-gyp, and the folder above include/node/node.h, so that
  # it does not download Node's headers.
  gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
  [ -f "$gyp" ] || die "no node-gyp in npm ($gyp)"
  nodedir=$(dirname "$(dirname "$(node -p 'fs.realpathSync(process.execPath)')")")
  [ -f "$nodedir/include/node/node.h" ] || die "no include/node/node.h under $nodedir"

  rm -rf "$t"
  mkdir "$t"
  cd "$t"
  cat >package.json <<-JSON
	{"private": true, "dependencies": {"code-server": "$CODE_SERVER", "playwright-core": "$PLAYWRIGHT"}}
	JSON
  npm install --ignore-scripts --no-audit --no-fund
  local code=$t/node_modules/code-server/lib/vscode
  # What code-server's postinstall.sh would do. --legacy-peer-deps: its lock
  # file does not satisfy newer npm's peer checks.
  (cd "$code" && npm install --omit=dev --ignore-scripts --legacy-peer-deps --no-audit --no-fund)
  ln -sfn node_modules "$code/node_modules.asar"
  # Native modules, two at a time. Not built: kerberos (only loaded for proxy
  # authentication), @parcel/watcher (its package ships a binary).
  local work=("$t/node_modules/argon2")
  for m in @vscode/spdlog node-pty native-watchdog @vscode/deviceid; do
    work+=("$code/node_modules/$m")
  done
  # shellcheck disable=SC2016 # for the inner bash
  printf '%s\0' "${work[@]}" | GYP=$gyp NODEDIR=$nodedir xargs -0 -n1 -P"$(nproc)" bash -c '
    cd "$1" && if [ "${1##*/}" = argon2 ]; then
      npm_config_node_gyp=$GYP npm_config_nodedir=$NODEDIR \
        node ../@mapbox/node-pre-gyp/bin/node-pre-gyp install --build-from-source
    else
      node "$GYP" rebuild --nodedir="$NODEDIR"
    fi' build
  # Object files are of no further use. Windows-only sources were never built.
  find "$t/node_modules" -depth -type d -name obj.target -exec rm -rf {} +
  # Quick Open and Find in Files run ripgrep; the npm package would download
  # it from a release page.
  mkdir -p "$code/node_modules/@vscode/ripgrep/bin"
  ln -sf "$(command -v rg)" "$code/node_modules/@vscode/ripgrep/bin/rg"
  HOME=$dir/home node node_modules/code-server/out/node/entry.js --version  # loads argon2
  cd /
  rm -rf "$dir/vscode"
  mv "$t" "$dir/vscode"
  echo "$stamp" >"$dir/vscode/.stamp"
}

# job NAME CMD...: runs CMD in the background as a process group of its own,
# output to a log of its name; what still runs when this script ends is ended.
names=()
declare -A jobs=()
job() {
  local name=$1
  shift
  set -m
  (
    set -e
    "$@"
    echo "took $((SECONDS - started)) s"
  ) >"$logs/$name.log" 2>&1 9>&- </dev/null &
  set +m
  names+=("$name")
  jobs[$name]=$!
}
end_jobs() {
  local name
  for name in "${!jobs[@]}"; do kill -- "-${jobs[$name]}" 2>/dev/null || true; done
}
trap end_jobs EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# --- the work -------------------------------------------------------------

# The parts that are there already are not touched, so nothing is asked for.
complete() {
  [ $force = 0 ] || return 1
  if want nvim && ! { has_root old neovim && has_root new neovim; }; then return 1; fi
  if want helix && ! { has_root old hx && command -v tmux >/dev/null; }; then return 1; fi
  if want emacs && ! has_root old emacs-nox; then return 1; fi
  if want vscode && ! { [ -f "$dir/vscode/.stamp" ] && command -v chromium >/dev/null && command -v ip >/dev/null; }; then return 1; fi
}
has_root() { grep -qw -- "$2" "$dir/$1.packages" 2>/dev/null; }
online() {
  timeout 60 apt-get update -qq --error-on=any -o Acquire::Retries=0 -o Acquire::http::Timeout=10 >/dev/null 2>&1 &&
    { ! want vscode || timeout 30 npm ping >/dev/null 2>&1; }
}
if ! complete && ! online; then
  echo "setup: no network, and not all of $only is installed in $dir" >&2
  exit 69
fi

say "installing into $dir"
old=()
want nvim && old+=(neovim)
want helix && old+=(hx)
want emacs && old+=(emacs-nox git)  # git: project.el finds a root with it

tools=(util-linux)
if [ ${#old[@]} -gt 0 ]; then tools+=(mmdebstrap debian-archive-keyring); fi
if want helix; then tools+=(tmux); fi
if want vscode; then
  for tool in node npm; do command -v $tool >/dev/null || die "vscode needs Node 20 and npm"; done
  node=$(node -p 'process.versions.node.split(".")[0]')
  [ "$node" = 20 ] || echo "warning: code-server $CODE_SERVER is made for Node 20, this is $node" >&2
  tools+=(ripgrep g++ make python3 iproute2)
fi
apt_install "${tools[@]}" >"$logs/apt.log" 2>&1 || { tail -20 "$logs/apt.log" >&2; die "apt failed"; }
say "tools from apt: ${tools[*]}"

started=$SECONDS
if want vscode; then
  job chromium apt_install chromium fonts-dejavu-core
  job vscode vscode
fi
if [ ${#old[@]} -gt 0 ]; then job rootfs-old rootfs old "$OLD_SUITE" "${old[@]}"; fi
if want nvim; then job rootfs-new rootfs new "$NEW_SUITE" neovim; fi

failed=0
for name in "${names[@]}"; do
  if wait "${jobs[$name]}"; then
    say "$name: $(tail -1 "$logs/$name.log")"
    unset "jobs[$name]"
  else
    failed=1
    echo "--- $name failed; the end of $logs/$name.log:" >&2
    tail -25 "$logs/$name.log" >&2
  fi
done
[ $failed = 0 ] || exit 1

# --- what is there now ----------------------------------------------------

show() { printf '  %-22s %s\n' "$1" "$2"; }
in_root() { chroot "$dir/$1" env -i PATH=/usr/bin:/bin HOME=/nonexistent "${@:2}" 2>/dev/null | head -1; }
echo "installed in $dir:"
if want nvim; then
  show "nvim, old ($OLD_SUITE)" "$(in_root old nvim --version)"
  show "nvim, new ($NEW_SUITE)" "$(in_root new nvim --version)"
fi
if want helix; then show "helix ($OLD_SUITE)" "$(in_root old hx --version)"; fi
if want emacs; then show "emacs ($OLD_SUITE)" "$(in_root old emacs --version)"; fi
if want vscode; then
  show vscode "code-server $(HOME=$dir/home node "$dir/vscode/node_modules/code-server/out/node/entry.js" --version)"
  show playwright-core "$PLAYWRIGHT"
  show chromium "$(HOME=$dir/home chromium --version 2>/dev/null)"
fi
say "done"
