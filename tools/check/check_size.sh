#!/bin/sh
# check_size.sh - the binary stays small.
#
#   SIZE_MAX=bytes tools/check/check_size.sh    default below
#
# Counts code and read-only data (including the warm image, which only release
# builds pack) plus data, not symbols and debug information.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build-debug}
most=${SIZE_MAX:-13631488}

binary=$build/caisson
[ -x "$binary" ] || { echo "no $binary"; exit 77; }
if nm "$binary" 2>/dev/null | grep -q '__asan_init'; then
  echo "sanitizer build"
  exit 77
fi
have=$(size "$binary" | awk 'NR == 2 {print $1 + $2}')
echo "$have bytes loaded from $binary, at most $most allowed"
[ "$have" -le "$most" ]
