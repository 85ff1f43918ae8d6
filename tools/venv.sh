#!/bin/sh
# venv.sh BUILD PYTHON - BUILD/venv: that Python, and what tests want of PyPI.
#
# Prints the path of its interpreter.  Fast when nothing changed; fails, and says
# why, without a network.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
venv=$1/venv
python=$2
tests=$(dirname "$0")/../tests/python
mkdir -p "$1"
cat "$tests/requirements.txt" "$tests/requirements-alone.txt" >"$1/.wanted"
if ! cmp -s "$1/.wanted" "$venv/requirements.txt"; then
  rm -rf "$venv"
  "$python" -m venv --system-site-packages "$venv" >&2
  set -- "$1" "$venv/bin/python" -m pip install -q --disable-pip-version-check
  wanted=$1/.wanted
  shift
  "$@" -r "$tests/requirements.txt" >&2
  "$@" --no-deps -r "$tests/requirements-alone.txt" >&2
  cp "$wanted" "$venv/requirements.txt"
fi
echo "$venv/bin/python"
