#!/bin/sh
# mkmodules.sh OUTPUT FILE... - the names of the engine's modules as C text.
#
# Files of the prelude's library name modules: what follows "prelude/lib/".  Two
# have no file of their own.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
out=$1
shift
{
  echo '#include "check/need.h"'
  echo 'const char cs_engine_modules[] = " builtins os.path "'
  printf '%s\n' "$@" | sed -n 's|.*prelude/lib/||p' |
    sed -e 's|\.py$||' -e 's|/__init__$||' -e 's|/|.|g' -e 's|.*|  "& "|'
  echo ';'
} >"$out"
