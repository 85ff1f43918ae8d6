#!/bin/sh
# embed.sh - wrap a binary file into an assembler source.
#
#   tools/build/embed.sh image.bin image.S [name]
#
# Defines cs_NAME_data and cs_NAME_end (cs_image_data by default),
# page-aligned, read-only, hidden.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
in=$(realpath "$1")
name=cs_${3:-image}
cat >"$2" <<END
#ifdef __CET__
#include <cet.h>
#endif
  .section .rodata
  .balign 4096
  .globl ${name}_data
  .hidden ${name}_data
  .type ${name}_data, %object
${name}_data:
  .incbin "$in"
  .globl ${name}_end
  .hidden ${name}_end
  .type ${name}_end, %object
${name}_end:
  .byte 0
  .size ${name}_data, ${name}_end - ${name}_data
  .section .note.GNU-stack, "", %progbits
END
