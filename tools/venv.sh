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
wanted=$(dirname "$0")/../tests/python/requirements.txt
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  rm -rf "$venv"
  "$python" -m venv --system-site-packages "$venv" >&2
  "$venv/bin/python" -m pip install -q --disable-pip-version-check \
    -r "$wanted" >&2
  cp "$wanted" "$venv/requirements.txt"
fi
echo "$venv/bin/python"
