#!/bin/sh
# run.sh - build lang_tool and compare the front end with CPython 3.11.
#
#   tests/lang_syntax/run.sh [FOLDER...]     default: its standard library
#
# Needs only a C compiler, GMP and python3 (3.11).  REFERENCE names another
# interpreter, BUILD another folder for the tool.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
here=tests/lang_syntax
python=${REFERENCE:-/usr/bin/python3}
build=${BUILD:-build-lang}
mkdir -p "$build"
front=$(ls src/py/lang/*.c src/py/lang/gen/*.c | grep -v '/emit\|/code')
cc -O2 -g -std=c17 -D_GNU_SOURCE -Isrc -I$here -o "$build/lang_tool" \
  $here/lang_tool.c $here/ast_dump.c $front \
  $(find src/base src/text src/num src/digest -name '*.c') -lgmp -lm
[ $# -gt 0 ] || set -- "$($python -c 'import json,os
print(os.path.dirname(os.path.dirname(json.__file__)))')"
$python $here/errors.py "$build/lang_tool"
$python $here/dump.py "$build/lang_tool" "$@"
$python $here/scopes.py "$build/lang_tool" "$@"
$python $here/unparse.py "$build/lang_tool" "$@"
