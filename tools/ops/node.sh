#!/bin/sh
# node.sh BUILD [NAME] - BUILD/NAME: what tests want of the npm registry.
#
# NAME is "node" (tests/mcp/node/package.json) or another file there without its
# ".json": "conformance".
#
# Prints the folder, which has node_modules.  Installs Debian's nodejs and npm
# if there is no node at all.  Fast when nothing changed; fails, and says why,
# without a network.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
to=$1/${2:-node}
wanted=$here/tests/mcp/node/${2:-package}.json
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  "$here/tools/build/deps.sh" node >&2
fi
[ -f "$wanted" ] || wanted=$here/tests/mcp/node/package.json
# One after the other, and whole or not at all: tests run in several processes.
mkdir -p "$1"
exec 9>"$to.lock"
flock 9
if ! cmp -s "$wanted" "$to/.whole"; then
  rm -rf "$to"
  mkdir -p "$to"
  cp "$wanted" "$to/package.json"
  (cd "$to" && npm install --silent --no-audit --no-fund --ignore-scripts \
    --no-package-lock 9>&-) >&2
  cp "$wanted" "$to/.whole"
fi
echo "$to"
