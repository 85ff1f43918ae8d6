#!/bin/sh
# check_law.sh - nothing below cs_run may call cs_run.
#
# Looks at the undefined symbols of the engine's objects: only engine.c may
# refer to the dispatch loop (cs_vm_loop), and none may refer to cs_run.
# Objects of an LTO build hold no real symbols until the link; nm sees them
# through the compiler plugin (gcc-nm).
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build-debug}
nm=$(command -v gcc-nm || command -v nm)

objects=$(find "$build" -path '*cs_engine.a.p/*.o' -o \
  -path '*cs_hot.a.p/*.o' -o -path '*cs_loop.a.p/*.o' 2>/dev/null | LC_ALL=C sort)
[ -n "$objects" ] || { echo "no engine objects in $build"; exit 77; }

bad=0
count=0
for o in $objects; do
  count=$((count + 1))
  uses=$("$nm" -u "$o" | awk '{print $NF}' | grep -xE 'cs_run|cs_vm_loop') ||
    continue
  for symbol in $uses; do
    case "$symbol:$o" in
      cs_vm_loop:*py_engine.c.o) ;;
      *)
        echo "${o##*/}: must not refer to $symbol"
        bad=1
        ;;
    esac
  done
done
[ $bad -eq 0 ] && echo "$count objects keep the law"
exit $bad
