#!/bin/sh
# fuzz_all.sh - all fuzzers within a budget of time, and a table at the end.
#
#   FUZZ_BUDGET=1800 tools/check/fuzz_all.sh FUZZDIR ASANDIR [name...]
#
# The budget, in seconds and without the builds, is shared out evenly among the
# libFuzzer targets and `calls` (tools/check/fuzz_calls.sh).  A finding does not stop
# the others; the exit code tells whether there was one.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
fuzz=$1 asan=$2
shift 2
budget=${FUZZ_BUDGET:-1800}
if [ $# -eq 0 ]; then
  for f in tests/fuzz/fuzz_*.c; do
    name=${f##*/fuzz_}
    set -- "$@" "${name%.c}"
  done
  set -- "$@" calls
fi
each=$((budget / $#))
[ "$each" -gt 0 ] || each=1
export FUZZ_SECONDS=$each
mkdir -p "$fuzz"
table=$fuzz/table
findings=0
printf '%-14s %8s %12s %9s  %s\n' target seconds executions 'per sec' result \
  >"$table"

# One row: name, executions, result.
row() {
  printf '%-14s %8s %12s %9s  %s\n' "$1" "$each" "$2" "$(($2 / each))" "$3" \
    >>"$table"
}

for name in "$@"; do
  result=clean
  log=$fuzz/all-$name.log
  if [ "$name" = calls ]; then
    tools/check/fuzz_calls.sh "$asan" >"$log" 2>&1 || result=FINDING
    done=$(sed -n 's/^\([0-9]*\) calls, seeds.*/\1/p' "$log")
  else
    tools/check/fuzz.sh "$fuzz" "$name" >"$log" 2>&1 || result=FINDING
    done=$(sed -n 's/.*number_of_executed_units: *//p' "$log")
  fi
  [ "$result" = clean ] || findings=$((findings + 1))
  row "$name" "${done:-0}" "$result"
  tail -n 1 "$table"
  [ "$result" = clean ] || tail -n 40 "$log"
done
echo
cat "$table"
[ "$findings" -eq 0 ]
