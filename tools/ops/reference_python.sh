#!/bin/sh
# reference_python.sh - print the path of a CPython 3.11.
#
# The tests and benchmarks compare with it.  The distribution's build comes
# first: it is optimised, a home-made one may be 25 % slower and flatter us.
# CAISSON_PYTHON overrides.  Exit 1 when there is none.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
test='import sys; sys.exit(sys.version_info[:2] != (3, 11) or
  sys.implementation.name != "cpython")'
for p in ${CAISSON_PYTHON:-} /usr/bin/python3.11 /usr/bin/python3 \
  /usr/local/bin/python3 python3.11 python3; do
  found=$(command -v "$p") || continue
  if "$found" -I -c "$test" 2>/dev/null; then
    echo "$found"
    exit 0
  fi
done
echo "no CPython 3.11 found; set CAISSON_PYTHON" >&2
exit 1
