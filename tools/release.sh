#!/bin/sh
# release.sh - LTO and profile feedback, trained on the benchmark programs.
#
#   tools/release.sh BUILDDIR
#
# Builds with counters, runs every program once, builds again with what was
# learned.  The dispatch loop takes no part (meson.build says why).
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
dir=$1
common="-Doptimization=2 -Db_ndebug=true -Db_lto=true -Dtests=false"

# shellcheck disable=SC2086
tools/build.sh "$dir" $common -Db_pgo=generate
if [ -x "$dir/caisson" ]; then
  for p in bench/programs/*.py; do
    "$dir/caisson" run "$p" >/dev/null || echo "no profile from $p"
  done
fi
# shellcheck disable=SC2086
tools/build.sh "$dir" $common -Db_pgo=use
[ -x "$dir/caisson" ] || { echo "no src/cli yet: library only"; exit 0; }
strip -o "$dir/caisson.stripped" "$dir/caisson"
ls -l "$dir/caisson.stripped"
