#!/bin/sh
# make.sh - make small images from Debian packages: no registry is needed.
#
#   tools/images/make.sh busybox|python|node [OUTPUT]
#
#   busybox   busybox-static with its links, /etc, /tmp, a shell; 0.3 s
#   python    Debian's python3 on a minimal system: like python:slim
#   node      Debian's nodejs on a minimal system: like node:slim
#
# OUTPUT is a tar of the root (default NAME.tar in the current directory); load
# it with `caisson image import OUTPUT NAME`.  Packages are downloaded by apt-get
# with the machine's own sources and unpacked with dpkg-deb; no maintainer script
# runs, so neither root nor a namespace is needed.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

name=${1:-}
output=${2:-$name.tar}
case $name in
  busybox) packages=busybox-static ;;
  python)
    packages='base-files busybox-static python3 python3-minimal
      libpython3-stdlib ca-certificates tzdata'
    ;;
  node) packages='base-files busybox-static nodejs ca-certificates tzdata' ;;
  *)
    sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

case $output in
  /*) ;;
  *) output=$(pwd)/$output ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root" "$work/debs"
cd "$work/debs"

# Every package that these need, without what is only recommended.  Virtual
# packages are printed in angle brackets, which the pattern leaves out.
needed() {
  apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
    --no-breaks --no-replaces --no-enhances "$@" |
    sed -n 's/^\([a-z0-9].*\)/\1/p' | sort -u |
    grep -v -e '^debconf' -e '^dpkg$' -e '^install-info' -e ':i386$' \
      -e '^perl' -e '^libperl' -e '^debconf-2.0$' -e '^gcc-' -e '^cdebconf'
}

real=$packages
# shellcheck disable=SC2086
[ "$name" = busybox ] || real=$(needed $packages)
# shellcheck disable=SC2086
apt-get download -q $real >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
for deb in *.deb; do
  dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --no-same-owner \
    --keep-directory-symlink --no-overwrite-dir
done

cd "$root"
rm -rf usr/share/doc usr/share/man usr/share/locale usr/share/info \
  usr/share/lintian usr/share/bash-completion
mkdir -p bin sbin dev proc sys run tmp root etc home var/tmp usr/bin workspace
chmod 1777 tmp var/tmp
box=bin/busybox
[ -e $box ] || box=usr/bin/busybox
for tool in $("./$box" --list); do
  case $tool in busybox | python* | node) continue ;; esac
  [ -e "bin/$tool" ] || [ -L "bin/$tool" ] || [ -e "usr/bin/$tool" ] ||
    [ -L "usr/bin/$tool" ] || ln -s /bin/busybox "bin/$tool"
done
[ -e etc/passwd ] || printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' \
  'nobody:x:65534:65534:nobody:/nonexistent:/bin/false' >etc/passwd
[ -e etc/group ] || printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' >etc/group
if [ "$name" = python ]; then
  [ -e usr/bin/python ] || ln -s python3 usr/bin/python
fi
if [ -d usr/share/ca-certificates ]; then
  mkdir -p etc/ssl/certs
  find usr/share/ca-certificates -name '*.crt' -exec cat {} + \
    >etc/ssl/certs/ca-certificates.crt
fi

tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 \
  -f "$output" -C "$root" .
