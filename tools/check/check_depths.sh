#!/bin/sh
# check_depths.sh - count the files that name a depth; the number only falls.
#
# What there is to know about a depth is a row of src/base/depths.def and a file
# of src/depth.  Whoever asks the row (base/depth.h) need not know its name.  A
# file counts when it has the name of an enumerator or of a depth in quotes.
# When the count is lower than the budget, lower the budget here.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."

budget=12

named=$(grep -rlE \
  'CS_DEPTH_(CHECK|INTERP|PROCESS|IMAGE|VM)\b|CS_(REPORT|AT)_(CHECK|INTERP|WORKER|PROCESS|IMAGE|VM)\b|CS_MCP_(INTERP|PROCESS)\b|"(interp|process)"' \
  src include python --include='*.[ch]' --include='*.def' --include='*.py' \
  --exclude-dir=prelude | LC_ALL=C sort)
count=$(printf '%s\n' "$named" | wc -l)
if [ "${1:-}" = --list ]; then
  printf '%s\n' "$named"
fi
if [ "$count" -gt "$budget" ]; then
  printf '%s\n' "$named"
  echo "$count files name a depth, the budget is $budget: ask base/depth.h"
  exit 1
fi
echo "$count files name a depth (budget $budget; lower it when it is less)"
