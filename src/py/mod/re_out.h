/*
 * re_out.h - text that grows in scratch memory.
 *
 * Errors stick: without memory `failed` is set and further text is dropped, so
 * a printer tests once, at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_OUT_H
#define CS_PY_MOD_RE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scratch.h"

typedef struct cs_re_out {
  cs_scratch *scratch; /* borrowed             */
  char *text;          /* borrowed from scratch */
  size_t len, room;
  bool failed;
} cs_re_out;

void cs_re_out_byte(cs_re_out *o, char c);
void cs_re_out_text(cs_re_out *o, const char *text);
void cs_re_out_number(cs_re_out *o, uint32_t n);

/* A character as PCRE2 reads it anywhere: letters and digits as they are, all
 * else as \x{hex}. */
void cs_re_out_char(cs_re_out *o, uint32_t cp);

#endif
