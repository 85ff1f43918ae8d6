#!/bin/sh
# build.sh - configure a build folder when needed, then build it.
#
#   tools/build/build.sh BUILDDIR [meson options...]     JOBS=n  TARGETS="a b"
#
# Sources are found by folder, so a new file needs no edit anywhere: when the
# list of files differs from the last run, the folder is reconfigured first.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
dir=$1
shift

mkdir -p "$dir"
tools/build/sources.sh --all >"$dir/.sources.new"
printf '%s\n' "$@" >>"$dir/.sources.new"
if [ ! -f "$dir/build.ninja" ]; then
  meson setup "$@" "$dir" . >"$dir/.setup.log" 2>&1 ||
    { cat "$dir/.setup.log" >&2; exit 1; }
elif ! cmp -s "$dir/.sources" "$dir/.sources.new"; then
  # setup alone keeps the options of the first time
  { { [ $# -eq 0 ] || meson configure "$@" "$dir"; } &&
    meson setup --reconfigure "$dir" .; } >"$dir/.setup.log" 2>&1 ||
    { cat "$dir/.setup.log" >&2; exit 1; }
fi
mv "$dir/.sources.new" "$dir/.sources"
# Silent on success, so that `make run` prints what the program prints.
# shellcheck disable=SC2086
ninja -C "$dir" --quiet ${JOBS:+-j "$JOBS"} ${TARGETS:-} \
  >"$dir/.ninja.log" 2>&1 || { cat "$dir/.ninja.log" >&2; exit 1; }
