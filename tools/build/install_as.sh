#!/bin/sh
# install_as.sh BUILT PLACE - install a file of the build under another name.
#
# Meson 1.0 cannot rename what a target prints, and two things are called
# "caisson": the binary and the completion for bash.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
place=$2
case $place in
  /*) place=${DESTDIR:-}$place ;;
  *) place=$MESON_INSTALL_DESTDIR_PREFIX/$place ;;
esac
mkdir -p "$(dirname "$place")"
install -m 644 "$MESON_BUILD_ROOT/$1" "$place"
