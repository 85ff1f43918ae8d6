#!/bin/sh
# embed.sh - wrap a binary file into an assembler source.
#
#   tools/embed.sh image.bin image.S
#
# Defines cs_image_data and cs_image_end, page-aligned, read-only, hidden.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
in=$(realpath "$1")
cat >"$2" <<END
#ifdef __CET__
#include <cet.h>
#endif
  .section .rodata
  .balign 4096
  .globl cs_image_data
  .hidden cs_image_data
  .type cs_image_data, %object
cs_image_data:
  .incbin "$in"
  .globl cs_image_end
  .hidden cs_image_end
  .type cs_image_end, %object
cs_image_end:
  .byte 0
  .size cs_image_data, cs_image_end - cs_image_data
  .section .note.GNU-stack, "", %progbits
END
