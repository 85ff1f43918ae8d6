#!/bin/sh
# deps.sh - make sure the Debian packages of a task are installed.
#
#   tools/build/deps.sh [build|test|lint|fmt|fuzz|node|vm]...     (default: build)
#
# Silent and fast when nothing is missing.  Otherwise installs with apt-get as
# root or through sudo, and says exactly what to install when it may not.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

packages() {
  case $1 in
    build)
      echo build-essential meson ninja-build pkg-config libgmp-dev \
        libpcre2-dev libcmocka-dev libedit-dev libseccomp-dev \
        libyaml-dev libjansson-dev libmicrohttpd-dev libarchive-dev \
        libcurl4-openssl-dev libzstd-dev libssl-dev \
        libpsl-dev python3 python3-dev
      ;;
    test) echo python3-pytest python3-venv busybox-static ;;
    lint) echo clang clang-tidy ;;
    fmt) echo clang-format ;;
    fuzz) echo clang libclang-rt-dev ;;
    node) echo nodejs npm ;;
    vm) echo qemu-system-x86 qemu-system-common busybox-static cpio e2fsprogs ;;
    *)
      echo "deps.sh: unknown task '$1'" >&2
      exit 2
      ;;
  esac
}

want=
for task in "${@:-build}"; do
  want="$want $(packages "$task")"
done

if ! command -v dpkg-query >/dev/null; then
  echo "deps.sh: not a Debian system; needed here:$want" >&2
  exit 0 # the build itself will say what it does not find
fi

missing=
for p in $want; do
  dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q ' installed$' ||
    missing="$missing $p"
done
[ -z "$missing" ] && exit 0

run=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
    echo "Missing packages. As root run:" >&2
    echo "  apt-get install$missing" >&2
    exit 1
  fi
  run=sudo
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$run apt-get install -y -q --no-install-recommends $missing </dev/null || {
  $run apt-get update -q </dev/null
  $run apt-get install -y -q --no-install-recommends $missing </dev/null
} || {
  echo "apt-get could not install:$missing" >&2
  echo "Check the network or the package sources, then try again." >&2
  exit 1
}
