#!/bin/sh
# fuzz.sh - build each fuzzer with clang and run it for a while.
#
#   FUZZ_SECONDS=60 tools/check/fuzz.sh BUILDDIR [name...]
#
# tests/fuzz/fuzz_<name>.c starts from tests/fuzz/corpus/<name>; what it finds
# goes to BUILDDIR/found/<name>, so the seeds in the tree change only by hand.
# Words of its language are in tests/fuzz/<name>.dict; a target whose input is a
# recipe (numbers that say what to alter) has none.
# Stops at the first crash or finding of a sanitizer, undefined behaviour too,
# and prints the file that reproduces it.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
dir=$1
shift
seconds=${FUZZ_SECONDS:-60}
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

if [ $# -eq 0 ]; then
  for f in tests/fuzz/fuzz_*.c; do
    [ -e "$f" ] || { echo "no fuzzers in tests/fuzz yet"; exit 0; }
    name=${f##*/fuzz_}
    set -- "$@" "${name%.c}"
  done
fi

CC=clang tools/build/build.sh "$dir" --buildtype=debugoptimized -Dtests=false \
  -Dfuzzers=true -Db_sanitize=address,undefined -Db_lundef=false

for name in "$@"; do
  echo "fuzzing $name for $seconds s"
  mkdir -p "$dir/found/$name" "$dir/crash"
  seeds=tests/fuzz/corpus/$name
  [ -d "$seeds" ] || seeds=
  dict=tests/fuzz/$name.dict
  [ -f "$dict" ] || dict=
  # shellcheck disable=SC2086
  "$dir/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="$dir/crash/$name-" -print_final_stats=1 \
    ${dict:+-dict=$dict} "$dir/found/$name" $seeds 2>"$dir/$name.log" || {
    tail -n 30 "$dir/$name.log"
    echo "$name crashed; the input is in $dir/crash"
    exit 1
  }
  grep -E 'number_of_executed_units|DONE' "$dir/$name.log" || true
done
