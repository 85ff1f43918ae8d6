#!/bin/sh
# check_layers.sh - fail when a file includes a layer it may not see.
#
# tools/layers.txt is the architecture: a layer, then what it may include
# besides itself.  "public PART LAYER" says whose part of the public header
# include/caisson/PART.h is: including it is including that layer.  A layer that
# is not listed is an error too, and so is an include that leaves the tree
# ("../") or has no folder ("x.h", "caisson.h").
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

find src include/caisson -name '*.[ch]' | LC_ALL=C sort | xargs awk '
function layer_of(path,    part, n) {
  n = split(path, part, "/")
  if (part[1] == "caisson") return owner[part[2]]
  if (part[1] == "py" && n > 2) return "py/" part[2]
  return part[1]
}
function complain(text) {
  printf "%s:%d: %s\n", FILENAME, FNR, text
  bad = 1
}
BEGIN {
  while ((getline line < "tools/layers.txt") > 0) {
    n = split(line, word, " ")
    if (word[1] == "public") { owner[word[2] ".h"] = word[3]; continue }
    for (i = 1; i <= n; i++) may[word[1], word[i]] = 1
    for (i = 2; i <= n; i++) granted[word[1] " " word[i]] = 1
  }
}
FNR == 1 {
  files++
  from = layer_of(substr(FILENAME, index(FILENAME, "/") + 1))
  if (!((from, from) in may)) complain("layer " from " is not in layers.txt")
}
/^#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  target = quoted[2]
  if (target ~ /\.\.\// || target !~ /\//) {
    complain("write the include relative to src/: " target)
    next
  }
  to = layer_of(target)
  used[from " " to] = 1
  if (!((from, to) in may)) complain(from " must not include " to)
  if (from !~ /^(py|check)/ && to ~ /^py/ && target !~ /^(py\/engine|caisson\/pool)\.h$/)
    complain("outside src/py only py/engine.h is visible, not " target)
}
END {
  for (pair in granted)
    if (!(pair in used)) print "layers.txt grants what nothing uses: " pair
  if (!bad) printf "%d files keep the layers\n", files
  exit bad
}'
