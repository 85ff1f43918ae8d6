#!/bin/sh
# check_defects.sh - the patches of tests/fuzz/defects still fit the sources.
#
# tools/check/fuzz_defects.sh builds and fuzzes them, which takes long; a patch that
# no longer applies would be found only then.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
count=0
for p in tests/fuzz/defects/*.patch; do
  git apply --check -C1 "$p" || {
    echo "$p does not apply: make it anew against the present sources"
    exit 1
  }
  count=$((count + 1))
done
[ "$count" -ge 7 ] || { echo "only $count patches"; exit 1; }
echo "$count defects can be put back"
