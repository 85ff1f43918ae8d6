#!/bin/sh
# check_loop.sh - the dispatch loop keeps its separate indirect jumps.
#
#   LOOP_JUMPS=n tools/check/check_loop.sh      default below
#
# gcc merges the jumps of a threaded loop unless told otherwise, silently, and
# loops then run 20-45 % slower.  Counts them in run.c's object.  Skipped
# where the count means nothing: sanitizer, LTO and unoptimised builds.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build-debug}
least=${LOOP_JUMPS:-30}

[ "$(uname -m)" = x86_64 ] || { echo "counts x86-64 jumps only"; exit 77; }
o=$(find "$build" -path '*cs_loop.a.p/*run.c.o' 2>/dev/null | head -n 1)
[ -n "$o" ] || { echo "no loop object in $build"; exit 77; }
if nm "$o" 2>/dev/null | grep -qE '__asan|__ubsan|__gnu_lto'; then
  echo "instrumented or LTO object"
  exit 77
fi
have=$(objdump -d --no-show-raw-insn "$o" | grep -cE '\<(notrack )?jmp +\*') ||
  true
echo "$have indirect jumps in the dispatch loop, at least $least wanted"
[ "$have" -ge "$least" ]
