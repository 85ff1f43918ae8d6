#!/bin/sh
# release.sh - LTO and profile feedback, trained on benchmarks and the
# library's tests.
#
#   tools/build/release.sh BUILDDIR
#
# Builds with counters, runs every program once (in one process: a worker
# could not write down what it counted), builds again with what was learned.  The dispatch loop takes no part (meson.build says why).
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
dir=$1
common="-Doptimization=2 -Db_ndebug=true -Db_lto=true -Dtests=false"

# shellcheck disable=SC2086
TARGETS=caisson tools/build/build.sh "$dir" $common -Db_pgo=generate
if [ -x "$dir/caisson" ]; then
  for p in bench/programs/*.py tests/lib/*/*.py; do
    "$dir/caisson" run --in-process "$p" >/dev/null 2>&1 ||
      echo "no profile from $p"
  done
fi
# shellcheck disable=SC2086
TARGETS=caisson tools/build/build.sh "$dir" $common -Db_pgo=use
[ -x "$dir/caisson" ] || { echo "no src/cli yet: library only"; exit 0; }
strip -o "$dir/caisson.stripped" "$dir/caisson"
ls -l "$dir/caisson.stripped"
