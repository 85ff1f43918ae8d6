#!/bin/sh
# sources.sh - list the C files under the given folders, sorted.
#
#   tools/build/sources.sh src/base src/py      files below these folders
#   tools/build/sources.sh --all                everything the build globs
#
# A folder that does not exist yet contributes nothing.  meson.build reads the
# lists at configure time; tools/build/build.sh compares --all with the last run and
# reconfigures when a file came or went.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."

if [ "${1:-}" = --all ]; then
  for d in src tests/unit tests/fuzz tools include python/native; do
    [ -d "$d" ] && find "$d" -name '*.[chS]' -o -name '*.py' -path 'src/*'
  done | sort
  exit 0
fi
for d in "$@"; do
  [ -d "$d" ] && find "$d" -name '*.c'
done | sort
