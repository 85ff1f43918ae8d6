#!/bin/sh
# node.sh BUILD - BUILD/node: what tests want of the npm registry.
#
# Prints the folder, which has node_modules.  Installs Debian's nodejs and npm
# if there is no node at all.  Fast when nothing changed; fails, and says why,
# without a network.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
to=$1/node
wanted=$here/tests/mcp/node/package.json
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  "$here/tools/deps.sh" node >&2
fi
if ! cmp -s "$wanted" "$to/package.json" || [ ! -d "$to/node_modules" ]; then
  rm -rf "$to"
  mkdir -p "$to"
  cp "$wanted" "$to/.wanted"
  cp "$wanted" "$to/package.json"
  (cd "$to" && npm install --silent --no-audit --no-fund --ignore-scripts \
    --no-package-lock) >&2
  mv "$to/.wanted" "$to/package.json"
fi
echo "$to"
