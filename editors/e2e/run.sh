#!/usr/bin/env bash
# Tests the editor packages in real editors: Neovim 0.10 and a newer one, Emacs
# with Eglot, Helix, VS Code (code-server in a browser). Each opens broken and
# untidy documents and sees the diagnostic, hovers, jumps, formats and saves,
# against the server built from this checkout.
#
# usage: run.sh [nvim] [emacs] [helix] [vscode]     all by default
#   $GCF_EDITORS_DIR  where the editors are installed (~/.cache/gcf-editors)
#   $TYPING=all       type all of the ten documents into Neovim, not two
#   $SCREENSHOTS      a folder for VS Code's pictures
#
# What is missing is installed first. Where that cannot be, for want of a
# network, of root, of namespaces or of Debian, what needs it is skipped with a
# message. A test that fails is run once more, and said so: editors that are
# driven by keys lose one now and then. The status is 1 only where one failed
# twice.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
editors=$root/editors
passed=0 failed=0 skipped=0

wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=(nvim emacs helix vscode)
for name in "${wanted[@]}"; do
  case $name in nvim | emacs | helix | vscode) ;; *) echo "run.sh: no editor '$name'" >&2; exit 2 ;; esac
done

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $failed = 0 ]
}
skip() {
  echo "== skipped: $*"
  skipped=$((skipped + 1))
}

if [ "$(uname)" != Linux ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  skip "the editors are installed by apt, as root, on Debian or Ubuntu"
  finish
  exit
fi

# Editors run with mounts, processes and a network of their own.
if ! unshare --mount --pid --net --fork --propagation private sh -c '
    d=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && mkdir "$d/l" "$d/u" "$d/w" "$d/m" &&
    mount -t overlay overlay -o "lowerdir=$d/l,upperdir=$d/u,workdir=$d/w" "$d/m"' >/dev/null 2>&1; then
  skip "this machine allows no namespaces with mounts of their own (a container needs CAP_SYS_ADMIN)"
  finish
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# installed PART: whether a part is there, or could be installed now.
installed() {
  local status=0
  if [ "$1" = vscode ] && [ "$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null)" != 20 ]; then
    skip "$1: needs Node 20"
    return 1
  fi
  "$here/tools/setup.sh" --only "$1" >"$work/setup.log" 2>&1 || status=$?
  case $status in
    0) return 0 ;;
    69) skip "$1: $(tail -n 1 "$work/setup.log")" ;;
    *)
      cat "$work/setup.log" >&2
      echo "== $1 FAILED: it could not be installed" >&2
      failed=$((failed + 1))
      ;;
  esac
  return 1
}

# try NAME COMMAND...: one editor's test, with documents of its own.
try() {
  local name=$1 start=$SECONDS turn
  shift
  for turn in 1 2; do
    echo "== $name"
    # Writable even where the checkout is not: Emacs would open them read-only.
    rm -rf "$work/documents"
    mkdir "$work/documents"
    install -m 644 "$here"/documents/*.gcf "$root"/examples/stock.gcf "$root"/examples/stock.delta.gcf "$work/documents"
    if "$@"; then
      passed=$((passed + 1))
      echo "== $name: $((SECONDS - start)) s"
      return
    fi
    if [ $turn = 1 ]; then echo "== $name failed, once more" >&2; fi
  done
  failed=$((failed + 1))
  echo "== $name FAILED twice: $((SECONDS - start)) s" >&2
}

# Static, since it runs inside roots with another libc.
(cd "$root" && CGO_ENABLED=0 go build -o "$work/gcf-lsp" ./cmd/gcf-lsp)
typed=(table.gcf attachments.gcf)
if [ "${TYPING:-}" = all ]; then mapfile -t typed < <(ls "$here/typing"); fi
inside=(--project "$root" --bind "$work/documents" --server "$work/gcf-lsp")

for name in "${wanted[@]}"; do
  installed "$name" || continue
  case $name in
    nvim)
      for version in old new; do
        try "nvim $version" "$here/tools/root.sh" "--$version" "${inside[@]}" -- \
          nvim -u NONE -i NONE -n -l "$here/nvim.lua" "$editors/neovim" "$work/documents"
      done
      try "nvim, typing" "$here/tools/root.sh" --new "${inside[@]}" -- \
        nvim -u NONE -i NONE -n -l "$here/typing.lua" "$editors/neovim" "$here/typing" "$work/documents" "${typed[@]}"
      ;;
    emacs)
      try emacs "$here/tools/root.sh" "${inside[@]}" -- \
        emacs -Q --batch -l "$here/emacs.el" "$editors/emacs" "$work/documents"
      ;;
    helix)
      try helix "$here/helix.sh" "$work/gcf-lsp" "$editors/helix/languages.toml" "$work/documents"
      ;;
    vscode)
      if [ ! -d "$editors/vscode/node_modules/esbuild" ] && ! timeout 30 npm ping >/dev/null 2>&1; then
        skip "vscode: no network, and the tools that pack the extension are not installed"
        continue
      fi
      if ! DIST=$work node "$editors/vscode/package.mjs" linux-x64 >"$work/package.log" 2>&1; then
        cat "$work/package.log" >&2
        echo "== vscode FAILED: the extension was not packed" >&2
        failed=$((failed + 1))
        continue
      fi
      try "vscode's manifest" node "$here/package.mjs" "$work/gcf-lsp"
      try "vscode's colours" node "$here/colours.mjs" "$work/gcf-lsp" \
        "${GCF_EDITORS_DIR:-$HOME/.cache/gcf-editors}/vscode/node_modules/code-server/lib/vscode/extensions/theme-defaults/themes"
      try "vscode, typing" node "$here/typing.mjs" "$work/gcf-linux-x64.vsix" "$work/documents"
      if ! DIST=$work node "$editors/vscode/package.mjs" web >"$work/package.log" 2>&1; then
        cat "$work/package.log" >&2
        echo "== vscode FAILED: the extension for the web was not packed" >&2
        failed=$((failed + 1))
        continue
      fi
      try "vscode in a browser" node "$here/vscode-web.mjs" "$work/gcf-web.vsix" "$work/documents"
      try vscode node "$here/vscode.mjs" "$work/gcf-linux-x64.vsix" "$work/documents" ${SCREENSHOTS:+"$SCREENSHOTS"}
      ;;
  esac
done
finish
