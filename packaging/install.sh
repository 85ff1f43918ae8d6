#!/bin/sh
# install.sh - install the caisson command from a release folder.
#
#   sh install.sh [--prefix DIR] [--from DIR]
#
# The archive beside this script (or in --from) is checked against SHA256SUMS
# and unpacked into DIR: /usr/local for root, ~/.local for others.  Nothing is
# downloaded and nothing outside of DIR is changed.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
from=$(dirname "$0")
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=${2:?--prefix needs a folder}; shift 2 ;;
    --from) from=${2:?--from needs a folder}; shift 2 ;;
    *) echo "usage: sh install.sh [--prefix DIR] [--from DIR]" >&2; exit 2 ;;
  esac
done
fail() { echo "install.sh: $*" >&2; exit 1; }

[ "$(uname -s)" = Linux ] || fail "Caisson runs on Linux; this is $(uname -s)"
cd "$from" || fail "there is no folder $from"
set -- caisson-*-linux-"$(uname -m)".tar.gz
[ $# -eq 1 ] && [ -f "$1" ] || fail "no archive for $(uname -m) in $from"
[ -f SHA256SUMS ] || fail "there is no SHA256SUMS in $from"
grep -F "  $1" SHA256SUMS | sha256sum -c --quiet - ||
  fail "$1 is not the file that SHA256SUMS lists"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$1" -C "$work"
missing=$(ldd "$work/usr/bin/caisson" | sed -n 's/^[[:space:]]*\(.*\) => not found/\1/p')
[ -z "$missing" ] || fail "these libraries are missing: $(echo "$missing" | tr '\n' ' ')"
mkdir -p "$prefix/bin" "$prefix/share"
install -m 755 "$work/usr/bin/caisson" "$prefix/bin/caisson"
cp -R "$work/usr/share/." "$prefix/share/"
echo "installed $("$prefix/bin/caisson" --version) as $prefix/bin/caisson"
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "add $prefix/bin to PATH" ;;
esac
