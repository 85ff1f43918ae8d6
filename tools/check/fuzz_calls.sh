#!/bin/sh
# fuzz_calls.sh - call everything with hostile values, for a while.
#
#   FUZZ_SECONDS=60 tools/check/fuzz_calls.sh BUILDDIR [SEED]
#
# Runs BUILDDIR/fuzz_calls (tests/fuzz/calls.c) with one seed after the other,
# in turn without and with the engine's intrinsics.  Stops at the first finding
# and prints how to repeat it; else prints how many calls there were.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
dir=$1
seed=${2:-1}
seconds=${FUZZ_SECONDS:-60}
end=$(($(date +%s) + seconds))
total=0
export ASAN_OPTIONS=detect_leaks=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

while [ "$(date +%s)" -lt "$end" ]; do
  for natives in '' natives; do
    # shellcheck disable=SC2086
    "$dir/fuzz_calls" tests/fuzz/calls.py "$seed" 2 1500 $natives \
      >"$dir/calls.out" 2>"$dir/calls.log" || {
      tail -n 40 "$dir/calls.log"
      echo "to repeat it: $dir/fuzz_calls tests/fuzz/calls.py SEED 1 1500 $natives trace"
      exit 1
    }
    total=$((total + $(sed -n 's/ calls in.*//p' "$dir/calls.out")))
  done
  seed=$((seed + 2))
done
echo "$total calls, seeds up to $seed, no finding"
