#!/bin/sh
# lint_python.sh BUILD - ruff over the package and its tests, mypy (strict) over
# the package, in the environment of tools/ops/venv.sh so that every import is
# known.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
python=$(tools/ops/venv.sh "$1" /usr/bin/python3)
"$python" -m pip install -q --disable-pip-version-check ruff mypy >&2
"$python" -m ruff check python tests/python
"$python" -m ruff check --isolated --line-length 110 --select E,F src/jail/runner
MYPYPATH=python "$python" -m mypy --strict python/caisson
