/*
 * lines.c - cutting the text of a StringIO into lines.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"

/* lines(text, pos, most): a list of up to `most` lines of a text from its
 * character `pos` on, each with the "\n" that ends it */
CS_LEAF(cut) {
  uint32_t len, count = 0;
  if (!cs_is_str(args[0]) || !cs_is_int(args[1]) || !cs_is_int(args[2]) ||
      cs_int_of(args[1]) < 0)
    return cs_throw(ctx, CS_TypeError, "lines(text, pos, most)");
  const char *s = cs_str_data(ctx, args[0], &len);
  int64_t pos = cs_int_of(args[1]), most = cs_int_of(args[2]);
  CS_TRY(cs_list_room(ctx, 8, out));
  if (pos >= cs_str_chars(ctx, args[0])) return CS_OK;
  uint32_t at = cs_str_offset(ctx, args[0], (uint32_t)pos), from = at;
  for (; at < len && count < most; count++) {
    const char *end = memchr(s + at, '\n', len - at);
    uint32_t size = end ? (uint32_t)(end - s) + 1 - at : len - at;
    cs_value line;
    CS_TRY(cs_str_new(ctx, s + at, size, &line));
    CS_TRY(cs_list_append(ctx, *out, line));
    at += size;
  }
  cs_charge(ctx, (at - from) / 64 + count / 4);
  return CS_OK;
}

extern const cs_native_def cs_lines_natives[];
const cs_native_def cs_lines_natives[] = {
    {"._lines", "lines", "(text, pos, most, /)", cut}, CS_NATIVE_END};
