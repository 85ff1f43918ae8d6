#!/bin/sh
# stage_python.sh BUILD - an importable folder BUILD/stage/caisson.
#
# The package's sources as links beside the extension of that build, so that
# tests see edits at once: PYTHONPATH=BUILD/stage python3 ...
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
build=$1
stage=$build/stage/caisson
rm -rf "$build/stage"
mkdir -p "$stage"
for entry in python/caisson/*; do
  case $entry in *__pycache__*) continue ;; esac
  ln -s "$PWD/$entry" "$stage/"
done
ln -sf "$(cd "$build" && pwd)/_native.abi3.so" "$stage/"
ln -sf "$(cd "$build" && pwd)/caisson-worker" "$stage/"
echo "$build/stage"
