/*
 * re_out.c - text that grows in scratch memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_out.h"

#include <string.h>

#define FIRST_ROOM 256

static bool grow(cs_re_out *o) {
  size_t room = o->room ? o->room * 2 : FIRST_ROOM; /* the limit of scratch
                                             ends this long before it wraps */
  char *text = o->failed ? NULL : cs_scratch_take(o->scratch, room);
  if (!text) {
    o->failed = true;
    return false;
  }
  if (o->len > 0) memcpy(text, o->text, o->len);
  o->text = text;
  o->room = room;
  return true;
}

void cs_re_out_byte(cs_re_out *o, char c) {
  if (o->len == o->room && !grow(o)) return;
  o->text[o->len++] = c;
}

void cs_re_out_text(cs_re_out *o, const char *text) {
  for (; *text; text++) cs_re_out_byte(o, *text);
}

void cs_re_out_number(cs_re_out *o, uint32_t n) {
  char digits[10];
  uint32_t count = 0;
  do {
    digits[count++] = (char)('0' + n % 10);
    n /= 10;
  } while (n > 0);
  while (count > 0) cs_re_out_byte(o, digits[--count]);
}

static bool is_plain(uint32_t cp) {
  return (cp >= '0' && cp <= '9') || (cp >= 'a' && cp <= 'z') ||
         (cp >= 'A' && cp <= 'Z');
}

void cs_re_out_char(cs_re_out *o, uint32_t cp) {
  if (is_plain(cp)) {
    cs_re_out_byte(o, (char)cp);
    return;
  }
  cs_re_out_text(o, "\\x{");
  uint32_t shift = 20;
  while (shift > 0 && cp >> shift == 0) shift -= 4;
  for (;; shift -= 4) {
    cs_re_out_byte(o, "0123456789abcdef"[cp >> shift & 15]);
    if (shift == 0) break;
  }
  cs_re_out_byte(o, '}');
}
