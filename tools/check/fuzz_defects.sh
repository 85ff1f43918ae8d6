#!/bin/sh
# fuzz_defects.sh - does the fuzzer of calls find what reviewers found?
#
#   FUZZ_SECONDS=600 tools/check/fuzz_defects.sh DIR [patch...]
#
# Each patch of tests/fuzz/defects puts one old confusion of types back.  It is
# applied to a copy of the tree in DIR, which is built with assertions, and
# fuzz_calls runs there until it stops with a finding, at most FUZZ_SECONDS.
# Without a patch the first hundred seeds must find nothing: the control run.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1/tree"
dir=$(cd "$1" && pwd)
tree=$dir/tree
shift
seconds=${FUZZ_SECONDS:-600}
[ $# -gt 0 ] || set -- tests/fuzz/defects/*.patch
missed=0

copy_sources() {
  git ls-files -z | xargs -0 sh -c 'for f; do [ ! -f "$f" ] ||
    cmp -s "$f" "$0/$f" || cp --parents "$f" "$0"; done' "$tree"
}

build() {
  TARGETS=fuzz_calls "$tree/tools/build/build.sh" build --buildtype=debugoptimized
}

# Seeds from 1 to $1, or until the time is over or there is a finding.
search() {
  begin=$(date +%s) seed=1 spent=0
  while [ $spent -lt "$seconds" ] && [ $seed -lt "$1" ]; do
    "$tree/build/fuzz_calls" tests/fuzz/calls.py $seed 20 1500 \
      >"$dir/calls.out" 2>"$dir/calls.log" || {
      echo "$2: found after $(($(date +%s) - begin)) s;" \
        "$(grep -m 1 'run with seed' "$dir/calls.log")"
      return 0
    }
    seed=$((seed + 20)) spent=$(($(date +%s) - begin))
  done
  echo "$2: nothing in $spent s, $((seed - 1)) runs"
  return 1
}

copy_sources
build
if search 100 "no defect"; then
  tail -n 20 "$dir/calls.log"
  exit 1
fi
for patch in "$@"; do
  copy_sources
  # not as a part of the repository that DIR may lie in
  GIT_CEILING_DIRECTORIES=$dir git -C "$tree" apply -C1 "$PWD/$patch"
  build
  search 1000000000 "$(basename "$patch" .patch)" || missed=$((missed + 1))
done
copy_sources
[ $missed -eq 0 ]
