#!/bin/sh
# dist.sh - what a release is made of, from a build that is there.
#
#   packaging/dist.sh BUILD OUT [WHEEL]
#
# Writes a tar archive of the command, a Debian package, the source archive, a
# list of what is in it (SBOM, CycloneDX 1.5) and SHA256SUMS.  The same commit,
# build and tools give the same bytes: times are the commit's, owners are root.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
build=$1 out=$2 wheel=${3:-}
[ -x "$build/caisson" ] || { echo "dist.sh: $build has no caisson" >&2; exit 1; }

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build | head -1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
case $(uname -m) in
  x86_64) machine=x86_64 debian=amd64 ;;
  aarch64) machine=aarch64 debian=arm64 ;;
  *) echo "dist.sh: no packages for $(uname -m)" >&2; exit 1 ;;
esac

mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- the tree that both packages have -------------------------------------
tree=$work/tree
mkdir -p "$tree/usr/bin" "$tree/usr/share/doc/caisson" "$tree/usr/share/man/man1"
install -m 755 "$build/caisson" "$tree/usr/bin/caisson"
strip "$tree/usr/bin/caisson"
install -m 644 LICENSE README.md CHANGELOG.md SECURITY.md "$tree/usr/share/doc/caisson"
"$build/caisson" man >"$tree/usr/share/man/man1/caisson.1" 2>/dev/null ||
  rm "$tree/usr/share/man/man1/caisson.1"
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

archive() { # NAME FOLDER
  tar --sort=name --owner=0 --group=0 --numeric-owner --format=ustar \
    --mtime="@$SOURCE_DATE_EPOCH" -C "$2" -cf - . | gzip -n9 >"$out/$1"
}
archive "caisson-$version-linux-$machine.tar.gz" "$tree"

# --- Debian ---------------------------------------------------------------
# Libraries that the binary names, as the packages that have them here.
libraries() {
  objdump -p "$build/caisson" | sed -n 's/^ *NEEDED *//p' | while read -r name; do
    path=$(ldconfig -p | sed -n "s|^[[:space:]]*$name .* => ||p" | head -1)
    [ -n "$path" ] || continue
    found=$(dpkg-query -S "$(readlink -f "$path")" 2>/dev/null ||
      dpkg-query -S "$path" 2>/dev/null) || continue
    echo "${found%%:*}"
  done | sort -u
}
deb=$work/deb
mkdir -p "$deb/DEBIAN"
cp -a "$tree/." "$deb/"
depends=$(libraries | paste -sd, | sed 's/,/, /g')
size=$(du -sk "$tree" | cut -f1)
cat >"$deb/DEBIAN/control" <<CONTROL
Package: caisson
Version: $version
Architecture: $debian
Maintainer: Caisson developers <caisson@example.org>
Installed-Size: $size
Depends: $depends
Recommends: python3, libcurl4, libssl3, libarchive13, libpsl5, libmicrohttpd12
Section: devel
Priority: optional
Description: place to run code that a model wrote
 A Python interpreter of its own in a process without system calls, and jails
 with their own namespaces for everything else.
CONTROL
find "$deb" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$deb" \
  "$out/caisson_${version}_$debian.deb" >/dev/null

# --- source and wheel -----------------------------------------------------
git archive --format=tar --prefix="caisson-$version/" HEAD | gzip -n9 \
  >"$out/caisson-$version.tar.gz"
[ -z "$wheel" ] || cp "$wheel" "$out/"

# --- what is in it --------------------------------------------------------
python3 packaging/sbom.py --version "$version" --build "$build" \
  >"$out/caisson-$version.cdx.json"
cp packaging/install.sh "$out/"
(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >"$work/sums" &&
  mv "$work/sums" SHA256SUMS)
ls -l "$out"
